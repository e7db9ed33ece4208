# Two commands: `make run` starts the web application, `make test` runs every check. Both set up what they need.
# `make quick` leaves out what needs a browser or walks the whole library; `make long` draws no samples. `make probe` loads and harms a server.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOST ?= 127.0.0.1
PORT ?= 8000
TOOLS := $(VENV)/tools
PIP := -m pip install --quiet --disable-pip-version-check
COMPILE = $(TOOLS)/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header -q
AXE_VERSION := 4.14.0
AXE := $(VENV)/share/axe-core-$(AXE_VERSION)/axe.min.js
TEXTS := $(abspath $(wildcard ../shared/textes))
PYTEST := $(BIN)/python -m pytest --numprocesses auto --maxprocesses 4
# Types are checked beside the tests and told after them; style comes first, it takes no second.
BESIDE = $(BIN)/ruff check . && { $(BIN)/mypy >$(VENV)/types.txt 2>&1 & types=$$!; $(1); tests=$$?; wait $$types || tests=1; cat $(VENV)/types.txt; exit $$tests; }

# What Python and pytest make of a file is kept for the next run.
export PYTHONDONTWRITEBYTECODE :=
ifneq ($(TEXTS),)
export ARBITRE_TEXTES ?= $(TEXTS)
endif

.PHONY: run pocket quick test long check probe bench verify mutate audit screenshots schemas refresh release-notes lock clean

run: $(VENV)/.run
	@$(BIN)/arbitre serve --host $(HOST) --port $(PORT) $(if $(PROXY),--trusted-proxy $(PROXY)) $(foreach name,$(HOSTS),--allowed-host $(name))

# Every questionnaire with its rulings in one file that needs no network: make pocket RULESETS="ema-2016 wrc-2015", all of them if none is named.
pocket: $(VENV)/.run
	@mkdir -p dist
	@$(BIN)/arbitre pocket --output dist/arbitre.html $(foreach name,$(RULESETS),--ruleset $(name))

quick: $(VENV)/.dev
	@$(call BESIDE,ARBITRE_RUN=quick $(PYTEST))

test: $(VENV)/.dev $(VENV)/.browser
	@$(call BESIDE,ARBITRE_RUN=test $(PYTEST))

long: $(VENV)/.dev $(VENV)/.browser
	@$(call BESIDE,ARBITRE_RUN=long $(PYTEST))
	ARBITRE_PROBE_REQUESTS=100000 $(BIN)/python -m probes

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/mypy

# A server of its own on the loopback, loaded and harmed: a table of figures, exit status 1 when one is out of bounds.
probe: $(VENV)/.dev
	$(BIN)/python -m probes

verify: $(VENV)/.run
	$(BIN)/arbitre verify

# Every rule changed in one place at a time: which changes does no case notice? Status 1 below ninety-eight in a hundred.
mutate: $(VENV)/.dev
	$(BIN)/python -m tools.mutate

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks

screenshots: $(VENV)/.dev $(VENV)/.browser
	$(BIN)/python -m tests.browser.screenshots

schemas: $(VENV)/.run
	$(BIN)/python -m assistant.commands.schema docs/schemas
	$(BIN)/python -m tools.refresh_guide

# After an edit of the knowledge that is proved: schemas, guide, the README's counts and example, and the differences between rulesets, which
# are printed to be read against the texts before they are kept. Takes some minutes.
refresh: schemas
	$(BIN)/python -m tools.refresh_readme
	$(BIN)/python -m tools.review_differences
	$(BIN)/python -m tools.review_differences --accept

# The rulings that changed since a commit, in French, for the notes of a release: make release-notes REF=v0.1.0
release-notes: $(VENV)/.run
	@$(BIN)/python -m tools.release_notes $(REF)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Arbitre needs Python 3.11 or later: $$($(PYTHON) --version) found. Install it, or name another: make run PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "python3 -m venv is missing. On Debian or Ubuntu: apt-get install python3-venv (as root), then run make again." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Whatever is built here is built with what requirements-build.txt names, hashes included: nothing else is fetched.
$(VENV)/.run: requirements-build.txt requirements.txt requirements-mcr.txt pyproject.toml $(VENV)/bin/python
	$(BIN)/python $(PIP) --require-hashes -r requirements-build.txt
	$(BIN)/python $(PIP) --require-hashes --no-build-isolation -r requirements.txt
	$(BIN)/python $(PIP) --no-deps --no-build-isolation --no-index -e .
	@$(BIN)/python $(PIP) --require-hashes --no-build-isolation -r requirements-mcr.txt 2>/dev/null \
		|| echo "PyMahjongGB could not be built (it needs a C++ compiler): all works but the counting of MCR figures."
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
	$(BIN)/python $(PIP) --require-hashes --no-build-isolation -r requirements-dev.txt
	@touch $@

# What the browser tests look for: Debian's chromium, and axe-core in the environment's own folder. What cannot be had is told each time.
$(VENV)/.browser: Makefile $(VENV)/.dev
	@$(HAVE_CHROMIUM) || { [ "$$(id -u)" = 0 ] && { $(APT) install chromium || { $(APT) update && $(APT) install chromium; }; } >/dev/null 2>&1; } || true
	@[ -f $(AXE) ] || $(FETCH_AXE) || true
	@$(HAVE_CHROMIUM) || echo "NO BROWSER TESTS: chromium is missing. On Debian, as root: apt-get install chromium" >&2
	@[ -f $(AXE) ] || echo "NO ACCESSIBILITY TESTS: axe-core is missing and npm could not fetch it. On Debian, as root: apt-get install npm" >&2
	@if $(HAVE_CHROMIUM) && [ -f $(AXE) ]; then touch $@; fi

HAVE_CHROMIUM := { command -v chromium || command -v chromium-browser; } >/dev/null
APT := DEBIAN_FRONTEND=noninteractive apt-get -y -qq --no-install-recommends
FETCH_AXE := { mkdir -p $(dir $(AXE)) && cd $(dir $(AXE)) && npm pack --silent axe-core@$(AXE_VERSION) && tar -xmzf axe-core-$(AXE_VERSION).tgz --strip-components 1 package/axe.min.js && rm axe-core-$(AXE_VERSION).tgz; } >/dev/null 2>&1

$(VENV)/.bench: requirements-bench.txt $(VENV)/.dev
	$(BIN)/python $(PIP) --require-hashes --no-build-isolation -r requirements-bench.txt
	@touch $@

# What maintains the lists stands apart from what the project runs with.
$(TOOLS)/.ready: requirements-tools.txt $(VENV)/bin/python
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python $(PIP) --require-hashes -r requirements-tools.txt
	@touch $@

# Known weaknesses of what is installed, where the data about them can be reached.
audit: $(TOOLS)/.ready $(VENV)/bin/python
	@$(BIN)/python -m tools.audit $(TOOLS)/bin/pip-audit

# After changing the dependencies in pyproject.toml or in a .in file; what need not change keeps its version.
lock: $(TOOLS)/.ready
	$(COMPILE) pyproject.toml -o requirements.txt
	$(COMPILE) --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt
	$(COMPILE) --extra mcr -c requirements.txt pyproject.toml -o requirements-mcr.txt
	$(COMPILE) --extra bench -c requirements-dev.txt pyproject.toml -o requirements-bench.txt
	$(COMPILE) -c requirements-dev.txt requirements-build.in -o requirements-build.txt
	$(COMPILE) requirements-tools.in -o requirements-tools.txt

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build

"""The stage of the browser tests: Debian's chromium, axe-core from npm, and the address of every kind of page."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from assistant.consultation.consultant import Consultant
from assistant.model import Case, Library

if TYPE_CHECKING:  # the stage is read where no browser is
    from playwright.sync_api import ViewportSize

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
HANDS = {
    "treize": "2233344456m 678p",
    "quatorze": "2233344456m 678p +3m ecarts:6m ron",
    "exposees": "(123m) [5555p] (999s) 123s 1z +1z fleurs:2 siege:sud dominant:est",
    "kong-en-riichi": "2224555m 678p 345s riichi kong:2m",
    "impossible": "11111m",
    "ambigue": "123C 456B",
    "mauvais-nombre": "123456789m 123456p",
    "appel": "(567p) reclamee:7p jetee:4p",
}  # one line of each kind that the pages of hands can meet
HAND_PAGES = {f"mains-{name}": f"/mains?{urlencode({'tuiles': line, '_avant': '12m'})}" for name, line in HANDS.items()}


class Missing(Exception):
    """Something the browser tests need is not there; `make test` installs what it can."""


def chromium() -> str:
    """The browser's program."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise Missing(
            "NO BROWSER TESTS: chromium is missing. On Debian, as root: make test, or apt-get install chromium"
        )
    return program


def axe() -> str:
    """The source of axe-core, of the version that make fetched last."""
    fetched = sorted(Path(sys.prefix).glob("share/axe-core-*/axe.min.js"), key=lambda path: path.stat().st_mtime)
    if not fetched:
        raise Missing("NO ACCESSIBILITY TESTS: axe-core is missing. With npm installed, make test fetches it")
    return fetched[-1].read_text(encoding="utf-8")


def address(ruleset: str, facts: Mapping[str, object], path: str = "/cas", **more: str) -> str:
    """The address of a case."""
    return f"{path}?{urlencode({'reglement': ruleset, 'contexte': 'tournoi', **facts, **more})}"


def told(case: Case) -> dict[str, object]:
    """The facts of a case as its address tells them, beside the context."""
    return {name: value for name, value in case.flat_facts().items() if name != "contexte"}


def every_page(library: Library, consultant: Consultant) -> dict[str, str]:
    """One address of every kind of page, and all the texts and schedules."""
    return dict(_pages(library, consultant))


def _pages(library: Library, consultant: Consultant) -> Iterator[tuple[str, str]]:
    first = next(iter(library.rulesets))
    yield from {
        "accueil": "/", "recherche": "/?q=faux+ron", "recherche-vide": "/?q=zzzz", "zone": "/?zone=mur",
        "zone-main": "/?zone=main", "textes": "/textes", "textes-recherche": "/textes?q=main+morte", "sources": "/sources",
        "baremes": "/bareme", "silences": "/silences", "comparer": "/comparer", "accord": "/comparer/accord", "surprises": "/comparer/surprises", "verification": "/verification", "aide": "/aide", "api": "/api", "hors-ligne": "/hors-ligne", "exercices-emportes": "/exercices-emportes",
        "mains": "/mains", **HAND_PAGES, "formation": "/formation", "formation-donnees": "/formation/donnees", "introuvable": "/rien", "illisible": "/cas",
    }.items()  # fmt: skip
    cases = _kinds(library, consultant)
    yield from cases.items()
    ruling = cases["decision"]
    changed = next(name for name in ruling.split("&") if not name.startswith(("/cas", "contexte", "incident")))
    yield "changer", ruling.replace("/cas?", "/cas/changer?") + f"&_fait={changed.split('=')[0]}"
    yield "ajouter", ruling.replace("/cas?", "/cas/ajouter?")
    yield "partager", ruling.replace("/cas?", "/cas/partager?")
    yield "signaler", ruling.replace("/cas?", "/cas/signaler?")
    yield "cas-recents", "/cas/recents"
    judged = dict(parse_qsl(urlsplit(ruling).query))
    yield "arbre", f"/arbre/{judged['reglement']}/{judged['incident']}"
    yield "visite", cases["question"].replace(f"reglement={first}", "reglement=" + list(library.rulesets)[1])
    yield "contradiction", ruling + "&contexte=amical"
    yield "ancienne-adresse", ruling + "&couleur=bleu"
    yield "tuiles", "/cas/tuiles?" + cases["question"].partition("?")[2]
    for name, line in HANDS.items():
        facts = {"incident": "victoire-annoncee", "tuiles": line}
        yield f"tuiles-{name}", address(first, facts, "/cas/tuiles", _avant="12m", _mode="ecarts")
    yield "cas-avec-tuiles", address(first, {"incident": "victoire-annoncee", "tuiles": HANDS["quatorze"]})
    yield from _compared(library, cases)
    for source in library.sources:
        yield f"texte-{source}", f"/textes/{source}"
    clause = next(iter(library.clauses.values()))
    yield "paragraphe", f"/textes/{clause.source}/{clause.id.split('/')[1]}"
    for ruleset in library.rulesets:
        yield f"bareme-{ruleset}", f"/bareme/{ruleset}"
        yield f"silences-{ruleset}", f"/silences/{ruleset}"
        yield f"accueil-{ruleset}", f"/?reglement={ruleset}&contexte=tournoi"
    yield f"accueil-amical-{first}", f"/?reglement={first}&contexte=amical"


def _compared(library: Library, cases: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The comparison: each filter, the gravest differences of each game, an incident for each pair, a case asked and judged."""
    for kind in ("decision", "question", "question-nombre", "contestation", "deux-incidents"):
        yield f"comparer-cas-{kind}", cases[kind].replace("/cas?", "/comparer/cas?")
    family, kinds = next(iter(library.families)), ("plus-lourd", "silence")
    yield "comparer-famille", f"/comparer?famille={family}&diff=1"
    for kind in kinds:
        yield f"comparer-{kind}", f"/comparer?genre={kind}"
    everywhere = next(one.id for one in library.incidents.values() if len(one.rulesets) == len(library.rulesets))
    for first, second in combinations(library.rulesets.values(), 2):
        yield f"comparer-{first.id}-{second.id}", f"/comparer/{everywhere}?r={first.id}&r={second.id}"
        if first.game == second.game:
            yield f"comparer-jeu-{first.game}", f"/comparer?jeu={first.game}&diff=1"
            yield f"surprises-{first.game}", f"/comparer/surprises?r={first.id}&r={second.id}"
            yield f"carte-{first.game}", f"/comparer/carte?r={first.id}&r={second.id}"
    yield "surprises-amical", f"/comparer/surprises?r={second.id}&r={first.id}&contexte=amical"
    yield "accord-editions", f"/comparer/accord?r={first.id}&r={second.id}"


def _kinds(library: Library, consultant: Consultant) -> dict[str, str]:
    """A case of each kind: questions, rulings of every nature, a dispute, two incidents; the longest page of each."""
    found: dict[str, tuple[int, str]] = {}

    def offer(kind: str, size: int, link: str) -> None:
        if size > found.get(kind, (-1, ""))[0]:
            found[kind] = (size, link)

    for ruleset in library.rulesets:
        for incident in library.incidents_of(ruleset):
            facts: dict[str, object] = {"incident": incident.id}
            (document,) = consultant.consult([ruleset], facts, explain=False)["consultations"]
            question = document["question"]
            if question:
                offer(
                    "question-nombre" if question["number"] else "question", len(str(question)), address(ruleset, facts)
                )
                disputed = {**facts, question["key"]: "non-etabli"}
                (document,) = consultant.consult([ruleset], disputed, explain=False)["consultations"]
                if document["status"] == "possibilities":
                    offer("contestation", len(document["possibilities"]), address(ruleset, disputed))
    for case in library.cases.values():
        for ruleset, expected in case.expect.items():
            link = address(ruleset, told(case))
            kind = (
                "deux-incidents"
                if case.further
                else "lectures"
                if expected.readings
                else "silence"
                if expected.silence
                else "decision"
            )
            offer(kind, sum(len(text) for _, text in case.story), link)
    return {kind: link for kind, (_, link) in found.items()}


def fresh_pages(browser: Any, base_url: str) -> Iterator[Callable[..., Any]]:
    """What opens pages, each in a fresh profile, on a phone unless told otherwise; whatever a page complains of fails the test at the end."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def opened(**options: Any) -> Any:
        context = browser.new_context(**{"viewport": PHONE, "base_url": base_url, "locale": "fr-FR", **options})
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints

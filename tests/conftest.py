"""What tests share: the project's own knowledge and what is made of it once per run, in a cache that is thrown away."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings

from assistant.compare.comparison import Comparison
from assistant.consultation.consultant import Consultant
from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.proof.prove import Proof
from assistant.training.book import Book
from assistant.training.exercises.syllabus import Task
from tests.support.artefacts import book_of, comparison_of, exercises_of, library_at_hand, proof_of
from tests.support.court import EXAMPLE_FACTS, EXAMPLE_RULES, Court, small_court
from tests.support.drawing import SEED, Drawing, Run, choose_seed, examples, run, seed, whole
from tests.support.make import Base
from web import create_app

EXAMPLES = 100  # where a test does not say how many
SELDOM = 100_000  # objects made between two looks for garbage: what tests share is large, and each look walks through it

ROOT = Path(__file__).resolve().parent.parent
CACHE, PROGRESS = "ARBITRE_CACHE", "ARBITRE_PROGRESS"
DRAWING = pytest.StashKey[Drawing]()
FOLDER = pytest.StashKey[Path]()
FIRST = (  # each makes what others wait for, and the proof is the longest: what needs it waits until the rest that walks is done
    "test_docs.py",
    "compare/test_comparison.py",
    "training/test_book.py",
    "test_wheel.py",
)
LAST = ("proof", "server")  # fixtures that wait for the proof
EARLY, LATE = 0.05, 0.85  # of all files, where the first and the last of those come
SLOW = ("browser", "walk")  # the marks of what the quick run leaves out
WALKS = ("proof", "comparison", "exercises", "book", "server")  # fixtures for which the whole library is walked


def load_profile() -> None:
    """How Hypothesis tries what a test does not say, in this run: nothing is timed."""
    settings.register_profile(
        run(), max_examples=examples(EXAMPLES), deadline=None, suppress_health_check=list(HealthCheck)
    )
    settings.load_profile(run())


def pytest_configure(config: pytest.Config) -> None:
    """One seed and one cache for all processes of the run: they neither read nor leave anything in the user's own."""
    try:
        load_profile()
        choose_seed()
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    gc.set_threshold(SELDOM, 50, 100)
    config.stash[DRAWING] = Drawing()
    if not hasattr(config, "workerinput"):
        config.stash[FOLDER] = Path(tempfile.mkdtemp(prefix="arbitre-tests-"))
        os.environ[CACHE] = str(config.stash[FOLDER])
    os.environ[PROGRESS] = str(Path(os.environ[CACHE]) / f"progression-{os.getpid()}.sqlite")


def pytest_unconfigure(config: pytest.Config) -> None:
    if (folder := config.stash.get(FOLDER, None)) is not None:
        shutil.rmtree(folder, ignore_errors=True)


def file_of(item: pytest.Item) -> str:
    return item.path.relative_to(ROOT / "tests").as_posix()


def slow(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) is not None for name in SLOW)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """The quick run does not even import what drives a browser."""
    return True if run() is Run.QUICK and collection_path == ROOT / "tests" / "browser" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what the quick run leaves out, leave it out there, and begin with what takes longest."""
    for item in items:
        if file_of(item).startswith("browser/"):
            item.add_marker("browser")
        if set(WALKS) & set(getattr(item, "fixturenames", ())):
            item.add_marker("walk")
    taken = [item for item in items if run() is not Run.QUICK or not slow(item)]
    taken = drawn_of(taken, config.stash[DRAWING])
    kept = set(taken)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    turns = turns_of(taken)
    items[:] = sorted(taken, key=lambda item: turns[file_of(item)])


def drawn_of(items: list[pytest.Item], drawing: Drawing) -> list[pytest.Item]:
    """What is left when of the tests marked `drawn` some examples are drawn."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("drawn") is not None:
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left: set[pytest.Item] = set()
    for name, those in tests.items():
        (mark,) = those[0].iter_markers("drawn")
        what = name.rpartition("::")[2].removeprefix("test_").replace("_", " ")
        left |= set(those) - set(drawing.sample(what, those, mark.args[0]))
    return [item for item in items if item not in left]


def turns_of(items: list[pytest.Item]) -> dict[str, float]:
    """When the turn of each file comes: what others wait for, then what waits for the proof (browsers do) evenly among all the rest.

    So one process makes the proof while others do what needs none; who waits for a browser leaves its core to who computes, and short files,
    which come after those that walk, are left for the end, when all must end together.
    """
    waiting, walking, every = set[str](), set[str](), dict.fromkeys(map(file_of, items))
    for item in items:
        if set(LAST) & set(getattr(item, "fixturenames", ())) or item.get_closest_marker("browser") is not None:
            waiting.add(file_of(item))
        elif slow(item):
            walking.add(file_of(item))
    others = sorted((name for name in every if name not in waiting), key=lambda name: name not in walking)
    turns = {name: (place + 1) / len(others) for place, name in enumerate(others)}
    turns |= {name: EARLY + (LATE - EARLY) * place / len(waiting) for place, name in enumerate(one for one in every if one in waiting)}
    return turns | {name: place - len(FIRST) for place, name in enumerate(FIRST) if name in every}


def pytest_sessionfinish(session: pytest.Session) -> None:
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["drawn"] = session.config.stash[DRAWING].drawn


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """What a worker has drawn is told at the end of the run."""
    node.config.stash[DRAWING].drawn.update(getattr(node, "workeroutput", {}).get("drawn", {}))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    drawn = config.stash[DRAWING].drawn
    terminalreporter.section("drawn")
    for what, (taken, there) in sorted(drawn.items()):
        terminalreporter.line(f"{what}: {taken} of {there}")
    terminalreporter.line("everything was looked at" if whole() else f"the same again: {SEED}={seed()}")


@pytest.fixture(scope="session")
def drawing(request: pytest.FixtureRequest) -> Drawing:
    """What draws a sample of whatever takes long."""
    return request.config.stash[DRAWING]


@pytest.fixture(scope="session")
def own_cache() -> Path:
    """The cache of this run."""
    return Path(os.environ[CACHE])


@pytest.fixture(scope="session")
def library() -> Library:
    return library_at_hand()


@pytest.fixture(scope="session")
def proof(library: Library) -> Proof:
    """The proof of everything."""
    return proof_of(library)


@pytest.fixture(scope="session")
def comparison(library: Library) -> Comparison:
    """The comparison of all rulesets."""
    return comparison_of(library)


@pytest.fixture(scope="session")
def syllabus(library: Library) -> tuple[Task, ...]:
    """The list of all exercises."""
    return exercises_of(library)


@pytest.fixture(scope="session")
def book(library: Library, syllabus: tuple[Task, ...]) -> Book:
    """The book of all exercises, each of them made."""
    return book_of(library)


@pytest.fixture(scope="session")
def consultant(library: Library) -> Consultant:
    return Consultant(library)


@pytest.fixture(scope="session")
def engines(consultant: Consultant) -> Engines:
    return consultant.engines


@pytest.fixture(scope="session")
def app(library: Library) -> Flask:
    """The web application, its engines kept from test to test."""
    return create_app(library)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The small base of the tests."""
    return Base(tmp_path_factory.mktemp("made")).library()


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Court:
    """The example that the design explains."""
    return small_court(tmp_path_factory.mktemp("example"), EXAMPLE_FACTS, EXAMPLE_RULES)

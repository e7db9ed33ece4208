"""What tests share: the project's own knowledge, and a cache that is thrown away."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.consultation.consultant import Consultant
from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.proof.prove import Proof, keep, prove
from assistant.store.library import load
from tests.support.court import EXAMPLE_FACTS, EXAMPLE_RULES, Court, small_court
from tests.support.make import Base

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Tests neither read nor leave anything in the user's cache, nor among the learners."""
    folder = tmp_path_factory.mktemp("cache")
    before = os.environ.get("ARBITRE_CACHE")
    os.environ["ARBITRE_CACHE"] = str(folder)
    progress = os.environ.get("ARBITRE_PROGRESS")
    os.environ["ARBITRE_PROGRESS"] = str(folder / "progression.sqlite")
    yield folder
    for name, value in (("ARBITRE_CACHE", before), ("ARBITRE_PROGRESS", progress)):
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


@pytest.fixture(scope="session")
def library(own_cache: Path) -> Library:
    return load()


@pytest.fixture(scope="session")
def proof(library: Library) -> Proof:
    """The proof of everything, made once and kept for those who read it."""
    made = prove(library)
    keep(library, made)
    return made


@pytest.fixture(scope="session")
def consultant(library: Library) -> Consultant:
    return Consultant(library)


@pytest.fixture(scope="session")
def engines(consultant: Consultant) -> Engines:
    return consultant.engines


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The small base of the tests."""
    return Base(tmp_path_factory.mktemp("made")).library()


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Court:
    """The example that the design explains."""
    return small_court(tmp_path_factory.mktemp("example"), EXAMPLE_FACTS, EXAMPLE_RULES)

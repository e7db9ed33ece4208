"""The search finds what people mean: a hundred phrases and more, as they are said at the table."""

from __future__ import annotations

import pytest
import yaml

from assistant.model import Library
from assistant.search.index import Index, incident_index
from assistant.search.words import fold, stem
from tests.conftest import ROOT

PHRASES: dict[str, list[dict[str, str]]] = yaml.safe_load((ROOT / "tests" / "data" / "phrases.yaml").read_text(encoding="utf-8"))
SAID = [
    (phrase["said"], incident) for incident, phrases in PHRASES.items() for phrase in phrases if "story" not in phrase
]


@pytest.fixture(scope="module")
def index(library: Library) -> Index:
    return incident_index(library)


def test_every_incident_is_spoken_of(library: Library) -> None:
    assert set(PHRASES) == set(library.incidents), set(PHRASES) ^ set(library.incidents)
    assert len(SAID) >= 150 and len({phrase for phrase, _ in SAID}) == len(SAID)


@pytest.mark.parametrize(("phrase", "incident"), SAID)
def test_a_phrase_finds_its_incident(index: Index, phrase: str, incident: str) -> None:
    found = [hit.id for hit in index.find(phrase, 3)]
    assert incident in found, f"« {phrase} » finds {found}"


@pytest.mark.walk
def test_the_table_s_ruleset_only_narrows(index: Index, library: Library) -> None:
    """Within a ruleset that has the incident it is found at least as high."""
    for phrase, incident in SAID:
        for ruleset in library.incidents[incident].rulesets:
            names = [one.id for one in library.incidents_of(ruleset)]
            assert incident in [hit.id for hit in index.find(phrase, 3, names)], (phrase, ruleset)


def test_most_are_found_first(index: Index) -> None:
    first = sum(index.find(phrase, 1)[0].id == incident for phrase, incident in SAID)
    assert first >= 0.8 * len(SAID), f"{first} of {len(SAID)}"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("faux ron", "FAUX RON"),
        ("trop de tuiles", "tuiles, trop"),
        ("mur cassé", "murs casses"),
        ("téléphone", "telephones"),
        ("a oublié de tourner sa tuile", "oublie de tourner la tuile"),
    ],
)
def test_case_accents_plurals_and_order_do_not_matter(index: Index, one: str, other: str) -> None:
    assert index.find(one)[0].id == index.find(other)[0].id


def test_the_incident_s_own_words_and_title_find_it(index: Index, library: Library) -> None:
    for incident in library.incidents.values():
        assert incident.id in [hit.id for hit in index.find(incident.title, 3)], incident.title
        for word in incident.words:
            assert incident.id in [hit.id for hit in index.find(word, 4)], (incident.id, word)


def test_nearest_spellings_are_offered(index: Index) -> None:
    suggestion = index.suggestion("telefone")
    assert suggestion is not None and suggestion.startswith("tel")
    assert index.suggestion("ron") is None


@pytest.mark.parametrize("query", ["", " ", "?!", "zzzzzz", "le la les", "a" * 5000, "\x00", "漢字"])
def test_nothing_is_found_quietly(index: Index, query: str) -> None:
    assert isinstance(index.find(query), list)


def test_stems() -> None:
    assert stem(fold("Tuiles")) == stem("tuile") and stem(fold("renversée")) == stem("renverser")

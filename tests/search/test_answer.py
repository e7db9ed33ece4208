"""What a search answers: sure or not, which words, what is known to be unsaid; and the clauses."""

from __future__ import annotations

import pytest

from assistant.errors import InputError
from assistant.model import Library
from assistant.search.answer import MOST, OFFERED, answer, query_of
from assistant.search.finder import Finder
from assistant.search.index import LONGEST
from benchmarks.search import phrases


@pytest.fixture(scope="module")
def finder(library: Library) -> Finder:
    return Finder(library, lasting=True)


def test_one_that_is_clearly_ahead_is_believed(finder: Finder) -> None:
    document, offered = answer(finder, "il a pioché deux fois de suite", "ema-2016")
    assert document["sure"] and document["results"][0]["incident"] == "pioche-en-trop"
    assert {"pioché", "deux"} <= set(document["results"][0]["matched"])
    assert any(piece.found and piece.text == "pioche" for piece in offered[0].title)


@pytest.mark.walk
def test_whoever_is_believed_is_right(finder: Finder) -> None:
    told = [(one, answer(finder, one.said, one.ruleset).document) for one in phrases() if one.ruleset]
    sure = [(one, document) for one, document in told if document["sure"]]
    right = sum(document["results"][0]["incident"] == one.incident for one, document in sure)
    assert len(sure) > 0.4 * len(told) and right > 0.93 * len(sure), (right, len(sure), len(told))


def test_a_word_that_many_incidents_have_is_not_believed(finder: Finder) -> None:
    document, offered = answer(finder, "tuile", "ema-2016")
    assert not document["sure"] and 1 < len(offered) <= OFFERED and len(document["results"]) <= MOST


def test_pieces_make_up_the_text_again(finder: Finder) -> None:
    for one in phrases()[::40]:
        for ruleset in finder.library.rulesets:
            for offered in answer(finder, one.said, ruleset).offered:
                for pieces, text in ((offered.title, "title"), (offered.help, "help"), (offered.like, "like")):
                    assert "".join(piece.text for piece in pieces) == offered.result[text]  # type: ignore[literal-required]


def test_scores_fall(finder: Finder) -> None:
    scores = [result["score"] for result in answer(finder, "ron sur la tuile", "wrc-2015").document["results"]]
    assert scores == sorted(scores, reverse=True) and scores


def test_known_silences_are_found_and_said_to_be_silent(finder: Finder, library: Library) -> None:
    for ruleset in library.rulesets:
        for incident in finder.silences(ruleset):
            own = library.incidents[incident]
            document = answer(finder, own.title, ruleset).document
            found = {result["incident"]: result for result in document["results"]}
            assert found[incident]["silent"], (ruleset, incident)
    assert any(finder.silences(ruleset) for ruleset in library.rulesets)


def test_a_silence_is_one_in_every_case(finder: Finder, library: Library) -> None:
    for ruleset in library.rulesets:
        for case in library.cases.values():
            if ruleset in case.expect and not case.further and case.incident in finder.silences(ruleset):
                assert case.expect[ruleset].silence, (case.id, ruleset)


def test_the_stories_of_the_ruleset_played_count_before_others(finder: Finder) -> None:
    index = finder.incidents("mcr-2006")
    assert index.find("Ouest dit « kong » et pose quatre tuiles face cachée")[0].id == "faux-kong-cache"


@pytest.mark.parametrize(("words", "told"), [("", "aucun mot"), ("  \n", "aucun mot"), ("a" * (LONGEST + 1), "trop de mots")])
def test_what_cannot_be_searched_for_is_refused(words: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        query_of(words)


def test_an_unknown_ruleset_is_refused_with_what_exists(finder: Finder) -> None:
    with pytest.raises(InputError, match="ema-2016"):
        answer(finder, "ron", "ema")


def test_clauses_are_found_by_section_and_by_quotation(finder: Finder, library: Library) -> None:
    index = finder.clauses()
    clause = next(one for one in library.clauses.values() if one.section == "5.2.2")
    assert library.clauses[index.find("5.2.2")[0].id].section == clause.section
    quoted = [hit.id for hit in index.find(clause.quotes[0][:150], 5)]
    assert clause.id in quoted


def test_indexes_are_kept_only_with_the_library_of_the_files(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr("assistant.search.finder.keep", lambda kind, *_: made.append(kind))
    monkeypatch.setattr("assistant.search.finder.kept", lambda *_: None)
    Finder(library).clauses()
    assert not made
    Finder(library, lasting=True).clauses()
    assert made == ["search-clauses"]

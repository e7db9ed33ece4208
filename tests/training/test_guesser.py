"""A guesser who sees the answers only does no better than chance; and one who is told how the right answer looks is caught."""

from __future__ import annotations

import pytest

from assistant.model import Library
from assistant.training.book import Book
from assistant.training.exercises.exercise import Exercise
from assistant.training.exercises.stage import Option
from benchmarks.guesser import FEWEST, MARGIN, POOLED, Guess, Offer, guessed, identified, offers, table
from tests.conftest import ROOT

pytestmark = pytest.mark.walk


@pytest.fixture(scope="module")
def every(library: Library, book: Book) -> list[Offer]:
    return offers(library, book.exercises.values())


def test_nothing_but_knowledge_tells_the_right_answer(every: list[Offer], book: Book) -> None:
    found = guessed(every)
    stages = sum(len(made.stages) for made in book.exercises.values())
    assert sum(one.offers for one in found) == len(every) == stages > 5 * FEWEST
    assert all(one.offers >= FEWEST or one.stage == POOLED for one in found)
    assert all(one.fair for one in found), found
    assert MARGIN == 0.05  # the same for every stage


def some(book: Book) -> list[Exercise]:
    """Half of all exercises: enough to find out what tells in each of them."""
    return list(book.exercises.values())[::2]


def spoilt(made: Exercise, longer: int) -> Exercise:
    """The exercise with a right answer that says more than the others."""

    def told(option: Option) -> Option:
        return option._replace(label=option.label + " et rien d'autre" * longer) if option.right else option

    stages = tuple(stage._replace(options=tuple(map(told, stage.options))) for stage in made.stages)
    return made._replace(stages=stages)


def test_a_right_answer_that_is_longer_is_found_out(library: Library, book: Book) -> None:
    found = guessed(offers(library, [spoilt(made, 3) for made in some(book)]))
    assert not any(one.fair for one in found), found


def test_the_place_is_found_out(library: Library, book: Book) -> None:
    def first(made: Exercise) -> Exercise:
        stages = tuple(
            stage._replace(options=tuple(sorted(stage.options, key=lambda one: not one.right))) for stage in made.stages
        )
        return made._replace(stages=stages)

    assert not any(one.fair for one in guessed(offers(library, map(first, some(book)))))


def test_what_was_printed_before_is_looked_at(library: Library, book: Book) -> None:
    """A correction that prints the next answer gives it away."""

    def told(made: Exercise) -> Exercise:
        stages = []
        for stage, later in zip(made.stages, (*made.stages[1:], None), strict=True):
            words = f" {later.right.label}" if later is not None else ""
            stages.append(stage._replace(options=tuple(one._replace(why=one.why + words) for one in stage.options)))
        return made._replace(stages=tuple(stages))

    found = {one.stage: one for one in guessed(offers(library, map(told, some(book))))}
    later = {stage.part for made in some(book) for stage in made.stages[1:]}  # a gap is asked for first: nothing was printed
    stages = {stage if stage in found else POOLED for stage in later}
    assert len(stages) > 1 and not any(found[stage].fair for stage in stages), found


def test_identity_is_measured_apart(every: list[Offer]) -> None:
    found = identified(every)
    assert {one.stage for one in found} == {offer.stage for offer in every}
    assert all(0 < one.right < 1 for one in found)


def test_the_page_shows_both_tables() -> None:
    page = (ROOT / "docs" / "formation.md").read_text(encoding="utf-8")
    empty = table("qui ne voit que la forme", [Guess("decision", 1, 0.5, 0.25, 0.1)]).splitlines()
    assert empty[0] in page and "qui ne connaît que les mots" in page

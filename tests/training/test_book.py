"""The book holds every exercise as the engine makes it, and papers drawn from it are those drawn without it."""

from __future__ import annotations

from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.training.book import Book, kept, unmade
from assistant.training.exam import drawn_from, paper
from tests.support.drawing import Drawing


def test_the_book_has_every_exercise_as_it_is_made(
    library: Library, engines: Engines, book: Book, drawing: Drawing
) -> None:
    one_by_one = unmade(library, engines)
    assert book.tasks == one_by_one.tasks and set(book.cards) == set(library.rulesets)
    for task in drawing.sample("exercises of the book", list(book.tasks), 100):
        assert book.exercises.get(task.id) == one_by_one.exercises.get(task.id)
    ruleset = next(iter(library.rulesets))
    assert book.cards[ruleset] == one_by_one.cards[ruleset]
    assert book.playable() == tuple(task for task in book.tasks if task.id in book.exercises)
    assert 0 < len(book.playable()) < len(book.tasks)
    again = kept(library)
    assert again is not None and again.tasks == book.tasks and len(again.exercises) == len(book.exercises)


def test_a_paper_is_the_same_with_the_book_and_without(library: Library, engines: Engines, book: Book) -> None:
    for seed, count, ruleset in ((7, 20, None), (8, 40, None), (9, 20, next(iter(library.rulesets)))):
        assert drawn_from(library, book, seed, count, ruleset) == paper(library, engines, seed, count, ruleset)

"""What comes next: an answer puts a clause off or brings it back, in another story, weak ones in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise

import pytest
from fsrs import Card

from assistant.model import Library
from assistant.training.exercises.syllabus import Task, Wish
from assistant.training.learners.repetition import LONGEST, RETENTION, fresh, next_task, recall, reviewed, standing
from tests.support.learners import DAY


def test_right_answers_put_a_clause_off_and_wrong_ones_bring_it_back() -> None:
    card = reviewed(None, True, DAY)
    gaps = []
    for _ in range(4):
        at = card.due
        assert recall(card, at) == pytest.approx(RETENTION, abs=0.02) or gaps[-1] == timedelta(days=LONGEST)
        card = reviewed(card, True, at)
        gaps.append(card.due - at)
    assert gaps == sorted(gaps) and timedelta(days=20) < gaps[-1] <= timedelta(days=LONGEST)
    assert reviewed(card, False, card.due).due - card.due < gaps[0]


def test_what_is_due_comes_first_then_what_is_new(library: Library, syllabus: tuple[Task, ...]) -> None:
    known = syllabus
    wish = Wish(ruleset=next(iter(library.rulesets)), level=1)
    first = next_task(known, wish, {}, {}, DAY)
    assert first is not None and first.level == 1
    cards = {clause: reviewed(None, clause == first.clauses[0], DAY) for clause in first.clauses}
    done = {first.id: 1}
    second = next_task(known, wish, cards, done, DAY + timedelta(minutes=1))
    assert second is not None and second.family != first.family  # new clauses, another family in turn
    later = next_task(known, wish, cards, done, DAY + timedelta(days=30))
    assert later is not None and set(later.clauses) & set(cards)
    weakest = next_task(known, wish, cards, done, DAY + timedelta(minutes=1), weakest=True)
    assert weakest is not None and set(weakest.clauses) & set(cards)
    assert next_task(known, Wish(family="rien"), {}, {}, DAY) is None


def test_a_clause_comes_back_in_another_story(library: Library, syllabus: tuple[Task, ...]) -> None:
    known = [task for task in syllabus if task.ruleset == next(iter(library.rulesets))]
    clause = max((c for task in known for c in task.clauses), key=lambda c: sum(c in task.clauses for task in known))
    first = next(task for task in known if clause in task.clauses)
    cards = {clause: reviewed(None, False, DAY)}
    second = next_task(known, Wish(), cards, {first.id: 1}, DAY + timedelta(days=9))
    assert second is not None and clause in second.clauses and second.id != first.id


def practise(known: Sequence[Task], wish: Wish, turns: int, right: bool, weakest: bool) -> list[Task]:
    """One exercise after another, a minute each, every clause answered rightly or every one wrongly."""
    cards: dict[str, Card] = {}
    done: dict[str, int] = {}
    found: list[Task] = []
    for turn in range(turns):
        at = DAY + timedelta(minutes=turn)
        task = next_task(known, wish, cards, done, at, weakest)
        assert task is not None and wish.admits(task)
        cards.update({clause: reviewed(cards.get(clause), right, at) for clause in task.clauses})
        done[task.id] = turn
        found.append(task)
    return found


@pytest.mark.parametrize("weakest", [False, True])
@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.walk
def test_no_story_comes_twice_in_a_row(
    library: Library, syllabus: tuple[Task, ...], weakest: bool, right: bool, level: int
) -> None:
    for wish in (Wish(level=level), Wish(ruleset=next(iter(library.rulesets)), family="riichi", level=level)):
        told = practise(syllabus, wish, 40, right, weakest)
        assert all(one.base != other.base for one, other in pairwise(told))


def test_weak_clauses_take_turns(library: Library, syllabus: tuple[Task, ...]) -> None:
    """Always wrong: what was just trained waits while other clauses are weak."""
    told = practise(syllabus, Wish(ruleset=next(iter(library.rulesets)), level=1), 30, False, True)
    bases = [task.base for task in told]
    assert all(base not in bases[place + 1 : place + 3] for place, base in enumerate(bases))
    assert len(set(bases)) > 10


def test_a_clause_just_trained_waits_for_another_weak_one(library: Library, syllabus: tuple[Task, ...]) -> None:
    ruleset = next(iter(library.rulesets))
    known = [task for task in syllabus if task.ruleset == ruleset and len(task.clauses) == 1]
    often = Counter(task.clauses[0] for task in {task.base: task for task in known}.values())
    one, two = [clause for clause, count in often.most_common(2) if count > 1]
    last = next(task for task in known if task.clauses == (one,))
    cards = {one: reviewed(reviewed(None, False, DAY), False, DAY), two: reviewed(None, False, DAY)}
    found = next_task(known, Wish(), cards, {last.id: 1}, DAY + timedelta(minutes=1), weakest=True)
    assert found is not None and found.clauses == (two,)
    alone = next_task(known, Wish(), {one: cards[one]}, {last.id: 1}, DAY + timedelta(minutes=1), weakest=True)
    assert alone is not None and alone.clauses == (one,) and alone.base != last.base


def test_a_single_exercise_may_come_again(library: Library, syllabus: tuple[Task, ...]) -> None:
    (only,) = syllabus[:1]
    assert next_task([only], Wish(), {}, {only.id: 1}, DAY) == only


def test_standing() -> None:
    found = standing("f", "Famille", ["a", "b"], {"a": reviewed(None, True, DAY)}, DAY)
    assert (found.total, found.seen) == (2, 1)
    assert 0 < found.recall < 1
    assert found.known == pytest.approx(found.recall / 2)
    assert fresh(DAY).due == DAY

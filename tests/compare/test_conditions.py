"""When a row holds is told exactly: its alternatives admit its own situations and no other."""

from __future__ import annotations

from itertools import product

import pytest

from assistant.compare.comparison import pair_row
from assistant.compare.conditions import admits, alternatives
from assistant.compare.situations import Pairing, governed
from assistant.consultation.sheet import decision_line
from assistant.engine.engines import Engines
from assistant.model import Library, Value

pytestmark = pytest.mark.walk  # every situation of many rows


@pytest.mark.parametrize(("pair", "incident"), [
    (("ema-2016", "wrc-2015"), "rythme-de-jeu"), (("ema-2016", "wrc-2015"), "annonce-changee"),
    (("ema-2016", "mcr-2015"), "mur-renverse"), (("wrc-2015", "mcr-2006"), "appel-retire"),
    (("mcr-2006", "mcr-2015"), "figure-contestee"), (("ema-2016", "mcr-2006"), "victoire-main-morte"),
])  # fmt: skip
def test_every_situation_is_told_by_one_row_alone_and_rightly(
    library: Library, pair: tuple[str, str], incident: str
) -> None:
    engines = Engines(library)
    row = pair_row(library, engines, pair, incident)
    contexts = [one for one in library.contexts(set(dict(row.asked_by))) if all(governed(library, name, one) for name in pair)]
    assert contexts
    for context in contexts:
        for situation in Pairing(library, engines, pair, incident, context).situations():
            facts: dict[str, Value] = {**context, **dict(situation.answers)}
            told = [group for group in row.groups if any(admits(one, facts) for one in group.when)]
            assert len(told) == 1, (facts, [group.shorts for group in told])
            sides = (situation.first, situation.second)
            assert told[0].decisions == tuple(decision_line(library, side.ruleset, side.outcome) for side in sides)


def test_a_long_thought_once_is_not_told_as_one_at_every_turn(library: Library) -> None:
    row = pair_row(library, Engines(library), ("ema-2016", "wrc-2015"), "rythme-de-jeu")
    spared = [group for group in row.groups if group.shorts[0] == "Pas de sanction"]
    often = {"contexte": "tournoi", "rythme": "lent-souvent", "debutant": "non"}
    assert spared and not any(admits(one, often) for group in spared for one in group.when)


def test_facts_that_do_not_matter_are_left_out() -> None:
    paths = [(("a", one), ("b", two), ("c", three)) for one, two, three in product("xy", "12", "pq")]
    labels = [0 if path[0][1] == "x" or path[2][1] == "q" else 1 for path in paths]
    found = alternatives(paths, labels)
    assert found[1] == ((("a", ("y",)), ("c", ("p",))),)
    assert found[0] == ((("a", ("x",)),), (("a", ("y",)), ("c", ("q",))))
    for path, label in zip(paths, labels, strict=True):
        assert [key for key, told in found.items() if any(admits(one, dict(path)) for one in told)] == [label]


def test_alternatives_that_differ_in_one_fact_are_joined() -> None:
    paths = [(("a", "x"), ("b", "1")), (("a", "x"), ("b", "2")), (("a", "y"), ("b", "1")), (("a", "y"), ("c", "1"))]
    assert alternatives(paths[:3], [0, 1, 0])[0] == ((("a", ("x",)), ("b", ("1",))), (("a", ("y",)),))
    assert alternatives([(("a", one),) for one in "xyz"], [0, 1, 0]) == {
        0: ((("a", ("x", "z")),),),
        1: ((("a", ("y",)),),),
    }

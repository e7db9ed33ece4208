"""What comes with a won deal: East, counters, and their clauses, whichever rule said that it is won; nothing of it once the game is over."""

from __future__ import annotations

import pytest

from assistant.decision.outcome import Outcome
from assistant.decision.state import judge
from assistant.engine.engines import Engines
from assistant.model import Library, Value

ROTATION = {"ema-2016": "ema-2016/3.4.11/rotation", "wrc-2015": "wrc-2015/5.7.8/rotation"}
ROBBED = {"incident": "indicateur-de-kong", "erreur_d_indicateur": "trop-tot", "kong_vole": "oui"}


def decided(library: Library, ruleset: str, facts: dict[str, Value]) -> Outcome:
    engine = Engines(library).engine(ruleset, str(facts["incident"]))
    rest = {name: value for name, value in facts.items() if name != "incident"}
    outcome = judge(library, engine, {**engine.network.usual(), "contexte": "tournoi", **rest}).outcome
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("ruleset", ROTATION)
def test_a_win_that_is_not_in_question_turns_the_deal_all_the_same(library: Library, ruleset: str) -> None:
    outcome = decided(library, ruleset, ROBBED)
    assert outcome.slot("est") == outcome.slot("compteurs") == "selon-le-gagnant"
    assert ROTATION[ruleset] in outcome.cites and outcome.cites[0] != ROTATION[ruleset]


@pytest.mark.parametrize("ruleset", ROTATION)
def test_after_the_last_deal_nobody_is_east(library: Library, ruleset: str) -> None:
    outcome = decided(library, ruleset, {**ROBBED, "derniere_main": "oui"})
    assert outcome.slot("est") == outcome.slot("compteurs") == "sans-objet"
    assert ROTATION[ruleset] not in outcome.cites


@pytest.mark.parametrize(("last", "said"), [("non", "selon-le-gagnant"), ("oui", "sans-objet")])
@pytest.mark.parametrize("ruleset", ROTATION)
def test_a_reading_under_which_the_deal_is_won_leaves_the_rest_to_the_same_rule(
    library: Library, ruleset: str, last: str, said: str
) -> None:
    facts: dict[str, Value] = {
        "incident": "kong-en-riichi",
        "effet_du_kong": "lecture-impossible",
        "fin_de_la_donne": "il-gagne",
        "derniere_main": last,
    }
    won, lost = decided(library, ruleset, facts).readings
    assert dict(won.then.slots)["est"] == dict(won.then.slots)["compteurs"] == said
    assert (ROTATION[ruleset] in won.cites) == (last == "non")
    assert dict(lost.then.slots)["donne"] != "gagnee" and ROTATION[ruleset] not in lost.cites

"""Which of two decisions is the heavier: what can be weighed, and what cannot."""

from __future__ import annotations

from assistant.decision.gravity import Difference, compare, heights
from assistant.decision.outcome import Outcome
from assistant.decision.sameness import sides
from assistant.model import Library
from tests.support.outcomes import PAIR, outcome


def weighed(library: Library, first: Outcome, second: Outcome, pair: tuple[str, str] = PAIR) -> Difference:
    return compare(library, *sides(library, pair, first, second))


def test_amounts_are_weighed_in_one_unit_only(library: Library) -> None:
    assert weighed(library, outcome("points", 5), outcome("points", 10)) == Difference.HEAVIER
    assert weighed(library, outcome("points", 5), outcome("points", 10, unit="points-globaux")) == Difference.UNORDERED
    lost = outcome("session-perdue", 30000, unit="points-de-tournoi")
    assert weighed(library, outcome("points", 20, unit="points-de-session"), lost) == Difference.UNORDERED
    assert weighed(library, outcome("points", 20, unit="points-de-tournoi"), lost) == Difference.HEAVIER
    assert weighed(library, outcome("points", 20), outcome("disqualification")) == Difference.HEAVIER


def test_a_silence_has_no_weight(library: Library) -> None:
    warned = outcome("avertissement")
    assert weighed(library, warned, outcome("main-morte")) == Difference.HEAVIER
    assert (
        weighed(library, warned, outcome("main-morte", silences=frozenset({"Rien sur les tuiles."})))
        == Difference.UNORDERED
    )
    both = [outcome(one, silences=frozenset({f"Rien sur {one}."})) for one in ("avertissement", "main-morte")]
    assert weighed(library, *both) == Difference.UNORDERED


def test_a_deal_still_to_be_decided_has_no_weight(library: Library) -> None:
    """Who decides that it cannot go on gives a chombo: until then nobody knows what costs more."""
    free, barred = outcome("aucune"), outcome("perte-du-droit-au-hu")
    pair = ("wrc-2015", "mcr-2006")
    open_, goes_on = (("donne", "a-decider"),), (("donne", "continue"),)
    assert weighed(library, free._replace(slots=goes_on), barred._replace(slots=goes_on), pair) == Difference.HEAVIER
    assert weighed(library, free._replace(slots=open_), barred._replace(slots=goes_on), pair) == Difference.UNORDERED
    assert weighed(library, free._replace(slots=open_), barred._replace(slots=open_), pair) == Difference.HEAVIER


def test_what_somebody_may_still_give_has_no_upper_end(library: Library) -> None:
    """« À la discrétion de l'arbitre » is no lighter than 5 to 60 points left to him; what he may at most give is."""
    free, priced, may = outcome("discretion"), outcome("paiement", 5), outcome("disqualification-possible")
    both = priced._replace(sanctions=priced.sanctions | free.sanctions)
    assert weighed(library, free, both) == Difference.UNORDERED
    assert weighed(library, outcome("aucune"), free) == Difference.HEAVIER
    assert weighed(library, outcome("disqualification"), may, ("wrc-2015", "mcr-2015")) == Difference.LIGHTER


def test_two_that_punish_nobody_are_not_weighed(library: Library) -> None:
    assert weighed(library, outcome("aucune"), outcome("correction")) == Difference.UNORDERED
    assert weighed(library, outcome("correction"), outcome("avertissement")) == Difference.HEAVIER
    assert weighed(library, outcome("main-morte"), outcome("aucune")) == Difference.LIGHTER


def test_the_same_name_for_different_things_is_a_difference(library: Library) -> None:
    excluded = outcome("disqualification")
    assert weighed(library, excluded, excluded) == Difference.UNORDERED
    assert weighed(library, excluded, excluded, ("ema-2016", "ema-2016")) == Difference.SAME


def test_only_slots_that_both_have_are_compared(library: Library) -> None:
    won = outcome("victoire-payee", slots=(("donne", "gagnee"), ("est", "tourne"), ("mises", "au-gagnant")))
    bare = outcome("victoire-payee", slots=(("donne", "gagnee"), ("est", "tourne")))
    assert weighed(library, won, bare, ("ema-2016", "mcr-2015")) == Difference.SAME
    assert (
        weighed(library, won, bare._replace(slots=(("donne", "gagnee"), ("est", "reste"))), ("ema-2016", "mcr-2015"))
        != Difference.SAME
    )


def test_heights_rise_along_every_chain(library: Library) -> None:
    height = heights(library.gravity)
    for chain in library.gravity.chains:
        steps = [height.get(one, 0) for one in chain]
        assert steps == sorted(set(steps)), chain

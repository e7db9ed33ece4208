"""What may be compared with what: situations that both games have, sanctions that can be weighed, silences told as silences."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.compare.comparison import Comparison, Group
from assistant.compare.situations import foreign, implied
from assistant.decision.gravity import Difference, compare, heights
from assistant.decision.outcome import Due, Outcome
from assistant.decision.sameness import sides
from assistant.model import Amount, Library


def groups(comparison: Comparison) -> Iterator[tuple[tuple[str, str], str, Group]]:
    for pair, rows in comparison.rows.items():
        for row in rows.values():
            for group in row.groups:
                yield pair, row.incident, group


def test_no_situation_holds_an_answer_that_one_of_the_games_lacks(library: Library, comparison: Comparison) -> None:
    for pair, incident, group in groups(comparison):
        for ruleset in pair:
            assert not foreign(library, ruleset, dict(group.example)), (pair, incident)
            for name, values in (told for alternative in group.when for told in alternative):
                assert not any(foreign(library, ruleset, {name: value}) for value in values), (pair, incident, name)


def test_riichi_is_no_answer_in_mcr(library: Library) -> None:
    assert foreign(library, "mcr-2015", {"en_riichi": "oui", "acte_avec_main_morte": "riichi"}) == [
        "en_riichi",
        "acte_avec_main_morte",
    ]
    assert not foreign(library, "ema-2016", {"en_riichi": "oui"}) and not foreign(
        library, "mcr-2015", {"en_riichi": "non"}
    )


def test_no_situation_belies_its_incident(library: Library, comparison: Comparison) -> None:
    for pair, incident, group in groups(comparison):
        for name, value in group.example:
            known = next((one for one in library.facts[name].values if one.id == value), None)
            assert known is None or incident not in known.belies, (pair, incident, name)


def test_a_fault_that_one_ruleset_counts_is_repeated_for_the_other(library: Library, comparison: Comparison) -> None:
    assert implied(library, {"combien_de_fois": 3}) == {"recidive": "oui"}
    assert implied(library, {"combien_de_fois": 1}) == {}
    assert implied(library, {"combien_de_fois": 3, "recidive": "non"}) == {}  # what was said stands
    row = comparison.row("wrc-2015", "mcr-2006", "appel-retire")
    assert row is not None
    for group in row.groups:
        facts = dict(group.example)
        if facts.get("combien_de_fois", 1) != 1:
            assert facts["recidive"] == "oui" and "discrétion" in group.shorts[0]


def outcome(sanction: str, *numbers: int, unit: str = "points-de-table", **more: object) -> Outcome:
    amount = Amount(sanction, unit, "joueur", "personne", "immediat", value=numbers[0] if numbers else None)
    dues = frozenset({Due(amount, numbers)}) if numbers else frozenset()
    return Outcome(frozenset({("joueur", sanction)}), dues, (("donne", "continue"),))._replace(**more)  # type: ignore[arg-type]


def weighed(
    library: Library, first: Outcome, second: Outcome, pair: tuple[str, str] = ("ema-2016", "wrc-2015")
) -> Difference:
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


def test_two_that_punish_nobody_are_not_weighed(library: Library) -> None:
    assert weighed(library, outcome("aucune"), outcome("correction")) == Difference.UNORDERED
    assert weighed(library, outcome("correction"), outcome("avertissement")) == Difference.HEAVIER
    assert weighed(library, outcome("main-morte"), outcome("aucune")) == Difference.LIGHTER


def test_the_same_name_for_different_things_is_a_difference_and_is_told(
    library: Library, comparison: Comparison
) -> None:
    assert weighed(library, outcome("disqualification"), outcome("disqualification")) == Difference.UNORDERED
    assert (
        weighed(library, outcome("disqualification"), outcome("disqualification"), ("ema-2016", "ema-2016"))
        == Difference.SAME
    )
    row = comparison.row("ema-2016", "wrc-2015", "triche")
    assert row is not None
    (group,) = [one for one in row.groups if "Disqualification" in one.shorts and one.kind == Difference.UNORDERED]
    ((of, first, second),) = group.apart
    assert of == "Disqualification" and "classé à la fin" in first and "n'est pas classé" in second


def test_only_slots_that_both_have_are_compared(library: Library) -> None:
    won = outcome("victoire-payee", slots=(("donne", "gagnee"), ("est", "tourne"), ("mises", "au-gagnant")))
    bare = outcome("victoire-payee", slots=(("donne", "gagnee"), ("est", "tourne")))
    assert weighed(library, won, bare, ("ema-2016", "mcr-2015")) == Difference.SAME
    assert (
        weighed(library, won, bare._replace(slots=(("donne", "gagnee"), ("est", "reste"))), ("ema-2016", "mcr-2015"))
        != Difference.SAME
    )


def test_a_partial_silence_is_the_only_difference(comparison: Comparison) -> None:
    row = comparison.row("mcr-2006", "mcr-2015", "decision-fausse")
    assert row is not None
    (group,) = [one for one in row.groups if one.kind != Difference.SAME]
    assert group.kind == "silence" and group.shorts == ("La décision reste", "La décision reste + texte muet")


def test_no_difference_is_left_without_a_visible_reason(comparison: Comparison) -> None:
    for pair, incident, group in groups(comparison):
        if group.kind != Difference.SAME and group.decisions[0].lower() == group.decisions[1].lower():
            assert group.apart, (pair, incident, group.decisions)


def test_heights_rise_along_every_chain(library: Library) -> None:
    height = heights(library.gravity)
    for chain in library.gravity.chains:
        steps = [height.get(one, 0) for one in chain]
        assert steps == sorted(set(steps)), chain

"""What a row says of its own statements: the text, our reading, a silence, a silence on something forbidden, somebody's choice."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import pytest

from assistant.cli import main
from assistant.compare.basis import Basis, difference_words
from assistant.compare.comparison import Comparison, Group
from assistant.compare.situations import governed
from assistant.decision import headings
from assistant.decision.gravity import Difference
from assistant.model import Library
from tests.support.wording import plain

SILENT = {Basis.SILENCE, Basis.FORBIDDEN}


def groups(comparison: Comparison) -> Iterator[tuple[tuple[str, str], str, Group]]:
    for pair, rows in comparison.rows.items():
        for row in rows.values():
            for group in row.groups:
                yield pair, row.incident, group


def of(comparison: Comparison, first: str, second: str, incident: str) -> tuple[Group, ...]:
    row = comparison.row(first, second, incident)
    assert row is not None
    return row.groups


def test_every_side_says_what_it_rests_on(library: Library, comparison: Comparison) -> None:
    seen = set()
    for pair, incident, group in groups(comparison):
        for index, ground in enumerate(group.grounds):
            seen.add(ground.basis)
            rules = library.rulesets[pair[index]].rules.values()
            read = {rule.interpretation for rule in rules if not rule.is_consequence}
            if ground.basis == Basis.TEXT:
                assert not read & set(ground.understood), (pair, incident, ground)  # only of what follows from it
                assert not ground.outcomes and "discrétion" not in group.shorts[index], (pair, incident, group.shorts)
            if ground.basis == Basis.DISCRETION:
                assert ground.outcomes, (pair, incident)
            assert (ground.basis in SILENT) == (plain(group.shorts[index]) == "Texte muet"), (
                pair,
                incident,
                group.shorts,
            )
            if ground.basis == Basis.FORBIDDEN:
                source = library.rulesets[pair[index]].source
                assert ground.forbidden_by and all(one.startswith(f"{source}/") for one in ground.forbidden_by)
    assert seen == set(Basis)


def test_a_text_that_forbids_is_not_one_that_does_not_speak_of_it(comparison: Comparison) -> None:
    """Looking at the wall after the deal (EMA « ne doivent pas »); leaving before the sheet is signed (WRC « ne doivent pas »)."""
    for incident, forbids in (("mur-touche-apres-la-donne", 0), ("feuille-non-signee", 1)):
        found = of(comparison, "ema-2016", "wrc-2015", incident)
        apart = [one for one in found if {ground.basis for ground in one.grounds} == SILENT]
        assert apart, incident
        for group in apart:
            assert group.kind == Difference.UNORDERED and group.grounds[forbids].basis == Basis.FORBIDDEN
            assert difference_words(group.kind, group.grounds, "WRC") == headings.ONE_FORBIDS
            assert headings.THE_ACT in {what for what, _, _ in group.apart}


def test_who_waits_for_the_referee_has_done_nothing_forbidden(comparison: Comparison) -> None:
    found = of(comparison, "wrc-2015", "mcr-2015", "feuille-non-signee")
    waiting = [group for group in found if dict(group.example).get("avant_la_signature") == "pas-verifiee"]
    assert waiting and all(group.grounds[1].basis == Basis.SILENCE for group in waiting)


def test_two_silences_that_are_the_same_list_no_difference(comparison: Comparison) -> None:
    for pair, incident, group in groups(comparison):
        if group.kind == Difference.SAME:
            assert not group.apart, (pair, incident, group.apart)


def test_a_chombo_is_told_in_what_it_is_worth(comparison: Comparison) -> None:
    both = [
        one
        for one in of(comparison, "ema-2016", "wrc-2015", "victoire-annoncee")
        if all(short.startswith(("Chombo (20", "Chonbo (20")) for short in one.shorts)
    ]
    assert both
    for group in both:
        assert group.kind == Difference.SAME
        assert plain(group.scale) == (
            "EMA, 20 000 points du total de tournoi : 1,3 fois l'uma du premier, qui y est de 15 000 ; "
            "WRC, 20 points du score global : 1,3 fois l'uma du premier, qui y est de 15."
        )
    late = of(comparison, "ema-2016", "wrc-2015", "retard")
    assert any("1 000 points à la table" in plain(one.decisions[0]) and one.kind != Difference.SAME for one in late)


def test_a_text_of_competitions_is_not_set_against_a_friendly_game(library: Library, comparison: Comparison) -> None:
    assert not governed(library, "mcr-2015", {"contexte": "amical"}) and governed(
        library, "wrc-2015", {"contexte": "amical"}
    )
    for pair, incident, group in groups(comparison):
        if any(library.rulesets[one].governs for one in pair):
            told = {name for alternative in group.when for name, _ in alternative} | {name for name, _ in group.example}
            assert "contexte" not in told, (pair, incident)
    assert any(
        "contexte" in dict(group.example) for pair, _, group in groups(comparison) if pair == ("ema-2016", "wrc-2015")
    )


def test_no_fact_excludes_what_the_other_decides(library: Library, comparison: Comparison) -> None:
    """A deal that cannot go on does not; nor does one that another has won."""
    goes_on = library.slots["donne"].values["continue"].label
    for pair, incident, group in groups(comparison):
        facts = dict(group.example)
        if facts.get("donne_jouable") == "non" or facts.get("victoire_d_un_autre") == "oui":
            assert goes_on not in group.slots, (pair, incident, facts)


def test_one_line_per_situation_and_pair(comparison: Comparison, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["compare", "riichi-incomplet", "--situations", "--ruleset", "ema-2016", "--ruleset", "wrc-2015"]
    assert main([*asked, "--format", "csv"]) == 0
    head, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    assert len(rows) == len(of(comparison, "ema-2016", "wrc-2015", "riichi-incomplet"))
    assert {row[head.index("repose sur 1")] for row in rows} <= set(Basis)
    assert main([*asked, "--format", "csv-excel"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("\ufeffid;incident;premier;second") and out.count("\n") >= len(rows) + 1


def test_two_choices_are_not_called_the_same(comparison: Comparison) -> None:
    """EMA § 5.5 lets the referee choose a dead hand, WRC § 7.2 a penalty for obstruction: both choose, hardly between the same things."""
    both = [
        one
        for _, _, one in groups(comparison)
        if one.kind == Difference.SAME and all(side.chosen for side in one.grounds)
    ]
    assert both
    for group in both:
        assert difference_words(group.kind, group.grounds, "WRC").startswith(headings.BOTH_CHOOSE)
    assert {Basis.DISCRETION} in [{side.basis for side in one.grounds} for one in both]


def test_dice_that_are_thrown_twice_are_no_answer_in_riichi(comparison: Comparison) -> None:
    for pair, incident, group in groups(comparison):
        told = {value for alternative in group.when for _, values in alternative for value in values}
        assert "au-dela-du-coin" not in told or all(one.startswith("mcr") for one in pair), (pair, incident)


def test_an_obstruction_between_friends_is_not_called_free(comparison: Comparison) -> None:
    """EMA § 5.3 calls showing tiles over and over an obstruction; § 5.6 has its points for a tournament only."""
    found = of(comparison, "ema-2016", "wrc-2015", "tuiles-montrees")
    friendly = [
        group
        for group in found
        if any(
            dict(told).get("contexte") == ("amical",) and dict(told).get("recidive") == ("oui",) for told in group.when
        )
    ]
    assert friendly
    for group in friendly:
        assert "5.3 tient pour une obstruction" in group.decisions[0], group.decisions[0]

"""What may be compared with what: situations that both games have, differences with a visible reason, silences told as silences."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assistant.compare.comparison import Comparison, Group
from assistant.compare.situations import foreign
from assistant.decision.gravity import Difference
from assistant.decision.sense import contrary, implied
from assistant.model import Library
from tests.conftest import ROOT
from tests.support.wording import plain
from tests.support.written import written


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
    assert implied(library, {"combien_de_fois": 1}) == {"recidive": "non"}
    assert "recidive" not in implied(library, {"combien_de_fois": 3, "recidive": "non"})  # what was said stands
    assert implied(library, {"recidive": "non"}) == {"deja_averti": "non"}
    row = comparison.row("wrc-2015", "mcr-2006", "appel-retire")
    assert row is not None
    repeated = [group for group in row.groups if dict(group.example).get("combien_de_fois", 1) != 1]
    assert repeated
    for group in repeated:
        assert dict(group.example)["recidive"] == "oui" and "discrétion" in group.shorts[0]


def test_no_situation_says_two_things_of_one_fact(library: Library, comparison: Comparison) -> None:
    """Whichever of the two is asked first."""
    assert contrary(library, {"recidive": "non", "combien_de_fois": 3}) == ["recidive"]
    assert not contrary(library, {"recidive": "oui", "combien_de_fois": 3})
    assert not contrary(library, {"recidive": "non", "combien_de_fois": 1}) and not contrary(
        library, {"recidive": "non"}
    )
    assert contrary(library, {"recidive": "oui", "combien_de_fois": 1}) == ["recidive"]
    assert contrary(library, {"recidive": "non", "deja_averti": "oui"}) == ["deja_averti"]
    assert contrary(library, {"obeissance": "persiste", "trouble_voulu": "non"}) == ["trouble_voulu"]
    examples = [dict(group.example) for _, _, group in groups(comparison)]
    both = [facts for facts in examples if {"recidive", "combien_de_fois"} <= facts.keys()]
    assert {facts["recidive"] for facts in both} == {"oui", "non"}
    assert not [facts for facts in examples if contrary(library, facts)]


def test_an_answer_that_supposes_another_is_not_given_beside_its_contrary(
    library: Library, comparison: Comparison
) -> None:
    """Of two times the other one is of this deal or of another: « les unes ici, les autres avant » supposes three."""
    assert contrary(library, {"combien_de_fois": 2, "autres_fois": "partagees"}) == ["autres_fois"]
    assert not contrary(library, {"combien_de_fois": 3, "autres_fois": "partagees"})
    assert not contrary(library, {"autres_fois": "partagees"})
    shared = 0
    for pair, incident, group in groups(comparison):
        for told in map(dict, group.when):
            if told.get("autres_fois") == ("partagees",) and "combien_de_fois" in told:
                shared += 1
                assert 2 not in told["combien_de_fois"], (pair, incident)
    assert shared


@pytest.mark.parametrize(
    ("facts", "contradicted"),
    [
        ({"huit_points": "non", "treize_orphelins": "oui"}, "huit_points"),  # 88 points
        ({"huit_points": "non", "tuile_gagnante": "kong-ajoute"}, "huit_points"),  # « Kong volé » is worth 8
        ({"tuiles_reprises": "oui", "bonnes_tuiles": "non"}, "bonnes_tuiles"),  # he laid the right ones instead
        ({"raison_de_l_absence": "disqualifie", "contexte": "amical"}, "raison_de_l_absence"),  # of a tournament
        ({"element_expose": "non", "ecart_fait": "oui"}, "element_expose"),  # one shows the tiles before one discards
    ],
)
def test_what_one_ruleset_asks_does_not_contradict_what_the_other_asks(
    library: Library, comparison: Comparison, facts: dict[str, str], contradicted: str
) -> None:
    assert contrary(library, facts) == [contradicted]
    assert not [one for _, _, one in groups(comparison) if facts.items() <= dict(one.example).items()]


def test_beside_a_good_win_no_text_is_silent_on_what_becomes_of_the_deal(library: Library, comparison: Comparison) -> None:
    """Where a ruleset does not ask whether another won, it cannot be told to leave the end of a won deal open."""
    unsaid = library.slots["donne"].values["non-dit"].label
    won = [group for _, _, group in groups(comparison) if dict(group.example).get("victoire_d_un_autre") == "oui"]
    assert won
    assert not [group for group in won if unsaid in group.slots or any(unsaid in told for told in group.decisions)]


def test_points_are_told_of_what_the_text_takes_them_from(comparison: Comparison) -> None:
    """EMA § 3.4.6 « de la somme totale qu'a obtenue le fautif lors du tournoi »; § 5.6 « du score du joueur fautif à la fin d'une partie »."""
    told = {
        plain(group.decisions[0]) for pair, incident, group in groups(comparison) if pair == ("ema-2016", "wrc-2015")
    }
    obstruction = [one for one in told if "8 000 ou 12 000" in one]
    assert obstruction and all("points du score de la partie" in one for one in obstruction)
    assert all("20 000 points du total de tournoi" in one for one in told if "perd 20 000" in one)


def test_who_chooses_is_named_where_it_is_not_the_referee_at_the_table(comparison: Comparison) -> None:
    """WRC § 7.2 « à la discrétion de l'arbitre en chef », EMA § 5.9 « l'arbitre en chef et les organisateurs du tournoi »."""
    row = comparison.row("ema-2016", "wrc-2015", "joueur-absent")
    assert row is not None
    chosen = [(group.decisions[side], group.grounds[side].outcomes) for group in row.groups for side in (0, 1)]
    named = [one for one in chosen if any(option.startswith("L'arbitre en chef") for option in one[1])]
    assert named
    for decision, _ in named:
        assert "(qui décide : l'arbitre en chef" in decision, decision


def test_the_same_name_for_different_things_is_told(comparison: Comparison) -> None:
    row = comparison.row("ema-2016", "wrc-2015", "triche")
    assert row is not None
    groups = [one for one in row.groups if one.shorts == ("Disqualification",) * 2 and one.kind == Difference.UNORDERED]
    assert groups
    for group in groups:
        ((of, first, second),) = group.apart
        assert of == "Disqualification" and "classé à la fin" in first and "n'est pas classé" in second


def test_a_partial_silence_is_the_only_difference(comparison: Comparison) -> None:
    """Of the tile that was just taken the later text says that it may be discarded; the earlier one does not say it."""
    row = comparison.row("mcr-2006", "mcr-2015", "appel-de-substitution")
    assert row is not None
    (group,) = [one for one in row.groups if one.kind != Difference.SAME]
    assert group.kind == "silence" and group.shorts == ("Pas de sanction + texte muet", "Pas de sanction")


def test_no_difference_is_left_without_a_visible_reason(comparison: Comparison) -> None:
    for pair, incident, group in groups(comparison):
        if group.kind != Difference.SAME and group.decisions[0].lower() == group.decisions[1].lower():
            assert group.apart, (pair, incident, group.decisions)


def test_every_row_of_the_collection_is_shown(library: Library, comparison: Comparison) -> None:
    """As a difference of the incident of one of its cases, or as a point that cites its clauses."""
    tables = written(ROOT / "tests" / "data" / "differences.yaml")
    pointed = {clause for point in library.points.values() for said in point.says.values() for clause in said.cites}
    for row in (row for table in tables for row in table["rows"] if not row.get("same")):
        incidents = {library.cases[case].incident for case in row.get("cases", {})}
        told = [pair for rows in comparison.rows.values() for pair in rows.values() if pair.incident in incidents]
        clauses = {clause for found in row.get("clauses", {}).values() for clause in found}
        alone = [
            library.incidents[one] for one in incidents if len(library.incidents[one].rulesets) < len(library.rulesets)
        ]
        assert any(pair.differs for pair in told) or clauses & pointed or alone, row["about"]

"""The schedule at a glance says nothing that the paths do not: « si » suffices, « sinon » is the rest, numbers are intervals."""

from __future__ import annotations

import re

import pytest

from assistant.model import Library
from assistant.proof.prove import Proof
from assistant.proof.schedule import amounts, brief, intervals, rows, suffices, telling
from assistant.proof.walk import Path, leaves


@pytest.mark.parametrize("ruleset", ["ema-2016", "wrc-2015", "mcr-2006", "mcr-2015"])
def test_every_incident_and_every_kind_of_outcome_is_there(library: Library, proof: Proof, ruleset: str) -> None:
    found = rows(library, proof, ruleset)
    assert {row["incident"] for row in found} == {incident.id for incident in library.incidents_of(ruleset)}
    for row in found:
        shorts = [one["short"] for one in row["glance"]]
        assert shorts and len(set(shorts)) == len(shorts)
        assert sum(one["when"] == "sinon" for one in row["glance"]) <= 1
        assert (len(shorts) == 1) == (row["glance"][0]["when"] == "")
        assert all("seulement sauf" not in one["when"] and " si il" not in one["when"] for one in row["glance"])
        said = " | ".join(shorts).lower()
        for outcome in row["outcomes"]:
            parts = re.sub(r" \([^)]*\)", "", outcome["short"]).lower().split(" + ")
            assert all(part in said for part in parts), (row["title"], outcome["short"])
        known = {clause.section for clause in library.clauses.values()}
        assert all(one["sections"] and set(one["sections"]) <= known for one in row["glance"]), row["title"]


def test_what_is_called_enough_is_enough(library: Library, proof: Proof) -> None:
    """Checked path by path, without the functions that chose the words."""
    examined = 0
    for walk in proof.walks:
        found = leaves(walk)
        every = [path for _, path in found]
        for outcome in {outcome for outcome, _ in found}:
            mine = [path for other, path in found if other == outcome]
            facts = telling(mine, every)
            if not facts or not suffices(facts, mine, every):
                continue
            for other, path in found:
                if all(path.get(name) in values for name, values in facts.items()):
                    assert other == outcome
                    examined += 1
    assert examined > 500


def test_numbers_are_told_as_the_intervals_they_stand_for(library: Library) -> None:
    fact = next(fact for fact in library.facts.values() if fact.is_number and (fact.high or 0) > 20)
    assert fact.low is not None and fact.high is not None
    every: list[Path] = [{fact.id: value} for value in (fact.low, fact.low + 1, fact.low + 5)]
    assert intervals(fact, [fact.low], every) == [fact.label(fact.low)]
    assert intervals(fact, [fact.low + 1], every) == [f"de {fact.low + 1} à {fact.low + 4} {fact.unit}"]
    assert intervals(fact, [fact.low + 1, fact.low + 5], every) == [f"{fact.low + 1} {fact.unit} ou plus"]


def test_labels_are_cut_only_where_they_still_differ(library: Library) -> None:
    for fact in library.facts.values():
        short = [brief(fact, value.id) for value in fact.values]
        assert len(set(short)) == len({value.label for value in fact.values})


def test_what_a_sanction_always_costs_is_said_once(library: Library, proof: Proof) -> None:
    """With its unit, who is paid and when; the rows then name the sanction alone, and after a semicolon what the referee may add."""
    (chombo,) = [one for one in amounts(library, proof, "ema-2016", {"contexte": "tournoi"}) if one["name"] == "Chombo"]
    assert [cost["when"] for cost in chombo["costs"]] == [""] and "points du total de tournoi" in chombo["costs"][0]["text"]
    at_home = [one for one in amounts(library, proof, "ema-2016", {"contexte": "amical"}) if one["name"] == "Chombo"]
    assert {cost["when"] for one in at_home for cost in one["costs"]} == {"s'il est Est", "s'il n'est pas Est"}
    for row in rows(library, proof, "ema-2016"):
        assert not any(re.match(r"Chombo[^;]*\d", one["short"]) for one in row["glance"]), row["title"]


def test_conditions_are_said_as_one_would(library: Library, proof: Proof) -> None:
    (row,) = [row for row in rows(library, proof, "ema-2016") if row["incident"] == "tsumo-tardif" and row["context"] == ["Tournoi"]]
    said = {one["short"]: one["when"] for one in row["glance"]}
    assert said["Chombo"] == "s'il a écarté une tuile, posée dans sa rivière, et s'il a montré toute sa main"

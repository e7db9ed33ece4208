"""The vocabularies as plain objects: sanctions, slots, units, and what is graver than what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names, as_list
from assistant.authoring.resolve.conditions import resolve_sentences
from assistant.authoring.schema import sanctions as schema
from assistant.decision.gravity import circle, heavier_than
from assistant.errors import unknown
from assistant.model import Fact, Gravity, Naming, Nature, OnDues, Sanction, Slot, SlotValue


def build_sanctions(files: Files, names: Names, facts: Mapping[str, Fact]) -> dict[str, Sanction]:
    """Every sanction with its names; an edition names it as its base does, unless it says otherwise."""
    for written in files.supplements:
        for sanction in written.entry.sanctions:
            names.expect(written, "sanctions", "sanction", sanction, names.sanctions, "sanctions", sanction)
    return {written.entry.id: _sanction(written, names, facts) for written in files.sanctions}


def _sanction(written: Written[schema.Sanction], names: Names, facts: Mapping[str, Fact]) -> Sanction:
    entry = written.entry
    for ruleset in entry.rulesets:
        names.expect(written, "rulesets", "règlement", ruleset, names.rulesets, "rulesets", ruleset)
    naming = {
        ruleset: _naming(written, named, ("rulesets", ruleset), names, facts) for ruleset, named in entry.rulesets.items()
    }
    for edition, beside in names.supplements.items():
        if entry.id in beside.entry.sanctions:
            naming[edition] = _naming(beside, beside.entry.sanctions[entry.id], ("sanctions", entry.id), names, facts)
    for edition in names.bases:
        named = next((base for base in names.bases_of(edition) if base in naming), None)
        if named is not None and edition not in naming:
            naming[edition] = naming[named]
    for index, other in enumerate(entry.covers):
        names.expect(written, "covers", "sanction", other, names.sanctions, "covers", index)
    return Sanction(
        entry.id,
        entry.title,
        Nature(entry.nature),
        entry.discretion,
        entry.amount,
        entry.vanishes,
        naming,
        tuple(entry.covers),
        entry.varies,
        entry.wins,
        entry.outlives,
        OnDues(entry.on_dues) if entry.on_dues else None,
        tuple(entry.named),
    )


def _naming(
    written: Written[Any], named: schema.Naming, path: tuple[str, ...], names: Names, facts: Mapping[str, Fact]
) -> Naming:
    effects = resolve_sentences(written, as_list(named.effect), names, facts, (*path, "effect"))
    steps = resolve_sentences(written, named.steps, names, facts, (*path, "steps"))
    return Naming(named.name, effects, steps, named.aloud)


def build_slots(files: Files, names: Names) -> dict[str, Slot]:
    """Every slot with its values."""
    return {written.entry.id: _slot(written, names) for written in files.slots}


def _slot(written: Written[schema.Slot], names: Names) -> Slot:
    entry = written.entry
    for other, values in (entry.unless or {}).items():
        if names.expect(written, "unless", "case", other, names.slots, "unless", other):
            for value in values:
                names.expect(written, f"unless.{other}", "valeur", value, names.slots[other], "unless", other)
    for index, value in enumerate(entry.combine):
        names.expect(written, "combine", "valeur", value, names.slots[entry.id], "combine", index)
    unless = {other: tuple(values) for other, values in (entry.unless or {}).items()}
    said = {value.id: _value(written, value, names) for value in entry.values}
    return Slot(entry.id, entry.title, unless, said, written.place)


def _value(written: Written[schema.Slot], value: schema.SlotValue, names: Names) -> SlotValue:
    winner = {"est": value.winner.est, "autre": value.winner.autre} if value.winner else {}
    for other in winner.values():
        names.expect(written, f"values.{value.id}.winner", "valeur", other, names.slots[written.entry.id], "values")
    covers, asks, named = tuple(value.covers), tuple(value.asks), tuple(value.named)
    told = (value.step, value.idle, covers, value.open, value.over, winner, asks, value.doubts, named, value.counted)
    return SlotValue(value.id, value.label, *told)


def same_units(files: Files, names: Names) -> dict[str, str]:
    """Each unit that counts the points of another under its own name."""
    same: dict[str, str] = {}
    for written in files.units:
        unit = written.entry
        if unit.counts_as and names.expect(written, "counts_as", "unité", unit.counts_as, names.units, "counts_as"):
            same[unit.id] = unit.counts_as
    return same


def build_gravity(written: Written[schema.Gravity], names: Names) -> Gravity:
    """The order of gravity, which may not turn in a circle."""
    entry = written.entry
    words = [(word, "chains", index) for index, chain in enumerate(entry.chains) for word in chain]
    words += [(word, "unordered", index) for index, pair in enumerate(entry.unordered) for word in pair.between]
    for word, key, index in words:
        if word not in names.sanctions:
            names.problems.append(written.problem(key, unknown("sanction", word, names.sanctions), key, index))
    gravity = Gravity(
        tuple(tuple(chain) for chain in entry.chains),
        tuple((pair.between[0], pair.between[1], pair.why) for pair in entry.unordered),
    )
    if round_ := circle(gravity):
        message = f"l'ordre de gravité tourne en rond : {' → '.join(round_)}"
        names.problems.append(written.problem("chains", message, "chains"))
        return gravity
    above = heavier_than(gravity)
    for index, (first, second, _) in enumerate(gravity.unordered):
        if second in above.get(first, ()) or first in above.get(second, ()):
            message = f"« {first} » et « {second} » sont dits sans ordre, mais les chaînes les ordonnent"
            names.problems.append(written.problem("unordered", message, "unordered", index))
    return gravity

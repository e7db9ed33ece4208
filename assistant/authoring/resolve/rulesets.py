"""The rulesets with their rules; an edition takes over those of its base, each citation checked in its own text."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names, as_list
from assistant.authoring.resolve.conditions import resolve_tests
from assistant.authoring.schema import rules as schema
from assistant.authoring.schema.knowledge import Clause
from assistant.authoring.schema.sanctions import Slot
from assistant.authoring.schema.supplements import OfSupplement
from assistant.model import (
    Governs,
    Named,
    Reading,
    Rule,
    Ruleset,
)


def build_rulesets(files: Files, names: Names, rules: list[Rule]) -> dict[str, Ruleset]:
    """Bases before what builds on them; a mistake is told, not raised."""
    own: dict[str, dict[str, Rule]] = {written.entry.id: {} for written in files.rulesets}
    for rule in rules:
        own.get(rule.ruleset, {})[rule.id] = rule
    built: dict[str, Ruleset] = {}
    for written in _bases_first(files.rulesets):
        entry = written.entry
        names.expect(written, "source", "texte source", entry.source, names.sources, "source")
        if entry.id != written.folder:
            names.problems.append(
                written.problem(
                    entry.id,
                    f"ce fichier est dans le dossier « {written.folder} » ; l'identifiant doit être le même",
                    "id",
                )
            )
        for index, slot in enumerate(entry.slots):
            names.expect(written, "slots", "case", slot, names.slots, "slots", index)
        if entry.disputed:
            names.expect(written, "disputed", "clause", entry.disputed, names.citable(entry.id), "disputed")
        if entry.sibling:
            names.expect(written, "sibling", "règlement", entry.sibling, names.rulesets, "sibling")
        inherited = _inherited(written, built, names, own[entry.id])
        built[entry.id] = Ruleset(
            entry.id,
            entry.title,
            entry.short,
            entry.edition,
            entry.game,
            entry.source,
            entry.newer,
            entry.order,
            tuple(entry.slots),
            entry.disputed,
            entry.base,
            {**inherited, **own[entry.id]},
            written.place,
            entry.sibling,
            _combination(written, files.slots, names, built),
            governs=_governs(written, names),
            differs=_differs(written, files, names),
            supplements=isinstance(entry, OfSupplement),
            dropped=tuple(entry.drop),
            replays=entry.replays,
            left=tuple(entry.leave),
            calls=entry.calls,
        )
    return dict(sorted(built.items(), key=lambda item: item[1].order))


def _governs(written: Written[schema.Ruleset], names: Names) -> Governs | None:
    """The only context that the text speaks of, if it says so."""
    entry = written.entry.governs
    if entry is None:
        return None
    cites = tuple(as_list(entry.cites))
    known = names.citable(written.entry.id)
    for clause in cites:
        names.expect(written, "governs.cites", "clause", clause, known, "governs", "cites")
    return Governs(resolve_tests(written, entry.if_, names, ("governs", "if")), entry.text, cites)


def _differs(written: Written[schema.Ruleset], files: Files, names: Names) -> dict[str, tuple[Named, ...]]:
    """The differences from other rulesets that the text names, each an incident or a point."""
    known = [*names.incidents, *(point.entry.id for point in files.points)]
    clauses = names.citable(written.entry.id)
    found: dict[str, tuple[Named, ...]] = {}
    for other, entries in written.entry.differs.items():
        names.expect(written, "differs", "règlement", other, names.rulesets, "differs", other)
        for index, entry in enumerate(entries):
            names.expect(written, f"differs.{other}", "incident ou point", entry.of, known, "differs", other, index)
            for clause in as_list(entry.cites):
                names.expect(written, f"differs.{other}", "clause", clause, clauses, "differs", other, index)
        found[other] = tuple(Named(entry.of, tuple(as_list(entry.cites))) for entry in entries)
    return found


def _combination(
    written: Written[schema.Ruleset], slots: list[Written[Slot]], names: Names, built: Mapping[str, Ruleset]
) -> dict[str, tuple[str, ...]]:
    """The order of slot values where two incidents differ: the slots' own, then the base's, unless the ruleset says otherwise."""
    entry = written.entry
    usual = {slot.entry.id: slot.entry.combine for slot in slots if slot.entry.id in entry.slots and slot.entry.combine}
    for slot, values in entry.combine.items():
        if names.expect(written, "combine", "case", slot, names.slots, "combine", slot):
            for value in values:
                names.expect(written, f"combine.{slot}", "valeur", value, names.slots[slot], "combine", slot)
    base = built[entry.base].combine if entry.base and entry.base in built else {}
    return {slot: tuple(values) for slot, values in {**usual, **base, **entry.combine}.items()}


def _bases_first(rulesets: list[Written[schema.Ruleset]]) -> list[Written[schema.Ruleset]]:
    """Each edition after the ruleset it is based on; one whose base is unknown or circular comes last."""
    ordered: list[Written[schema.Ruleset]] = []
    waiting = sorted(rulesets, key=lambda written: written.entry.order)
    while waiting:
        ready = {written.entry.id for written in ordered} | {None}
        next_ = [written for written in waiting if written.entry.base in ready]
        ordered += next_ or waiting
        waiting = [written for written in waiting if written not in next_] if next_ else []
    return ordered


def _inherited(
    written: Written[schema.Ruleset], built: Mapping[str, Ruleset], names: Names, own: Mapping[str, Rule]
) -> dict[str, Rule]:
    """The rules taken over from a base edition, renamed, their citations read in this edition's own source."""
    entry = written.entry
    if entry.base is None:
        if entry.drop:
            names.problems.append(written.problem("drop", "rien à retirer : ce règlement n'a pas de « base »", "drop"))
        return {}
    if not names.expect(written, "base", "règlement", entry.base, built, "base"):
        return {}
    base = built[entry.base]
    for index, dropped in enumerate(entry.drop):
        names.expect(written, "drop", "règle de la base", dropped, base.rules, "drop", index)

    def renamed(identifier: str) -> str:
        return entry.id + identifier[len(base.id) :]

    def cited(clauses: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.taken_over(clause, entry.id) for clause in clauses)

    result: dict[str, Rule] = {}
    for rule in base.rules.values():
        if rule.id in entry.drop or renamed(rule.id) in own:
            continue
        readings = tuple(Reading(reading.text, reading.then, cited(reading.cites)) for reading in rule.then.readings)
        then = rule.then._replace(readings=readings)
        copy = rule._replace(
            id=renamed(rule.id),
            ruleset=entry.id,
            then=then,
            cites=cited(rule.cites),
            forbids=rule.forbids and cited((rule.forbids,))[0],
            overrides=tuple(renamed(other) for other in rule.overrides if other not in entry.drop),
        )
        result[copy.id] = copy
        _check_inherited(written, names, rule, copy)
    return result


def _check_inherited(written: Written[schema.Ruleset], names: Names, rule: Rule, copy: Rule) -> None:
    """What a rule cites in the base must stand word for word in the edition's own source."""
    pairs = [
        *zip(rule.cites, copy.cites, strict=True),
        *(
            pair
            for old, new in zip(rule.then.readings, copy.then.readings, strict=True)
            for pair in zip(old.cites, new.cites, strict=True)
        ),
    ]
    remedy = "citez-la mot pour mot, redéfinissez la règle ou retirez-la (drop)"
    for old, new in pairs:
        if new not in names.clauses:
            message = f"reprise de {rule.id}, cette règle cite {new}, absente de clauses/{written.entry.source}.yaml : {remedy}"
        elif old in names.clauses and _words(names.clauses[old].entry) != _words(names.clauses[new].entry):
            message = f"reprise de {rule.id}, cette règle cite {new}, qui n'a pas les mots de {old} : {remedy}"
        else:
            continue
        names.problems.append(written.problem(copy.id, message))


def _words(clause: Clause) -> list[str]:
    return " ".join(as_list(clause.quote)).split()

"""From written entries to the library: every name is resolved, every unknown one is told with the nearest known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from assistant import schema
from assistant.caseread import build_cases
from assistant.model import (
    INCIDENT,
    SANCTION,
    Clause,
    Fact,
    FactValue,
    Gravity,
    Incident,
    Library,
    Naming,
    Player,
    Reading,
    Rule,
    Ruleset,
    Sanction,
    Slot,
    SlotValue,
    Source,
)
from assistant.names import Names, as_list, warns
from assistant.problem import AuthorError, unknown
from assistant.reader import Files, Written
from assistant.ruleread import read_rule, read_tests


def build(files: Files, version: str) -> Library:
    """The library, or AuthorError with every unresolved name."""
    names = Names(files)
    words = files.sanctions.entry
    facts = {written.entry.id: _fact(written, names, rank) for rank, written in enumerate(files.facts)}
    rules = [read_rule(written, names) for written in files.rules]
    library = Library(
        version=version,
        sources={w.entry.id: Source(**w.entry.model_dump()) for w in files.sources},
        clauses={w.entry.id: _clause(w, names) for w in files.clauses},
        facts=facts,
        incidents={w.entry.id: _incident(w, names) for w in files.incidents},
        sanctions={s.id: _sanction(s, files.sanctions, names) for s in words.sanctions},
        players={p.id: Player(p.id, p.label, p.nobody) for p in words.players},
        units={u.id: u.label for u in words.units},
        moments={m.id: m.label for m in words.moments},
        slots={
            s.id: Slot(
                s.id,
                s.title,
                {k: tuple(v) for k, v in (s.unless or {}).items()},
                {v.id: SlotValue(v.id, v.label, v.step) for v in s.values},
            )
            for s in words.slots
        },
        gravity=_gravity(words.gravity, files.sanctions, names),
        rulesets=_rulesets(files, names, rules),
        cases=build_cases(files, names, facts),
    )
    if names.problems:
        raise AuthorError(names.problems)
    return library


def _clause(written: Written[schema.Clause], names: Names) -> Clause:
    entry = written.entry
    source, section, _ = entry.id.split("/")
    names.expect(written, "id", "texte source", source, names.sources, "id")
    if source != written.stem:
        names.problems.append(
            written.problem(
                entry.id, f"cette clause est du texte « {source} » : sa place est dans clauses/{source}.yaml"
            )
        )
    if entry.section[0].isdigit() and section != entry.section.replace(" ", ""):
        names.problems.append(
            written.problem(
                entry.id, f"l'identifiant dit la section « {section} », la clé section dit « {entry.section} »"
            )
        )
    return Clause(
        entry.id,
        source,
        entry.section,
        entry.heading,
        tuple(as_list(entry.quote)),
        warns(entry.warnings),
        written.place,
    )


def _fact(written: Written[schema.Fact], names: Names, rank: int) -> Fact:
    entry = written.entry
    derived = entry.id in names.derived
    values = tuple(FactValue(v.id, v.label, v.help) for v in entry.values or [])
    ids = [value.id for value in values]

    def wrong(message: str, *path: Any) -> None:
        names.problems.append(written.problem(entry.id, message, *path))

    if bool(entry.values) == bool(entry.number):
        wrong("donnez soit « values », soit « number »")
    if len(set(ids)) != len(ids):
        wrong("deux valeurs ont le même identifiant", "values")
    if entry.question is None and not derived:
        wrong("sans question, et aucune règle ne le déduit : écrivez « question » ou une règle qui le déduit")
    for key in ("usual", "otherwise"):
        value = getattr(entry, key)
        if value is not None and value not in ids:
            wrong(f"{key} : {unknown('valeur', value, ids)}", key)
    if entry.id in (INCIDENT, SANCTION):
        wrong(f"« {entry.id} » est un mot réservé")
    number = entry.number
    if number and number.min > number.max:
        wrong("number : min dépasse max", "number")
    return Fact(
        entry.id,
        entry.title,
        entry.scope,
        entry.question,
        entry.help,
        values,
        number.min if number else None,
        number.max if number else None,
        number.unit if number else None,
        read_tests(written, entry.only_if or {}, names, "only_if"),
        entry.usual,
        entry.otherwise,
        derived,
        rank,
        written.place,
    )


def _incident(written: Written[schema.Incident], names: Names) -> Incident:
    entry = written.entry
    for index, ruleset in enumerate(entry.rulesets):
        names.expect(written, "rulesets", "règlement", ruleset, names.rulesets, "rulesets", index)
    return Incident(
        entry.id, written.stem, entry.title, entry.help, tuple(entry.words), tuple(entry.rulesets), written.place
    )


def _sanction(entry: schema.Sanction, written: Written[schema.Sanctions], names: Names) -> Sanction:
    for ruleset in entry.rulesets:
        if ruleset not in names.rulesets:
            names.problems.append(
                written.problem(f"sanctions.{entry.id}", unknown("règlement", ruleset, names.rulesets), "sanctions")
            )
    naming = {ruleset: Naming(n.name, n.effect, tuple(n.steps)) for ruleset, n in entry.rulesets.items()}
    return Sanction(entry.id, entry.title, entry.nature, entry.discretion, entry.amount, entry.vanishes, naming)


def _gravity(entry: schema.Gravity, written: Written[schema.Sanctions], names: Names) -> Gravity:
    for word in [
        *(word for chain in entry.chains for word in chain),
        *(word for pair in entry.unordered for word in pair.between),
    ]:
        if word not in names.sanctions:
            names.problems.append(written.problem("gravity", unknown("sanction", word, names.sanctions), "gravity"))
    return Gravity(
        tuple(tuple(chain) for chain in entry.chains),
        tuple((pair.between[0], pair.between[1], pair.why) for pair in entry.unordered),
    )


def _rulesets(files: Files, names: Names, rules: list[Rule]) -> dict[str, Ruleset]:
    own: dict[str, dict[str, Rule]] = {written.entry.id: {} for written in files.rulesets}
    for rule in rules:
        own.get(rule.ruleset, {})[rule.id] = rule
    built: dict[str, Ruleset] = {}
    for written in sorted(files.rulesets, key=lambda w: (w.entry.base is not None, w.entry.order)):
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
            names.expect(written, "disputed", "clause", entry.disputed, names.clauses, "disputed")
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
        )
    return dict(sorted(built.items(), key=lambda item: item[1].order))


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
        return tuple(entry.source + clause[len(base.source) :] for clause in clauses)

    result: dict[str, Rule] = {}
    for rule in base.rules.values():
        if rule.id in entry.drop or renamed(rule.id) in own:
            continue
        readings = tuple(Reading(reading.text, reading.given, cited(reading.cites)) for reading in rule.given.readings)
        given = replace(rule.given, readings=readings)
        copy = replace(
            rule,
            id=renamed(rule.id),
            ruleset=entry.id,
            given=given,
            cites=cited(rule.cites),
            overrides=tuple(renamed(other) for other in rule.overrides if other not in entry.drop),
        )
        result[copy.id] = copy
        for clause in [*copy.cites, *(c for reading in given.readings for c in reading.cites)]:
            if clause not in names.clauses:
                names.problems.append(
                    written.problem(
                        copy.id,
                        f"reprise de {rule.id}, cette règle cite {clause}, absente de "
                        f"clauses/{entry.source}.yaml : citez-la mot pour mot, redéfinissez la règle ou retirez-la (drop)",
                    )
                )
    return result

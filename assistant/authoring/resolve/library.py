"""From written entries to the library: every name is resolved, every unknown one is told with the nearest known."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names, as_list, warns
from assistant.authoring.resolve.cases import build_cases
from assistant.authoring.resolve.hands import build_hands, build_tiles, read_computed
from assistant.authoring.resolve.rules import read_rule, read_tests
from assistant.authoring.resolve.rulesets import build_rulesets
from assistant.authoring.schema import knowledge as schema
from assistant.authoring.schema import sanctions as sanctionschema
from assistant.decision.gravity import circle, heavier_than
from assistant.errors import AuthorError, unknown
from assistant.model import (
    INCIDENT,
    SANCTION,
    Clause,
    Fact,
    FactValue,
    Family,
    Gravity,
    Incident,
    Library,
    Moment,
    Naming,
    Nature,
    Player,
    Sanction,
    Scope,
    Slot,
    SlotValue,
    Source,
)


def build(files: Files, version: str) -> Library:
    """The library, or AuthorError with every unresolved name."""
    names = Names(files)
    words = files.sanctions.entry
    facts = {written.entry.id: _fact(written, names, rank) for rank, written in enumerate(files.facts)}
    rules = [read_rule(written, names, facts) for written in files.rules]
    rulesets = build_rulesets(files, names, rules)
    decided = {ruleset.id: ruleset.decided() for ruleset in rulesets.values()}
    library = Library(
        version=version,
        sources={w.entry.id: Source(**w.entry.model_dump()) for w in files.sources},
        clauses={w.entry.id: _clause(w, names) for w in files.clauses},
        facts=facts,
        incidents={w.entry.id: _incident(w, names, decided) for w in files.incidents},
        sanctions={s.id: _sanction(s, index, files.sanctions, names) for index, s in enumerate(words.sanctions)},
        players={p.id: Player(p.id, p.label, p.nobody, p.whole) for p in words.players},
        units={u.id: u.label for u in words.units},
        moments={m.id: Moment(m.label, m.entered) for m in words.moments},
        slots={s.id: _slot(s, index, files.sanctions, names) for index, s in enumerate(words.slots)},
        gravity=_gravity(words.gravity, files.sanctions, names),
        rulesets=rulesets,
        cases=build_cases(files, names, facts),
        families=_families(files),
        same_units=_same_units(files.sanctions, names),
        words={written.entry.word: _meanings(written, names) for written in files.words},
        hands=build_hands(files, names, rulesets),
        tiles=build_tiles(files, names),
    )
    if names.problems:
        raise AuthorError(names.problems)
    return library


def _meanings(written: Written[schema.Word], names: Names) -> dict[str, str]:
    for source in written.entry.meanings:
        if source not in names.sources:
            message = unknown("texte source", source, names.sources)
            names.problems.append(written.problem(written.entry.word, message, "meanings", source))
    return dict(written.entry.meanings)


def _same_units(written: Written[sanctionschema.Sanctions], names: Names) -> dict[str, str]:
    found: dict[str, str] = {}
    for index, unit in enumerate(written.entry.units):
        if unit.counts_as and unit.counts_as not in names.units:
            message = unknown("unité", unit.counts_as, names.units)
            names.problems.append(written.problem(f"units.{unit.id}", message, "units", index))
        elif unit.counts_as:
            found[unit.id] = unit.counts_as
    return found


def _families(files: Files) -> dict[str, Family]:
    """The families as written, or one for each file of incidents."""
    written = {
        w.entry.id: Family(w.entry.id, w.entry.title, w.entry.help, tuple(w.entry.zones)) for w in files.families
    }
    return written or {w.stem: Family(w.stem, w.stem, w.stem, ()) for w in files.incidents}


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
    values = tuple(
        FactValue(
            v.id,
            v.label,
            v.help,
            v.game,
            read_tests(written, v.implied_by or {}, names, "implied_by"),
            tuple(v.belies),
        )
        for v in entry.values or []
    )
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
    if Scope(entry.scope) == Scope.CONTEXT and (entry.number or entry.only_if or entry.usual or not entry.question):
        wrong("un fait de contexte a une question et une liste de valeurs, sans only_if ni usual")
    if entry.id in (INCIDENT, SANCTION):
        wrong(f"« {entry.id} » est un mot réservé")
    number = entry.number
    if number and number.min > number.max:
        wrong("number : min dépasse max", "number")
    return Fact(
        entry.id,
        entry.title,
        Scope(entry.scope),
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
        read_computed(written, names),
    )


def _incident(written: Written[schema.Incident], names: Names, decided: Mapping[str, Set[str]]) -> Incident:
    """The incident, which can occur wherever a rule decides it."""
    entry = written.entry
    if names.families:
        names.expect(written, "famille (nom du fichier)", "famille", written.stem, names.families)
    for index, fact in enumerate(entry.first):
        names.expect(written, "first", "fait", fact, names.facts, "first", index)
    for fact, answers in entry.answers.items():
        if names.expect(written, "answers", "fait", fact, names.facts, "answers", fact):
            known = [value.id for value in names.facts[fact].entry.values or []]
            for answer in answers:
                names.expect(written, f"answers.{fact}", "valeur", answer, known, "answers", fact)
    asked = {fact: tuple(answers) for fact, answers in entry.answers.items()}
    first = tuple(entry.first)
    words = tuple(entry.words)
    where = tuple(ruleset for ruleset, incidents in decided.items() if entry.id in incidents)
    return Incident(entry.id, written.stem, entry.title, entry.help, words, where, written.place, first, asked)


def _sanction(
    entry: sanctionschema.Sanction, index: int, written: Written[sanctionschema.Sanctions], names: Names
) -> Sanction:
    for ruleset in entry.rulesets:
        if ruleset not in names.rulesets:
            message = unknown("règlement", ruleset, names.rulesets)
            names.problems.append(
                written.problem(f"sanctions.{entry.id}", message, "sanctions", index, "rulesets", ruleset)
            )
    naming = {ruleset: Naming(n.name, n.effect, tuple(n.steps)) for ruleset, n in entry.rulesets.items()}
    naming = {**{edition: naming[base] for edition, base in names.bases.items() if base in naming}, **naming}
    for fact, value in entry.entails.items():
        path = ("sanctions", index, "entails", fact)
        if fact not in names.facts:
            names.problems.append(
                written.problem(f"sanctions.{entry.id}.entails", unknown("fait", fact, names.facts), *path)
            )
        elif value not in (ids := [known.id for known in names.facts[fact].entry.values or []]):
            names.problems.append(
                written.problem(f"sanctions.{entry.id}.entails", unknown("valeur", value, ids), *path)
            )
    for place, other in enumerate(entry.covers):
        known = [one.id for one in written.entry.sanctions]
        if other not in known:
            message, where = unknown("sanction", other, known), f"sanctions.{entry.id}.covers"
            names.problems.append(written.problem(where, message, "sanctions", index, "covers", place))
    return Sanction(
        entry.id,
        entry.title,
        Nature(entry.nature),
        entry.discretion,
        entry.amount,
        entry.vanishes,
        naming,
        dict(entry.entails),
        tuple(entry.covers),
        entry.varies,
    )


def _slot(entry: sanctionschema.Slot, index: int, written: Written[sanctionschema.Sanctions], names: Names) -> Slot:
    for other, values in (entry.unless or {}).items():
        path = ("slots", index, "unless", other)
        if other not in names.slots:
            names.problems.append(
                written.problem(f"slots.{entry.id}.unless", unknown("case", other, names.slots), *path)
            )
            continue
        for value in values:
            if value not in names.slots[other]:
                message = unknown("valeur", value, names.slots[other])
                names.problems.append(written.problem(f"slots.{entry.id}.unless.{other}", message, *path))
    unless = {other: tuple(values) for other, values in (entry.unless or {}).items()}
    said = {v.id: SlotValue(v.id, v.label, v.step, v.idle, tuple(v.covers), v.open) for v in entry.values}
    return Slot(entry.id, entry.title, unless, said)


def _gravity(entry: sanctionschema.Gravity, written: Written[sanctionschema.Sanctions], names: Names) -> Gravity:
    words = [(word, "chains", index) for index, chain in enumerate(entry.chains) for word in chain]
    words += [(word, "unordered", index) for index, pair in enumerate(entry.unordered) for word in pair.between]
    for word, key, index in words:
        if word not in names.sanctions:
            message = unknown("sanction", word, names.sanctions)
            names.problems.append(written.problem(f"gravity.{key}", message, "gravity", key, index))
    gravity = Gravity(
        tuple(tuple(chain) for chain in entry.chains),
        tuple((pair.between[0], pair.between[1], pair.why) for pair in entry.unordered),
    )
    found = circle(gravity)
    if found:
        message = f"l'ordre de gravité tourne en rond : {' → '.join(found)}"
        names.problems.append(written.problem("gravity.chains", message, "gravity", "chains"))
        return gravity
    above = heavier_than(gravity)
    for index, (one, other, _) in enumerate(gravity.unordered):
        if other in above.get(one, ()) or one in above.get(other, ()):
            message = f"« {one} » et « {other} » sont dits sans ordre, mais les chaînes les ordonnent"
            names.problems.append(written.problem("gravity.unordered", message, "gravity", "unordered", index))
    return gravity

"""Rules as plain objects: conditions, what they give, what they cite and override, every name resolved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.authoring.files import Written
from assistant.authoring.names import Names, as_list
from assistant.authoring.resolve.conditions import (
    least,
    named_in,
    resolve_sentences,
    resolve_tests,
    resolve_warnings,
    with_what_they_need,
)
from assistant.authoring.schema import rules as schema
from assistant.errors import listing, nearest
from assistant.model import (
    DEFAULT_PLAYER,
    INCIDENT,
    SANCTION,
    UNSAID,
    Amount,
    Beyond,
    Decides,
    Fact,
    Reading,
    Rule,
    Then,
    Value,
    given,
)


def resolve_rule(written: Written[schema.Rule], names: Names, facts: Mapping[str, Fact]) -> Rule:
    """One rule, its names resolved."""
    entry = written.entry
    ruleset, family, _ = entry.id.split(".")
    if ruleset != written.folder or family != written.stem:
        names.problems.append(
            written.problem(
                entry.id,
                f"l'identifiant doit commencer par « {written.folder}.{written.stem}. » (dossier et fichier)",
                "id",
            )
        )
    overrides = entry.overrides
    by_sanction = overrides.sanction if isinstance(overrides, schema.Overrides) else None
    by_name = [] if isinstance(overrides, schema.Overrides) else as_list(overrides)
    if by_sanction:
        names.expect(written, "overrides", "sanction", by_sanction, names.sanctions, "overrides")
    for index, other in enumerate(by_name):
        names.expect(written, "overrides", "règle", other, names.rules_of(written.folder), "overrides", index)
        if other == entry.id:
            names.problems.append(
                written.problem(f"{entry.id}.overrides", "une règle ne se remplace pas elle-même", "overrides", index)
            )
    for index, clause in enumerate(as_list(entry.cites)):
        _citation(written, clause, names, "cites", index)
    derives: list[tuple[str, Value]] = []
    for name, value in (entry.then.fact or {}).items():
        if not names.expect(written, "then.fact", "fait", name, names.facts, "then", "fact", name):
            continue
        if names.facts[name].entry.number:
            message = "un nombre ne se déduit pas : un fait déduit a une liste de valeurs"
            names.problems.append(written.problem(f"{entry.id}.then.fact.{name}", message, "then", "fact", name))
        else:
            ids = [v.id for v in names.facts[name].entry.values or []]
            names.expect(written, f"then.fact.{name}", "valeur", str(value), ids, "then", "fact", name)
        derives.append((name, value))
    return Rule(
        entry.id,
        ruleset,
        family,
        entry.title,
        named_in(written, entry.if_, INCIDENT, names.incidents, names, ("if",)),
        _followed(written, names),
        with_what_they_need(resolve_tests(written, entry.if_, names, ("if",), (INCIDENT, SANCTION, *names.slots)), facts),
        tuple(derives),
        _then(written, entry.then, names, ("then",)),
        tuple(as_list(entry.cites)),
        tuple(by_name),
        by_sanction,
        entry.adds,
        entry.interpretation,
        resolve_sentences(written, entry.steps, names, facts, ("steps",)),
        resolve_warnings(written, entry.warnings, names, facts),
        written.place,
        _forbidding(written, names),
    )


def _followed(written: Written[schema.Rule], names: Names) -> frozenset[str] | None:
    """What a consequence comes after: sanctions, or what becomes of one slot; None where the rule is none."""
    conditions = written.entry.if_
    found = [key for key in (SANCTION, *names.slots) if key in conditions]
    if len(found) > 1:
        message = f"une suite découle d'une sanction ou d'une case, d'une seule : « {found[0]} » et « {found[1]} »"
        names.problems.append(written.problem(f"{written.entry.id}.if", message, "if", found[1]))
    if not found:
        return None
    if found[0] == SANCTION:
        return named_in(written, conditions, SANCTION, names.sanctions, names, ("if",))
    named = named_in(written, conditions, found[0], names.slots[found[0]], names, ("if",)) or frozenset()
    return frozenset(given(found[0], value) for value in named)


def _forbidding(written: Written[schema.Rule], names: Names) -> str | None:
    """The clause that forbids what was done; only a silence needs one, and it is among those cited."""
    entry = written.entry
    if entry.forbids is None:
        return None
    if entry.then.silence is None or entry.then.sanction is not None:
        message = "« forbids » n'est que d'une règle qui ne donne qu'un silence : ailleurs la sanction le dit"
        names.problems.append(written.problem(f"{entry.id}.forbids", message, "forbids"))
    names.expect(written, "forbids", "clause citée par la règle", entry.forbids, as_list(entry.cites), "forbids")
    return entry.forbids


def _citation(written: Written[schema.Rule], clause: str, names: Names, *path: Any) -> None:
    texts = names.texts_of(written.folder) if written.folder in names.rulesets else []
    known = names.citable(written.folder) if texts else list(names.clauses)
    if clause in names.clauses and texts and clause not in known:
        names.problems.append(
            written.problem(
                f"{written.entry.id}.cites",
                f"« {clause} » est d'un autre texte ; une règle de {written.folder} ne cite que {' et '.join(texts)}",
                *path,
            )
        )
    else:
        names.expect(written, "cites", "clause", clause, known, *path)


def _then(written: Written[schema.Rule], entry: schema.Effect, names: Names, path: tuple[Any, ...]) -> Then:
    identifier = written.entry.id
    sanctions = as_list(entry.sanction)
    for sanction in sanctions:
        names.expect(
            written, ".".join(map(str, path)) + ".sanction", "sanction", sanction, names.sanctions, *path, "sanction"
        )
    slots: list[tuple[str, str]] = []
    for slot, value in sorted((entry.model_extra or {}).items()):
        if slot not in names.slots:
            allowed = sorted([*names.slots, *(field.alias or name for name, field in type(entry).model_fields.items())])
            names.problems.append(
                written.problem(
                    f"{identifier}.{'.'.join(map(str, path))}",
                    f"clé inconnue « {slot} ».{nearest(slot, allowed)} Clés permises : {listing(allowed, 30)}.",
                    *path,
                    slot,
                )
            )
            continue
        names.expect(written, f"then.{slot}", "valeur", str(value), names.slots[slot], *path, slot)
        slots.append((slot, str(value)))
    if entry.player:
        names.expect(written, "then.player", "joueur", entry.player, names.players, *path, "player")
    if entry.decides:
        names.expect(written, "then.decides.who", "joueur", entry.decides.who, names.players, *path, "decides")
    amounts = frozenset(
        amount for raw in as_list(entry.amount) for amount in [_amount(written, raw, sanctions, names, path)] if amount
    )
    readings: tuple[Reading, ...] = ()
    if isinstance(entry, schema.Then) and entry.one_of:
        for index, reading in enumerate(entry.one_of):
            for clause in as_list(reading.cites):
                _citation(written, clause, names, *path, "one_of", index, "cites")
        readings = tuple(
            Reading(
                reading.reading,
                _then(written, reading, names, (*path, "one_of", index)),
                tuple(as_list(reading.cites)),
            )
            for index, reading in enumerate(entry.one_of)
        )
    decides = Decides(entry.decides.who, entry.decides.text) if entry.decides else None
    if entry.silence and not (sanctions or amounts or slots or decides or readings):
        slots = _unsaid(written, names)
    return Then(
        frozenset(sanctions), entry.player or DEFAULT_PLAYER, amounts, tuple(slots), decides, entry.silence, readings
    )


def _unsaid(written: Written[schema.Rule], names: Names) -> list[tuple[str, str]]:
    """What a silence that stands alone says of the slots; one added to a decision leaves them to it."""
    if written.entry.adds or SANCTION in written.entry.if_ or written.folder not in names.rulesets:
        return []
    slots = names.rulesets[written.folder].entry.slots
    return sorted((slot, UNSAID) for slot in slots if UNSAID in names.slots.get(slot, ()))


def _amount(
    written: Written[schema.Rule], raw: schema.Amount, sanctions: list[str], names: Names, path: tuple[Any, ...]
) -> Amount | None:
    def wrong(message: str) -> None:
        names.problems.append(written.problem(f"{written.entry.id}.amount", message, *path, "amount"))

    ways = [raw.value, raw.range, raw.choices, raw.per, raw.ladder]
    if sum(way is not None for way in ways) != 1:
        wrong("un montant se dit d'une seule façon : value, range, choices, per ou ladder")
        return None
    of = raw.of or (sanctions[0] if len(sanctions) == 1 else None)
    if of is None:
        wrong("dites avec « of » quelle sanction ce montant chiffre")
        return None
    names.expect(written, "amount.of", "sanction", of, names.sanctions, *path, "amount")
    for key, word, known in (
        ("unit", raw.unit, names.units),
        ("payer", raw.payer, names.players),
        ("payee", raw.payee, names.players),
        ("moment", raw.moment, names.moments),
    ):
        names.expect(
            written,
            f"amount.{key}",
            {"unit": "unité", "moment": "moment"}.get(key, "joueur"),
            word,
            known,
            *path,
            "amount",
        )
    counted = raw.per or raw.ladder
    if counted and names.expect(written, "amount.count", "fait", counted.count, names.facts, *path, "amount"):
        if counted.count not in written.entry.if_:
            wrong(f"le montant compte « {counted.count} » : la règle doit le nommer dans « if »")
        if not names.facts[counted.count].entry.number:
            numbers = sorted(name for name, fact in names.facts.items() if fact.entry.number)
            wrong(f"« {counted.count} » n'est pas un nombre ; on ne compte que : {listing(numbers) or 'aucun fait'}")
    if raw.ladder and least(written.entry.if_.get(raw.ladder.count)) < raw.ladder.first:
        wrong(
            f"la première marche est au rang {raw.ladder.first}, mais « if » admet moins : "
            f"écrivez {raw.ladder.count}: {{min: {raw.ladder.first}}}"
        )
    amount = Amount(of, raw.unit, raw.payer, raw.payee, raw.moment)
    if raw.per:
        return amount._replace(counts=raw.per.count, each=raw.per.each, most=raw.per.max)
    if raw.ladder:
        ladder = raw.ladder
        return amount._replace(
            counts=ladder.count, first=ladder.first, steps=tuple(ladder.steps), beyond=Beyond(ladder.beyond)
        )
    if raw.range:
        return amount._replace(range=(raw.range[0], raw.range[1]))
    return amount._replace(choices=tuple(raw.choices)) if raw.choices else amount._replace(value=raw.value)

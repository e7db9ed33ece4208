"""Facts as plain objects: the question, its answers, and when it makes sense."""

from __future__ import annotations

from typing import Any

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names, as_list
from assistant.authoring.resolve.conditions import WIDEST, resolve_tests
from assistant.authoring.resolve.hands import read_computed
from assistant.authoring.schema import knowledge as schema
from assistant.errors import unknown
from assistant.model import INCIDENT, SANCTION, Fact, FactValue, Scope, Test

MOST_ANSWERS = 6


def build_facts(files: Files, names: Names) -> dict[str, Fact]:
    """Every fact by its id, in the order in which they are written."""
    return {written.entry.id: _fact(written, names, rank) for rank, written in enumerate(files.facts)}


def _implied_by(written: Written[schema.Fact], value: schema.Value, names: Names) -> tuple[tuple[Test, ...], ...]:
    """The answers that already say this one: those of one table, or each of several by itself."""
    if isinstance(value.implied_by, list):
        return tuple(
            resolve_tests(written, tests, names, ("implied_by", place)) for place, tests in enumerate(value.implied_by)
        )
    return (resolve_tests(written, value.implied_by, names, ("implied_by",)),) if value.implied_by else ()


def _fact(written: Written[schema.Fact], names: Names, rank: int) -> Fact:
    entry = written.entry
    derived = entry.id in names.derived
    values = tuple(
        FactValue(
            v.id,
            v.label,
            v.help,
            v.game,
            _implied_by(written, v, names),
            tuple(v.belies),
            v.exit,
            v.said,
            tuple((slot, tuple(excluded)) for slot, excluded in v.excludes.items()),
            resolve_tests(written, v.only_if or {}, names, ("only_if",)),
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
    exits = [value.id for value in values if value.exit]
    if len(exits) > 1:
        wrong("une seule réponse peut être la sortie (exit)", "values")
    if len(values) - len(exits) > MOST_ANSWERS:
        wrong(f"plus de {MOST_ANSWERS} réponses sans compter la sortie (exit) : scindez la question", "values")
    if exits and (derived or {entry.usual, entry.otherwise} & set(exits)):
        wrong(
            "une sortie (exit) répond à une question posée : ni « usual », ni « otherwise », ni fait déduit", "values"
        )
    if entry.question is None and not derived:
        wrong("sans question, et aucune règle ne le déduit : écrivez « question » ou une règle qui le déduit")
    for key in ("usual", "otherwise"):
        value = getattr(entry, key)
        if value is not None and value not in ids:
            wrong(f"{key} : {unknown('valeur', value, ids)}", key)
    if Scope(entry.scope) == Scope.CONTEXT and (entry.number or entry.only_if or entry.usual or not entry.question):
        wrong("un fait de contexte a une question et une liste de valeurs, sans only_if ni usual")
    games = {ruleset.entry.game for ruleset in names.rulesets.values()}
    for name in entry.help_in:
        names.expect(written, "help_in", "règlement ou jeu", name, [*names.rulesets, *sorted(games)], "help_in", name)
    if entry.judgement and (derived or entry.number or entry.computed):
        wrong("un jugement (judgement) est une question à réponses, que ni règle ni tuiles ne tranchent", "judgement")
    if entry.id in (INCIDENT, SANCTION):
        wrong(f"« {entry.id} » est un mot réservé")
    number = entry.number
    if number and number.min > number.max:
        wrong("number : min dépasse max", "number")
    if number and number.max - number.min > WIDEST:
        wrong(f"number : {WIDEST} nombres au plus entre min et max ; resserrez-les", "number")
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
        resolve_tests(written, entry.only_if or {}, names, ("only_if",)),
        entry.usual,
        entry.otherwise,
        derived,
        rank,
        written.place,
        read_computed(written, names),
        names.with_supplements(entry.help_in),
        entry.establish,
        _yardstick(written, names),
        number.said if number else None,
    )


def _yardstick(written: Written[schema.Fact], names: Names) -> dict[str, tuple[str, ...]] | None:
    """Of a judgement, the clauses that give a measure, by ruleset; each is of that ruleset's own text."""
    judgement = written.entry.judgement
    if judgement is None:
        return None
    measures: dict[str, tuple[str, ...]] = {}
    for ruleset, cites in judgement.yardstick.items():
        path = ("judgement", "yardstick", ruleset)
        if not names.expect(written, "judgement.yardstick", "règlement", ruleset, names.rulesets, *path):
            continue
        known = names.citable(ruleset)
        for clause in as_list(cites):
            names.expect(written, f"judgement.yardstick.{ruleset}", "clause", clause, known, *path)
        measures[ruleset] = tuple(as_list(cites))
    return names.with_supplements(measures)

"""The ruling sheet as structured data: what a referee reads out, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from assistant.french import enumerate_words, lower_first, number, sentence, to_whom, upper_first
from assistant.inference import State
from assistant.model import DEFAULT_PLAYER, Amount, Clause, Given, Library, Rule, Warn
from assistant.outcome import Due, Outcome, due

Sheet = dict[str, Any]


def amount_words(library: Library, one: Due) -> str:
    """Who pays how much of what to whom, and when."""
    amount = one.amount
    payer, payee = library.players[amount.payer], library.players[amount.payee]
    if one.numbers is None:
        much = f"des {library.units[amount.unit]} dont le texte ne dit plus le nombre"
    else:
        much = f"{numbers_words(one)} {singular(library.units[amount.unit], one.numbers)}"
    moment = library.moments[amount.moment]
    if payee.nobody:
        return f"{payer.label} perd {much}, qui ne {'va' if one.numbers == (1,) else 'vont'} à personne ({moment})"
    return f"{payer.label} paie {much} {to_whom(payee.label)} ({moment})"


def singular(unit: str, numbers: tuple[int, ...] | None) -> str:
    """« 1 point », « 2 points »."""
    return unit.replace("points", "point", 1) if numbers == (1,) else unit


def numbers_words(one: Due) -> str:
    assert one.numbers is not None
    if len(one.numbers) == 2 and one.amount.choices is None:
        return f"de {number(one.numbers[0])} à {number(one.numbers[1])}"
    return enumerate_words(map(number, one.numbers), "ou")


def dues_words(library: Library, dues: Iterable[Due]) -> str:
    """All amounts of a sanction: alternatives between the same two players joined by « ou », the rest by « et »."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for one in sorted_dues(dues):
        groups.setdefault(one.key, []).append(amount_words(library, one))
    return " et ".join(" ou ".join(group) for group in groups.values())


def sorted_dues(dues: Iterable[Due]) -> list[Due]:
    return sorted(
        dues, key=lambda one: (one.amount.sanction, -(max(one.numbers) if one.numbers else 0), one.amount.payee)
    )


def decision_line(library: Library, ruleset: str, outcome: Outcome) -> str:
    """The decision in one line that can be read aloud."""
    parts: list[str] = []
    if outcome.readings:
        readings = [f"({index}) {reading.text.rstrip('.')}" for index, reading in enumerate(outcome.readings, 1)]
        parts.append("le texte admet plusieurs lectures : " + " ; ".join(readings))
    order = list(library.sanctions)
    for player, sanction in sorted(outcome.sanctions, key=lambda pair: (order.index(pair[1]), pair[0])):
        name = library.sanctions[sanction].rulesets[ruleset].name
        if player != DEFAULT_PLAYER:
            name = f"pour {library.players[player].label}, {name}"
        mine = [one for one in outcome.dues if one.amount.sanction == sanction]
        if mine and library.sanctions[sanction].discretion:
            parts.append(f"{name}, et s'il y a des points : {dues_words(library, mine)}")
        else:
            parts.append(f"{name} : {dues_words(library, mine)}" if mine else name)
    parts.extend(f"le texte est muet : {lower_first(silence)}".rstrip(".") for silence in sorted(outcome.silences))
    first_slot = next(iter(outcome.slots), None)
    if first_slot is not None and not library.slots[first_slot[0]].values[first_slot[1]].idle:
        parts.append(library.slots[first_slot[0]].values[first_slot[1]].label)
    return sentence(" ; ".join(parts))


def short_line(library: Library, ruleset: str, outcome: Outcome) -> str:
    """The outcome in a few words: sanctions and their numbers, for a table."""
    if outcome.readings:
        return "plusieurs lectures"
    parts: list[str] = []
    order = list(library.sanctions)
    for _, sanction in sorted(outcome.sanctions, key=lambda pair: (order.index(pair[1]), pair[0])):
        dues = [one for one in sorted_dues(outcome.dues) if one.amount.sanction == sanction]
        numbers = [numbers_words(one) if one.numbers else "nombre non dit" for one in dues]
        name = library.sanctions[sanction].rulesets[ruleset].name
        parts.append(f"{name} ({' / '.join(numbers)})" if numbers else name)
    if outcome.silences:
        parts.append("texte muet")
    return upper_first(" + ".join(parts))


def _on_whom(library: Library, player: str, sanction: str) -> str:
    """Whom a sanction strikes; a mere decision about the table names nobody unless the rule does."""
    if player == DEFAULT_PLAYER and library.sanctions[sanction].nature == "decision":
        return ""
    return library.players[player].label


def _sanctions(library: Library, ruleset: str, pairs: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [
        {
            "id": sanction,
            "name": library.sanctions[sanction].rulesets[ruleset].name,
            "effect": library.sanctions[sanction].rulesets[ruleset].effect,
            "player": player,
            "on": _on_whom(library, player, sanction),
        }
        for player, sanction in sorted(pairs)
    ]


def _amount(library: Library, one: Due) -> dict[str, Any]:
    amount = one.amount
    return {
        "sanction": amount.sanction,
        "numbers": list(one.numbers) if one.numbers else None,
        "kind": _counting(amount),
        "unit": library.units[amount.unit],
        "payer": library.players[amount.payer].label,
        "payee": library.players[amount.payee].label,
        "moment": library.moments[amount.moment],
        "text": sentence(amount_words(library, one)),
    }


def _counting(amount: Amount) -> str:
    if amount.range is not None:
        return "range"
    return "choices" if amount.choices is not None else "exact"


def _slots(library: Library, slots: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [
        {
            "id": slot,
            "title": library.slots[slot].title,
            "value": value,
            "label": library.slots[slot].values[value].label,
        }
        for slot, value in slots
        if not library.slots[slot].values[value].idle
    ]


def _steps(library: Library, ruleset: str, outcome: Outcome, rules: Mapping[str, Rule]) -> list[str]:
    """What to do now: what the rules say, what the sanctions entail, the amounts, then the deal."""
    steps = [*_acts(library, ruleset, outcome, rules), *_slot_steps(library, outcome.slots)]
    return list(dict.fromkeys(sentence(step) for step in steps))


def _acts(library: Library, ruleset: str, outcome: Outcome, rules: Mapping[str, Rule]) -> list[str]:
    """The steps of one incident, the deal aside."""
    steps = [step for name in outcome.rules for step in rules[name].steps]
    if outcome.readings:
        steps.append("Choisissez la lecture que vous suivez, dites-la à la table avec son paragraphe et notez-la.")
    if outcome.silences and not outcome.sanctions:
        steps.append("Le texte ne décide pas : dites-le à la table, décidez et notez votre décision.")
    for _, sanction in sorted(outcome.sanctions):
        steps.extend(library.sanctions[sanction].rulesets[ruleset].steps)
    return [*steps, *_due_steps(library, outcome)]


def _due_steps(library: Library, outcome: Outcome) -> list[str]:
    """What is owed and what is left to decide, whatever becomes of the deal."""
    due_now = [one for one in outcome.dues if not library.sanctions[one.amount.sanction].discretion]
    steps = [amount_words(library, one) for one in sorted_dues(due_now)]
    return steps + [
        f"À décider par {library.players[decides.who].label} : {decides.text}"
        for decides in sorted(outcome.decides, key=str)
    ]


def _slot_steps(library: Library, slots: Iterable[tuple[str, str]]) -> list[str]:
    """What happens to the deal, as steps."""
    found: list[str] = []
    for slot, value in slots:
        said = library.slots[slot].values[value]
        if not said.idle:
            found.append(said.step or f"{library.slots[slot].title} : {said.label}")
    return found


def citation(library: Library, clause: Clause) -> dict[str, Any]:
    """A clause as a quotation, with all that must stand beside it."""
    source = library.sources[clause.source]
    return {
        "id": clause.id,
        "source": source.id,
        "title": source.title,
        "edition": source.edition,
        "section": clause.section,
        "heading": clause.heading,
        "quotes": list(clause.quotes),
        "prevails": source.prevails,
        "licence": source.licence,
        "attribution": source.attribution,
        "role": "decision",
        "warnings": [_warning(warn) for warn in clause.warnings],
    }


def _citations(library: Library, state: State, clauses: Iterable[str]) -> list[dict[str, Any]]:
    """The clauses quoted, and for each whether it carries the ruling, a fact derived for it, or only what follows."""
    rules = [state.run.network.rules[name] for name in state.run.standing]
    rulings = {clause for rule in rules if rule.is_ruling or rule.adds for clause in _cited(rule)}
    derived = {clause for rule in rules if rule.is_derivation for clause in rule.cites}
    return [
        {
            **citation(library, library.clauses[clause]),
            "role": "decision" if clause in rulings else "deduction" if clause in derived else "suite",
        }
        for clause in clauses
    ]


def _cited(rule: Rule) -> list[str]:
    return [*rule.cites, *(clause for reading in rule.given.readings for clause in reading.cites)]


def _warning(warn: Warn) -> dict[str, str]:
    return {"kind": warn.kind, "text": warn.text}


def _warnings(
    library: Library, outcome: Outcome, standing: Iterable[Rule], clauses: Iterable[str], ruleset: str
) -> list[dict[str, str]]:
    """What to beware of: our interpretations, silences, the text's own faults, its edition and its language."""
    found: list[dict[str, str]] = []
    for rule in standing:
        found.extend(_warning(warn) for warn in rule.warnings)
        if rule.interpretation:
            found.append({"kind": "interpretation", "text": rule.interpretation})
    found.extend({"kind": "silence", "text": silence} for silence in sorted(outcome.silences))
    if outcome.readings:
        found.append({"kind": "lectures", "text": "Le texte ne dit pas laquelle de ces lectures l'emporte."})
    found.extend(
        {"kind": "appreciation", "text": f"À décider par {library.players[decides.who].label} : {decides.text}"}
        for decides in sorted(outcome.decides, key=str)
    )
    found.extend(_warning(warn) for clause in clauses for warn in library.clauses[clause].warnings)
    found.append({"kind": "edition", "text": library.rulesets[ruleset].newer})
    found.append({"kind": "langue", "text": library.sources[library.rulesets[ruleset].source].prevails})
    return [dict(pairs) for pairs in dict.fromkeys(tuple(sorted(one.items())) for one in found)]


def _how(library: Library, state: State) -> list[dict[str, Any]]:
    """Each rule that stands with the facts that made it stand."""
    run = state.run
    steps: list[dict[str, Any]] = []
    order = sorted(run.standing, key=lambda name: (run.network.level["decision", name], name))
    for name in order:
        rule = run.network.rules[name]
        because = [
            {
                "fact": test.fact,
                "title": library.facts[test.fact].title,
                "label": library.facts[test.fact].label(run.value(test.fact)),
            }
            for test in rule.tests
        ]
        overridden = [other for other, by in run.overridden.items() if name in by]
        steps.append(
            {"rule": name, "title": rule.title, "because": because, "cites": list(rule.cites), "overrides": overridden}
        )
    return steps


def _reading(library: Library, ruleset: str, text: str, given: Given, cites: Iterable[str]) -> dict[str, Any]:
    dues = [due(amount, {}) for amount in given.amounts if amount.counts is None]
    return {
        "text": text,
        "silence": given.silence,
        "sanctions": _sanctions(library, ruleset, [(given.player, sanction) for sanction in given.sanctions]),
        "amounts": [_amount(library, one) for one in sorted_dues(dues)],
        "slots": _slots(library, given.slots),
        "cites": list(cites),
    }


def sheet(library: Library, state: State) -> Sheet:
    """The ruling sheet of a final state; what would change it is added by `whynot`."""
    outcome = state.outcome
    assert outcome is not None
    ruleset = state.run.network.ruleset
    rules = state.run.network.rules
    clauses = list(
        dict.fromkeys([*outcome.cites, *(clause for reading in outcome.readings for clause in reading.cites)])
    )
    return {
        "decision": decision_line(library, ruleset, outcome),
        "sanctions": _sanctions(library, ruleset, outcome.sanctions),
        "amounts": [_amount(library, one) for one in sorted_dues(outcome.dues)],
        "slots": _slots(library, outcome.slots),
        "silences": sorted(outcome.silences),
        "discretion": [
            {"who": library.players[decides.who].label, "text": decides.text}
            for decides in sorted(outcome.decides, key=str)
        ],
        "readings": [
            _reading(library, ruleset, reading.text, reading.given, reading.cites) for reading in outcome.readings
        ],
        "steps": _steps(library, ruleset, outcome, rules),
        "citations": _citations(library, state, clauses),
        "warnings": _warnings(library, outcome, [rules[name] for name in state.run.standing], clauses, ruleset),
        "how": _how(library, state),
    }


def combined_sheet(
    library: Library, states: list[State], players: list[int], slots: tuple[tuple[str, str], ...]
) -> Sheet:
    """Several incidents of one case on one sheet: every sanction, one value for each slot."""
    ruleset = states[0].run.network.ruleset
    parts: list[str] = []
    steps: list[str] = []
    clauses: list[str] = []
    warnings: list[dict[str, str]] = []
    culprit = library.players[DEFAULT_PLAYER].label
    for index, (state, player) in enumerate(zip(states, players, strict=True), 1):
        outcome = state.outcome
        assert outcome is not None
        rules = state.run.network.rules
        who = culprit if player == players[0] else "l'autre joueur"
        line = decision_line(library, ruleset, outcome._replace(slots=())).replace(culprit, who)
        parts.append(sentence(f"incident {index} ({who}) : {lower_first(line)}"))
        mine = [*outcome.cites, *(clause for reading in outcome.readings for clause in reading.cites)]
        clauses.extend(mine)
        warnings.extend(_warnings(library, outcome, [rules[name] for name in state.run.standing], mine, ruleset))
        overtaken = bool(slots) and outcome.slot(slots[0][0]) not in (None, slots[0][1])
        acts = _due_steps(library, outcome) if overtaken else _acts(library, ruleset, outcome, rules)
        steps.extend(f"Incident {index} : {lower_first(step)}".replace(culprit, who) for step in acts)
    if not slots:
        text = "Les lectures de ce cas ne disent pas la même chose de la donne : elle suit celle que vous choisissez."
        warnings.insert(0, {"kind": "lectures", "text": text})
    deal = library.slots[slots[0][0]].values[slots[0][1]].label if slots else ""
    return {
        "decision": sentence(" ; ".join([*(lower_first(part.rstrip(".")) for part in parts), deal] if deal else parts)),
        "parts": parts,
        "slots": _slots(library, slots),
        "steps": list(dict.fromkeys(sentence(step) for step in [*steps, *_slot_steps(library, slots)])),
        "citations": [citation(library, library.clauses[clause]) for clause in dict.fromkeys(clauses)],
        "warnings": [dict(pairs) for pairs in dict.fromkeys(tuple(sorted(one.items())) for one in warnings)],
    }

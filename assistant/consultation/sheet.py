"""The ruling sheet as structured data: what a referee reads out, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from assistant.decision.outcome import Due, Outcome, due
from assistant.decision.state import State
from assistant.decision.words import amount_words, decision_line, headline, sorted_dues
from assistant.french import lower_first, named, sentence
from assistant.model import DEFAULT_PLAYER, Amount, Clause, Library, Rule, Then, Warn

Sheet = dict[str, Any]
GROUPED = re.compile(r"(?<=\d)[\s.](?=\d{3})")  # 20 000, 20.000


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
        "moment": library.moments[amount.moment].label,
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
    dues = sorted_dues(outcome.dues)
    certain = [one for one in dues if not library.sanctions[one.amount.sanction].discretion]
    steps = [amount_words(library, one) for one in certain]
    steps += [
        f"À décider par {library.players[decides.who].label} : {lower_first(decides.text)}"
        for decides in sorted(outcome.decides, key=str)
    ]
    return steps + [f"S'il y a des points : {amount_words(library, one)}" for one in dues if one not in certain]


def _slot_steps(library: Library, slots: Iterable[tuple[str, str]]) -> list[str]:
    """What happens to the deal, as steps."""
    found: list[str] = []
    for slot, value in slots:
        said = library.slots[slot].values[value]
        if not said.idle:
            found.append(said.step or named(library.slots[slot].title, said.label))
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
        "open": True,
        "warnings": [_warning(warn) for warn in clause.warnings],
    }


def _citations(library: Library, state: State, clauses: Iterable[str]) -> list[dict[str, Any]]:
    """The clauses quoted: those that carry the ruling first, then what fixes an amount, what was derived, what follows."""
    rules = [state.run.network.rules[name] for name in state.run.standing]
    rulings = list(dict.fromkeys(clause for rule in rules if rule.is_ruling or rule.adds for clause in _cited(rule)))
    amounts = {clause for rule in rules if rule.is_consequence and rule.then.amounts for clause in rule.cites}
    derived = {clause for rule in rules if rule.is_derivation for clause in rule.cites}
    roles = {
        clause: "decision"
        if clause in rulings
        else "montant"
        if clause in amounts
        else "deduction"
        if clause in derived
        else "suite"
        for clause in clauses
    }
    order = ("decision", "montant", "deduction", "suite")
    shown = _deciding(library, state, [clause for clause, role in roles.items() if role == "montant"])
    return [
        {**citation(library, library.clauses[clause]), "role": roles[clause], "open": clause in shown}
        for clause in sorted(roles, key=lambda clause: (clause not in shown, order.index(roles[clause])))
    ]


def _deciding(library: Library, state: State, amounts: list[str]) -> set[str]:
    """What a referee shows at once: the paragraph of each rule that decides, of what it rests on, and the one with the number."""
    assert state.outcome is not None
    rules = [state.run.network.rules[name] for name in state.run.standing]
    deciding = [rule for rule in rules if rule.is_ruling or rule.adds]
    shown = {clause for rule in deciding for clause in rule.cites[:1]}
    shown |= {clause for rule in deciding for reading in rule.then.readings for clause in reading.cites[:1]}
    candidates = [*amounts, *(clause for rule in deciding for clause in _cited(rule))]
    for one in state.outcome.dues:
        saying = [clause for clause in candidates if _says(library.clauses[clause], one)]
        if saying and not shown & set(saying):
            shown.add(saying[0])
    read = {test.fact for rule in deciding for test in rule.tests}
    grounds = [rule.cites[:1] for rule in rules if any(fact in read for fact, _ in rule.derives)]
    shown |= {clause for cites in grounds for clause in cites}
    if len(shown) == 1:
        shown |= set(next((rule.cites[1:2] for rule in deciding if rule.is_ruling), ()))
    return shown


def _says(clause: Clause, one: Due) -> bool:
    """Whether a paragraph names one of the numbers of an amount."""
    words = GROUPED.sub("", " ".join(clause.quotes))
    return not {str(value) for value in one.numbers or ()}.isdisjoint(re.findall(r"\d+", words))


def _cited(rule: Rule) -> list[str]:
    return [*rule.cites, *(clause for reading in rule.then.readings for clause in reading.cites)]


def _warning(warn: Warn) -> dict[str, Any]:
    return {"kind": warn.kind, "text": warn.text}


def _warnings(
    library: Library, outcome: Outcome, standing: Iterable[Rule], clauses: Iterable[str], ruleset: str
) -> list[dict[str, Any]]:
    """What to beware of; first what bears on this decision, then the text's own faults, its edition and its language."""
    matters: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    for rule in standing:
        mine = others if rule.is_consequence else matters
        if rule.interpretation:
            mine.append({"kind": "interpretation", "text": rule.interpretation})
        mine.extend(_warning(warn) for warn in rule.warnings)
    matters.extend({"kind": "silence", "text": silence} for silence in sorted(outcome.silences))
    others += [_warning(warn) for clause in clauses for warn in library.clauses[clause].warnings]
    others.append({"kind": "edition", "text": library.rulesets[ruleset].newer})
    others.append({"kind": "langue", "text": library.sources[library.rulesets[ruleset].source].prevails})
    return _once([*({**one, "matters": True} for one in matters), *({**one, "matters": False} for one in others)])


def _once(warnings: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each warning once, where it matters most."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for one in sorted(warnings, key=lambda one: not one["matters"]):
        found.setdefault((one["kind"], one["text"]), one)
    return list(found.values())


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


def _reading(library: Library, ruleset: str, text: str, then: Then, cites: Iterable[str]) -> dict[str, Any]:
    dues = [due(amount, {}) for amount in then.amounts if amount.counts is None]
    return {
        "text": text,
        "silence": then.silence,
        "sanctions": _sanctions(library, ruleset, [(then.player, sanction) for sanction in then.sanctions]),
        "amounts": [_amount(library, one) for one in sorted_dues(dues)],
        "slots": _slots(library, then.slots),
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
        "headline": headline(library, ruleset, outcome),
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
            _reading(library, ruleset, reading.text, reading.then, reading.cites) for reading in outcome.readings
        ],
        "steps": _steps(library, ruleset, outcome, rules),
        "citations": _citations(library, state, clauses),
        "warnings": _warnings(library, outcome, [rules[name] for name in state.run.standing], clauses, ruleset),
        "how": _how(library, state),
    }


def _touches_one(outcome: Outcome) -> bool:
    """Whether the ruling is about one player's act, and not about the table or about others."""
    return not outcome.sanctions or any(player == DEFAULT_PLAYER for player, _ in outcome.sanctions)


def combined_sheet(
    library: Library, states: list[State], players: list[int], slots: tuple[tuple[str, str], ...]
) -> Sheet:
    """Several incidents of one case on one sheet: every sanction, one value for each slot."""
    ruleset = states[0].run.network.ruleset
    parts: list[str] = []
    aloud: list[str] = []
    steps: list[str] = []
    citations: dict[str, dict[str, Any]] = {}
    warnings: list[dict[str, Any]] = []
    culprit = library.players[DEFAULT_PLAYER].label
    for index, (state, player) in enumerate(zip(states, players, strict=True), 1):
        outcome = state.outcome
        assert outcome is not None
        rules = state.run.network.rules
        who = culprit if player == players[0] else "l'autre joueur"
        alone = outcome._replace(slots=())
        for lines, line in ((parts, decision_line), (aloud, headline)):
            words = line(library, ruleset, alone).replace(culprit, who)
            whose = f" ({who})" if _touches_one(outcome) else ""
            lines.append(sentence(f"incident {index}{whose} : {lower_first(words)}"))
        mine = [*outcome.cites, *(clause for reading in outcome.readings for clause in reading.cites)]
        for one in _citations(library, state, mine):
            if one["id"] not in citations or one["open"]:
                citations[one["id"]] = one
        warnings.extend(_warnings(library, outcome, [rules[name] for name in state.run.standing], mine, ruleset))
        overtaken = bool(slots) and outcome.slot(slots[0][0]) not in (None, slots[0][1])
        acts = _due_steps(library, outcome) if overtaken else _acts(library, ruleset, outcome, rules)
        steps.extend(f"Incident {index} : {lower_first(step)}".replace(culprit, who) for step in acts)
    if not slots:
        text = "Les lectures de ce cas ne disent pas la même chose de la donne : elle suit celle que vous choisissez."
        warnings.insert(0, {"kind": "lectures", "text": text, "matters": True})
    deal = library.slots[slots[0][0]].values[slots[0][1]].label if slots else ""
    return {
        "headline": [*aloud, *([sentence(deal)] if deal else [])],
        "decision": sentence(" ; ".join([*(lower_first(part.rstrip(".")) for part in parts), deal] if deal else parts)),
        "parts": parts,
        "slots": _slots(library, slots),
        "steps": list(dict.fromkeys(sentence(step) for step in [*steps, *_slot_steps(library, slots)])),
        "citations": sorted(citations.values(), key=lambda one: not one["open"]),
        "warnings": _once(warnings),
    }

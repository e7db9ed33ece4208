"""The ruling sheet as structured data: what a referee reads out, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from assistant.consultation.deal import slot_parts, slot_steps
from assistant.consultation.precisions import precision
from assistant.consultation.sentences import concerning, said
from assistant.consultation.vocabulary import Counting, Role
from assistant.decision.outcome import Due, Outcome, Slots, due
from assistant.decision.state import State
from assistant.decision.statuses import READING
from assistant.decision.words import amount_order, amount_words, decision_line, headline, sorted_dues
from assistant.engine.engines import Run
from assistant.french import lower_first, sentence
from assistant.model import (
    DEFAULT_PLAYER,
    Amount,
    Clause,
    Decides,
    Fact,
    Lasts,
    Library,
    Nature,
    Reading,
    Rule,
    Ruleset,
    SlotValue,
    Warn,
    WarnKind,
)

if TYPE_CHECKING:
    from assistant.consultation.document import (
        AmountPart,
        BecausePart,
        CitationPart,
        DiscretionPart,
        HowPart,
        ReadingPart,
        RulingPart,
        SanctionPart,
        WarningPart,
    )

CHOOSE = "Choisissez la lecture que vous suivez, dites-la à la table avec son paragraphe et notez-la."
DECIDE = "Dites à la table que le texte ne décide pas ; décidez et notez votre décision."
DECIDE_THE_REST = "Dites à la table ce que le texte ne dit pas ; décidez-en et notez votre décision."
OF_EACH = frozenset({CHOOSE, DECIDE, DECIDE_THE_REST})  # asked once for each event: every choice is one of its own
GROUPED = re.compile(r"(?<=\d)[\s.](?=\d{3})")  # 20 000, 20.000


def _on_whom(library: Library, player: str, sanction: str) -> str:
    """Whom a sanction strikes; a mere decision about the table names nobody unless the rule does."""
    if player == DEFAULT_PLAYER and library.sanctions[sanction].nature == Nature.DECISION:
        return ""
    return library.players[player].label


def _sanctions(library: Library, run: Run, pairs: Iterable[tuple[str, str]]) -> list[SanctionPart]:
    ruleset = run.network.ruleset
    return [
        {
            "id": sanction,
            "name": library.sanctions[sanction].rulesets[ruleset].name,
            "effect": " ".join(said(library, run, library.sanctions[sanction].rulesets[ruleset].effects)),
            "player": player,
            "on": _on_whom(library, player, sanction),
        }
        for player, sanction in sorted(pairs)
    ]


def _amount(library: Library, owed: Due) -> AmountPart:
    amount = owed.amount
    return {
        "sanction": amount.sanction,
        "numbers": list(owed.numbers) if owed.numbers else None,
        "kind": _counting(amount),
        "unit": library.units[amount.unit],
        "payer": library.players[amount.payer].label,
        "payee": library.players[amount.payee].label,
        "moment": library.moments[amount.moment].label,
        "text": sentence(amount_words(library, owed)),
    }


def _counting(amount: Amount) -> Counting:
    if amount.range is not None:
        return Counting.RANGE
    return Counting.CHOICES if amount.choices is not None else Counting.EXACT


def _steps(library: Library, run: Run, outcome: Outcome) -> list[str]:
    """What to do now: what the rules say, what the sanctions entail, the amounts, then the deal."""
    ended = passing(library, run.network.ruleset, outcome, is_over(library, outcome.slots))
    lasting = outcome._replace(sanctions=outcome.sanctions - ended)
    steps = [*acts(library, run, lasting), *slot_steps(library, outcome.slots)]
    return list(dict.fromkeys(sentence(step) for step in steps))


def is_over(library: Library, slots: Slots) -> bool:
    """Whether the deal is over."""
    return bool(slots) and library.slots[slots[0][0]].values[slots[0][1]].over


def passing(library: Library, ruleset: str, outcome: Outcome, over: bool) -> frozenset[tuple[str, str]]:
    """The sanctions of which nothing is left to do once the deal is over: what they set lasts no longer than it."""
    if not over:
        return frozenset()
    brief = brief_sanctions(library, library.rulesets[ruleset])
    return frozenset(pair for pair in outcome.sanctions if pair[1] in brief)


def brief_sanctions(library: Library, ruleset: Ruleset) -> set[str]:
    """The sanctions that have nothing done once the deal is over."""
    own = (one for one in ruleset.sets if not one.of_the_deal and not one.of_the_target)
    brief = {name for one in own if one.lasts in (Lasts.TURN, Lasts.DEAL) for name in one.sanctions}
    return {name for name in brief if not library.sanctions[name].outlives}


def _looked_at(library: Library, ruleset: str, deal: SlotValue) -> set[str]:
    """The sanctions that still count in a deal which ends so: they took a right that is looked at then."""
    sets = library.rulesets[ruleset].sets
    return {name for one in sets if set(one.takes).intersection(deal.asks) for name in one.sanctions}


def counted_steps(library: Library, ruleset: str, outcome: Outcome, slots: Slots) -> list[str]:
    """What is done, the deal having ended so, of a player from whom a right was taken that is looked at then."""
    deal = library.slots[slots[0][0]].values[slots[0][1]] if slots else None
    if deal is None or deal.counted is None:
        return []
    struck = {name for player, name in outcome.sanctions if player == DEFAULT_PLAYER}
    return [deal.counted] if struck & _looked_at(library, ruleset, deal) else []


def idle_words(library: Library, ruleset: str, outcome: Outcome, slots: Slots) -> list[str]:
    """What the end of the deal leaves without effect, in words."""
    if not slots:
        return []
    deal = library.slots[slots[0][0]].values[slots[0][1]]
    looked_at = _looked_at(library, ruleset, deal)
    names = [
        library.sanctions[sanction].rulesets[ruleset].name
        for _, sanction in sorted(passing(library, ruleset, outcome, is_over(library, slots)))
        if sanction not in looked_at
    ]
    return [sentence(f"{name} : sans effet, {deal.label}") for name in names]


def acts(library: Library, run: Run, outcome: Outcome) -> list[str]:
    """The steps of one incident, the deal aside."""
    return [*gestures(library, run, outcome), *due_steps(library, outcome)]


def gestures(
    library: Library, run: Run, outcome: Outcome, idle: frozenset[tuple[str, str]] = frozenset()
) -> list[str]:
    """What the rules and the sanctions of one incident, but for idle ones, have done at the table, amounts aside."""
    ruleset, rules = run.network.ruleset, run.network.rules
    steps = choice_steps(outcome)
    steps += [step for name in outcome.rules for step in said(library, run, rules[name].steps)]
    steps += silence_steps(outcome)
    for _, sanction in sorted(outcome.sanctions - idle):
        steps.extend(said(library, run, library.sanctions[sanction].rulesets[ruleset].steps))
    return steps


def lasting_steps(library: Library, run: Run, outcome: Outcome) -> list[str]:
    """What remains to be done of one incident though another has ended the deal, amounts aside."""
    steps = [*choice_steps(outcome), *silence_steps(outcome)]
    for _, sanction in sorted(outcome.sanctions):
        if library.sanctions[sanction].outlives:
            steps.extend(said(library, run, library.sanctions[sanction].rulesets[run.network.ruleset].steps))
    return steps


def choice_steps(outcome: Outcome) -> list[str]:
    """Which reading to follow, before all else."""
    return [CHOOSE] if outcome.readings else []


def silence_steps(outcome: Outcome) -> list[str]:
    """What to decide where the text is silent, or stops counting."""
    silent = bool(outcome.silences) or any(one.numbers is None for one in outcome.dues)
    return [DECIDE_THE_REST if outcome.sanctions else DECIDE] if silent else []


def due_steps(library: Library, outcome: Outcome) -> list[str]:
    """What is owed and what is left to decide, whatever becomes of the deal."""
    dues = sorted_dues(outcome.dues)
    certain = [one for one in dues if not library.sanctions[one.amount.sanction].discretion]
    settled = [one for one in certain if _counting(one.amount) is Counting.EXACT or not outcome.decides]
    steps = [amount_order(library, one) for one in settled]
    for decides in sorted(outcome.decides, key=str):
        who = library.players[decides.who]
        asked = "Décidez" if who.addressed else f"Faites décider par {who.label}"
        steps.append(f"{asked} : {lower_first(decides.text)}")
    steps += [f"Faites payer ce montant : {lower_first(amount_order(library, one))}" for one in certain if one not in settled]
    chosen: dict[tuple[str, ...], list[Due]] = {}
    for one in reversed([one for one in dues if one not in certain]):
        chosen.setdefault((*one.key, one.amount.unit, one.amount.moment), []).append(one)
    return steps + [f"Notez les points retenus, s'il y en a : {amount_words(library, *few)}" for few in chosen.values()]


def citation(library: Library, clause: Clause, run: Run | None = None) -> CitationPart:
    """A clause as a quotation, with all that must stand beside it; in a case, of its warnings those that bear on it."""
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
        "role": Role.DECISION,
        "open": True,
        "warnings": [_warning(warn) for warn in (concerning(run, clause.warnings) if run else clause.warnings)],
    }


def _citations(library: Library, state: State, clauses: Iterable[str]) -> list[CitationPart]:
    """The clauses quoted: those that carry the ruling first, then what fixes an amount, what was derived, what follows."""
    rules = [state.run.network.rules[name] for name in state.run.standing]
    rulings = list(dict.fromkeys(clause for rule in rules if rule.is_ruling or rule.adds for clause in _cited(rule)))
    amounts = {clause for rule in rules if rule.is_consequence and rule.then.amounts for clause in rule.cites}
    derived = {clause for rule in rules if rule.is_derivation for clause in rule.cites}
    roles = {
        clause: Role.DECISION
        if clause in rulings
        else Role.AMOUNT
        if clause in amounts
        else Role.DERIVATION
        if clause in derived
        else Role.SEQUEL
        for clause in clauses
    }
    shown = _deciding(library, state, [clause for clause, role in roles.items() if role is Role.AMOUNT])
    return [
        {**citation(library, library.clauses[clause], state.run), "role": roles[clause], "open": clause in shown}
        for clause in sorted(roles, key=lambda clause: (clause not in shown, list(Role).index(roles[clause])))
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


def _warning(warn: Warn, matters: bool = False) -> WarningPart:
    return {"kind": warn.kind, "text": warn.text, "matters": matters}


def _warnings(library: Library, run: Run, outcome: Outcome, clauses: Iterable[str]) -> list[WarningPart]:
    """What to beware of; first what bears on this decision, then the text's own faults, its edition and its language."""
    warnings: list[WarningPart] = []
    ruleset = library.rulesets[run.network.ruleset]
    for rule in (run.network.rules[name] for name in run.standing):
        matters = not rule.is_consequence
        if decided := precision(library, rule):
            warnings.append({"kind": WarnKind.PRECISION, "text": decided, "matters": True})
        if rule.interpretation:
            warnings.append({"kind": WarnKind.INTERPRETATION, "text": rule.interpretation, "matters": matters})
        warnings.extend(_warning(warn, matters) for warn in concerning(run, rule.warnings))
    for silence in sorted(outcome.silences):
        warnings.append({"kind": WarnKind.SILENCE, "text": silence, "matters": True})
    cited = (warn for clause in clauses for warn in concerning(run, library.clauses[clause].warnings))
    warnings += [_warning(warn) for warn in cited]
    warnings.append({"kind": WarnKind.EDITION, "text": ruleset.newer, "matters": False})
    for source in library.sources_of(ruleset.id):
        warnings.append({"kind": WarnKind.LANGUAGE, "text": library.sources[source].prevails, "matters": False})
    return once(warnings)


def once(warnings: Iterable[WarningPart]) -> list[WarningPart]:
    """Each warning once, where it matters most."""
    told: dict[tuple[str, str], WarningPart] = {}
    for warning in sorted(warnings, key=lambda warning: not warning["matters"]):
        told.setdefault((warning["kind"], warning["text"]), warning)
    return list(told.values())


def _how(library: Library, state: State) -> list[HowPart]:
    """Each rule that stands with the facts that made it stand."""
    run = state.run
    steps: list[HowPart] = []
    order = sorted(run.standing, key=lambda name: (run.network.level["decision", name], name))
    for name in order:
        rule = run.network.rules[name]
        because = [_because(library.facts[test.fact], run.value(test.fact)) for test in rule.tests]
        overridden = [other for other, by in run.overridden.items() if name in by]
        steps.append(
            {
                "rule": name,
                "title": rule.title,
                "because": because,
                "cites": list(rule.cites),
                "interpretation": rule.interpretation,
                "overrides": overridden,
            }
        )
    return steps


def _because(fact: Fact, value: object) -> BecausePart:
    label = fact.label(value)
    return {"fact": fact.id, "title": fact.title, "label": label, "said": fact.said(value, label)}


def _left(library: Library, decides: Iterable[Decides]) -> list[DiscretionPart]:
    """What is left to somebody, with all that may be chosen."""
    return [{"who": library.players[one.who].label, "text": one.text} for one in sorted(decides, key=str)]


def _reading(library: Library, run: Run, number: int, reading: Reading, beside: Iterable[tuple[str, str]]) -> ReadingPart:
    """A reading with what it alone gives: that nothing is punished is not said beside what is certain for the same player."""
    then, spared = reading.then, all(player != reading.then.player for player, _ in beside)
    given = [one for one in then.sanctions if spared or not library.sanctions[one].vanishes]
    return {
        "key": READING,
        "number": number,
        "text": reading.text,
        "silence": then.silence,
        "sanctions": _sanctions(library, run, [(then.player, sanction) for sanction in given]),
        "amounts": [_amount(library, one) for one in sorted_dues(due(one, {}) for one in then.amounts if one.counts is None)],
        "discretion": _left(library, [then.decides] if then.decides else []),
        "slots": slot_parts(library, sorted(then.slots, key=lambda pair: library.rulesets[run.network.ruleset].slots.index(pair[0]))),
        "cites": list(reading.cites),
    }


def sheet(library: Library, state: State) -> RulingPart:
    """The ruling sheet of a final state; what would change it is added by `changes`."""
    outcome = state.outcome
    assert outcome is not None
    run, ruleset = state.run, state.run.network.ruleset
    clauses = list(
        dict.fromkeys([*outcome.cites, *(clause for reading in outcome.readings for clause in reading.cites)])
    )
    return {
        "headline": [headline(library, ruleset, outcome, spoken=True)],
        "decision": decision_line(library, ruleset, outcome),
        "interpreted": state.interpreted,
        "sanctions": _sanctions(library, run, outcome.sanctions),
        "amounts": [_amount(library, one) for one in sorted_dues(outcome.dues)],
        "slots": slot_parts(library, outcome.slots),
        "silences": sorted(outcome.silences),
        "silence_help": [],
        "discretion": _left(library, outcome.decides),
        "readings": [
            _reading(library, run, number, reading, outcome.sanctions)
            for number, reading in enumerate(outcome.readings, 1)
        ],
        "steps": _steps(library, run, outcome),
        "idle": idle_words(library, ruleset, outcome, outcome.slots),
        "citations": _citations(library, state, clauses),
        "warnings": _warnings(library, run, outcome, clauses),
        "how": _how(library, state),
        "dispute_does_not_matter": False,
        "unless": [],
        "lighter": [],
        "heavier": [],
        "unordered": [],
        "would_ask": [],
        "payments": None,
        "allowed": [],
    }

"""Beside a silence: what the same text decides in the nearest cases, and what the other texts say of the same facts.

None of it is the answer: the referee decides. The search is bounded, and nothing is looked for where the text speaks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from assistant.consultation.asking import key_of
from assistant.consultation.changes import WhyNot
from assistant.consultation.events import Judged
from assistant.consultation.foresight import questionnaire_of
from assistant.consultation.questionnaire import Questionnaire
from assistant.decision import headings
from assistant.decision.gravity import Difference, compare
from assistant.decision.outcome import Outcome
from assistant.decision.sameness import sides
from assistant.decision.state import State
from assistant.decision.words import headline
from assistant.engine.engines import Engines
from assistant.french import section_name
from assistant.model import Library, Ruleset, Value, value_problem

if TYPE_CHECKING:
    from assistant.consultation.guidance import NearestPart, OtherTextPart, SilenceHelpPart

MOST_RUNS = 60  # near cases that are judged
MOST_CHANGES = 3
MOST_EXAMPLES = 2  # near cases that are told where none is known to be graver than another

Side = Literal["lightest", "heaviest", "example"]
Changes = tuple[tuple[str, Value], ...]


class Near(NamedTuple):
    """A case near this one that the text decides."""

    changes: Changes
    state: State
    outcome: Outcome


def silence_help(library: Library, engines: Engines, judged: Judged) -> SilenceHelpPart:
    """What helps where the text is silent on one event."""
    return {
        "event": judged.event.number,
        "nearest": _nearest(library, judged),
        "elsewhere": elsewhere(library, engines, judged),
        "establish": establish(library, judged),
    }


def establish(library: Library, judged: Judged) -> list[str]:
    """What to look at and whom to ask first: for what is contested, then for the incident."""
    facts = [library.facts[name].establish for name in sorted(judged.event.contested) if name in library.facts]
    return list(dict.fromkeys(text for text in (*facts, library.establishing(judged.incident)) if text))


def near_cases(library: Library, judged: Judged) -> list[Near]:
    """The cases a few answers away that the text decides, those with the fewest changes first."""
    questionnaire, contested = judged.questionnaire, judged.event.contested
    others = WhyNot(library, questionnaire, judged.known, contested).others()
    rare = [
        (fact, value)
        for fact in questionnaire.rare(judged.known, contested)
        for value in questionnaire.branches[fact.id]
        if value != fact.usual
    ]
    waiting: deque[Changes] = deque(((fact.id, value),) for fact, value in (*others, *rare))
    near: list[Near] = []
    for _ in range(MOST_RUNS):
        if not waiting:
            break
        changes = waiting.popleft()
        facts = {**judged.known, **dict(changes)}
        state = questionnaire.judge(facts, contested)
        asked = questionnaire.next_question(state)
        if asked is not None and len(changes) < MOST_CHANGES and asked.id not in contested:
            waiting.extend((*changes, (asked.id, value)) for value in questionnaire.branches[asked.id])
        elif asked is None and state.outcome is not None:
            near += [Near(changes, state, state.outcome)] if _decides(state.outcome) else []
    return near


def _decides(outcome: Outcome) -> bool:
    """Whether a decision leaves nothing unsaid, and nothing to a choice between readings."""
    return bool(outcome.sanctions) and not outcome.readings and not outcome.silences


def _nearest(library: Library, judged: Judged) -> list[NearestPart]:
    """The lightest and the heaviest of the near cases where these can be put in order, else some as examples."""
    near: dict[Outcome, Near] = {}
    for one in near_cases(library, judged):
        near.setdefault(one.outcome, one)  # those with the fewest changes come first
    order = _order(library, judged)
    heavier = {one: [other for other in near if order(one, other) is Difference.HEAVIER] for one in near}
    ends = ends_of(heavier)
    if ends is None:
        return [_near_part(library, judged, one, "example") for one in list(near.values())[:MOST_EXAMPLES]]
    lightest, heaviest = ends
    own = judged.end.outcome if judged.end is not None else None
    said = own._replace(silences=frozenset()) if own is not None and own.sanctions and not own.readings else None
    told: list[tuple[Outcome, Side]] = []
    if said is None or order(said, lightest) is not Difference.HEAVIER:
        told.append((lightest, "lightest"))
    beside = Difference.HEAVIER if said is None else order(said, heaviest)
    if beside is not Difference.LIGHTER:
        told.append((heaviest, "example" if beside is Difference.UNORDERED else "heaviest"))
    return [_near_part(library, judged, near[one], side) for one, side in told]


def ends_of(heavier: Mapping[Outcome, Sequence[Outcome]]) -> tuple[Outcome, Outcome] | None:
    """The lightest decision and the heaviest above it, step by step where two that lie far apart cannot be put in order; None where no order has ends."""
    above = {other for others in heavier.values() for other in others}
    lowest = [one for one in heavier if one not in above and heavier[one]]
    if not lowest:
        return None
    lightest = max(lowest, key=lambda one: len(heavier[one]))
    reached: list[Outcome] = []
    waiting = list(heavier[lightest])
    while waiting:
        one = waiting.pop(0)
        if one not in reached:
            reached.append(one)
            waiting += heavier[one]
    ends = [one for one in reached if not heavier[one]]
    highest = [one for one in ends if one in heavier[lightest]] or ends
    count = {one: sum(one in others for others in heavier.values()) for one in highest}
    return (lightest, max(highest, key=count.__getitem__)) if highest else None


def _order(library: Library, judged: Judged) -> Callable[[Outcome, Outcome], Difference]:
    """How grave a second decision of this ruleset is beside a first, amounts included."""
    ruleset = judged.questionnaire.network.ruleset
    return lambda first, second: compare(library, *sides(library, (ruleset, ruleset), first, second))


def _near_part(library: Library, judged: Judged, near: Near, side: Side) -> NearestPart:
    cites = _deciding(near.state)
    return {
        "side": side,
        "decision": headline(library, judged.questionnaire.network.ruleset, near.outcome),
        "when": [
            {
                "key": key_of(judged.event, library.facts[name]),
                "title": library.facts[name].title,
                "value": value,
                "label": judged.questionnaire.label(library.facts[name], value),
            }
            for name, value in near.changes
        ],
        "sections": _sections(library, cites),
        "cites": cites,
        "interpreted": near.state.interpreted,
    }


def _deciding(state: State) -> list[str]:
    """The first clause of each rule that decides."""
    rules = (state.run.network.rules[name] for name in state.run.standing)
    return list(dict.fromkeys(rule.cites[0] for rule in rules if rule.is_ruling or rule.adds))


def _sections(library: Library, cites: list[str]) -> list[str]:
    return list(dict.fromkeys(section_name(library.clauses[clause].section) for clause in cites))


def elsewhere(library: Library, engines: Engines, judged: Judged) -> list[OtherTextPart]:
    """What every other ruleset says of the same facts."""
    here = judged.questionnaire.network.ruleset
    return [_other(library, engines, judged, other) for other in library.rulesets.values() if other.id != here]


def _other(library: Library, engines: Engines, judged: Judged, ruleset: Ruleset) -> OtherTextPart:
    part: OtherTextPart = {
        "ruleset": ruleset.id,
        "short": ruleset.short,
        "says": headings.NOT_THERE,
        "decides": False,
        "sections": [],
        "cites": [],
        "interpreted": False,
    }
    if ruleset.id not in library.incidents[judged.incident].rulesets:
        return part
    questionnaire = questionnaire_of(library, engines, ruleset.id, judged.incident)
    known = {name: value for name, value in judged.known.items() if _has(questionnaire, ruleset.game, name, value)}
    position = questionnaire.position(known, judged.event.contested & set(questionnaire.network.facts))
    if position.question is not None:
        return {**part, "says": f"{headings.WOULD_BE_ASKED} : {position.question.question}"}
    outcome = position.state.outcome
    if outcome is None or len(position.possibilities) > 1:
        return {**part, "says": headings.SEVERAL_POSSIBILITIES}
    cites = _deciding(position.state)
    return {
        **part,
        "says": headline(library, ruleset.id, outcome),
        "decides": not outcome.exit,
        "sections": _sections(library, cites),
        "cites": cites,
        "interpreted": position.state.interpreted,
    }


def _has(questionnaire: Questionnaire, game: str, name: str, value: Value) -> bool:
    """Whether a ruleset reads this answer, and its game has it."""
    fact = questionnaire.network.facts.get(name)
    if fact is None or value_problem(fact, value) is not None:
        return False
    return all(known.id != value or known.game in (None, game) for known in fact.values)

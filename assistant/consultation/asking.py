"""The next question as the document puts it: of a fact, or of the case itself — who did it, and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.consultation.events import Judged
from assistant.consultation.forks import Ask
from assistant.consultation.intake import BY, NAMES, SEATS, TILES, TO_WHOM, WHEN, Event
from assistant.consultation.naming import MOMENTS, player_label
from assistant.consultation.questionnaire import UNSETTLED, unsettled
from assistant.consultation.sheet import citation
from assistant.decision import headings
from assistant.model import By, Fact, FactValue, Library, Scope

if TYPE_CHECKING:
    from assistant.consultation.document import ChoicePart, JudgementPart, NumberPart, OpenPart, QuestionPart, TypedPart

WHOSE = (
    FactValue(By.SAME, "Le même joueur", "celui de l'incident 1"),
    FactValue(By.OTHER, "Un autre joueur", None),
)


def key_of(event: Event, fact: Fact) -> str:
    """The name under which an answer is told: prefixed where it belongs to one event alone."""
    return fact.id if fact.scope != Scope.FAULT else event.prefix + fact.id


def question(library: Library, judged: Sequence[Judged], ask: Ask) -> QuestionPart:
    """A question with its answers and why it is asked."""
    asked = judged[ask.event - 1]
    if ask.fact is None:
        return _of_the_case(library, [one.event for one in judged], ask)
    fact, questionnaire = ask.fact, asked.questionnaire
    assert fact.question is not None
    never = asked.never(fact.id)
    return {
        "fact": fact.id,
        "event": ask.event,
        "key": key_of(asked.event, fact),
        "title": fact.title,
        "question": fact.question,
        "help": fact.helps(questionnaire.network.ruleset, library.rulesets[questionnaire.network.ruleset].game),
        "judgement": judgement(library, questionnaire.network.ruleset, fact),
        "answers": [choice(value) for value in fact.values if value.id not in never],
        "number": _number(fact),
        "hint": _hint(fact),
        "tiles": (asked.event.prefix + TILES) if _tiles_may_answer(asked) else None,
        "not_established": choice(unsettled(fact)),
        "why": [
            {"value": value, "label": questionnaire.label(fact, value), "leaves": titles}
            for value, titles in questionnaire.leaves(asked.position.state.run, fact)
            if value not in never
        ],
    }


def judgement(library: Library, ruleset: str, fact: Fact) -> JudgementPart | None:
    """That a fact is judged, and the measure that this ruleset gives, an edition's base included."""
    if fact.yardstick is None:
        return None
    own, base = library.rulesets[ruleset], library.rulesets.get(library.rulesets[ruleset].base or "")
    cites = fact.yardstick.get(ruleset, ())
    if not cites and base is not None:
        taken_over = (own.source + clause[len(base.source) :] for clause in fact.yardstick.get(base.id, ()))
        cites = tuple(clause for clause in taken_over if clause in library.clauses)
    text = headings.YARDSTICK if cites else headings.NO_YARDSTICK
    return {
        "text": f"{headings.JUDGEMENT} {text}",
        "citations": [citation(library, library.clauses[clause]) for clause in cites],
    }


def _tiles_may_answer(asked: Judged) -> bool:
    """Whether tiles, where none were told, could answer this question or one to come."""
    facts, needs = asked.questionnaire.network.facts, asked.position.state.needs
    return asked.tiles is None and any(facts[name].computed for name in needs)


def _of_the_case(library: Library, events: list[Event], ask: Ask) -> QuestionPart:
    """Who did this, to whom, or when with regard to the event before."""
    event, before = events[ask.event - 1], events[ask.event - 2]
    incident = library.incidents[event.incident].title
    values: tuple[FactValue, ...]
    if ask.name == TO_WHOM:
        doing = {other.player for other in events if other.incident == event.incident}
        title, values = "À qui", tuple(one for one in _players(library, event.player) if one.id not in doing)
        text = f"À qui est-ce arrivé, ou de qui venait la tuile, dans l'incident {event.number} ({incident}) ?"
    elif ask.name == WHEN:
        title, values = "Quand", MOMENTS
        text = f"Quand est-ce arrivé, par rapport à l'incident {before.number} ({library.incidents[before.incident].title}) ?"
    else:
        title, values = "Qui", WHOSE if ask.name == BY else _players(library, events[0].player)
        text = f"Qui est en cause dans l'incident {event.number} ({incident}) ?"
    return {
        "fact": ask.name,
        "event": ask.event,
        "key": event.prefix + ask.name,
        "title": title,
        "question": text,
        "help": None,
        "judgement": None,
        "answers": [choice(value) for value in values],
        "number": None,
        "hint": None,
        "tiles": None,
        "not_established": choice(UNSETTLED) if ask.name == WHEN else None,
        "why": [],
    }


def _players(library: Library, first: str) -> tuple[FactValue, ...]:
    """The four seats, or the four names where the first player has one."""
    four = NAMES if first in NAMES else SEATS[:4]
    return tuple(FactValue(player, player_label(library, player), None) for player in four)


def choice(value: FactValue) -> ChoicePart:
    """An answer as it is offered."""
    return {"value": value.id, "label": value.label, "help": value.help, "exit": value.exit}


def typed(fact: Fact) -> TypedPart:
    """What of a fact is typed rather than chosen, for whoever asks it again."""
    return {"title": fact.title, "number": _number(fact), "hint": _hint(fact)}


def _hint(fact: Fact) -> str | None:
    """What may be typed, in words."""
    return f"un nombre de {fact.low} à {fact.high} ({fact.unit})" if fact.is_number else None


def _number(fact: Fact) -> NumberPart | None:
    if fact.low is None or fact.high is None:
        return None
    return {"min": fact.low, "max": fact.high, "unit": fact.unit or ""}


def open_rulings(library: Library, judged: Judged) -> list[OpenPart]:
    """The rulings still open and what each waits for."""
    run = judged.position.state.run
    return [
        {
            "rule": rule.id,
            "title": rule.title,
            "waits_for": [run.network.facts[test.fact].title for test in rule.tests if run.value(test.fact) is None],
            "cites": list(rule.cites),
            "interpreted": rule.interpretation is not None,
        }
        for rule in judged.questionnaire.possible_rulings(run)
    ]

"""What a user says of a case, understood: which incidents, which facts, which are contested.

Facts come flat, `name=value`; `tuiles` is the hand. A second incident has its names prefixed with `2.` (`2.incident`, `2.par`, `2.tuiles_montrees`), a
third with `3.`; facts of the table and of the context are said once, without a prefix.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.errors import InputError, listing, unknown
from assistant.model import INCIDENT, By, Library, Scope, Value, value_problem

PREFIXED = re.compile(r"([2-9])\.(.+)")
BY = "par"  # whose act a further incident is
TILES = "tuiles"  # the hand of the player in question, as one line of text


class Event(NamedTuple):
    """One incident of a case, with the facts known of it."""

    number: int
    incident: str
    by: By
    told: dict[str, Value]
    contested: frozenset[str]
    tiles: str | None = None

    @property
    def prefix(self) -> str:
        return _prefix(self.number)


class Understanding(NamedTuple):
    """A case as it was understood: its events in order, and of what was said the part understood and the part not."""

    events: list[Event]
    said: dict[str, object]
    dropped: dict[str, object]


def understand(
    library: Library, rulesets: Iterable[str], facts: Mapping[str, object], strict: bool = True
) -> Understanding:
    """What was said of a case; what is not understood is an InputError when strict, else left out and returned.

    Without a known first incident there is no case, and in rulesets where an incident cannot occur neither: InputError always.
    """
    names = list(rulesets)
    for ruleset in names:
        if ruleset not in library.rulesets:
            raise InputError(unknown("règlement", ruleset, library.rulesets))
    dropped: set[str] = set()
    for name, problem in _problems(library, names, _groups(facts)):
        if strict:
            raise InputError(problem)
        dropped.add(name)
    said = {name: raw for name, raw in facts.items() if name not in dropped}
    return Understanding(_events(library, said), said, {name: facts[name] for name in facts if name in dropped})


def is_hand(library: Library, name: str) -> bool:
    """Whether this name carries tiles: it does where the knowledge says what tiles mean."""
    return name == TILES and library.tiles is not None


def _prefix(number: int) -> str:
    return "" if number == 1 else f"{number}."


def _groups(facts: Mapping[str, object]) -> dict[int, dict[str, object]]:
    """The facts by the number of their incident, in its order."""
    groups: dict[int, dict[str, object]] = {1: {}}
    for name, raw in facts.items():
        match = PREFIXED.fullmatch(name)
        number, name = (int(match[1]), match[2]) if match else (1, name)
        groups.setdefault(number, {})[name] = raw
    return dict(sorted(groups.items()))


def _problems(
    library: Library, rulesets: list[str], groups: Mapping[int, Mapping[str, object]]
) -> Iterator[tuple[str, str]]:
    """What is not understood, by the name under which it was said, and why; a further incident that is not makes its facts idle."""
    last = 0
    for number, group in groups.items():
        problem = _gap(number, last) or _incident_problem(library, rulesets, number, group.get(INCIDENT))
        if problem and number == 1:
            raise InputError(problem)
        if problem:
            yield from ((_prefix(number) + name, problem) for name in group)
            continue
        last = number
        for name, raw in group.items():
            problem = _problem(library, str(group[INCIDENT]), number, name, raw)
            if problem:
                yield _prefix(number) + name, problem


def _gap(number: int, last: int) -> str | None:
    if number == last + 1:
        return None
    return f"Il y a un incident {number} mais pas d'incident {number - 1} : numérotez-les à la suite."


def _incident_problem(library: Library, rulesets: list[str], number: int, incident: object) -> str | None:
    """Why this is no incident; one that cannot occur in a ruleset asked for is refused outright."""
    if incident is None:
        return f"Dites l'incident : {_prefix(number)}incident=… Connus : {listing(library.incidents, 80)}."
    if incident not in library.incidents:
        return unknown("incident", incident, library.incidents)
    possible = library.incidents[str(incident)].rulesets
    for ruleset in rulesets:
        if ruleset not in possible:
            raise InputError(
                f"L'incident « {incident} » ne se produit pas en {ruleset} ; "
                f"règlements où il se produit : {listing(possible)}."
            )
    return None


def _problem(library: Library, incident: str, number: int, name: str, raw: object) -> str | None:
    """Why one thing said of an incident is not understood, or None."""
    if name == INCIDENT:
        return None
    if name == BY and number > 1:
        return None if raw in list(By) else f"{_prefix(number)}{BY} : {unknown('valeur', raw, By)}"
    if is_hand(library, name):
        return _hand_problem(_prefix(number) + name, str(raw))
    if name not in library.facts:
        return unknown("fait", name, library.facts)
    fact = library.incidents[incident].asks(library.facts[name])
    if raw == NOT_ESTABLISHED and fact.scope != Scope.CONTEXT:
        return None
    problem = value_problem(fact, fact.read(raw))
    always = "" if fact.scope == Scope.CONTEXT else f" « {NOT_ESTABLISHED} » est toujours permis."
    return f"{fact.id} : {problem}{always}" if problem else None


def _hand_problem(name: str, line: str) -> str | None:
    """Why a line cannot even be looked at; whether it makes a hand is said later, where it can be mended."""
    from assistant.hands.hand import LONGEST

    if not line:
        return f"{name} : écrivez les tuiles, par exemple 2233344456m 678p +3m, ou ne donnez pas « {name} »."
    return f"{name} : plus de {LONGEST} signes pour une main, c'est trop." if len(line) > LONGEST else None


def _events(library: Library, facts: Mapping[str, object]) -> list[Event]:
    """The events of facts that are all understood; what is said of the table holds for each of them."""
    groups = _groups(facts)
    shared = {
        name: raw
        for group in groups.values()
        for name, raw in group.items()
        if name in library.facts and library.facts[name].scope != Scope.FAULT
    }
    return [_event(library, number, group, shared) for number, group in groups.items()]


def _event(library: Library, number: int, group: Mapping[str, object], shared: Mapping[str, object]) -> Event:
    told: dict[str, Value] = {fact.id: fact.values[0].id for fact in library.context_facts()}
    contested: set[str] = set()
    for name, raw in {**shared, **group}.items():
        if name not in library.facts or is_hand(library, name):
            continue
        if raw == NOT_ESTABLISHED:
            contested.add(name)
        else:
            told[name] = library.facts[name].read(raw)
    tiles = str(group[TILES]) if TILES in group and is_hand(library, TILES) else None
    by = By(str(group.get(BY, By.SAME)))
    return Event(number, str(group[INCIDENT]), by, told, frozenset(contested), tiles)

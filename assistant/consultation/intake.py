"""What a user says of a case, understood: which incidents, which facts, which are contested.

Facts come flat, `name=value`; `tuiles` is the hand. A second incident has its names prefixed with `2.` (`2.incident`, `2.par`, `2.tuiles_montrees`), a
third with `3.`; facts of the table and of the context are said once, without a prefix.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.errors import InputError, listing, unknown
from assistant.model import INCIDENT, Fact, Library, Value, value_problem

WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
PREFIXED = re.compile(r"([2-9])\.(.+)")
BY = "par"  # whose act a further incident is
SAME_PLAYER, OTHER_PLAYER = "meme", "autre"
TILES = "tuiles"  # the hand of the player in question, as one line of text


class Event(NamedTuple):
    """One incident of a case, with the facts known of it."""

    number: int
    incident: str
    by: str
    told: dict[str, Value]
    contested: frozenset[str]
    tiles: str | None = None

    @property
    def prefix(self) -> str:
        return "" if self.number == 1 else f"{self.number}."


def understand(library: Library, rulesets: Iterable[str], facts: Mapping[str, object]) -> list[Event]:
    """The incidents of a case in order; InputError when something is not understood."""
    names = list(rulesets)
    for ruleset in names:
        if ruleset not in library.rulesets:
            raise InputError(unknown("règlement", ruleset, library.rulesets))
    groups = _groups(facts)
    shared: dict[str, object] = {}
    for group in groups.values():
        shared.update({name: raw for name, raw in group.items() if _scope(library, name) in ("table", "contexte")})
    return [_event(library, names, number, group, shared) for number, group in sorted(groups.items())]


def is_hand(library: Library, name: str) -> bool:
    """Whether this name carries tiles: it does where the knowledge says what tiles mean."""
    return name == TILES and library.tiles is not None


def _groups(facts: Mapping[str, object]) -> dict[int, dict[str, object]]:
    """The facts by the number of their incident."""
    groups: dict[int, dict[str, object]] = {1: {}}
    for name, raw in facts.items():
        match = PREFIXED.fullmatch(name)
        number, name = (int(match[1]), match[2]) if match else (1, name)
        groups.setdefault(number, {})[name] = raw
    for number in groups:
        if number > 1 and number - 1 not in groups:
            raise InputError(
                f"Il y a un incident {number} mais pas d'incident {number - 1} : numérotez-les à la suite."
            )
    return groups


def _scope(library: Library, name: str) -> str | None:
    return library.facts[name].scope if name in library.facts else None


def _event(
    library: Library, rulesets: list[str], number: int, group: Mapping[str, object], shared: Mapping[str, object]
) -> Event:
    prefix = "" if number == 1 else f"{number}."
    incident = group.get(INCIDENT)
    if incident is None:
        raise InputError(f"Dites l'incident : {prefix}incident=… Connus : {listing(library.incidents, 80)}.")
    if incident not in library.incidents:
        raise InputError(unknown("incident", incident, library.incidents))
    possible = library.incidents[str(incident)].rulesets
    for ruleset in rulesets:
        if ruleset not in possible:
            raise InputError(
                f"L'incident « {incident} » ne se produit pas en {ruleset} ; "
                f"règlements où il se produit : {listing(possible)}."
            )
    by = str(group.get(BY, SAME_PLAYER))
    if by not in (SAME_PLAYER, OTHER_PLAYER):
        raise InputError(f"{prefix}{BY} : {unknown('valeur', by, (SAME_PLAYER, OTHER_PLAYER))}")
    told: dict[str, Value] = {fact.id: fact.values[0].id for fact in library.context_facts()}
    contested: set[str] = set()
    for name, raw in {**shared, **group}.items():
        if name == INCIDENT or (name == BY and number > 1) or is_hand(library, name):
            continue
        if name not in library.facts:
            raise InputError(unknown("fait", name, library.facts))
        fact = library.facts[name]
        if name in group:
            fact = library.incidents[str(incident)].asks(fact)
        if raw == NOT_ESTABLISHED and fact.scope != "contexte":
            contested.add(name)
        else:
            told[name] = _value(fact, raw)
    tiles = str(group[TILES]) if group.get(TILES) and is_hand(library, TILES) else None
    return Event(number, str(incident), by, told, frozenset(contested), tiles)


def _value(fact: Fact, raw: object) -> Value:
    value: Value = raw if isinstance(raw, (int, str)) and not isinstance(raw, bool) else str(raw)
    if fact.is_number and isinstance(value, str) and WHOLE_NUMBER.fullmatch(value):
        value = int(value)
    problem = value_problem(fact, value)
    if problem:
        always = "" if fact.scope == "contexte" else f" « {NOT_ESTABLISHED} » est toujours permis."
        raise InputError(f"{fact.id} : {problem}{always}")
    return value

"""What a user says of a case, understood: which incidents, which facts, which are contested.

Facts come flat, `name=value`; `tuiles` is the hand. A second event has its names prefixed with `2.` (`2.incident`, `2.tuiles_montrees`), a third with
`3.`; facts of the table and of the context are said once, without a prefix. Of an event can be said who did it (`qui`: a seat, or one of four names),
to whom (`a_qui`), when with regard to the one before (`quand`), which reading of the text the referee follows (`lecture`, by its number), and what she
chose where the text leaves it to her (`choix`). `par` tells the player of a further event from that of the first where no seat is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.decision.sense import implied
from assistant.decision.statuses import CHOICE, NO_CHOICE, NOBODY, READING
from assistant.errors import InputError, listing, unknown
from assistant.model import DEFAULT_PLAYER, INCIDENT, By, Library, Scope, Value, When, value_problem

PREFIXED = re.compile(r"([2-9])\.(.+)")
BY = "par"  # whose act a further incident is
WHO, TO_WHOM, WHEN = "qui", "a_qui", "quand"
NAMES = ("a", "b", "c", "d")
SEATS = ("est", "sud", "ouest", "nord", *NAMES)
SAID_OF_EVENTS = (BY, WHO, TO_WHOM, WHEN, READING, CHOICE)
OTHER_PLAYER = "autre"  # another than the player of the first event, where no seat is given
TILES = "tuiles"  # the hand of the player in question, as one line of text


class Event(NamedTuple):
    """One incident of a case, with the facts known of it."""

    number: int
    incident: str
    player: str  # a seat or a name, else the player of the first event or another
    told: dict[str, Value]
    contested: frozenset[str]
    tiles: str | None = None
    target: str | None = None
    when: When | None = None  # None where it was not said
    reading: int | None = None
    choice: str | None = None
    placed: bool = True  # whether it was said who did it
    own: frozenset[str] = frozenset()  # the names that were said of it itself, not of the table

    @property
    def prefix(self) -> str:
        return _prefix(self.number)

    @property
    def by(self) -> By:
        """Whether the player of the first event did it, where no seat is given."""
        return By.OTHER if self.player == OTHER_PLAYER else By.SAME


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
            raise InputError(library.no_ruleset(ruleset))
    dropped: set[str] = set()
    groups = _groups(facts)
    for name, problem in [*_problems(library, names, groups), *_mixed(groups)]:
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
    if name in SAID_OF_EVENTS:
        return _saying_problem(library, number, name, raw)
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


def _saying_problem(library: Library, number: int, name: str, raw: object) -> str | None:
    """Why what was said of an event itself is not understood."""
    full = _prefix(number) + name
    if name in (BY, WHEN) and number == 1:
        return f"{full} : ne se dit que d'un événement suivant (2.{name}=…) ; le premier n'en a pas avant lui."
    if name == READING:
        return None if str(raw) in map(str, range(1, 10)) else f"{full} : donnez le numéro de la lecture, de 1 à 9."
    every: dict[str, Iterable[str]] = {
        BY: By,
        WHEN: [*When, NOT_ESTABLISHED],
        WHO: [*SEATS, NOBODY],
        TO_WHOM: SEATS,
        CHOICE: [*library.sanctions, NO_CHOICE],
    }
    known = list(every[name])
    return None if raw in known else f"{full} : {unknown('valeur', raw, known)}"


def _mixed(groups: Mapping[int, Mapping[str, object]]) -> Iterator[tuple[str, str]]:
    """Names told beside seats: nobody could say who is who."""
    said = {
        _prefix(number) + name: str(group[name])
        for number, group in groups.items()
        for name in (WHO, TO_WHOM)
        if name in group
    }
    if any(player in SEATS and player not in NAMES for player in said.values()):
        for full, player in said.items():
            if player in NAMES:
                remedy = "nommez tous les joueurs par leur siège (est, sud, ouest, nord) ou tous par une lettre (a à d)"
                yield full, f"{full}={player} : un autre événement donne un siège ; {remedy}."


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
    first = str(groups[1].get(WHO, DEFAULT_PLAYER))
    return [_event(library, number, group, shared, first) for number, group in groups.items()]


def _event(
    library: Library, number: int, group: Mapping[str, object], shared: Mapping[str, object], first: str
) -> Event:
    told: dict[str, Value] = {fact.id: fact.values[0].id for fact in library.context_facts()}
    contested: set[str] = set()
    for name, raw in {**shared, **group}.items():
        if name not in library.facts or is_hand(library, name):
            continue
        if raw == NOT_ESTABLISHED:
            contested.add(name)
        else:
            told[name] = library.facts[name].read(raw)
    told |= {name: value for name, value in implied(library, told).items() if name not in contested}
    when = group.get(WHEN)
    if when == NOT_ESTABLISHED:
        contested.add(WHEN)
    return Event(
        number,
        str(group[INCIDENT]),
        _player(group, first),
        told,
        frozenset(contested),
        str(group[TILES]) if TILES in group and is_hand(library, TILES) else None,
        str(group[TO_WHOM]) if TO_WHOM in group else None,
        When(str(when)) if when in list(When) else None,
        int(str(group[READING])) if READING in group else None,
        str(group[CHOICE]) if CHOICE in group else None,
        number == 1 or WHO in group or BY in group,
        frozenset(group),
    )


def _player(group: Mapping[str, object], first: str) -> str:
    """Who did it: as said, else the player of the first event unless another did."""
    if WHO in group:
        return str(group[WHO])
    return OTHER_PLAYER if group.get(BY) == By.OTHER else first

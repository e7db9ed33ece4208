"""What authors write of an incident and of what lasts, piece by piece: whether two states of the knowledge wrote it otherwise, and where."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from assistant.authoring.resolve.conditions import with_what_they_need
from assistant.engine.network import Network
from assistant.graph.fingerprint import digest
from assistant.graph.plain import Data, plain
from assistant.model import Fact, Library, Link, Place, Sets, Test
from assistant.model import LinkSource as Source

VOCABULARY = "knowledge/vocabularies"
KEYS: Mapping[type, Mapping[str, str]] = {  # as the YAML calls what the model names otherwise
    Link: {"incidents": "of", "seats": "seat", "source": "from"},
    Source: {"incidents": "incident", "seats": "seat", "whens": "when", "sanctions": "sanction", "tests": "facts"},
    Sets: {"sanctions": "by", "since": "from"},
}


class Piece(NamedTuple):
    """One thing that is written: all that it comes to, what its author wrote of it, and its place."""

    whole: str  # a hash, conditions that a fact brings with it included
    own: str  # and without them
    place: str
    said: tuple[tuple[str, Data], ...] = ()  # key by key, of what is shown as it is written


def edited(before: Piece | None, after: Piece | None) -> bool:
    """Whether its author changed it: what another piece brought to it is that one's."""
    if before is None or after is None:
        return before is not after
    return before.whole != after.whole and before.own != after.own


def pieces(library: Library, network: Network) -> dict[str, Piece]:
    """All that an author writes of an incident in a ruleset, each by its name."""

    def piece(place: object, *things: object) -> Piece:
        return Piece(digest(*things), digest(*(_own(thing, library.facts) for thing in things)), str(place))

    written = {rule.id: piece(rule.place, rule) for rule in network.rules.values()}
    given = {name for rule in network.rules.values() for then in rule.every_then() for name in then.sanctions}
    for name in sorted(given):
        sanction = library.sanctions[name]
        written[name] = piece(VOCABULARY, sanction._replace(rulesets={}), sanction.rulesets.get(network.ruleset))
    for fact in network.facts.values():
        print_ = digest(fact._replace(rank=0))
        written[fact.id] = Piece(print_, print_, str(fact.place))
    incident = library.incidents[network.incident]
    written[incident.id] = piece(incident.place, incident.first, incident.answers, incident.title)
    for name in sorted({clause for rule in network.rules.values() for clause in rule.citations()}):
        if (clause := library.clauses.get(name)) is not None:
            written[name] = piece(clause.place, clause)
    return written


def lasting(library: Library, ruleset: str) -> dict[str, Piece]:
    """What one event settles of another in a ruleset, and what lasts beyond it."""
    mine = library.rulesets.get(ruleset)
    if mine is None:
        return {}
    found = {f"lien {link.id}": _piece(link) for link in mine.links}
    for status in dict.fromkeys(one.status for one in mine.sets):
        found[f"statut {status}"] = _piece(*(one for one in mine.sets if one.status == status))
    return found


def difference_words(before: Piece, after: Piece) -> tuple[str, str]:
    """What two writings of one thing say otherwise, key by key, each as its own state has it."""
    was, is_ = dict(before.said), dict(after.said)
    keys = [key for key in dict.fromkeys([*was, *is_]) if was.get(key) != is_.get(key)]
    return _words(keys, was), _words(keys, is_)


def _words(keys: Iterable[str], said: Mapping[str, Data]) -> str:
    return " ; ".join(f"{key} : {json.dumps(said[key], ensure_ascii=False) if key in said else 'rien'}" for key in keys)


def _piece(first: Link | Sets, *others: Link | Sets) -> Piece:
    """One link, or all that sets one status."""
    print_ = digest(first, *others)
    said = [
        (f"{key} ({number})" if others else key, value)
        for number, one in enumerate((first, *others), 1)
        for key, value in _keys(one)
    ]
    return Piece(print_, print_, str(first.place), tuple(said))


def _keys(one: Link | Sets | Source) -> Iterator[tuple[str, Data]]:
    """What is written, key by key; of the other event that a link looks for, each of its own keys."""
    names = KEYS[type(one)]
    for key, value in plain(one).items():
        inner = getattr(one, key)
        if isinstance(inner, Source):
            yield from ((f"{names[key]}.{name}", said) for name, said in _keys(inner))
        else:
            yield names.get(key, key), value


def _own(thing: object, facts: Mapping[str, Fact]) -> object:
    """A thing without the conditions that only the facts of its other conditions brought with them."""
    if isinstance(thing, Mapping):
        return {key: _own(one, facts) for key, one in thing.items()}
    if hasattr(thing, "_fields"):
        return {name: _own(getattr(thing, name), facts) for name in thing._fields if not isinstance(getattr(thing, name), Place)}
    if isinstance(thing, (tuple, frozenset)):
        tests = [one for one in thing if isinstance(one, Test)]
        if tests:
            return [plain(one) for one in _tests(tests, facts)]
        parts = [_own(one, facts) for one in thing]
        return parts if isinstance(thing, tuple) else sorted(parts, key=json.dumps)
    return plain(thing)


def _tests(tests: Iterable[Test], facts: Mapping[str, Fact]) -> Iterator[Test]:
    """The fewest of these conditions that bring all the others."""
    whole = tuple(tests)
    kept = list(whole)
    for one in whole:
        rest = [other for other in kept if other is not one]
        if set(with_what_they_need(tuple(rest), facts)) == set(whole):
            kept = rest
    yield from kept

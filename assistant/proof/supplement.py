"""A supplement against its base: where it does not decide as its base does, and how much of it that is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from assistant.model import Library, Ruleset
from assistant.proof.difference import Change, Difference, Kind, Knowledge, Pair

DECIDED = (Kind.NEW, Kind.GONE, Kind.DECISION, Kind.AMOUNT)  # what is decided otherwise, words and citations aside


def unlike_base(library: Library, ruleset: str) -> list[Pair]:
    """Of a supplement, the incidents that it does not decide exactly as its base does."""
    knowledge, plain = Knowledge(library), Knowledge(as_its_base(library, library.rulesets[ruleset]))
    mine = [pair for pair in knowledge.pairs if pair[0] == ruleset]
    return [pair for pair in mine if pair not in plain.pairs or plain.hash(pair) != knowledge.hash(pair)]


def as_its_base(library: Library, supplement: Ruleset) -> Library:
    """A library in which a supplement says nothing of its own: all is as in its base."""
    base = library.rulesets[supplement.base or ""]

    def own(name: str) -> str:
        return supplement.id + name[len(base.id) :]

    rules = {
        own(rule.id): rule._replace(id=own(rule.id), ruleset=supplement.id, overrides=tuple(map(own, rule.overrides)))
        for rule in base.rules.values()
    }
    plain = supplement._replace(
        rules=rules,
        sets=tuple(one._replace(ruleset=supplement.id) for one in base.sets),
        links=tuple(one._replace(id=own(one.id), ruleset=supplement.id) for one in base.links),
        dropped=(),
    )
    sanctions = dict(library.sanctions)
    for name, one in library.sanctions.items():
        if base.id in one.rulesets:
            sanctions[name] = one._replace(rulesets={**one.rulesets, supplement.id: one.rulesets[base.id]})
    incidents = dict(library.incidents)
    for name, incident in library.incidents.items():
        others = tuple(other for other in incident.rulesets if other != supplement.id)
        here = (supplement.id,) if base.id in others else ()
        incidents[name] = incident._replace(rulesets=(*others, *here))
    return library._replace(rulesets={**library.rulesets, supplement.id: plain}, sanctions=sanctions, incidents=incidents)


def changes_of(library: Library, ruleset: str) -> list[Change]:
    """All that a supplement makes otherwise than its base has it."""
    plain = as_its_base(library, library.rulesets[ruleset])
    return [change for change in Difference(plain, library).changes() if change.ruleset == ruleset]


def changed_words(library: Library, ruleset: str, changes: Sequence[Change]) -> str:
    """How many rules a supplement changes, and in how many situations the decision is another."""
    one = library.rulesets[ruleset]
    rules = len(one.dropped) + sum(not library.taken_over(rule) for rule in one.rules.values())
    decided = [change for change in changes if change.kind in DECIDED]
    situations = {(change.incident, change.before, change.after) for change in decided}
    incidents = {change.incident for change in decided}
    base = library.rulesets[one.base or ""]
    return (
        f"{one.title} : {_count(rules, 'règle changée', 'règles changées')}, {_count(len(situations), 'situation', 'situations')} "
        f"où la décision n'est plus celle de {base.title} ({_count(len(incidents), 'incident', 'incidents')})."
    )


def supplement_lines(library: Library, rulesets: Sequence[str]) -> list[str]:
    """Of every supplement in view beside its base, what it changes."""
    return [
        changed_words(library, own, changes_of(library, own))
        for own, base in permutations(rulesets, 2)
        if library.rulesets[own].supplements and library.rulesets[own].base == base
    ]


def _count(number: int, one: str, several: str) -> str:
    return f"{number} {one if number < 2 else several}"

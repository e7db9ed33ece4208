"""Hashes of what a graph is made of: whoever compares two states of the knowledge looks only at what changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from assistant.engine.network import Network
from assistant.graph.plain import plain
from assistant.model import Clause, Library, Rule, Ruleset

SHORT = 16  # hexadecimal digits


def digest(*things: object) -> str:
    """A hash of things of the model, wherever they were written."""
    told = json.dumps([plain(thing) for thing in things], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:SHORT]


def network_hash(library: Library, network: Network) -> str:
    """Of all that decides an incident in a ruleset: its rules, its facts in their order, what is asked first, the slots, the sanctions."""
    ruleset = library.rulesets[network.ruleset]
    names = sorted({name for rule in network.rules.values() for then in rule.every_then() for name in then.sanctions})
    asked = [fact._replace(rank=0) for fact in sorted(network.facts.values(), key=lambda fact: fact.rank)]
    settled = [pair for link in ruleset.links for pair in link.settles if pair[0] in network.facts]
    return digest(
        [network.rules[name] for name in sorted(network.rules)],
        asked,
        library.incidents[network.incident].first,
        [library.sanctions[name]._replace(rulesets={}) for name in names],
        [library.sanctions[name].rulesets.get(network.ruleset) for name in names],
        ruleset.slots,
        [library.slots[name] for name in ruleset.slots],
        sorted(set(settled)),
        [library.clauses.get(name) for name in cited(network.rules.values())],
    )


def cited(rules: Iterable[Rule]) -> list[str]:
    """The clauses that rules and their readings cite."""
    return sorted({clause for rule in rules for clause in rule.citations()})


def clauses_of(ruleset: Ruleset) -> list[str]:
    """All clauses that a ruleset cites, in the order of their numbers."""
    linked = {
        *(clause for link in ruleset.links for clause in link.cites),
        *(clause for one in ruleset.sets for clause in one.cites),
    }
    return sorted({*cited(ruleset.rules.values()), *linked})


def clause_hash(clause: Clause | None) -> str:
    """Of the words of a clause."""
    return digest(clause)


def words_hash(library: Library, rule: Rule) -> str:
    """Of what a rule makes a sheet say besides its decision: its title, steps, warnings, and the words of its sanctions."""
    named = [
        library.sanctions[name].rulesets.get(rule.ruleset)
        for then in rule.every_then()
        for name in sorted(then.sanctions)
    ]
    units = sorted({amount.unit for then in rule.every_then() for amount in then.amounts})
    return digest(
        rule.title, rule.steps, rule.warnings, rule.interpretation, named, [library.units[unit] for unit in units]
    )

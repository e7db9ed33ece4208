"""In which order links are heard: one that reads what another settles comes after it, and none may wait for itself."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.errors import Problem
from assistant.model import Link, Reads, Rule, Ruleset

Given = tuple[str, str]  # an incident, and a sanction or a slot that it may receive
FIRST = 1  # what is read as it stood then


def with_strata(ruleset: Ruleset) -> tuple[Ruleset, list[Problem]]:
    """The ruleset with the stratum of each of its links; those that wait for each other are a mistake, told with both places."""
    links = [link for link in ruleset.links if link.reads is Reads.END]
    moved = {link.id: frozenset(_moves(ruleset, link)) for link in links}
    waits = {link.id: [other for other in links if frozenset(_read(ruleset, link)) & moved[other.id]] for link in links}
    depth: dict[str, int] = {}
    problems: list[Problem] = []

    def stratum(link: Link, path: tuple[Link, ...]) -> int:
        if link in path:
            problems.append(_circle((*path[path.index(link) :], link)))
            return FIRST
        if link.id not in depth:
            depth[link.id] = 1 + max((stratum(other, (*path, link)) for other in waits[link.id]), default=FIRST)
        return depth[link.id]

    ordered = tuple(
        link._replace(stratum=stratum(link, ()) if link.reads is Reads.END else FIRST) for link in ruleset.links
    )
    return ruleset._replace(links=ordered), problems[:1]


def _circle(path: tuple[Link, ...]) -> Problem:
    first = path[0]
    round_ = " → ".join(f"{link.id} ({link.place})" for link in path)
    message = f"ces liens s'attendent l'un l'autre : {round_} ; resserrez « of », « incident » ou « sanction », ou lisez « alors »"
    return Problem(first.place.file, first.place.line, first.id, message)


def _read(ruleset: Ruleset, link: Link) -> Iterator[Given]:
    """What a link reads of other events."""
    source = link.source
    if source is None:
        return
    sanctions = source.sanctions | source.without
    sanctions |= {name for sets in ruleset.sets if sets.status == source.status for name in sets.sanctions}
    for incident in source.incidents or ruleset.decided():
        yield from ((incident, sanction) for sanction in sanctions)
        yield from ((incident, slot) for slot, _ in source.slots)


def _moves(ruleset: Ruleset, link: Link) -> Iterator[Given]:
    """What the facts that a link settles may change in the incidents that read them."""
    for incident in link.incidents or ruleset.decided():
        rules = [rule for rule in ruleset.rules.values() if rule.incidents is None or incident in rule.incidents]
        for rule in _touched(rules, {fact for fact, _ in link.settles} | ({link.counts} if link.counts else set())):
            overridden = [other for other in rules if other.id in rule.overrides]
            given = {sanction for moved in (rule, *overridden) for sanction in _sanctions(moved)}
            given |= {rule.overrides_sanction} if rule.overrides_sanction else set()
            yield from ((incident, sanction) for sanction in given)
            moved = _following(rules, [rule, *overridden], given)
            slots = {slot for one in moved for slot in _slots(one)}
            yield from ((incident, slot) for slot in slots)


def _following(rules: list[Rule], moved: list[Rule], given: set[str]) -> list[Rule]:
    """These rules and all consequences that come after what they or a sanction give."""
    while True:
        after = given.union(*(then.gives for rule in moved for then in rule.every_then()))
        more = [rule for rule in rules if rule not in moved and rule.follows and rule.follows & after]
        if not more:
            return moved
        moved = [*moved, *more]


def _touched(rules: list[Rule], facts: set[str]) -> list[Rule]:
    """The rules that read these facts, or what is derived from them."""
    known = set(facts)
    while True:
        touched = [rule for rule in rules if known & set(rule.reads())]
        derived = {name for rule in touched for name, _ in rule.derives}
        if derived <= known:
            return [rule for rule in touched if not rule.is_derivation]
        known |= derived


def _sanctions(rule: Rule) -> frozenset[str]:
    return rule.then.sanctions.union(*(reading.then.sanctions for reading in rule.then.readings))


def _slots(rule: Rule) -> set[str]:
    thens = (rule.then, *(reading.then for reading in rule.then.readings))
    return {slot for then in thens for slot, _ in then.slots}

"""How the rulesets differ, incident by incident: read off all paths once per version of the knowledge, and kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple, TypeVar

from assistant.compare.amounts import scale
from assistant.compare.basis import Ground
from assistant.compare.conditions import Alternative, alternatives
from assistant.compare.situations import Pairing, Situation, governed
from assistant.consultation.foresight import foreseeing
from assistant.decision import headings
from assistant.decision.gravity import Difference, weight
from assistant.decision.outcome import Outcome
from assistant.decision.sameness import alike, effect, wholly_silent
from assistant.decision.words import decision_line, penalty_line, short_line
from assistant.engine.engines import Engines
from assistant.model import Library, Nature, Value
from assistant.store import cache, making

KIND = "comparison"
T = TypeVar("T")
Progress = Callable[[str], None]
Shares = dict[Difference, float]  # how much of something falls to each kind of difference


class Group(NamedTuple):
    """The situations of one incident in which two rulesets give the same two outcomes."""

    kind: Difference
    share: float
    decisions: tuple[str, str]
    shorts: tuple[str, str]
    slots: tuple[str, str]
    cites: tuple[tuple[str, ...], tuple[str, ...]]
    when: tuple[Alternative, ...]  # these situations and no other
    example: tuple[tuple[str, Value], ...]
    because: tuple[str, str]  # the titles of the deciding rules
    weights: tuple[int | None, int | None]
    alike: bool  # the same sanctions for the same players: only amounts or the deal differ
    apart: tuple[tuple[str, str, str], ...]  # what differs where the sanctions bear the same name
    grounds: tuple[Ground, Ground]  # what each decision rests on
    scale: str = ""  # what amounts of two units are to a usual result


class PairRow(NamedTuple):
    """One incident under two rulesets."""

    incident: str
    rulesets: tuple[str, str]
    groups: tuple[Group, ...]
    asked_by: tuple[tuple[str, tuple[str, ...]], ...]  # the rulesets that need each fact

    def shares(self) -> Shares:
        """How much of the incident falls to each kind of difference."""
        return {kind: sum(group.share for group in self.groups if group.kind == kind) for kind in Difference}

    @property
    def differs(self) -> bool:
        return any(group.kind != Difference.SAME for group in self.groups)


class Line(NamedTuple):
    """One thing that a ruleset can decide: in few words, in full, and answers that lead there."""

    short: str
    decision: str
    example: dict[str, Value]


class Comparison(NamedTuple):
    """All pairs of rulesets, all incidents that both have."""

    version: str
    rows: dict[tuple[str, str], dict[str, PairRow]]

    def row(self, first: str, second: str, incident: str) -> PairRow | None:
        return self.rows.get((first, second), {}).get(incident)

    def pairs(self, rulesets: Container[str], incident: str) -> list[PairRow]:
        """An incident under every two of these rulesets that both have it."""
        return [
            rows[incident]
            for (first, second), rows in self.rows.items()
            if first in rulesets and second in rulesets and incident in rows
        ]


def compare_all(library: Library, progress: Progress = lambda _: None, rulesets: Container[str] | None = None) -> Comparison:
    """Compare every pair of rulesets, or of these alone."""
    engines = foreseeing(library)
    rows: dict[tuple[str, str], dict[str, PairRow]] = {}
    wanted = [name for name in library.rulesets if rulesets is None or name in rulesets]
    for pair in combinations(wanted, 2):
        progress(f"{pair[0]} et {pair[1]}…")
        shared = [incident for incident in library.incidents_of(pair[0]) if pair[1] in incident.rulesets]
        rows[pair] = {incident.id: pair_row(library, engines, pair, incident.id) for incident in shared}
    return Comparison(library.version, rows)


def pair_row(library: Library, engines: Engines, pair: tuple[str, str], incident: str) -> PairRow:
    """One incident under two rulesets, its situations grouped by the two outcomes."""
    facts = {ruleset: engines.engine(ruleset, incident).network.facts for ruleset in pair}
    reads = {name for mine in facts.values() for name in mine}
    situations: list[Situation] = []
    settings = [one for one in library.contexts(reads) if all(governed(library, ruleset, one) for ruleset in pair)]
    for context in settings:
        found = Pairing(library, engines, pair, incident, context).situations()
        setting = tuple((name, value) for name, value in context.items() if name in reads and len(settings) > 1)
        situations += [one._replace(answers=(*setting, *one.answers), share=one.share / len(settings)) for one in found]
    whole = sum(one.share for one in situations) or 1.0
    situations = [one._replace(share=one.share / whole) for one in situations]
    groups: dict[object, list[int]] = {}
    for index, situation in enumerate(situations):
        told = [
            (decision_line(library, side.ruleset, side.outcome), ruling_title(library, side.ruleset, side.outcome))
            for side in (situation.first, situation.second)
        ]
        bases = tuple(one.basis for one in situation.grounds)
        groups.setdefault((situation.key(library), *told, bases), []).append(index)
    asked_by = tuple((name, tuple(one for one in pair if name in facts[one])) for name in sorted(reads))
    labels = {index: label for label, members in enumerate(groups.values()) for index in members}
    when = (
        alternatives([one.answers for one in situations], [labels[index] for index in range(len(situations))])
        if situations
        else {}
    )
    return PairRow(
        incident,
        pair,
        tuple(
            _group(library, pair, [situations[index] for index in members], when[label])
            for label, members in enumerate(groups.values())
        ),
        asked_by,
    )


def _group(library: Library, pair: tuple[str, str], members: list[Situation], when: tuple[Alternative, ...]) -> Group:
    first = sorted(members, key=lambda member: len(member.answers))[0]
    outcomes = (first.first.outcome, first.second.outcome)
    return Group(
        first.kind(library),
        sum(member.share for member in members),
        _both(lambda index: decision_line(library, pair[index], outcomes[index])),
        _both(lambda index: _short(library, pair[index], outcomes[index])),
        _both(lambda index: _deal(library, outcomes[index])),
        _both(
            lambda index: (
                outcomes[index].cites + tuple(c for reading in outcomes[index].readings for c in reading.cites)
            )
        ),
        when,
        first.answers,
        _both(lambda index: ruling_title(library, pair[index], outcomes[index])),
        _weights(library, first.kind(library), outcomes),
        first.first.sanctions(library) == first.second.sanctions(library) and not outcomes[0].readings,
        tuple(_apart(library, first)),
        first.grounds,
        scale(library, pair, outcomes),
    )


def _short(library: Library, ruleset: str, outcome: Outcome) -> str:
    """The decision in few words; where it strikes several players, whom each part strikes."""
    several = len({player for player, _ in outcome.sanctions}) > 1 and not outcome.readings
    return (penalty_line if several else short_line)(library, ruleset, outcome)


def _weights(library: Library, kind: Difference, outcomes: tuple[Outcome, Outcome]) -> tuple[int | None, int | None]:
    """How high the gravest sanction of each stands; what somebody chooses has no height, nor what is otherwise but punishes nobody."""
    given = [[library.sanctions[one] for one in outcome.sanction_ids()] for outcome in outcomes]
    if not kind.weighs and all(one.nature != Nature.SANCTION for side in given for one in side):
        return None, None
    chosen = [any(one.discretion for one in side) for side in given]
    return _both(lambda index: None if chosen[index] else weight(library, outcomes[index]))


def ruling_title(library: Library, ruleset: str, outcome: Outcome) -> str:
    """The title of the rule that decides, marked where it rests on our interpretation."""
    rules = [library.rulesets[ruleset].rules[name] for name in outcome.rules]
    deciding = next((rule for rule in rules if rule.is_ruling), None)
    if deciding is None:
        return ""
    return f"{deciding.title} ({headings.INTERPRETED})" if deciding.interpretation else deciding.title


def _apart(library: Library, situation: Situation) -> Iterator[tuple[str, str, str]]:
    """What two rulings that bear the same names do differently: a slot, or a sanction with another effect."""
    first, second = situation.first, situation.second
    theirs = dict(second.slots())
    for index, (slot, value) in enumerate(first.slots()):
        if slot in theirs and not (theirs[slot] == value or (index == 0 and alike(library, slot, value, theirs[slot]))):
            labels = library.slots[slot].values
            yield library.slots[slot].title, labels[value].label, labels[theirs[slot]].label
    forbid = [bool(side.outcome.forbids) for side in (first, second)]
    if forbid[0] != forbid[1] and all(wholly_silent(side.outcome) for side in (first, second)):
        said = [headings.FORBIDDEN if one else headings.NOT_FORBIDDEN for one in forbid]
        yield headings.THE_ACT, said[0], said[1]
    for sanction in sorted(first.outcome.sanction_ids() & second.outcome.sanction_ids()):
        effects = [effect(library, side.ruleset, sanction) for side in (first, second)]
        if effects[0] != effects[1]:
            yield library.sanctions[sanction].title, effects[0], effects[1]


def _both(make: Callable[[int], T]) -> tuple[T, T]:
    return (make(0), make(1))


def _deal(library: Library, outcome: Outcome) -> str:
    first = next(iter(outcome.slots), None)
    return library.slots[first[0]].values[first[1]].label if first else ""


def kept(library: Library) -> Comparison | None:
    """The comparison of exactly this knowledge and code, if one is at hand."""
    found = cache.kept(KIND, library.version, Comparison)
    return found if found is not None and found.version == library.version else None


def kept_or_made(library: Library, progress: Progress = lambda _: None) -> Comparison:
    """The kept comparison, or a new one that is then kept."""
    return making.kept_or_made(KIND, library.version, lambda: kept(library), lambda: compare_all(library, progress))


def family_shares(library: Library, comparison: Comparison, pair: tuple[str, str]) -> dict[str, Shares]:
    """For each family the share of each kind of difference, every incident weighing the same."""
    found: dict[str, Shares] = {}
    for family in library.families:
        rows = [row for row in comparison.rows[pair].values() if library.incidents[row.incident].family == family]
        if rows:
            found[family] = {kind: sum(row.shares()[kind] for row in rows) / len(rows) for kind in Difference}
    return found


def words_apart(library: Library, sources: tuple[str, str], texts: Iterable[str]) -> list[tuple[str, str, str]]:
    """The words in these texts that mean one thing in one source and another in the other."""
    told = f" {' '.join(texts)} ".lower()
    return [
        (word, meanings[sources[0]], meanings[sources[1]])
        for word, meanings in library.words.items()
        if all(source in meanings for source in sources)
        and meanings[sources[0]] != meanings[sources[1]]
        and re.search(rf"\b{re.escape(word)}s?\b", told)
    ]


def outcomes_by_ruleset(comparison: Comparison, incident: str, rulesets: Iterable[str]) -> dict[str, list[Line]]:
    """What each ruleset can decide of an incident."""
    lines: dict[str, dict[str, Line]] = {}
    wanted = set(rulesets)
    for pair, rows in comparison.rows.items():
        row = rows.get(incident)
        for index, ruleset in enumerate(pair):
            if row is not None and ruleset in wanted:
                mine = lines.setdefault(ruleset, {})
                for group in row.groups:
                    short = group.shorts[index]
                    mine.setdefault(short, Line(short, group.decisions[index], dict(group.example)))
    return {ruleset: list(mine.values()) for ruleset, mine in lines.items()}

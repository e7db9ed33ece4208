"""What disputes, readings and choices leave possible, told as a small tree that asks the most telling thing first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.consultation.asking import key_of
from assistant.consultation.changes import answer
from assistant.consultation.forks import Leaf, Verdict, Way
from assistant.consultation.intake import WHEN, Event
from assistant.consultation.naming import CASE_TITLES, WHENS, choice_label, is_seated, player_label
from assistant.consultation.vocabulary import Origin
from assistant.decision.statuses import NO_CHOICE, READING
from assistant.french import lower_first, sentence
from assistant.model import Library

if TYPE_CHECKING:
    from assistant.consultation.document import AnswerPart, RulingPart, TreePart

Key = tuple[int, str]  # of an event, what is not settled


class Branch(NamedTuple):
    """A thing to establish, and where each of its values leads."""

    key: Key
    ways: tuple[tuple[tuple[Way, ...], Branch | Verdict], ...]


def grouped(leaves: Sequence[Leaf]) -> dict[Verdict, list[Leaf]]:
    """The ways to each ruling."""
    groups: dict[Verdict, list[Leaf]] = {}
    for leaf in leaves:
        groups.setdefault(leaf.verdict(), []).append(leaf)
    return groups


def branches(leaves: Sequence[Leaf]) -> Branch | Verdict:
    """The smallest tree over these ways; its root is what tells most."""
    verdicts = {leaf.verdict() for leaf in leaves}
    if len(verdicts) == 1:
        return verdicts.pop()
    shared = [
        key
        for key in dict.fromkeys((way.event, way.name) for way in leaves[0].ways)
        if all(_of(leaf, key) for leaf in leaves)
    ]
    return min((_branch(leaves, key) for key in shared), key=lambda branch: (_size(branch), len(branch.ways)))


def _branch(leaves: Sequence[Leaf], key: Key) -> Branch:
    values: dict[Way, list[Leaf]] = {}
    for leaf in leaves:
        way = _of(leaf, key)
        assert way is not None
        values.setdefault(way, []).append(_without(leaf, key))
    merged: dict[Branch | Verdict, list[Way]] = {}
    for way, below in values.items():
        merged.setdefault(branches(below), []).append(way)
    return Branch(key, tuple((tuple(ways), below) for below, ways in merged.items()))


def _of(leaf: Leaf, key: Key) -> Way | None:
    return next((way for way in leaf.ways if (way.event, way.name) == key), None)


def _without(leaf: Leaf, key: Key) -> Leaf:
    return leaf._replace(ways=tuple(way for way in leaf.ways if (way.event, way.name) != key), fixed=leaf.verdict())


def _size(tree: Branch | Verdict) -> int:
    return sum(_size(below) for _, below in tree.ways) if isinstance(tree, Branch) else 1


class Teller:
    """Tells the tree of one case."""

    def __init__(self, library: Library, leaves: Sequence[Leaf]):
        self.library = library
        self.leaves = leaves
        self.numbers = {verdict: number for number, verdict in enumerate(grouped(leaves), 1)}

    def tree(self) -> TreePart:
        """The tree, each end with the number of its ruling among the possibilities."""
        told = branches(self.leaves)
        assert isinstance(told, Branch)
        return self._part(told)

    def _part(self, branch: Branch) -> TreePart:
        event, name = branch.key
        return {
            "event": event,
            "fact": name,
            "key": self._told_as(branch.key),
            "title": self._title(branch.key),
            "judgement": name not in CASE_TITLES and self.library.facts[name].is_judgement,
            "answers": [
                {
                    "labels": [self.way(way)["label"] for way in ways],
                    "values": None if self._is_number(name) else [str(way.value) for way in ways],
                    "then": self._part(below) if isinstance(below, Branch) else None,
                    "possibility": None if isinstance(below, Branch) else self.numbers[below],
                }
                for ways, below in branch.ways
            ],
        }

    def _told_as(self, key: Key) -> str:
        """The name under which it is told."""
        number, name = key
        event = self.leaves[0].judged[number - 1].event
        return event.prefix + name if name in CASE_TITLES else key_of(event, self.library.facts[name])

    def _is_number(self, name: str) -> bool:
        return name not in CASE_TITLES and self.library.facts[name].is_number

    def _title(self, key: Key) -> str:
        """What is to be established, with its event where the case has several."""
        number, name = key
        title = CASE_TITLES.get(name) or self.library.facts[name].title
        return title if len(self.leaves[0].judged) == 1 else f"{title} (incident {number})"

    def way(self, way: Way) -> AnswerPart:
        """One thing taken for true."""
        judged = self.leaves[0].judged[way.event - 1]
        if way.name in CASE_TITLES:
            return {
                "fact": way.name,
                "title": self._title((way.event, way.name)),
                "value": way.value,
                "label": self._case_label(way, judged.event),
                "origin": Origin.CONTESTED,
            }
        fact = judged.questionnaire.fact(way.name)
        part = answer(fact, way.value, Origin.CONTESTED, judged.questionnaire.label(fact, way.value))
        return {**part, "title": self._title((way.event, way.name))}

    def _case_label(self, way: Way, event: Event) -> str:
        if way.name == WHEN:
            return WHENS[str(way.value)]
        if way.name == READING:
            judged = [leaf.judged[way.event - 1] for leaf in self.leaves]
            readings = next(one.readings for one in judged if len(one.readings) >= int(way.value))
            return f"({way.value}) {readings[int(way.value) - 1].text.rstrip('.')}"
        ruleset = self.leaves[0].judged[0].questionnaire.network.ruleset
        whose = f" pour {player_label(self.library, event.player)}" if is_seated(event.player) else ""
        name = sentence(choice_label(self.library, ruleset, str(way.value))).rstrip(".")
        return name if way.value == NO_CHOICE else f"{name}{whose}"


def ways_words(parts: Sequence[AnswerPart]) -> str:
    """A way in words: « Furiten : oui, tuiles montrées : toutes »."""
    return ", ".join(f"{lower_first(part['title'])} : {lower_first(part['label'])}" for part in parts)


def apart(rulings: Sequence[RulingPart]) -> list[list[str]]:
    """For each ruling what parts it from another whose decision reads the same; nothing where its words are its own."""
    return [
        _own_part(ruling, [other for other in rulings if other is not ruling and _aloud(other) == _aloud(ruling)])
        for ruling in rulings
    ]


def _aloud(ruling: RulingPart) -> str:
    return ruling["decision"]


def _own_part(ruling: RulingPart, twins: Sequence[RulingPart]) -> list[str]:
    """The first kind of thing that tells it from every twin, or all that tells it from some."""
    found: list[str] = []
    kinds = list(zip(_kinds(ruling), *map(_kinds, twins), strict=True)) if twins else []
    for mine, *theirs in kinds:
        lines = [line for line in mine if any(line not in other for other in theirs)]
        if lines and all(set(mine) - set(other) for other in theirs):
            return lines
        found += lines
    return found


def _kinds(ruling: RulingPart) -> tuple[list[str], ...]:
    """All that a sheet says, kind by kind, what a referee does first."""
    return (
        ruling["steps"],
        [f"{sanction['name']} ({sanction['on']})" for sanction in ruling["sanctions"]],
        [amount["text"] for amount in ruling["amounts"]],
        ruling["silences"],
        [reading["text"] for reading in ruling["readings"]],
        [f"({one['number']}) {sentence(amount['text'])}" for one in ruling["readings"] for amount in one["amounts"]],
        [sentence(f"{slot['title']} : {slot['label']}") for slot in ruling["slots"]],
        [sentence(rule["title"]) for rule in ruling["how"]],
    )

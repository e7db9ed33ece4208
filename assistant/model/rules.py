"""Rules, and the rulesets that hold them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from assistant.model.chains import Link, Sets
from assistant.model.comparing import Governs, Named
from assistant.model.conditions import Test, Value
from assistant.model.decisions import Then, is_slot
from assistant.model.texts import Place, Sentence, Warn


class Rule(NamedTuple):
    """If these facts hold then this follows, because of these clauses."""

    id: str
    ruleset: str
    family: str
    title: str
    incidents: frozenset[str] | None
    follows: frozenset[str] | None  # of a consequence, the sanctions or what becomes of the deal (`model.given`) after which it comes
    tests: tuple[Test, ...]
    derives: tuple[tuple[str, Value], ...]
    then: Then
    cites: tuple[str, ...]
    overrides: tuple[str, ...]
    overrides_sanction: str | None
    adds: bool
    interpretation: str | None
    steps: tuple[Sentence, ...]
    warnings: tuple[Warn, ...]
    place: Place
    forbids: str | None = None  # of what it cites, the clause that forbids the act whose price the text does not say

    @property
    def is_exception(self) -> bool:
        return bool(self.overrides or self.overrides_sanction)

    @property
    def is_consequence(self) -> bool:
        return self.follows is not None

    @property
    def completes(self) -> frozenset[str]:
        """What a reading may leave to it: what a sanction costs, or what comes with a slot."""
        if self.follows is None:
            return frozenset()
        return frozenset(name for name in self.follows if self.then.amounts or is_slot(name))

    @property
    def is_derivation(self) -> bool:
        return bool(self.derives)

    @property
    def is_ruling(self) -> bool:
        """Decides a case by itself: neither a derivation, nor a consequence, nor an addition, nor a mere removal."""
        return not (self.derives or self.is_consequence or self.adds) and self.gives_something

    @property
    def gives_something(self) -> bool:
        return self.then != Then(player=self.then.player)

    def reads(self) -> Iterator[str]:
        for test in self.tests:
            yield test.fact

    def every_then(self) -> Iterator[Then]:
        """What it gives, and what each of its readings does."""
        yield self.then
        yield from (reading.then for reading in self.then.readings)

    def citations(self) -> list[str]:
        """All clauses it cites, those of its readings included."""
        return list(dict.fromkeys([*self.cites, *(one for reading in self.then.readings for one in reading.cites)]))

    def quotes(self, clause: str) -> bool:
        """Whether it cites this clause, or a reading of it does."""
        return clause in self.cites or any(clause in reading.cites for reading in self.then.readings)


class Ruleset(NamedTuple):
    id: str
    title: str
    short: str
    edition: str
    game: str
    source: str
    newer: str
    order: int
    slots: tuple[str, ...]
    disputed: str | None
    base: str | None
    rules: Mapping[str, Rule]
    place: Place
    sibling: str | None = None
    combine: Mapping[str, tuple[str, ...]] = {}
    sets: tuple[Sets, ...] = ()  # its word on each status
    links: tuple[Link, ...] = ()
    governs: Governs | None = None  # the only context it speaks of, if it says so
    differs: Mapping[str, tuple[Named, ...]] = {}  # another ruleset -> the differences from it that the text names
    supplements: bool = False  # precisions beside its base, whose text it cites as well as its own
    dropped: tuple[str, ...] = ()  # the rules of its base that it does not take over
    replays: bool = False  # the cases of its base are its own too
    left: tuple[str, ...] = ()  # but for these, which its questions leave undecided
    calls: Mapping[str, str] = {}  # words of our questions that its text does not have -> what it says instead

    @property
    def names(self) -> frozenset[str]:
        """By which words of a story are its own: its id, that of its base, its game."""
        return frozenset(filter(None, (self.id, self.base, self.game)))

    def decided(self) -> frozenset[str]:
        """The incidents that its rules decide; an exception decides only what another rule does."""
        rulings = (rule for rule in self.rules.values() if rule.is_ruling and not rule.is_exception)
        return frozenset(incident for rule in rulings for incident in rule.incidents or ())

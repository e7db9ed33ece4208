"""Conditions on facts, and where they hold."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

Value = str | int


class Test(NamedTuple):
    """One condition: the fact and the values it admits (a set, or a closed interval for a number)."""

    fact: str
    values: frozenset[Value] | None = None
    low: int | None = None
    high: int | None = None

    def admits(self, value: object) -> bool:
        """Whether this value makes the condition true; any value of any type may be asked."""
        if self.values is not None:
            return value in self.values and not isinstance(value, bool)
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def constants(self) -> Iterator[int]:
        """The whole numbers at which this condition changes: each starts a new interval."""
        if self.values is not None:
            for value in self.values:
                if isinstance(value, int):
                    yield value
                    yield value + 1
        if self.low is not None:
            yield self.low
        if self.high is not None:
            yield self.high + 1


class Bearing(NamedTuple):
    """Where a sentence bears on a case: in which incidents, under which conditions."""

    incidents: frozenset[str] | None = None
    tests: tuple[Test, ...] = ()

    def holds(self, incident: str, value: Callable[[str], Value | None]) -> bool | None:
        """Whether it bears on a case of this incident with these values; None where that is not known."""
        if self.incidents is not None and incident not in self.incidents:
            return False
        known = [None if (found := value(test.fact)) is None else test.admits(found) for test in self.tests]
        if False in known:
            return False
        return None if None in known else True


ALWAYS = Bearing()

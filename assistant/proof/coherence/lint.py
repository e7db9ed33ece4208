"""What a check of the coherence of sheets is, and what it finds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from assistant.model import Place, Value
from assistant.proof.coherence.final import Final, Spoken


class Broken(NamedTuple):
    """Where a sheet does not hold together, and how."""

    owner: str  # the rule, sanction or slot
    place: Place
    what: str

    @staticmethod
    def by(spoken: Spoken, what: str) -> Broken:
        """By one of its sentences."""
        return Broken(spoken.owner, spoken.place, f"{spoken.part.value} « {spoken.text.rstrip('.')} » {what}")


class Finding(NamedTuple):
    """What is wrong with a sheet, in a case that shows it."""

    check: str
    recommendation: str
    broken: Broken
    ruleset: str
    incident: str
    facts: tuple[tuple[str, Value], ...]

    @property
    def key(self) -> tuple[str, Broken]:
        """What is said once, however many sheets show it."""
        return self.check, self.broken

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.facts)
        where = f"{self.ruleset}, {self.incident} [{told}]"
        return f"{self.broken.place} : [{self.check}] {self.broken.owner} : {self.broken.what} ; {self.recommendation}. Par exemple {where}"


class Lint(ABC):
    """One thing that must hold of every sheet."""

    name: ClassVar[str]
    recommendation: ClassVar[str]

    @abstractmethod
    def broken(self, final: Final) -> Iterator[Broken]:
        """Where it does not hold of this one."""

    def findings(self, final: Final) -> Iterator[Finding]:
        """What it finds wrong with this one."""
        told = tuple(sorted(final.facts.items()))
        for broken in self.broken(final):
            yield Finding(self.name, self.recommendation, broken, final.ruleset, final.network.incident, told)

"""What exists, by kind: every name an author may use, and the mistakes found while they are resolved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant import schema
from assistant.model import Warn
from assistant.problem import Problem, unknown
from assistant.reader import Files, Written


class Names:
    """What exists, by kind, and the mistakes found so far."""

    def __init__(self, files: Files):
        self.problems: list[Problem] = []
        words = files.sanctions.entry
        self.sources = self.unique(files.sources)
        self.clauses = self.unique(files.clauses)
        self.facts = self.unique(files.facts)
        self.incidents = self.unique(files.incidents)
        self.rulesets = self.unique(files.rulesets)
        self.rules = self.unique(files.rules)
        self.sanctions = {sanction.id for sanction in words.sanctions}
        self.slots = {slot.id: {value.id for value in slot.values} for slot in words.slots}
        self.players = {player.id for player in words.players}
        self.units = {unit.id for unit in words.units}
        self.moments = {moment.id for moment in words.moments}
        derived = {name for rule in files.rules if rule.entry.then.fact for name in rule.entry.then.fact}
        self.derived = derived | {name for name, fact in self.facts.items() if fact.entry.otherwise}

    def unique(self, entries: Iterable[Written[Any]]) -> dict[str, Written[Any]]:
        known: dict[str, Written[Any]] = {}
        for written in entries:
            other = known.setdefault(written.entry.id, written)
            if other is not written:
                self.problems.append(
                    written.problem(written.entry.id, f"cet identifiant est déjà pris : {other.place}", "id")
                )
        return known

    def expect(self, at: Written[Any], key: str, what: str, word: str, known: Iterable[str], *path: Any) -> bool:
        """Whether a name exists; if not, the mistake is noted."""
        if word in (known := set(known)):
            return True
        self.problems.append(at.problem(f"{at.entry.id}.{key}", unknown(what, word, known), *path))
        return False


def as_list(value: Any) -> list[Any]:
    return [] if value is None else list(value) if isinstance(value, list) else [value]


def warns(entries: Iterable[schema.Warn]) -> tuple[Warn, ...]:
    return tuple(Warn(entry.kind, entry.text) for entry in entries)

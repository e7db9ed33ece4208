"""What exists, by kind: every name an author may use, and the mistakes found while they are resolved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant.authoring.files import Files, Written
from assistant.authoring.schema import knowledge as schema
from assistant.authoring.schema import sanctions as sanctionschema
from assistant.errors import Problem, unknown
from assistant.model import Warn


class Names:
    """What exists, by kind, and the mistakes found so far."""

    def __init__(self, files: Files):
        self.problems: list[Problem] = []
        words = files.sanctions.entry
        self.sources = self.unique(files.sources)
        self.clauses = self.unique(files.clauses)
        self.facts = self.unique(files.facts)
        self.incidents = self.unique(files.incidents)
        self.families = self.unique(files.families)
        self.rulesets = self.unique(files.rulesets)
        self.rules = self.unique(files.rules)
        self.bases = {written.entry.id: written.entry.base for written in files.rulesets if written.entry.base}
        self.inherited = self._inherited(files)
        self._unique_words(files.sanctions)
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

    def _inherited(self, files: Files) -> set[str]:
        """The ids of rules that editions take over from their base."""
        found: set[str] = set()
        for ruleset in (written.entry for written in files.rulesets if written.entry.base):
            base = f"{ruleset.base}."
            found |= {f"{ruleset.id}.{name[len(base) :]}" for name in self.rules if name.startswith(base)}
        return found

    def _unique_words(self, written: Written[sanctionschema.Sanctions]) -> None:
        words = written.entry
        lists: list[tuple[tuple[Any, ...], Iterable[Any]]] = [
            (("sanctions",), words.sanctions),
            (("players",), words.players),
            (("units",), words.units),
            (("moments",), words.moments),
            (("slots",), words.slots),
            *((("slots", index, "values"), slot.values) for index, slot in enumerate(words.slots)),
        ]
        for path, entries in lists:
            first: dict[str, int] = {}
            for index, entry in enumerate(entries):
                if first.setdefault(entry.id, index) != index:
                    line = written.document.line((*path, first[entry.id]))
                    self.problems.append(
                        written.problem(
                            entry.id, f"cet identifiant est déjà pris : {written.document.file}:{line}", *path, index
                        )
                    )

    def rules_of(self, ruleset: str) -> list[str]:
        """The rules of one ruleset, those taken over from a base included."""
        return [name for name in [*self.rules, *self.inherited] if name.startswith(f"{ruleset}.")]

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

"""What exists, by kind: every name an author may use, and the mistakes found while they are resolved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant.authoring.files import Files, Written
from assistant.authoring.schema import sanctions as sanctionschema
from assistant.errors import Problem, unknown


class Names:
    """What exists, by kind, and the mistakes found so far."""

    def __init__(self, files: Files):
        self.problems: list[Problem] = []
        self.sources = self.unique(files.sources)
        self.clauses = self.unique(files.clauses)
        self.facts = self.unique(files.facts)
        self.incidents = self.unique(files.incidents)
        self.families = self.unique(files.families)
        self.rulesets = self.unique(files.rulesets)
        self.rules = self.unique(files.rules)
        self.bases = {written.entry.id: written.entry.base for written in files.rulesets if written.entry.base}
        self.inherited = self._inherited()
        self.sanctions = self.unique(files.sanctions)
        self.players = self.unique(files.players)
        self.units = self.unique(files.units)
        self.moments = self.unique(files.moments)
        self.statuses = self.unique(files.statuses)
        self.slots = {name: self._values(slot) for name, slot in self.unique(files.slots).items()}
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

    def _inherited(self) -> set[str]:
        """The ids of rules that editions take over from their base."""
        return {
            f"{edition}.{rule.removeprefix(f'{base}.')}"
            for edition, base in self.bases.items()
            for rule in self.rules
            if rule.startswith(f"{base}.")
        }

    def _values(self, slot: Written[sanctionschema.Slot]) -> list[str]:
        """The values of a slot, each said once."""
        first: dict[str, int] = {}
        for index, value in enumerate(slot.entry.values):
            if first.setdefault(value.id, index) != index:
                line = slot.document.line((*slot.path, "values", first[value.id]))
                message = f"cet identifiant est déjà pris : {slot.document.file}:{line}"
                self.problems.append(slot.problem(f"{slot.entry.id}.values.{value.id}", message, "values", index))
        return list(first)

    def bases_of(self, edition: str) -> list[str]:
        """What an edition is based on, and what that is based on."""
        bases: list[str] = []
        while (base := self.bases.get(edition)) is not None and base not in bases:
            bases.append(base)
            edition = base
        return bases

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

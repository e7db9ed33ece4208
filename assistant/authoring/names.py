"""What exists, by kind: every name an author may use, and the mistakes found while they are resolved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from assistant.authoring.files import Files, Written
from assistant.authoring.schema import sanctions as sanctionschema
from assistant.authoring.schema.supplements import OfSupplement
from assistant.errors import Problem, unknown

Entry = TypeVar("Entry")


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
        self.gone = files.gone
        self.rules = self.unique(files.rules)
        self.bases = {written.entry.id: written.entry.base for written in files.rulesets if written.entry.base}
        self._citable: dict[str, list[str]] = {}
        self.inherited = self._inherited()
        self.sanctions = self.unique(files.sanctions)
        self.supplements = {written.entry.id: written for written in files.supplements}
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

    def texts_of(self, ruleset: str) -> list[str]:
        """The texts that a ruleset cites: its own, and of a supplement those of what it supplements."""
        texts = [self.rulesets[ruleset].entry.source]
        for base in self.bases_of(ruleset):
            if not isinstance(self.rulesets[ruleset].entry, OfSupplement) or base not in self.rulesets:
                break
            texts.append(self.rulesets[base].entry.source)
            ruleset = base
        return texts

    def citable(self, ruleset: str) -> list[str]:
        """The clauses that a ruleset may cite; each of its rules asks."""
        if ruleset not in self._citable:
            texts = set(self.texts_of(ruleset))
            self._citable[ruleset] = [name for name in self.clauses if name.partition("/")[0] in texts]
        return self._citable[ruleset]

    def taken_over(self, clause: str, ruleset: str) -> str:
        """A clause of the base as an edition cites it: in its own text, or, of a supplement, in the base's."""
        written = self.rulesets[ruleset].entry
        return clause if isinstance(written, OfSupplement) else f"{written.source}/{clause.partition('/')[2]}"

    def with_supplements(self, said: Mapping[str, Entry]) -> dict[str, Entry]:
        """What is said ruleset by ruleset, of a supplement too: where it says nothing itself, what its base does."""
        found = dict(said)
        for supplement in self.supplements:
            told = next((base for base in self.bases_of(supplement) if base in said), None)
            if told is not None:
                found.setdefault(supplement, said[told])
        return found

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

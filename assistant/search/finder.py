"""The indexes of a library, each made when it is first needed and kept with the library."""

from __future__ import annotations

from assistant.model import Library
from assistant.search.glossary import Glossary
from assistant.search.incidents import clause_index, incident_index
from assistant.search.index import Index
from assistant.store.cache import keep, kept

KIND = "search"
KEPT = 12  # indexes that may stay in the cache: two versions of those of a few rulesets


class Finder:
    """Incidents by ruleset, and clauses. What is found in a ruleset can happen there."""

    def __init__(self, library: Library, lasting: bool = False):
        """`lasting` says that the library is the one of its files, so that what is made of it may be kept."""
        self.library = library
        self.lasting = lasting
        self._glossary: Glossary | None = None
        self._made: dict[str, Index] = {}
        self._silences: dict[str | None, frozenset[str]] = {}

    def incidents(self, ruleset: str | None = None) -> Index:
        """The incidents that can happen in a ruleset, or in any."""
        return self._index(f"{KIND}-{ruleset or 'all'}", ruleset)

    def clauses(self) -> Index:
        """The clauses of all texts."""
        return self._index(f"{KIND}-clauses", None, clauses=True)

    def silences(self, ruleset: str | None) -> frozenset[str]:
        """The incidents of which no rule of a ruleset (of any without one) decides anything: known, and known to be unsaid."""
        if ruleset not in self._silences:
            decided: dict[str, bool] = {}
            for rule in self.library.rules() if ruleset is None else self.library.rulesets[ruleset].rules.values():
                says = bool(rule.then.sanctions or rule.then.readings) or (rule.is_ruling and rule.then.silence is None)
                for incident in rule.incidents or ():
                    decided[incident] = decided.get(incident, False) or says
            self._silences[ruleset] = frozenset(incident for incident, says in decided.items() if not says)
        return self._silences[ruleset]

    def _index(self, kind: str, ruleset: str | None, clauses: bool = False) -> Index:
        made = self._made.get(kind)
        if made is None:
            made = kept(kind, self.library.version, Index) if self.lasting else None
            if made is None:
                made = clause_index(self.library, self.glossary) if clauses else incident_index(self.library, self.glossary, ruleset)
                if self.lasting:
                    keep(kind, self.library.version, made, KEPT)
            self._made[kind] = made
        return made

    @property
    def glossary(self) -> Glossary:
        if self._glossary is None:
            self._glossary = Glossary(self.library.synonyms)
        return self._glossary

"""The indexes of a library, each made when it is first needed and kept with the library."""

from __future__ import annotations

from assistant.model import Incident, Library
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
        self._example: dict[str, str] = {}
        self._titled: dict[tuple[str, str, str], Incident | None] = {}  # named by the helps

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

    def example(self, ruleset: str) -> str:
        """Something that one may search for in a ruleset, and not in every one where there is such; short enough for a phone."""
        if ruleset not in self._example:
            incidents = self.library.incidents_of(ruleset)
            own = [incident for incident in incidents if len(incident.rulesets) < len(self.library.rulesets)]
            self._example[ruleset] = min((incident.words[0] for incident in (own or incidents)[:4]), key=len)
        return self._example[ruleset]

    def titled(self, title: str, ruleset: str, own: str = "") -> Incident | None:
        """The incident of a ruleset with this title, or whose title begins so; `own` is the one whose help names it."""
        asked = title, ruleset, own
        if asked not in self._titled:
            found = [
                one
                for one in self.library.incidents.values()
                if one.title.startswith(title) and one.id != own and ruleset in one.rulesets
            ]
            self._titled[asked] = min(found, key=lambda one: one.title != title, default=None)
        return self._titled[asked]

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

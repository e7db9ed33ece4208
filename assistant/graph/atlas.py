"""The graph of all rulesets: its charts, and what one event settles of another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from assistant.graph.chart import Chart
from assistant.graph.plain import restored
from assistant.model import Link, Ruleset, Sets

if TYPE_CHECKING:
    from assistant.graph.parts import GraphDocument

FORMAT: Literal["arbitre-graph/1"] = "arbitre-graph/1"


class Atlas:
    """All charts, each opened when it is first asked for."""

    def __init__(self, document: GraphDocument):
        self.document = document
        self.version = document["knowledge"]
        self._charts: dict[tuple[str, str], Chart] = {}
        self._rulesets: dict[str, Ruleset] = {}

    def chart(self, ruleset: str, incident: str) -> Chart | None:
        """The chart of an incident in a ruleset, if it has one."""
        key = (ruleset, incident)
        if key not in self._charts:
            found = self.document["rulesets"].get(ruleset)
            if found is None or incident not in found["incidents"]:
                return None
            clauses = [name for name, _ in found["clauses"]]
            self._charts[key] = Chart(found["incidents"][incident], found["rules"], clauses)
        return self._charts[key]

    def ruleset(self, ruleset: Ruleset) -> Ruleset:
        """A ruleset with the statuses and links of the graph."""
        if ruleset.id not in self._rulesets:
            part = self.document["rulesets"][ruleset.id]
            self._rulesets[ruleset.id] = ruleset._replace(
                sets=tuple(restored(Sets, one) for one in part["sets"]),
                links=tuple(restored(Link, one) for one in part["links"]),
            )
        return self._rulesets[ruleset.id]

"""The texts and the schedules within the file: the same templates as the application's pages, with the edition and the licence of each text beside it.

A text whose licence lets it be passed on is there with everything that is quoted of it; of any other only the clauses that a ruling cites.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from assistant.engine.engines import Engines
from assistant.model import INCIDENT, Library, Ruleset, Source
from assistant.proof import prove
from assistant.proof.agreement import walk_alone
from assistant.proof.parts import ScheduleRow
from assistant.proof.prove import Proof
from assistant.proof.schedule import amounts, rows
from web.pages.schedule import by_family
from web.pages.texts import Around, Section, chapters_of, clauses_of, schedules_of, sections_of, under
from web.pocket.pieces import Pieces
from web.pocket.tables import Tables

PASSED_ON = "CC "  # how a licence begins that lets a text be passed on


class Texts:
    """Makes the pages of the texts of some rulesets."""

    def __init__(self, library: Library, tables: Tables, pieces: Pieces, cited: Collection[str]):
        self.library = library
        self.tables = tables
        self.pieces = pieces
        self.cited = cited

    def of(self, sources: Iterable[Source]) -> dict[str, Any]:
        """Each text: its contents, and the pages of its sections."""
        return {source.id: self._text(source) for source in sources}

    def listed(self, sources: Sequence[Source], first: str) -> int:
        """The page that leads to the texts and the schedules, that of the table first."""
        order = sorted(sources, key=lambda one: one.id != first)
        counts = {source.id: sum(clause.id in self._carried(source) for clause in clauses_of(source.id)) for source in order}
        return self.tables.html(self.pieces["texts"](order, counts, schedules_of(self.library, order)))

    def _carried(self, source: Source) -> frozenset[str]:
        """The clauses of a text that the file has."""
        every = [clause.id for clause in clauses_of(source.id)]
        free = source.licence.startswith(PASSED_ON)
        return frozenset(clause for clause in every if free or clause in self.cited)

    def _text(self, source: Source) -> dict[str, Any]:
        carried = self._carried(source)
        sections = sections_of(source.id, carried)
        joined = {
            clause.id
            for before, clause in pairwise(clauses_of(source.id))
            if clause.joined and before.id in carried and clause.id in carried
        }
        contents = self.pieces["contents"](source, chapters_of(source.id, sections), joined, len(carried))
        return {
            "title": source.title,
            "contents": self.tables.html(contents),
            "sections": {
                one.slug: self.tables.html(self.pieces["section"](source, one, under(one), joined, _around(source, sections, place)))
                for place, one in enumerate(sections)
            },
        }


def _around(source: Source, sections: Sequence[Section], place: int) -> Around:
    """The sections before and after one."""
    beside = [
        (f"#texte={source.id}/{sections[other].slug}", sections[other].section) if 0 <= other < len(sections) else None
        for other in (place - 1, place + 1)
    ]
    return Around(*beside)


class Schedules:
    """Makes the schedules of sanctions, which are read off the paths of the proof, or off paths walked for them."""

    def __init__(self, library: Library, incidents: Collection[str] | None = None):
        self.library = library
        self.incidents = incidents
        self._proof = prove.kept(library) if incidents is None else None
        self._rows: dict[str, list[ScheduleRow]] = {}

    def page(self, pieces: Pieces, ruleset: Ruleset) -> str:
        """The schedule of a ruleset at one table."""
        context = pieces.table.context
        proof = self._walked(ruleset)
        if ruleset.id not in self._rows:
            self._rows[ruleset.id] = rows(self.library, proof, ruleset.id)
        return pieces["schedule"](
            ruleset,
            self.library.sources[ruleset.source],
            amounts(self.library, proof, ruleset.id, context),
            by_family(self.library, self._rows[ruleset.id], context),
            _incident_link,
        )

    def _walked(self, ruleset: Ruleset) -> Proof:
        if self._proof is None or all(walk.ruleset != ruleset.id for walk in self._proof.walks):
            engines = Engines(self.library)
            taken = [one.id for one in self.library.incidents_of(ruleset.id) if self.incidents is None or one.id in self.incidents]
            walks = [walk for one in taken for walk in walk_alone(self.library, engines, ruleset.id, one).walks]
            self._proof = Proof(self.library.version, walks=walks)
        return self._proof


def _incident_link(row: Mapping[str, Any]) -> str:
    return f"#{INCIDENT}={row['incident']}"

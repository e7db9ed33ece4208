"""All that the file holds, as data: rulesets, incidents, facts, words, and the numbered pieces that its pages are put together of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from flask import Flask

from assistant import __version__
from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import unsettled
from assistant.consultation.sheet import citation
from assistant.decision import headings
from assistant.french import CAPITALS, lower_first
from assistant.hands.hand import Hand
from assistant.model import Fact, Family, Incident, Library, Ruleset, Zone
from assistant.search.finder import Finder
from web import create_app
from web.address import Table
from web.faces import FACES
from web.filters import hue, hue_colour
from web.picker import Mode, Picker
from web.pocket.pieces import Pieces, words, zone_link
from web.pocket.places import shortened
from web.pocket.search import search_data
from web.pocket.tables import COMMON, REST, SIGNS, Tables
from web.pocket.texts import Schedules, Texts
from web.pocket.walk import NUMBER, Walker

SHORT, LONG = 12, 16  # signs of the version that are shown, and that are told with an error
Content = dict[str, Any]
Progress = Callable[[str], None]


def contexts(library: Library) -> list[dict[str, str]]:
    """Everything that the table's settings can be, the usual first."""
    combined: list[dict[str, str]] = [{}]
    for fact in library.context_facts():
        combined = [{**one, fact.id: value.id} for one in combined for value in fact.values]
    return combined


class Contents:
    """Makes the data of one file."""

    def __init__(self, consultant: Consultant, finder: Finder, progress: Progress = lambda _: None):
        self.consultant = consultant
        self.library = consultant.library
        self.finder = finder
        self.progress = progress
        self.app: Flask = create_app(self.library)
        self.tables = Tables()
        self.cited: set[str] = set()  # clauses to which pages lead

    def of(self, rulesets: Sequence[str], incidents: Sequence[str] | None = None) -> Content:
        """These rulesets, with all their incidents or some."""
        with self.app.test_request_context("/"):
            chosen = [self.library.rulesets[name] for name in rulesets]
            parts = [self._ruleset(ruleset, incidents) for ruleset in chosen]
            self.tables.part(COMMON)
            sources = [self.library.sources[name] for name in self._sources(chosen)]
            usual = self._pieces(chosen[0], contexts(self.library)[0])
            page = self.tables.html(usual["about"](sources, chosen, self.library.version[:SHORT]))
            form = self.tables.html(usual["searchform"]())
            aside = {name: self.tables.html(usual[name]()) for name in ("share", "report", "tools")}
            self.tables.part(REST)
            texts = Texts(self.library, self.tables, usual, self.cited)
            schedules = Schedules(self.library, incidents)
            self.progress("textes et barèmes…")
            beside = {
                "texts": texts.of(sources),
                "lists": {ruleset.id: texts.listed(sources, ruleset.source) for ruleset in chosen},
                "tiles": self.tables.html(usual["tiles"](Picker(Hand(), Mode.HAND, lambda line, mode: "#"))),
                "faces": FACES,
                "schedules": {ruleset.id: self._schedule(schedules, ruleset) for ruleset in chosen},
            }
            known = list(dict.fromkeys(name for part in parts for name in part["incidents"]))
            packed = self.tables.packed()
            return {
                "rulesets": parts,
                "context": [self._setting(fact) for fact in self.library.context_facts()],
                "about": page,
                "searchform": form,
                "facts": [self._fact(self.library.facts[name]) for name in self.tables.facts.all()],
                "words": {name: words(text) for name, text in _words().items()},
                "number": NUMBER,
                "capitals": sorted(CAPITALS),
                "version": f"Arbitre {__version__}, connaissances {self.library.version[:LONG]}",
                "aside": aside,
                "incidents": known,
                "pieces": packed.pieces,
                "pages": packed.pages,
                "parts": [list(part) for part in packed.parts],
                "of": "".join(map(SIGNS.__getitem__, packed.of)),
                "places": shortened(self.tables.places.all()),
                "rest": {"search": search_data(self.finder, known), **beside},
            }

    def _pieces(self, ruleset: Ruleset, context: Mapping[str, str]) -> Pieces:
        return Pieces(self.app, Table(ruleset.id, dict(context)), self.cited)

    def _schedule(self, schedules: Schedules, ruleset: Ruleset) -> list[int]:
        """The schedule of a ruleset in each context."""
        every = contexts(self.library)
        return [self.tables.html(schedules.page(self._pieces(ruleset, context), ruleset)) for context in every]

    def _sources(self, rulesets: Sequence[Ruleset]) -> list[str]:
        return list(dict.fromkeys(source for one in rulesets for source in self.library.sources_of(one.id)))

    def _ruleset(self, ruleset: Ruleset, incidents: Sequence[str] | None) -> Content:
        self.tables.part(ruleset.id)
        taken = [one for one in self.library.incidents_of(ruleset.id) if incidents is None or one.id in incidents]
        pieces = self._pieces(ruleset, contexts(self.library)[0])
        zones = list(self._zones(ruleset, taken))
        clause, source = ruleset.disputed, self.library.sources[ruleset.source]
        disputed = citation(self.library, self.library.clauses[clause]) if clause else None
        parts = {}
        self.progress(f"{ruleset.id} : {len(taken)} incidents…")
        for incident in taken:
            parts[incident.id] = self._incident(ruleset, incident, pieces)
        return {
            "id": ruleset.id,
            "title": words(ruleset.title),
            "short": words(ruleset.short),
            "edition": words(ruleset.edition),
            "newer": words(ruleset.newer),
            "text": words(f"{source.title}, {source.edition}"),
            "example": words(self.finder.example(ruleset.id)),
            "hue": hue(ruleset),
            "colour": hue_colour(ruleset),
            "home": self.tables.html(pieces["home"](list(self._families(taken)), [zone for zone, _ in zones], zone_link)),
            "zones": {zone.id: self.tables.html(pieces["zone"](zone, found)) for zone, found in zones},
            "disputed": self.tables.html(pieces["disputed"](disputed)),
            "incidents": parts,
        }

    def _families(self, taken: Sequence[Incident]) -> Iterator[tuple[Family, list[Incident]]]:
        for family in self.library.families.values():
            if group := [one for one in taken if one.family == family.id]:
                yield family, group

    def _zones(self, ruleset: Ruleset, taken: Sequence[Incident]) -> Iterator[tuple[Zone, list[Incident]]]:
        """The places of the table, each with those of its incidents that are taken."""
        for zone, incidents in self.library.zones_of(ruleset.id):
            if found := [one for one in incidents if one in taken]:
                yield zone, found

    def _incident(self, ruleset: Ruleset, incident: Incident, pieces: Pieces) -> Content:
        """An incident: its title, what it can be taken for, and where its questionnaire begins in each context."""
        names = [name for name in incident.neighbours if ruleset.id in self.library.incidents[name].rulesets]
        near = pieces["near"]([self.library.incidents[name] for name in names])
        establish = self.library.establishing(incident.id)
        walkers = [
            Walker(self.consultant, self._pieces(ruleset, context), self.tables, self.progress, {})
            for context in contexts(self.library)
        ]
        read = self._reads_the_context(incident)
        starts = [walker.incident(incident.id) for walker in (walkers if read else walkers[:1])]
        return {
            "title": words(incident.title),
            "entry": self.tables.html(pieces["entry"](incident)),
            "near": self.tables.html(near),
            "establish": words(establish) if establish else "",
            "starts": starts if read else starts * len(walkers),
        }

    def _reads_the_context(self, incident: Incident) -> bool:
        """Whether some ruleset decides this incident otherwise in another context: sheets name what the others say."""
        context = {fact.id for fact in self.library.context_facts()}
        networks = [self.consultant.questionnaire(name, incident.id).network for name in incident.rulesets]
        return any(not context.isdisjoint(network.facts) for network in networks)

    @staticmethod
    def _setting(fact: Fact) -> Content:
        return {
            "id": fact.id,
            "title": words(fact.title),
            "values": [[one.id, words(one.label), words(lower_first(one.label))] for one in fact.values],
        }

    @staticmethod
    def _fact(fact: Fact) -> Content:
        """A fact in words; of a number the words after one and after several."""
        left = unsettled(fact)
        part: Content = {
            "id": fact.id,
            "title": words(fact.title),
            "question": words(fact.question or fact.title),
            "values": [[one.id, words(one.label), words(lower_first(one.label))] for one in fact.values],
            "unsettled": [words(left.label), words(left.help or ""), words(lower_first(left.label))],
            "establish": words(fact.establish or ""),
        }
        if fact.is_judgement:
            part["judgement"] = True
        if fact.is_number:
            part["units"] = [words(fact.label(value)).removeprefix(str(value)) for value in (1, 2)]
        return part


def _words() -> dict[str, str]:
    """What pages say that are put together where they are read: the same words as everywhere."""
    return {
        "anyway": headings.ANYWAY,
        "establish": headings.ESTABLISH,
        "first": headings.FIRST,
        "interpreted": headings.INTERPRETED,
        "judge_first": headings.JUDGE_FIRST,
        "judgements": headings.JUDGEMENTS,
        "no_matter": headings.NO_MATTER,
        "possibilities": headings.POSSIBILITIES,
    }

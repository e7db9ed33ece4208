"""Every questionnaire walked as a referee would: what each answer leads to, as the pages of the application say it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from assistant.consultation.consultant import Consultant
from assistant.consultation.forks import Explorer
from assistant.consultation.intake import understand
from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.errors import Hole
from assistant.model import INCIDENT, Fact, Library, Value
from web.pocket.pieces import Pieces, words
from web.pocket.places import UNKNOWN, Kind, Row
from web.pocket.tables import Tables
from web.telling import sections

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationPart, EventPart, QuestionPart

CIRCUMSTANCES = 2  # rare ones that are followed at once
NUMBER = "{nombre}"  # where a page says the number that was told


class Walker(NamedTuple):
    """Walks the incidents of one ruleset in one context."""

    consultant: Consultant
    pieces: Pieces
    tables: Tables
    complain: Callable[[str], None]
    known: dict[tuple[frozenset[tuple[str, Value]], int], int]  # where answers lead, in whatever order they were given

    @property
    def library(self) -> Library:
        """What is known."""
        return self.consultant.library

    def incident(self, incident: str) -> int:
        """The place where the questionnaire of an incident begins."""
        return self._from({**self.pieces.table.context, INCIDENT: incident}, CIRCUMSTANCES)

    def _from(self, told: Mapping[str, Value], circumstances: int) -> int:
        key = (frozenset(told.items()), circumstances)
        if key not in self.known:
            self.known[key] = self._place(told, circumstances)
        return self.known[key]

    def _place(self, told: Mapping[str, Value], circumstances: int) -> int:
        (document,) = self.consultant.consult([self.pieces.table.ruleset], told)["consultations"]
        event = document["events"][0]
        if document["question"] is not None:
            return self.tables.place(self._asks(document["question"], event, told, circumstances))
        if document["exit"] is not None:
            page = self.pieces["left"](document["exit"])
            return self.tables.place((Kind.LEAVES, self.tables.html(page)))
        if document["ruling"] is None:
            return self.tables.place((Kind.PARTS, self.tables.html(self.pieces["possibilities"](document))))
        return self.tables.place(self._rules(document, event, told, circumstances))

    def _asks(self, asked: QuestionPart, event: EventPart, told: Mapping[str, Value], circumstances: int) -> Row:
        fact = self.library.facts[asked["fact"]]
        page = self.tables.html(self.pieces["question"](asked, event["establish"]))
        place = (self.tables.facts.number(fact.id), page)
        if fact.is_number:
            return (Kind.COUNTS, *place, *self._counts(fact, told, circumstances))
        ways = [
            (self._value(fact, one["value"]), self._from({**told, fact.id: one["value"]}, circumstances))
            for one in asked["answers"]
        ]
        return (Kind.ASKS, *place, *(part for way in ways for part in way))

    def _value(self, fact: Fact, value: Value) -> int:
        """The number of a value among those of its fact; a number stands for itself."""
        return value if isinstance(value, int) else [one.id for one in fact.values].index(value)

    def _counts(self, fact: Fact, told: Mapping[str, Value], circumstances: int) -> Iterator[int]:
        """Where numbers lead: a whole interval to one place where both its ends do, but for the number itself."""
        incident = str(told[INCIDENT])
        questionnaire = self.consultant.questionnaire(self.pieces.table.ruleset, incident)
        for start in questionnaire.branches[fact.id]:
            interval = questionnaire.interval(fact, start)
            assert interval is not None
            low, high = interval
            ends = {value: self._from({**told, fact.id: value}, circumstances) for value in (low, high)}
            if ends[low] == ends[high]:
                yield from (low, high, ends[low])
            else:
                for value in range(low, high + 1):
                    yield from (value, value, self._from({**told, fact.id: value}, circumstances))
        yield from (UNKNOWN, UNKNOWN, self._from({**told, fact.id: NOT_ESTABLISHED}, 0))

    def _rules(
        self, document: ConsultationPart, event: EventPart, told: Mapping[str, Value], circumstances: int
    ) -> Row:
        ruling = document["ruling"]
        assert ruling is not None
        pages = [self.pieces["sheet"](ruling), self.pieces["derived"](event, list(told)), self.pieces["assumed"](event), words(sections(document))]
        numbers = [self.tables.html(self._numberless(page, told)) for page in pages]
        ways: list[tuple[int, int, int]] = []
        sides = (ruling["lighter"], ruling["heavier"], ruling["unordered"], ruling["would_ask"])
        implied = [one for side in sides for one in side if one["fact"] not in told]  # nobody asked, it follows from an answer
        for one in [*ruling["unless"], *implied] if circumstances else ():
            try:
                end = self._from({**told, one["fact"]: one["value"]}, circumstances - 1)
            except Hole as hole:  # a defect of the knowledge: the application cannot show this sheet either
                self.complain(f"{self.pieces.table.ruleset}, {told[INCIDENT]} : {hole}")
                continue
            ways.append((self.tables.facts.number(one["fact"]), self._value(self.library.facts[one["fact"]], one["value"]), end))
        decided = (self._verdict(told), self.tables.sentences.number(ruling["decision"]))
        return (Kind.RULES, *numbers, *decided, *(part for way in ways for part in way))

    def _numberless(self, page: str, told: Mapping[str, Value]) -> str:
        """A page with a sign where it says the number that was told."""
        facts = self.library.facts
        counted = [facts[name] for name, value in told.items() if name in facts and facts[name].is_number and isinstance(value, int)]
        for fact in counted:
            page = page.replace(words(fact.label(told[fact.id])), NUMBER)
        return page

    def _verdict(self, told: Mapping[str, Value]) -> int:
        ruleset = self.pieces.table.ruleset
        events = understand(self.library, [ruleset], told).events
        leaves = Explorer(self.library, self.consultant.beside, ruleset).standing(events).leaves
        return self.tables.verdicts.number(leaves[0].verdict())  # of several ways all come to the same

"""What is known of one event, as the document tells it: its answers and where they come from, what was overruled, its own ruling."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from assistant.consultation.asking import key_of
from assistant.consultation.changes import WhyNot, answer
from assistant.consultation.events import Judged
from assistant.consultation.exits import neighbours
from assistant.consultation.intake import SAID_OF_EVENTS, TILES, TO_WHOM, WHEN
from assistant.consultation.naming import CASE_TITLES, WHENS, choice_label, is_seated, player_label
from assistant.consultation.questionnaire import NOT_ESTABLISHED, UNSETTLED, in_words
from assistant.consultation.seating import sayer, seated
from assistant.consultation.sheet import sheet
from assistant.consultation.silences import establish
from assistant.consultation.vocabulary import Origin
from assistant.decision import headings
from assistant.decision.links import Settled
from assistant.decision.sense import beside, implied
from assistant.decision.statuses import CHOICE, NOBODY, READING
from assistant.french import upper_first
from assistant.model import DEFAULT_PLAYER, INCIDENT, Library, Link, Scope, Value, WarnKind

if TYPE_CHECKING:
    from assistant.consultation.document import (
        ChangePart,
        EventPart,
        IncidentPart,
        KnownPart,
        OverruledPart,
        RulingPart,
        SaidPart,
    )


class Account:
    """Tells one event of a case."""

    def __init__(
        self, library: Library, judged: Judged, alone: bool, ruled: bool, read: Collection[str] = (), ended: bool = False
    ):
        self.library = library
        self.judged = judged
        self.event = judged.event
        self.alone = alone
        self.ruled = ruled  # whatever is contested, the case comes to the same
        self.read = read  # what some event of the case asks
        self.ended = ended  # another event ended its deal

    def part(self, explain: bool, settled: bool = True) -> EventPart:
        """The event, and its ruling once a single one stands and nothing of it is asked."""
        event, judged = self.event, self.judged
        return {
            "number": event.number,
            "label": self._label(),
            "by": event.by,
            "who": event.player,
            "to_whom": event.target,
            "when": event.when,
            "reading": event.reading,
            "choice": event.choice,
            "said": list(self._said()),
            "incident": self._incident(event.incident),
            "judged_as": self._incident(judged.incident) if judged.turned else None,
            "turned_by": self._turned(),
            "answers": list(self._answers()),
            "hand": judged.tiles.document(self._paying()) if judged.tiles else None,
            "overruled": [*self._against_tiles(), *self._against_links(), *self._against_each_other()],
            "ignored": self._ignored(),
            "ruling": self._ruling(explain) if settled else None,
            "establish": establish(self.library, judged),
            "neighbours": neighbours(self.library, judged),
        }

    def _paying(self) -> frozenset[str]:
        """What a single ruling decides of the player whose tiles these are, where a hand that is paid is valued."""
        end, words = self.judged.end, self.library.tiles
        if end is None or end.outcome is None or words is None or self.judged.incident not in words.valued:
            return frozenset()
        return frozenset(sanction for role, sanction in end.outcome.sanctions if role == DEFAULT_PLAYER)

    def _label(self) -> str:
        """What tells an event from the others of its case."""
        player = self.event.player
        whose = player_label(self.library, player) if is_seated(player) or self.event.by != "meme" else ""
        if self.alone:
            return whose if is_seated(player) else ""
        if not whose and self.event.number > 1 and self.event.placed and player != NOBODY:
            whose = "même joueur"
        return f"Incident {self.event.number}{f' ({whose})' if whose else ''}"

    def _said(self) -> Iterator[SaidPart]:
        """What was said of the event itself, in words; who did it stands in its label."""
        event = self.event
        ruleset = self.judged.questionnaire.network.ruleset
        labels = {
            TO_WHOM: player_label(self.library, event.target) if event.target else None,
            WHEN: UNSETTLED.label if WHEN in event.contested else event.when and WHENS[event.when],
            READING: self._reading(),
            CHOICE: upper_first(choice_label(self.library, ruleset, event.choice)) if event.choice else None,
        }
        for name, label in labels.items():
            if label:
                yield {"key": event.prefix + name, "title": CASE_TITLES[name], "label": label}

    def _reading(self) -> str | None:
        """The reading that is followed, in its own words; a number that the text has no reading for says so."""
        number, readings = self.event.reading, self.judged.readings
        if number is None:
            return None
        if number > len(readings):
            return f"{number}, mais le texte n'a ici {'aucune lecture à choisir' if not readings else f'que {len(readings)} lectures'}"
        return f"({number}) {readings[number - 1].text.rstrip('.')}"

    def _incident(self, incident: str) -> IncidentPart:
        return {"id": incident, "title": self.library.incidents[incident].title}

    def _turned(self) -> str | None:
        """Why it is judged as another incident."""
        turned = self.judged.turned
        return f"{self.library.statuses[turned.status].title} (incident {turned.event})" if turned else None

    def _ignored(self) -> list[str]:
        """What was told of it that this ruleset does not read."""
        network, event = self.judged.questionnaire.network, self.event
        facts = self.library.facts
        told = [name for name in event.own if name not in (INCIDENT, TILES, *SAID_OF_EVENTS)]
        natural = self.judged.turned is not None  # what the natural incident asks is no idle answer
        return [
            event.prefix + name
            for name in event.told
            if name in told and name not in network.facts and facts[name].scope != Scope.CONTEXT and not natural
            if facts[name].scope == Scope.FAULT or name not in self.read
            if not network.facts.keys() & implied(self.library, {name: event.told[name]})
        ]

    def _ruling(self, explain: bool) -> RulingPart | None:
        """The ruling of one event; explained with what would change it."""
        judged = self.judged
        if judged.end is None or (judged.end.outcome is not None and judged.end.outcome.exit):
            return None
        ruling = sheet(self.library, judged.end)
        ruling["dispute_does_not_matter"] = self.ruled and bool(self.event.contested)
        if explain and judged.end.outcome is not None:
            fixed, event = judged.settled.keys() - judged.told.keys(), judged.event
            never = {name: judged.never(name) for name in judged.excluded}
            changes = WhyNot(self.library, judged.questionnaire, judged.known, event.contested, event.player, fixed, never, self.ended)
            ruling["unless"] = self._of_this(changes.unless(judged.end.outcome))
            for side, rows in changes.neighbours(judged.end.outcome).items():
                ruling[side] = self._of_this(rows)
        return seated(ruling, sayer(self.library, judged))

    def _of_this(self, changes: list[ChangePart]) -> list[ChangePart]:
        """What would change this event, each under the name by which it is told of it."""
        return [{**change, "key": key_of(self.event, self.library.facts[change["fact"]])} for change in changes]

    def _against_tiles(self) -> Iterator[OverruledPart]:
        """What the tiles say where the referee says otherwise: her answer stands, and the sheet says so."""
        judged, event = self.judged, self.event
        for name, computed in (judged.tiles.facts() if judged.tiles else {}).items():
            fact = self.library.facts[name]
            said = NOT_ESTABLISHED if name in event.contested else event.told.get(name)
            if said is None or said == computed.value or name not in judged.questionnaire.network.facts:
                continue
            yield {
                "fact": name,
                "key": key_of(event, fact),
                "title": fact.title,
                "said": in_words(fact, said),
                "computed": fact.label(computed.value),
                "why": computed.why,
                "by": "tuiles",
            }

    def _against_links(self) -> Iterator[OverruledPart]:
        """What another event settles where the referee says otherwise."""
        for name, settled in self.judged.settled.items():
            fact, said = self.library.facts[name], self.event.told.get(name)
            if said is None or said == settled.value:
                continue
            yield {
                "fact": name,
                "key": key_of(self.event, fact),
                "title": fact.title,
                "said": in_words(fact, said),
                "computed": fact.label(settled.value),
                "why": self._because(settled),
                "by": "evenement",
            }

        for name, impossible in self.judged.excluded.items():
            fact, said = self.library.facts[name], self.event.told.get(name)
            against = next((one for one in impossible if one.value == said and name in self.judged.questionnaire.network.facts), None)
            if said is not None and against is not None:
                yield {
                    "fact": name,
                    "key": key_of(self.event, fact),
                    "title": fact.title,
                    "said": in_words(fact, said),
                    "computed": headings.ANOTHER_ANSWER,
                    "why": self._because(against),
                    "by": "evenement",
                }

    def _against_each_other(self) -> Iterator[OverruledPart]:
        """The answers that cannot both be true: both stand, and the sheet says so."""
        judged, facts = self.judged, self.library.facts
        known = {name: value for name, value in judged.known.items() if name in judged.questionnaire.network.facts}
        for name, other in beside(self.library, known):
            if name in self.event.told:
                yield {
                    "fact": name,
                    "key": key_of(self.event, facts[name]),
                    "title": facts[name].title,
                    "said": in_words(facts[name], known[name]),
                    "computed": in_words(facts[other], known[other]),
                    "why": facts[other].title,
                    "by": "reponse",
                }

    def _because(self, settled: Settled) -> str:
        """What settles a fact: another event, or the seat."""
        if settled.event is None:
            return f"{player_label(self.library, self.event.player)} est en cause"
        return f"incident {settled.event} : {settled.link.title}"

    def _answers(self) -> Iterator[KnownPart]:
        """What is known, in the order it was said, then what was derived and what is assumed."""
        judged, event, known = self.judged, self.event, self.judged.known
        asked, facts = judged.questionnaire.network.facts, self.library.facts
        told = (name for name in known if name in asked and facts[name].scope != Scope.CONTEXT)
        for name in (name for name in told if name not in event.contested):
            if name in event.told or name in judged.answers:
                origin = Origin.TOLD
            else:
                origin = Origin.ENTAILED if name in judged.settled else Origin.COMPUTED
            yield self._answer(name, known[name], origin)
        for name in sorted(event.contested & set(asked)):
            yield self._answer(name, NOT_ESTABLISHED, Origin.CONTESTED)
        run = judged.position.state.run
        read = {name for rule in run.standing for name in run.network.rules[rule].reads()}
        for name, value in sorted(run.derived.items()):
            # what nothing derived is told only where something that stands reads it: else it may say what was not decided
            if not judged.position.final or name in read or value != facts[name].otherwise:
                yield self._answer(name, value, Origin.DERIVED)
        if judged.position.final:
            matter = {fact.id for fact in judged.questionnaire.rare(known, event.contested)}
            for name, value in judged.position.assumed.items():
                if name in matter:
                    yield self._answer(name, value, Origin.ASSUMED)

    def _answer(self, name: str, value: Value, origin: Origin) -> KnownPart:
        """One answer; of a computed one with what the tiles show, of a settled one with what settles it."""
        fact, judged = self.judged.questionnaire.fact(name), self.judged
        computed = judged.tiles.facts()[name] if judged.tiles and origin is Origin.COMPUTED else None
        settled = judged.settled[name] if origin is Origin.ENTAILED else None
        why = computed.why if computed else self._because(settled) if settled else None
        cites = computed.cites if computed else settled.link.cites if settled else ()
        return {
            **answer(fact, value, origin),
            "key": key_of(self.event, fact),
            "why": why,
            "cites": list(cites),
            "note": computed.note if computed else _read_so(settled.link) if settled else None,
        }


def _read_so(link: Link) -> str | None:
    """What we had to understand beyond the text for one event to settle another."""
    return link.interpretation and f"{headings.WARNING_NAMES[WarnKind.INTERPRETATION]} : {link.interpretation}"

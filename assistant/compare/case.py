"""One case under several rulesets: what each decides, what differs and because of which paragraph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.compare.comparison import ruling_title
from assistant.compare.documents import word_parts
from assistant.compare.situations import foreign
from assistant.consultation.consultant import Consultant
from assistant.consultation.vocabulary import Origin, Role
from assistant.decision import headings
from assistant.decision.outcome import Outcome
from assistant.decision.sameness import same_case
from assistant.decision.sense import implied
from assistant.decision.words import numbers_words, sorted_dues
from assistant.french import lower_first, section_name
from assistant.model import INCIDENT, Library, Value

if TYPE_CHECKING:
    from assistant.compare.parts import CasePart, ReadPart
    from assistant.consultation.document import CitationPart, ConsultationPart

SECTIONS = 2  # named in the sentence; the sheets name all


class Decided(NamedTuple):
    """What one ruleset decides of the case: an outcome for each of its incidents, none while something is open; and its sheet."""

    ruleset: str
    outcomes: tuple[Outcome, ...]
    document: ConsultationPart


def case_document(consultant: Consultant, rulesets: Sequence[str], told: Mapping[str, str]) -> CasePart:
    """A case under those of these rulesets that can have it, and what to say of them together; the context is told with it."""
    library = consultant.library
    numbered = _read_values(library, told)
    facts = {**numbered, **implied(library, numbered)}
    absent = {name: _absence(library, name, facts) for name in rulesets}
    present = [name for name in rulesets if not absent[name]]
    documents = consultant.consult(present, facts, explain=False)["consultations"] if present else []
    decided = [
        Decided(name, consultant.outcomes(name, facts), document)
        for name, document in zip(present, documents, strict=True)
    ]
    asks = any(document["question"] for document in documents)
    quotes = [quote for document in documents for citation in _citations(document) for quote in citation["quotes"]]
    return {
        "sentence": difference_sentence(library, decided) if decided and not asks else None,
        "facts": _read(documents),
        "elsewhere": [
            {"ruleset": name, "short": library.rulesets[name].short, "why": why} for name, why in absent.items() if why
        ],
        "words": word_parts(library, present, quotes),
        "consultations": documents,
    }


def _read_values(library: Library, told: Mapping[str, str]) -> dict[str, Value]:
    """The answers as the rules read them."""
    return {name: library.facts[name].read(value) if name in library.facts else value for name, value in told.items()}


def _absence(library: Library, ruleset: str, facts: Mapping[str, Value]) -> str:
    """Why the case cannot be one of this ruleset's game, or nothing."""
    for name, value in facts.items():
        if name.rpartition(".")[2] == INCIDENT and ruleset not in library.incidents[str(value)].rulesets:
            return headings.NOT_THERE
    strange = foreign(library, ruleset, facts)
    return f"ce jeu ne connaît pas « {library.facts[strange[0]].label(facts[strange[0]])} »" if strange else ""


def _read(documents: Sequence[ConsultationPart]) -> list[ReadPart]:
    """Each answer once, with the rulesets that read it."""
    read: dict[str, ReadPart] = {}
    for document in documents:
        for answer in (answer for event in document["events"] for answer in event["answers"]):
            if answer["origin"] == Origin.TOLD:
                key, title, label = answer["key"], answer["title"], answer["label"]
                entry: ReadPart = {"key": key, "title": title, "label": label, "read_by": [], "only": False}
                read.setdefault(key, entry)["read_by"].append(document["ruleset"]["short"])
    for entry in read.values():
        entry["only"] = len(entry["read_by"]) < len(documents)
    return list(read.values())


def _citations(document: ConsultationPart) -> list[CitationPart]:
    """All that the sheets of a case quote, whatever has been decided."""
    rulings = [document["ruling"], *(possibility["ruling"] for possibility in document["possibilities"])]
    events = [event["ruling"] for event in document["events"]]
    return [citation for ruling in [*rulings, *events] if ruling for citation in ruling["citations"]]


def difference_sentence(library: Library, decided: list[Decided]) -> str:
    """What differs, and because of which paragraph, in one sentence; rulesets that decide the same stand together."""
    parts = [_part(library, group) for group in together(library, decided)]
    same = "Même décision partout : " if len(parts) == 1 and len(decided) > 1 else ""
    return same + " ; ".join(parts) + "."


def together(library: Library, decided: list[Decided]) -> list[list[Decided]]:
    """The rulesets in groups, any two of which decide the same; each stands with the first group that it agrees with."""
    groups: list[list[Decided]] = []
    for one in decided:
        group = next((group for group in groups if all(agree(library, one, other) for other in group)), None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    return groups


def agree(library: Library, first: Decided, second: Decided) -> bool:
    """Whether two rulesets decide the same of this case; where one leaves several possibilities they never do."""
    if not first.outcomes or not second.outcomes:
        return False
    return same_case(library, (first.ruleset, second.ruleset), first.outcomes, second.outcomes)


def _part(library: Library, group: list[Decided]) -> str:
    shorts = " et ".join(library.rulesets[one.ruleset].short for one in group)
    sections = " ; ".join(text for text in (_sections(library, one, len(group) > 1) for one in group) if text)
    where = f" ({sections})" if sections else ""
    ruleset, outcomes = group[0].ruleset, group[0].outcomes
    if not outcomes:
        return f"{shorts} : {headings.SEVERAL_POSSIBILITIES}{where}"
    told = {one.ruleset: ", puis ".join(_names(library, one.ruleset, each) for each in one.outcomes) for one in group}
    if len({tuple(each.dues for each in one.outcomes) for one in group}) > 1 and len(set(told.values())) > 1:
        each_own = " ; ".join(f"{library.rulesets[name].short} : {names}" for name, names in told.items())
        return f"{each_own}{where}"  # the same, counted by each in its own units
    names = told[ruleset]
    reason = ruling_title(library, ruleset, outcomes[0]) if len(outcomes) == 1 else ""
    return f"{shorts} : {names}{', ' + lower_first(reason) if reason else ''}{where}"


def _names(library: Library, ruleset: str, outcome: Outcome) -> str:
    """The sanctions; the sheets say whom each strikes where they are not all of one player."""
    order = list(library.sanctions)
    given = sorted(outcome.sanctions, key=lambda pair: (order.index(pair[1]), pair[0]))
    named = [library.sanctions[what].rulesets[ruleset].name + _numbers_of(outcome, what) for _, what in given]
    several = len({player for player, _ in given}) > 1
    names = f"{' ou '.join(named)}, selon le joueur" if several else " et ".join(named)
    if not names:
        return "le texte est muet" if outcome.silences else "le texte admet plusieurs lectures"
    return f"{names}, pour le reste le texte est muet" if outcome.silences else names


def _numbers_of(outcome: Outcome, sanction: str) -> str:
    """The amounts of a sanction, as the tables write them."""
    told = [numbers_words(one) for one in sorted_dues(outcome.dues) if one.amount.sanction == sanction and one.numbers]
    return f" ({' / '.join(told)})" if told else ""


def _sections(library: Library, one: Decided, named: bool) -> str:
    """The sections that carry the decision, under the ruleset's name where several stand together."""
    ruling = one.document["ruling"]
    if ruling is None:
        return ""
    found = dict.fromkeys(quote["section"] for quote in ruling["citations"] if quote["role"] == Role.DECISION)
    told = " et ".join(section_name(section) for section in list(found)[:SECTIONS])
    return f"{library.rulesets[one.ruleset].short}, {told}" if told and named else told

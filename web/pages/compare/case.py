"""One case under several rulesets: the facts asked once for all, the sheets side by side, what differs told first."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from flask import request

from assistant.compare.comparison import ruling_title, words_apart
from assistant.compare.situations import foreign, implied
from assistant.consultation.vocabulary import Origin
from assistant.decision.outcome import Outcome
from assistant.decision.sameness import same_case
from assistant.decision.words import numbers_words, sorted_dues
from assistant.french import lower_first, section_name
from assistant.model import INCIDENT, Library
from web.address import CaseAddress, read_case
from web.context import desk
from web.page import Pages, Shown

if TYPE_CHECKING:
    from assistant.consultation.document import CitationPart, ConsultationPart, QuestionPart

pages = Pages(__name__)

SECTIONS = 2  # named in the sentence; the sheets name all


class Judged(TypedDict):
    """The case under every ruleset that can have it, and what to say of them together."""

    sentence: str | None
    facts: list[dict[str, Any]]
    elsewhere: list[dict[str, str]]
    words: list[dict[str, Any]]
    consultations: list[ConsultationPart]


class Decided(NamedTuple):
    """What one ruleset decides of the case: an outcome for each of its incidents, none while something is open; and its sheet."""

    ruleset: str
    outcomes: tuple[Outcome, ...]
    document: ConsultationPart


@pages.page("/comparer/cas", twin=".json")
def case() -> Shown[Judged]:
    """The page."""
    library = desk().library
    address = read_case(library, request)
    named = _named(library)
    data = judged(library, address, named)
    asking = _asking(data["consultations"])
    return Shown(
        "compare/case.html",
        data,
        address=address,
        contexts=_contexts(library, address, named),
        link=lambda without=(), **more: _link(address, named, without, more),
        asking=asking,
        asked_by=_askers(data["consultations"], asking["key"]) if asking else [],
        named=named,
    )


def _named(library: Library) -> list[str]:
    """The rulesets asked for, where they are at least two; else all."""
    named = [name for name in request.args.getlist("_r") if name in library.rulesets]
    return list(dict.fromkeys(named)) if len(set(named)) > 1 else list(library.rulesets)


def judged(library: Library, address: CaseAddress, named: list[str]) -> Judged:
    """The case under every ruleset that can have it, and what to say of them together."""
    incidents = [value for name, value in address.facts.items() if name.rpartition(".")[2] == INCIDENT]
    known: dict[str, Any] = {**address.facts, **implied(library, _numbers(library, address.facts))}
    absent = {name: _absence(library, name, incidents, known) for name in named}
    chosen = [name for name in named if not absent[name]]
    facts: dict[str, object] = {**address.table.context, **known}
    documents = desk().consultant.consult(chosen, facts, explain=False)["consultations"] if chosen else []
    decided = [
        Decided(name, desk().consultant.outcomes(name, facts), document)
        for name, document in zip(chosen, documents, strict=True)
    ]
    open_still = not documents or _asking(documents) is not None
    return {
        "sentence": None if open_still else difference_sentence(library, decided),
        "facts": _told(documents),
        "elsewhere": [
            {"ruleset": name, "short": library.rulesets[name].short, "why": why} for name, why in absent.items() if why
        ],
        "words": _words(library, documents),
        "consultations": documents,
    }


def _asking(documents: list[ConsultationPart]) -> QuestionPart | None:
    """The first question that is left."""
    return next((one["question"] for one in documents if one["question"]), None)


def _numbers(library: Library, facts: dict[str, str]) -> dict[str, Any]:
    """The answers with numbers as numbers, as the rules read them."""
    return {
        name: int(value) if name in library.facts and library.facts[name].is_number and value.isdigit() else value
        for name, value in facts.items()
    }


def _absence(library: Library, ruleset: str, incidents: list[str], facts: dict[str, Any]) -> str:
    """Why the case cannot be one of this ruleset's game, or nothing."""
    for incident in incidents:
        if ruleset not in library.incidents[incident].rulesets:
            return "cet incident ne s'y produit pas"
    names = foreign(library, ruleset, facts)
    return f"ce jeu ne connaît pas « {library.facts[names[0]].label(facts[names[0]])} »" if names else ""


def _contexts(
    library: Library, address: CaseAddress, named: list[str]
) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """For each context fact its values, the link to the same case there, and whether it is this one."""
    table = address.table
    return [
        (
            fact.title,
            [
                (
                    value.label,
                    _link(
                        address._replace(table=table._replace(context={**table.context, fact.id: value.id})),
                        named,
                        (),
                        {},
                    ),
                    table.context[fact.id] == value.id,
                )
                for value in fact.values
            ],
        )
        for fact in library.context_facts()
    ]


def _link(address: CaseAddress, named: list[str], without: tuple[str, ...], more: dict[str, Any]) -> str:
    return address.link("compare_case.case", without, **more) + "".join(f"&_r={name}" for name in named)


def _askers(documents: list[ConsultationPart], key: str) -> list[str]:
    return [one["ruleset"]["short"] for one in documents if one["question"] and one["question"]["key"] == key]


def _told(documents: list[ConsultationPart]) -> list[dict[str, Any]]:
    """Each answer once, with the rulesets that read it."""
    found: dict[str, dict[str, Any]] = {}
    for document in documents:
        for event in document["events"]:
            for answer in event["answers"]:
                if answer["origin"] == Origin.TOLD:
                    entry = found.setdefault(
                        answer["key"],
                        {"key": answer["key"], "title": answer["title"], "label": answer["label"], "read_by": []},
                    )
                    entry["read_by"].append(document["ruleset"]["short"])
    everyone = len(documents)
    return [{**entry, "only": 0 < len(entry["read_by"]) < everyone} for entry in found.values()]


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
        return f"{shorts} : plusieurs possibilités{where}"
    names = ", puis ".join(_names(library, ruleset, outcome) for outcome in outcomes)
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
    found = dict.fromkeys(quote["section"] for quote in ruling["citations"] if quote["role"] == "decision")
    told = " et ".join(section_name(section) for section in list(found)[:SECTIONS])
    return f"{library.rulesets[one.ruleset].short}, {told}" if told and named else told


def _words(library: Library, documents: list[ConsultationPart]) -> list[dict[str, Any]]:
    """The words of the quoted texts that mean one thing in one of them and another in another."""
    texts = [quote for document in documents for one in _citations(document) for quote in one["quotes"]]
    names = [document["ruleset"]["id"] for document in documents]
    found: dict[str, dict[str, str]] = {}
    for first, second in combinations(names, 2):
        sources = (library.rulesets[first].source, library.rulesets[second].source)
        for word, here, there in words_apart(library, sources, texts):
            found.setdefault(word, {}).update({first: here, second: there})
    return [
        {"word": word, "meanings": {library.rulesets[name].short: said[name] for name in names if name in said}}
        for word, said in found.items()
    ]


def _citations(document: ConsultationPart) -> list[CitationPart]:
    """All that the sheets of a case quote, whatever has been decided."""
    rulings = [document["ruling"], *(one["ruling"] for one in document["possibilities"])]
    events = [event["ruling"] for event in document["events"]]
    return [one for ruling in [*rulings, *events] if ruling for one in ruling["citations"]]

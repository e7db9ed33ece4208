"""The comparison as documents, which every door shows or prints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from assistant.compare.basis import difference_words
from assistant.compare.comparison import Comparison, Group, PairRow, outcomes_by_ruleset, words_apart
from assistant.compare.conditions import Alternative, shared
from assistant.compare.situations import governed
from assistant.compare.surprises import Surprise, distance, named_of, points_apart
from assistant.decision import headings
from assistant.decision.gravity import Difference
from assistant.french import lower_first
from assistant.model import Library, Value

if TYPE_CHECKING:
    from assistant.compare.parts import (
        IncidentPairPart,
        LimitPart,
        OverviewPart,
        PairPart,
        PointPart,
        RowPart,
        SituationPart,
        SurprisesPart,
        ToldPart,
        WordPart,
    )


def kind_words(kind: Difference, second: str) -> str:
    """How the second ruleset compares with the first, naming it."""
    return f"{headings.KINDS[kind]} en {second}" if kind.weighs else headings.KINDS[kind]


def percent(share: float) -> str:
    """A share of the whole, as it is told."""
    return "moins de 1 %" if 0 < share < 0.005 else f"{100 * share:.0f} %"


def overview(
    library: Library,
    comparison: Comparison,
    rulesets: Sequence[str],
    family: str | None = None,
    differing: bool = False,
) -> OverviewPart:
    """One row per incident: what each ruleset can decide, and whether any two of them differ."""
    rows: list[RowPart] = []
    for incident in library.incidents.values():
        present = [ruleset for ruleset in rulesets if ruleset in incident.rulesets]
        if not present or (family is not None and incident.family != family):
            continue
        pairs = comparison.pairs(present, incident.id)
        differs = any(row.differs for row in pairs)
        if differing and not differs:
            continue
        rows.append(
            {
                "incident": incident.id,
                "family": incident.family,
                "title": incident.title,
                "differs": differs,
                "shares": {"/".join(row.rulesets): row.shares() for row in pairs},
                "outcomes": outcomes_by_ruleset(comparison, incident.id, present),
            }
        )
    return {"rulesets": list(rulesets), "rows": rows, "pair": None}


def situation_document(
    library: Library, group: Group, rulesets: Sequence[str], asked_by: Mapping[str, Sequence[str]]
) -> SituationPart:
    """One kind of situation of an incident under two rulesets, in words."""
    always, cases = shared(group.when)

    def told(alternative: Alternative) -> list[ToldPart]:
        return [
            {
                "fact": name,
                "title": library.facts[name].title,
                "labels": [library.facts[name].label(value) for value in values],
                "asked_by": list(asked_by.get(name, rulesets)),
            }
            for name, values in alternative
        ]

    return {
        "kind": group.kind,
        "kind_words": difference_words(group.kind, group.grounds, library.rulesets[rulesets[1]].short),
        "share": round(group.share, 4),
        "when": told(always),
        "cases": [told(case) for case in cases],
        "rulings": [
            {
                "ruleset": ruleset,
                "short": group.shorts[index],
                "decision": group.decisions[index],
                "deal": group.slots[index],
                "because": group.because[index],
                "cites": list(group.cites[index]),
                "basis": group.grounds[index].basis,
                "outcomes": list(group.grounds[index].outcomes),
                "understood": list(group.grounds[index].understood),
                "forbidden_by": list(group.grounds[index].forbidden_by),
            }
            for index, ruleset in enumerate(rulesets)
        ],
        "apart": [{"of": of, "first": first, "second": second} for of, first, second in group.apart],
        "scale": group.scale,
        "example": dict(group.example),
    }


def pair_document(library: Library, row: PairRow) -> PairPart:
    """One incident under two rulesets."""
    groups = sorted(row.groups, key=lambda group: (group.kind == Difference.SAME, -group.share))
    asked_by = dict(row.asked_by)
    return {
        "incident": row.incident,
        "title": library.incidents[row.incident].title,
        "rulesets": list(row.rulesets),
        "shares": row.shares(),
        "situations": [situation_document(library, group, row.rulesets, asked_by) for group in groups],
    }


def incident_document(library: Library, row: PairRow) -> IncidentPairPart:
    """One incident under two rulesets, with the words that part their texts."""
    document = pair_document(library, row)
    quotes = [quote for column in cited(document) for name in column for quote in library.clauses[name].quotes]
    told = [ruling["decision"] for situation in document["situations"] for ruling in situation["rulings"]]
    return {**document, "words": word_parts(library, row.rulesets, [*quotes, *told])}


def cited(document: PairPart) -> list[list[str]]:
    """The clauses cited on each side, each once, those that decide most situations first."""
    situations = document["situations"]
    return [
        list(dict.fromkeys(name for situation in situations for name in situation["rulings"][index]["cites"]))
        for index in (0, 1)
    ]


def word_parts(library: Library, rulesets: Iterable[str], texts: Sequence[str]) -> list[WordPart]:
    """The words of these texts that mean one thing in one ruleset and another in another."""
    names = list(rulesets)
    meanings: dict[str, dict[str, str]] = {}
    for first, second in combinations(names, 2):
        sources = (library.rulesets[first].source, library.rulesets[second].source)
        for word, here, there in words_apart(library, sources, texts):
            meanings.setdefault(word, {}).update({first: here, second: there})
    return [
        {"word": word, "meanings": {library.rulesets[name].short: said[name] for name in names if name in said}}
        for word, said in meanings.items()
    ]


def surprises_document(
    library: Library, surprises: Sequence[Surprise], known: str, played: str, context: Mapping[str, Value]
) -> SurprisesPart:
    """What will surprise who knows one ruleset and plays the other, each difference in one sentence."""
    return {
        "known": known,
        "played": played,
        "context": dict(context),
        "surprises": [
            {
                "incident": surprise.incident,
                "title": library.incidents[surprise.incident].title,
                "distance": distance(surprise.group),
                "met": met_words(library, library.met.get(surprise.incident)),
                "score": round(surprise.score, 2),
                "named_by": list(named_of(library, known, played).get(surprise.incident, ())),
                "sentence": surprise_sentence(library, surprise.group, (known, played)),
                "others": surprise.others,
                **situation_document(library, surprise.group, (known, played), dict(surprise.row.asked_by)),
            }
            for surprise in surprises
        ],
        "points": point_parts(library, known, played),
        "limits": limit_parts(library, (known, played), context),
    }


def met_words(library: Library, met: str | None) -> str:
    """How often, in words; nothing where nobody said."""
    found = library.frequencies.get(met or "")
    return found.label if found else ""


def point_parts(library: Library, known: str, played: str) -> list[PointPart]:
    """The points on which two texts differ."""
    return [
        {
            "point": one.point.id,
            "family": one.point.family,
            "title": one.point.title,
            "met": met_words(library, one.point.met),
            "score": one.score,
            "named_by": list(named_of(library, known, played).get(one.point.id, ())),
            "says": [
                {
                    "ruleset": ruleset,
                    "text": one.point.says[ruleset].text if ruleset in one.point.says else "",
                    "cites": list(one.point.says[ruleset].cites) if ruleset in one.point.says else [],
                }
                for ruleset in (known, played)
            ],
        }
        for one in points_apart(library, known, played)
    ]


def limit_parts(library: Library, rulesets: Iterable[str], context: Mapping[str, Value]) -> list[LimitPart]:
    """Which of these texts do not speak of games of this context, and where they say so."""
    found = [(name, library.rulesets[name].governs) for name in rulesets if not governed(library, name, context)]
    return [{"ruleset": name, "text": one.text, "cites": list(one.cites)} for name, one in found if one is not None]


def surprise_sentence(library: Library, group: Group, rulesets: tuple[str, str]) -> str:
    """Both decisions, each with its reason and the sections that carry it."""
    parts = []
    for index, ruleset in enumerate(rulesets):
        sections = list(dict.fromkeys(library.clauses[name].section for name in group.cites[index][:2]))
        reason = f", {lower_first(group.because[index])}" if group.because[index] else ""
        where = " et ".join(f"§ {section}" if section[:1].isnumeric() else section for section in sections)
        parts.append(f"{library.rulesets[ruleset].short} : {lower_first(group.shorts[index])}{reason} ({where})")
    return " ; ".join(parts) + "."

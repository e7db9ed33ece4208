"""The graph of the whole knowledge: made of the surveys of all incidents, kept, and read by whoever asks what would be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from assistant.consultation.foresight import GRAPH, kept
from assistant.consultation.questionnaire import Questionnaire
from assistant.engine.engines import Engines
from assistant.graph.atlas import FORMAT, Atlas
from assistant.graph.chart import Chart
from assistant.graph.fingerprint import clause_hash, clauses_of, words_hash
from assistant.graph.plain import plain
from assistant.graph.ruling import role_of
from assistant.model import Fact, Library, Link, Rule, Ruleset, Sets
from assistant.proof.survey import TooMany, surveyed
from assistant.proof.workers import Folders, at_work
from assistant.store import cache, making
from assistant.store.lazy import Drawers
from assistant.store.library import current_version

if TYPE_CHECKING:
    from assistant.graph.parts import GraphDocument, IncidentPart, NamedPart, RulePart, RulesetPart

WORKERS = 2

Words = Callable[[Library, Rule], str]  # the hash of what a rule makes a sheet say
Progress = Callable[[str], None]
Parts = Mapping[tuple[str, str], "IncidentPart | None"]


def chart_incident(library: Library, engines: Engines, ruleset: str, incident: str) -> IncidentPart | None:
    """The graph of one incident, or None where it would be too large."""
    try:
        return surveyed(library, Questionnaire(library, engines.engine(ruleset, incident)))[0]
    except TooMany:
        return None


def rule_parts(library: Library, ruleset: Ruleset, words: Words = words_hash) -> list[RulePart]:
    """The rules of a ruleset, in the order of their numbers."""
    numbers = {name: number for number, name in enumerate(clauses_of(ruleset))}
    return [_rule(rule, numbers, words(library, rule)) for rule in ruleset.rules.values()]


def _rule(rule: Rule, numbers: Mapping[str, int], words: str) -> RulePart:
    part: RulePart = {
        "id": rule.id,
        "title": rule.title,
        "place": str(rule.place),
        "role": role_of(rule).value,
        "cites": [numbers[clause] for clause in rule.cites],
        "words": words,
    }
    if rule.forbids is not None:
        part["forbids"] = rule.forbids
    return part


def ruleset_part(library: Library, ruleset: Ruleset, incidents: Mapping[str, IncidentPart]) -> RulesetPart:
    """One ruleset as it is written."""
    return {
        "title": ruleset.title,
        "rules": rule_parts(library, ruleset),
        "clauses": [(name, clause_hash(library.clauses.get(name))) for name in clauses_of(ruleset)],
        "slots": list(ruleset.slots),
        "combine": {slot: list(order) for slot, order in ruleset.combine.items()},
        "sets": [_placed(one) for one in ruleset.sets],
        "links": [_placed(link) for link in ruleset.links],
        "incidents": dict(incidents),
    }


def _placed(one: Link | Sets) -> dict[str, Any]:
    """A link or the word on a status, with where it was written."""
    return {**plain(one), "where": str(one.place)}


def chart_of(library: Library, ruleset: str, part: IncidentPart) -> Chart:
    """A chart opened beside its library: no reading looks at the hashes of words."""
    mine = library.rulesets[ruleset]
    return Chart(part, rule_parts(library, mine, lambda *_: ""), clauses_of(mine))


def document(library: Library, parts: Parts) -> GraphDocument:
    """Everything as it is written; an incident whose graph would be too large is left out."""
    mine: dict[str, dict[str, IncidentPart]] = {name: {} for name in library.rulesets}
    for (ruleset, incident), part in parts.items():
        if part is not None:
            mine[ruleset][incident] = part
    return {
        "format": FORMAT,
        "knowledge": library.version,
        "facts": {fact.id: _named(fact) for fact in library.facts.values()},
        "incidents": {incident.id: incident.title for incident in library.incidents.values()},
        "turns": {incident.id: plain(incident.turns) for incident in library.incidents.values() if incident.turns},
        "rulesets": {name: ruleset_part(library, ruleset, mine[name]) for name, ruleset in library.rulesets.items()},
    }


def _named(fact: Fact) -> NamedPart:
    part: NamedPart = {
        "title": fact.title,
        "question": fact.question,
        "values": {value.id: value.label for value in fact.values},
    }
    if fact.unit:
        part["unit"] = fact.unit
    return part


def every_incident(library: Library) -> list[tuple[str, str]]:
    """All incidents of all rulesets."""
    return [(name, incident.id) for name in library.rulesets for incident in library.incidents_of(name)]


def charted(
    library: Library, wanted: Iterable[tuple[str, str]], workers: int = WORKERS, folders: Folders = (None, None)
) -> dict[tuple[str, str], IncidentPart | None]:
    """The graphs of these incidents."""
    pairs = list(wanted)
    with at_work(library, workers, folders) as spread:
        return dict(zip(pairs, spread(chart_incident, pairs), strict=True))


def keep(library: Library, made: GraphDocument) -> None:
    """Keep the graph, each incident packed by itself: whoever reads one need not open the others."""
    packed: Any = {name: {**part, "incidents": Drawers(part["incidents"])} for name, part in made["rulesets"].items()}
    cache.keep(GRAPH, library.version, {**made, "rulesets": packed})


def kept_or_made(library: Library, progress: Progress = lambda _: None, workers: int = WORKERS) -> Atlas:
    """The kept graph, or a new one that is then kept."""
    with making.alone(GRAPH):
        known = kept(library)
        if known is None:
            progress("Le graphe se fait (une minute environ)…")
            if workers > 1 and library.version != current_version():
                workers = 1  # other processes would read what lies there
            made = document(library, charted(library, every_incident(library), workers))
            keep(library, made)
            known = Atlas(made)
        return known

"""What ties events together, as plain objects: statuses that sanctions set, and links, every name resolved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from assistant.authoring.files import Written
from assistant.authoring.names import Names, as_list
from assistant.authoring.resolve.conditions import resolve_tests
from assistant.authoring.schema import chains as schema
from assistant.authoring.strata import with_strata
from assistant.errors import unknown
from assistant.model import (
    By,
    Fact,
    Lasts,
    Link,
    LinkSource,
    Order,
    Reads,
    Right,
    Ruleset,
    Sets,
    Since,
    When,
    value_problem,
)


def with_chains(
    rulesets: Mapping[str, Ruleset], sets: Iterable[Sets], links: Iterable[Link], names: Names
) -> dict[str, Ruleset]:
    """The rulesets with their statuses and links; an edition takes over those of its base that it does not write anew."""
    own_sets, own_links = list(sets), list(links)
    built: dict[str, Ruleset] = {}
    for ruleset in rulesets.values():
        mine = [one for one in own_sets if one.ruleset == ruleset.id]
        linked = [one for one in own_links if one.ruleset == ruleset.id]
        for base in names.bases_of(ruleset.id):
            said, known = {one.status for one in mine}, {one.id.partition(".")[2] for one in linked}
            mine += [
                _taken(one, ruleset, names)
                for one in own_sets
                if one.ruleset == base and one.status not in said
            ]
            linked += [
                _renamed(one, ruleset, names)
                for one in own_links
                if one.ruleset == base and one.id.partition(".")[2] not in known
            ]
        built[ruleset.id], problems = with_strata(ruleset._replace(sets=tuple(mine), links=tuple(linked)))
        names.problems.extend(problems)
    return built


def _taken(sets: Sets, edition: Ruleset, names: Names) -> Sets:
    return sets._replace(ruleset=edition.id, cites=_cited(sets.cites, edition, names))


def _renamed(link: Link, edition: Ruleset, names: Names) -> Link:
    name = f"{edition.id}.{link.id.partition('.')[2]}"
    return link._replace(id=name, ruleset=edition.id, cites=_cited(link.cites, edition, names))


def _cited(clauses: tuple[str, ...], edition: Ruleset, names: Names) -> tuple[str, ...]:
    return tuple(names.taken_over(clause, edition.id) for clause in clauses)


def resolve_sets(written: Written[schema.Sets], names: Names) -> Sets:
    """What a ruleset says of one status."""
    entry = written.entry
    _expect(written, names, "status", "statut", entry.status, names.statuses)
    for sanction in as_list(entry.by):
        _expect(written, names, "by", "sanction", sanction, names.sanctions)
    for incident in as_list(entry.incidents):
        _expect(written, names, "incidents", "incident", incident, names.incidents)
    _clauses(written, names, entry.cites)
    return Sets(
        entry.status,
        written.folder,
        frozenset(as_list(entry.by)),
        frozenset(as_list(entry.incidents)) or None,
        Since(entry.from_),
        Lasts(entry.lasts),
        tuple(map(Right, entry.takes)),
        tuple(map(Right, entry.leaves)),
        tuple(map(Right, entry.unsaid)),
        entry.chosen,
        tuple(as_list(entry.cites)),
        entry.interpretation,
        written.place,
        entry.of_the_deal,
        entry.of_the_target,
    )


def resolve_link(written: Written[schema.Link], names: Names, facts: Mapping[str, Fact]) -> Link:
    """One link, its names resolved."""
    entry = written.entry
    if not entry.id.startswith(f"{written.folder}.{written.stem}."):
        message = f"l'identifiant doit commencer par « {written.folder}.{written.stem}. » (dossier et fichier)"
        names.problems.append(written.problem(entry.id, message, "id"))
    for fact, value in entry.settles.items():
        if names.expect(written, "settles", "fait", fact, names.facts, "settles", fact):
            problem = value_problem(facts[fact], value) or (
                "ce fait est déduit par des règles : un lien règle ce qui serait demandé"
                if facts[fact].derived
                else None
            )
            if problem:
                names.problems.append(written.problem(f"{entry.id}.settles.{fact}", problem, "settles", fact))
    for index, fact in enumerate(entry.asks):
        if names.expect(written, "asks", "fait", fact, names.facts, "asks", index) and facts[fact].usual is None:
            message = f"« {fact} » n'est pas une circonstance rare : il est demandé de toute façon"
            names.problems.append(written.problem(f"{entry.id}.asks", message, "asks", index))
    for fact, values in entry.excludes.items():
        if not names.expect(written, "excludes", "fait", fact, names.facts, "excludes", fact):
            continue
        problem = next((wrong for value in values if (wrong := value_problem(facts[fact], value))), None)
        if facts[fact].is_number or len(set(values)) >= len(facts[fact].values):
            problem = "il doit rester une réponse : un lien qui n'en laisse qu'une règle le fait (« settles »)"
        if problem:
            names.problems.append(written.problem(f"{entry.id}.excludes.{fact}", problem, "excludes", fact))
    if entry.from_ is not None and entry.from_.players and (entry.from_.status is None or entry.from_.seat):
        message = "« players » compte ceux qui ont un statut (« status »), quels qu'ils soient (sans « seat »)"
        names.problems.append(written.problem(f"{entry.id}.from.players", message, "from", "players"))
    for index, fact in enumerate(entry.opens):
        names.expect(written, "opens", "fait", fact, names.facts, "opens", index)
    if not entry.settles and not entry.asks and not entry.excludes and not entry.opens and entry.counts is None:
        message = "un lien règle au moins un fait (« settles »), le fait demander (« asks »), en ôte des réponses (« excludes »), le laisse demander (« opens »), ou compte (« counts »)"
        names.problems.append(written.problem(entry.id, message))
    known = entry.counts and names.expect(written, "counts", "fait", entry.counts, names.facts, "counts")
    if entry.counts and known and (not facts[entry.counts].is_number or entry.from_ is None):
        message = "« counts » nomme un nombre, que « from » trouve dans un autre événement"
        names.problems.append(written.problem(f"{entry.id}.counts", message, "counts"))
    for incident in as_list(entry.of):
        names.expect(written, "of", "incident", incident, names.incidents, "of")
    if (entry.seat is None) == (entry.from_ is None):
        message = "un lien lit un autre événement (« from ») ou le siège du joueur (« seat »), l'un des deux"
        names.problems.append(written.problem(entry.id, message))
    if entry.from_ is not None and entry.cites is None:
        message = "un lien cite la clause qui le fait (« cites »)"
        names.problems.append(written.problem(entry.id, message))
    _clauses(written, names, entry.cites)
    return Link(
        entry.id,
        written.folder,
        entry.title,
        tuple(entry.settles.items()),
        tuple(entry.asks),
        entry.counts,
        frozenset(as_list(entry.of)) or None,
        frozenset(as_list(entry.seat)),
        _source(written, entry.from_, names) if entry.from_ is not None else None,
        Reads(entry.reads),
        tuple(as_list(entry.cites)),
        entry.interpretation,
        written.place,
        excludes=tuple((fact, frozenset(values)) for fact, values in entry.excludes.items()),
        opens=tuple(entry.opens),
    )


def _source(written: Written[schema.Link], source: schema.Source, names: Names) -> LinkSource:
    for incident in as_list(source.incident):
        names.expect(written, "from.incident", "incident", incident, names.incidents, "from", "incident")
    for key, sanctions in (("sanction", source.sanction), ("without", source.without)):
        for sanction in as_list(sanctions):
            names.expect(written, f"from.{key}", "sanction", sanction, names.sanctions, "from", key)
    for key, status in (
        ("status", source.status),
        ("after_status", source.after_status),
    ):
        if status is not None:
            names.expect(written, f"from.{key}", "statut", status, names.statuses, "from", key)
    for slot, values in source.slots.items():
        if names.expect(written, "from.slots", "case", slot, names.slots, "from", "slots", slot):
            for value in as_list(values):
                names.expect(written, f"from.slots.{slot}", "valeur", value, names.slots[slot], "from", "slots", slot)
    return LinkSource(
        frozenset(as_list(source.incident)) or None,
        By(source.by) if source.by else None,
        frozenset(as_list(source.seat)),
        frozenset(map(When, as_list(source.when))) or None,
        Order(source.order),
        frozenset(as_list(source.sanction)),
        frozenset(as_list(source.without)),
        source.status,
        source.after_status,
        source.causes,
        source.closer,
        source.unplaced,
        resolve_tests(written, source.facts, names, ("from", "facts")),
        tuple((slot, frozenset(as_list(values))) for slot, values in source.slots.items()),
        source.players,
    )


def _clauses(written: Written[Any], names: Names, cites: str | list[str] | None) -> None:
    for clause in as_list(cites):
        _expect(written, names, "cites", "clause", clause, names.clauses)


def _expect(written: Written[Any], names: Names, key: str, what: str, word: str, known: Iterable[str]) -> None:
    """Like `names.expect`, for an entry that may have no id of its own."""
    if word not in set(known):
        names.problems.append(written.problem(key, unknown(what, word, known), key))

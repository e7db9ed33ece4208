"""From written entries to the library: every name is resolved, every unknown one is told with the nearest known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names
from assistant.authoring.resolve.cases import build_cases
from assistant.authoring.resolve.chains import resolve_link, resolve_sets, with_chains
from assistant.authoring.resolve.clauses import build_clauses
from assistant.authoring.resolve.comparing import build_frequencies, build_met, build_points, build_usual
from assistant.authoring.resolve.conditions import resolve_tests
from assistant.authoring.resolve.expectations import build_expectations
from assistant.authoring.resolve.facts import build_facts
from assistant.authoring.resolve.hands import build_hands, build_tiles
from assistant.authoring.resolve.replays import replayed
from assistant.authoring.resolve.rules import resolve_rule
from assistant.authoring.resolve.rulesets import build_rulesets
from assistant.authoring.resolve.sanctions import build_gravity, build_sanctions, build_slots, same_units
from assistant.authoring.resolve.speech import build_speech
from assistant.authoring.schema import knowledge as schema
from assistant.authoring.schema import sanctions as sanctionschema
from assistant.errors import AuthorError, unknown
from assistant.model import Among, Family, Incident, Library, Moment, Player, Sits, Source, Status, Synonym, Turn, Zone


def build(files: Files, version: str) -> Library:
    """The library, or AuthorError with every unresolved name."""
    names = Names(files)
    facts = build_facts(files, names)
    rules = [resolve_rule(written, names, facts) for written in files.rules]
    sets = [resolve_sets(written, names) for written in files.sets]
    links = [resolve_link(written, names, facts) for written in files.links]
    names.unique(files.links)
    names.unique(files.zones)
    rulesets = with_chains(build_rulesets(files, names, rules), sets, links, names)
    decided = {ruleset.id: ruleset.decided() for ruleset in rulesets.values()}
    players = (written.entry for written in files.players)
    moments = (written.entry for written in files.moments)
    library = Library(
        version=version,
        sources={w.entry.id: Source(**w.entry.model_dump()) for w in files.sources},
        clauses=build_clauses(files, names, facts),
        facts=facts,
        incidents={w.entry.id: _incident(w, names, decided) for w in files.incidents},
        sanctions=build_sanctions(files, names, facts),
        players={player.id: _player(player) for player in players},
        units={w.entry.id: w.entry.label for w in files.units},
        moments={moment.id: Moment(moment.label, moment.entered) for moment in moments},
        slots=build_slots(files, names),
        gravity=build_gravity(files.gravity[0], names),
        rulesets=rulesets,
        cases=replayed(build_cases(files, names, facts), names, decided),
        families=_families(files),
        zones=tuple(_zone(written, names) for written in files.zones),
        same_units=same_units(files, names),
        worth={w.entry.id: w.entry.worth for w in files.units if w.entry.counts_as},
        usual=build_usual(files, names),
        frequencies=build_frequencies(files),
        met=build_met(files, names),
        points=build_points(files, names),
        words={written.entry.word: _meanings(written, names) for written in files.words},
        hands=build_hands(files, names, rulesets),
        tiles=build_tiles(files, names),
        statuses={w.entry.id: Status(w.entry.id, w.entry.title, w.entry.says) for w in files.statuses},
        synonyms=tuple(_synonym(written, names) for written in files.synonyms),
        speech=build_speech(files, names),
        expectations=build_expectations(files, names, facts),
    )
    if names.problems:
        raise AuthorError(names.problems)
    return library


def _player(player: sanctionschema.Player) -> Player:
    among = None if player.among is None else Among(player.among)
    sits = None if player.sits is None else Sits(player.sits)
    return Player(
        player.id, player.label, player.nobody, player.whole, tuple(player.words), among, sits, player.addressed
    )


def _meanings(written: Written[schema.Word], names: Names) -> dict[str, str]:
    for source in written.entry.meanings:
        if source not in names.sources:
            message = unknown("texte source", source, names.sources)
            names.problems.append(written.problem(written.entry.word, message, "meanings", source))
    return dict(written.entry.meanings)


def _families(files: Files) -> dict[str, Family]:
    """The families as written, or one for each file of incidents."""
    written = {w.entry.id: Family(w.entry.id, w.entry.title, w.entry.help, w.entry.establish) for w in files.families}
    return written or {w.stem: Family(w.stem, w.stem, w.stem) for w in files.incidents}


def _zone(written: Written[schema.Zone], names: Names) -> Zone:
    entry = written.entry
    for index, incident in enumerate(entry.incidents):
        names.expect(written, "incidents", "incident", incident, names.incidents, "incidents", index)
        if incident in entry.incidents[:index]:
            names.problems.append(
                written.problem(entry.id, f"incidents : « {incident} » y est deux fois", "incidents", index)
            )
    if entry.game is not None:
        games = sorted({ruleset.entry.game for ruleset in names.rulesets.values()})
        names.expect(written, "game", "jeu", entry.game, games, "game")
    return Zone(**{**entry.model_dump(), "incidents": tuple(entry.incidents)}, place=written.place)


def _turns(written: Written[schema.Incident], names: Names) -> Iterator[Turn]:
    """What an incident is under each status of its player."""
    games = {ruleset: one.entry.game for ruleset, one in names.rulesets.items()}
    for status, said in written.entry.turns.items():
        names.expect(written, "turns", "statut", status, names.statuses, "turns", status)
        for index, turn in enumerate([schema.Turn(into=said)] if isinstance(said, str) else said):
            path = ("turns", status, index)
            names.expect(written, "turns.into", "incident", turn.into, names.incidents, *path)
            for fact, value in turn.answers.items():
                if names.expect(written, "turns.answers", "fait", fact, names.facts, *path):
                    known = [one.id for one in names.facts[fact].entry.values or []]
                    names.expect(written, f"turns.answers.{fact}", "valeur", str(value), known, *path)
            for name in turn.in_:
                names.expect(
                    written, "turns.in", "règlement ou jeu", name, [*games, *sorted(set(games.values()))], *path
                )
            kinds = {ruleset: {ruleset, game, *names.bases_of(ruleset)} for ruleset, game in games.items()}
            where = frozenset(ruleset for ruleset, kind in kinds.items() if kind & set(turn.in_)) or None
            tests = resolve_tests(written, turn.if_, names, (*path, "if"))
            yield Turn(status, turn.into, tuple(turn.answers.items()), tests, where)


def _incident(written: Written[schema.Incident], names: Names, decided: Mapping[str, Set[str]]) -> Incident:
    """The incident, which can occur wherever a rule decides it."""
    entry = written.entry
    if names.families:
        names.expect(written, "famille (nom du fichier)", "famille", written.stem, names.families)
    for index, fact in enumerate(entry.first):
        names.expect(written, "first", "fait", fact, names.facts, "first", index)
    for fact, answers in entry.answers.items():
        if names.expect(written, "answers", "fait", fact, names.facts, "answers", fact):
            known = [value.id for value in names.facts[fact].entry.values or []]
            for answer in answers:
                names.expect(written, f"answers.{fact}", "valeur", answer, known, "answers", fact)
    for index, other in enumerate(entry.neighbours):
        names.expect(written, "neighbours", "incident", other, names.incidents, "neighbours", index)
        if other == entry.id or other in entry.neighbours[:index]:
            what = "un incident n'est pas son propre voisin" if other == entry.id else f"« {other} » y est deux fois"
            names.problems.append(written.problem(entry.id, f"neighbours : {what}", "neighbours", index))
    asked = {fact: tuple(answers) for fact, answers in entry.answers.items()}
    first = tuple(entry.first)
    words = tuple(entry.words)
    where = tuple(ruleset for ruleset, incidents in decided.items() if entry.id in incidents)
    turns, near = tuple(_turns(written, names)), tuple(entry.neighbours)
    place, family = written.place, written.stem
    establish = entry.establish
    return Incident(
        entry.id, family, entry.title, entry.help, words, where, place, first, asked, turns, near, establish
    )


def _synonym(written: Written[schema.Synonym], names: Names) -> Synonym:
    """The synonym, which must say at least one other form."""
    entry = written.entry
    found = Synonym(entry.means, tuple(entry.french), tuple(entry.japanese), tuple(entry.chinese), tuple(entry.english))
    if not any(found[1:]):
        names.problems.append(
            written.problem(entry.means, "aucune autre façon de le dire : ajoutez french, japanese, chinese ou english")
        )
    return found

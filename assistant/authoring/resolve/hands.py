"""The YAML of hands and tiles, resolved: every clause, incident, fact and computation it names must exist."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names
from assistant.authoring.schema import hands as handschema
from assistant.authoring.schema import knowledge as schema
from assistant.errors import Problem, unknown
from assistant.hands.hand import Hand, also_told
from assistant.hands.mcr.fans import Fan
from assistant.hands.tiles import HandError
from assistant.model import Ruleset
from assistant.model.hand_words import OPTIONS, REMARKS, RESULTS, Game, Option, Topic, Yaku, topics
from assistant.model.hands import Computation, Computed, Figure, HandRules, Lead, LeadFrom, Remark, TileWords

TILES = "tuiles"  # the name under which a case carries its hand
FIGURES: dict[Game, list[str]] = {Game.RIICHI: [*Yaku], Game.MCR: [str(fan) for fan in Fan]}


def build_hands(files: Files, names: Names, rulesets: dict[str, Ruleset]) -> dict[str, HandRules]:
    """How each ruleset values hands; an edition without its own file does as its base, cited in its own text."""
    rules: dict[str, HandRules] = {}
    originals = _originals(files, names)
    for written in files.hands:
        ruleset = rulesets.get(written.folder)
        if ruleset is not None:
            rules[ruleset.id] = _hands(written, names, ruleset, originals.get(Game(written.entry.game), {}))
    for ruleset in rulesets.values():
        if ruleset.id not in rules and ruleset.base in rules:
            base = rulesets[ruleset.base]
            rules[ruleset.id] = rules[base.id] if ruleset.supplements else _inherited(rules[base.id], base.source, ruleset.source, names)
    return rules


def _originals(files: Files, names: Names) -> dict[Game, dict[str, str]]:
    """The names of figures in the language of each game; one that the game does not have is told."""
    found: dict[Game, dict[str, str]] = {}
    for written in files.figures:
        game = Game(written.entry.game)
        for name in written.entry.names:
            if name not in FIGURES[game]:
                message = unknown("figure", name, FIGURES[game])
                names.problems.append(written.problem(f"names.{name}", message, "names", name))
        found.setdefault(game, {}).update(written.entry.names)
    return found


def _hands(
    written: Written[handschema.Hands], names: Names, ruleset: Ruleset, originals: Mapping[str, str]
) -> HandRules:
    entry, game = written.entry, Game(written.entry.game)
    options = {Option(name): value for name, value in entry.options.items() if name in OPTIONS[game]}
    names.problems += _names(written, game, topics(game, options))
    names.problems += _clauses(written, [clause for clause in names.clauses if clause.startswith(f"{ruleset.source}/")])
    if game != ruleset.game:
        names.problems.append(written.problem("game", f"ruleset.yaml dit « {ruleset.game} »", "game"))
    return HandRules(
        game,
        options,
        {Topic(topic): tuple(clauses) for topic, clauses in entry.cites.items() if topic in set(Topic)},
        {
            name: Figure(
                figure.name,
                figure.clause,
                figure.points,
                tuple(figure.includes),
                dict(figure.excludes),
                originals.get(name),
            )
            for name, figure in entry.figures.items()
        },
        {name: Remark(remark.text, tuple(remark.cites)) for name, remark in entry.remarks.items()},
    )


def _names(written: Written[handschema.Hands], game: Game, lines: Collection[Topic]) -> Iterator[Problem]:
    """Names that this game does not know, and names that it needs and that nobody wrote."""
    entry = written.entry
    for key, what, used, known in (
        ("options", "option", entry.options, list(OPTIONS[game])),
        ("cites", "ligne", entry.cites, list(lines)),
        ("remarks", "remarque", entry.remarks, list(REMARKS[game])),
        ("figures", "figure", entry.figures, FIGURES[game]),
    ):
        for name in used:
            if name not in known:
                yield written.problem(f"{key}.{name}", unknown(what, name, known), key, name)
    for option in OPTIONS[game]:
        if option not in entry.options:
            yield written.problem("options", f"il manque « {option} », true ou false", "options")
    for topic in lines:
        if topic not in entry.cites:
            yield written.problem("cites", f"il manque les clauses de « {topic} »", "cites")
    for figure in FIGURES[game]:
        if figure not in entry.figures:
            yield written.problem("figures", f"il manque la figure « {figure} »", "figures")
        elif game is Game.MCR and entry.figures[figure].points is None:
            yield written.problem(f"figures.{figure}", "il manque ses points", "figures", figure)


def _clauses(written: Written[handschema.Hands], known: Collection[str]) -> Iterator[Problem]:
    """Clauses that the ruleset's text does not have, and figures that include or exclude one that is not there."""
    entry = written.entry
    cited: list[tuple[tuple[str, ...], Collection[str]]] = []
    cited += [(("cites", topic), clauses) for topic, clauses in entry.cites.items()]
    cited += [(("remarks", name, "cites"), remark.cites) for name, remark in entry.remarks.items()]
    cited += [(("figures", name, "clause"), [figure.clause]) for name, figure in entry.figures.items()]
    cited += [(("figures", name, "excludes"), figure.excludes.values()) for name, figure in entry.figures.items()]
    for path, clauses in cited:
        for clause in clauses:
            if clause not in known:
                yield written.problem(".".join(path[:2]), unknown("clause", clause, known), *path)
    for name, figure in entry.figures.items():
        for key, others in (("includes", figure.includes), ("excludes", figure.excludes)):
            for other in others:
                if other not in entry.figures:
                    message = unknown("figure", other, entry.figures)
                    yield written.problem(f"figures.{name}", message, "figures", name, key)


def _inherited(base: HandRules, old: str, new: str, names: Names) -> HandRules:
    """The same, with the clauses that the edition's own text has too."""

    def cited(clauses: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(clause for clause in (new + told[len(old) :] for told in clauses) if clause in names.clauses)

    def own(figure: Figure) -> Figure:
        apart = {other: next(iter(cited((clause,))), "") for other, clause in figure.excludes.items()}
        clause = next(iter(cited((figure.clause,) if figure.clause else ())), None)
        return figure._replace(clause=clause, excludes=apart)

    return base._replace(
        cites={topic: cited(clauses) for topic, clauses in base.cites.items()},
        figures={name: own(figure) for name, figure in base.figures.items()},
        remarks={name: remark._replace(cites=cited(remark.cites)) for name, remark in base.remarks.items()},
    )


def build_tiles(files: Files, names: Names) -> TileWords | None:
    """What tiles mean in a case."""
    if not files.tiles:
        return None
    written = files.tiles[0]
    entry = written.entry
    if TILES in names.facts:
        named = names.facts[TILES]
        names.problems.append(named.problem(TILES, "ce nom est réservé à la main elle-même (tiles.yaml)", "id"))
    if entry.wrong_count not in names.incidents:
        message = unknown("incident", entry.wrong_count, names.incidents)
        names.problems.append(written.problem("wrong_count", message, "wrong_count"))
    for fact, values in entry.circumstances.items():
        _known_values(written, names, fact, tuple(values), "circumstances", fact)
        for value, words in values.items():
            _known_words(written, names, words, "circumstances", fact, value)
    for index, incident in enumerate(entry.valued):
        if incident not in names.incidents:
            message = unknown("incident", incident, names.incidents)
            names.problems.append(written.problem(f"valued.{index}", message, "valued", index))
    for sanction, words in entry.rulings.items():
        if sanction not in names.sanctions:
            message = unknown("sanction", sanction, names.sanctions)
            names.problems.append(written.problem("rulings", message, "rulings", sanction))
        _known_words(written, names, words, "rulings", sanction)
    for index, lead in enumerate(entry.leads):
        if lead.incident not in names.incidents:
            message = unknown("incident", lead.incident, names.incidents)
            names.problems.append(written.problem(f"leads.{index}", message, "leads", index))
        for fact, value in lead.facts.items():
            _known_values(written, names, fact, (value,), "leads", index)
    return TileWords(
        entry.wrong_count,
        {fact: {value: tuple(said) for value, said in values.items()} for fact, values in entry.circumstances.items()},
        tuple(entry.valued),
        {sanction: tuple(words) for sanction, words in entry.rulings.items()},
        tuple(Lead(lead.label, LeadFrom(lead.of), lead.incident, dict(lead.facts)) for lead in entry.leads),
    )


def _known_values(
    written: Written[handschema.Tiles], names: Names, fact: str, values: tuple[str, ...], *path: str | int
) -> None:
    """A fact and values of it that must exist."""
    where = ".".join(map(str, path))
    if fact not in names.facts:
        names.problems.append(written.problem(where, unknown("fait", fact, names.facts), *path))
        return
    ids = [value.id for value in names.facts[fact].entry.values or []]
    for value in values:
        if value not in ids:
            deeper = (*path, value) if path[0] == "circumstances" else path
            names.problems.append(written.problem(where, unknown("valeur", value, ids), *deeper))


def _known_words(written: Written[handschema.Tiles], names: Names, words: list[str], *path: str) -> None:
    """Circumstances that a line of tiles could tell."""
    for word in words:
        try:
            also_told(Hand(), [word])
        except HandError as error:
            names.problems.append(written.problem(".".join(path), str(error), *path))


def read_computed(written: Written[schema.Fact], names: Names) -> Computed | None:
    """How the tiles answer a fact, its results and its values both known."""
    entry = written.entry
    if entry.computed is None:
        return None
    ids = [value.id for value in entry.values or []]
    by = Computation(entry.computed.by)
    results = list(RESULTS[by])
    for result, value in entry.computed.gives.items():
        if result not in results:
            message = f"computed : {unknown('résultat', result, results)}"
            names.problems.append(written.problem(entry.id, message, "computed"))
        if value not in ids:
            names.problems.append(written.problem(entry.id, f"computed : {unknown('valeur', value, ids)}", "computed"))
    return Computed(by, dict(entry.computed.gives), entry.computed.note)

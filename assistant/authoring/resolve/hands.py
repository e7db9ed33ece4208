"""The YAML of hands and tiles, resolved: every clause, incident, fact and computation it names must exist."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names
from assistant.authoring.schema import hands as handschema
from assistant.authoring.schema import knowledge as schema
from assistant.errors import unknown
from assistant.model import Ruleset
from assistant.model.hands import Computed, Figure, HandRules, Lead, Remark, TileWords

TILES = "tuiles"  # the name under which a case carries its hand
RESULTS = {
    "complete": ("yes", "no", "wrong_count"),
    "count": ("right", "wrong"),
    "yaku": ("yes", "no"),
    "eight_points": ("yes", "no"),
    "wait": ("waiting", "none", "fifth"),
    "furiten": ("none", "own_discard", "passed_turn", "passed_riichi"),
    "orphans": ("yes", "no"),
    "kong": ("same", "waits", "reading", "other_tile"),
    "wait_count": ("one", "one_special", "several"),
    "origin": ("drawn", "discard"),
    "seat": ("east", "other"),
    "riichi": ("yes", "no"),
    "swap": ("same", "other_end", "other"),
}


TOPICS = {
    "riichi": (
        "complete", "incomplete", "waits", "no_yaku", "yaku", "dora", "drawn", "discard", "counters", "stakes", "own_discard",
        "passed_turn", "passed_riichi", "not_furiten", "kong", "base_20", "base_25", "tsumo", "penchan", "kanchan", "pair_wait",
        "hand_without_fu", "open_pon", "closed_pon", "open_terminal_pon", "closed_terminal_pon", "open_kan", "closed_kan",
        "open_terminal_kan", "closed_terminal_kan", "valued_pair", "double_valued_pair", "rounding", "limit",
        "payment_rounding", "mangan", "haneman", "baiman", "sanbaiman", "yakuman",
    ),
    "mcr": (
        "complete", "incomplete", "waits", "minimum", "flowers", "drawn", "discard", "inclusion", "comptage-unique",
        "non-identique",
    ),
}  # fmt: skip


def topics(game: str, options: Mapping[str, bool]) -> tuple[str, ...]:
    """The lines of an explanation that need their clauses."""
    if game != "riichi":
        return TOPICS[game]
    return (*TOPICS[game], "ron_10" if options.get("concealed_ron_apart") else "base_30")


def build_hands(files: Files, names: Names, rulesets: dict[str, Ruleset]) -> dict[str, HandRules]:
    """How each ruleset values hands; an edition without its own file does as its base, cited in its own text."""
    found: dict[str, HandRules] = {}
    for written in files.hands:
        ruleset = rulesets.get(written.folder)
        if ruleset is not None:
            found[ruleset.id] = _hands(written, names, ruleset)
    for ruleset in rulesets.values():
        if ruleset.id not in found and ruleset.base in found:
            found[ruleset.id] = _inherited(found[ruleset.base], rulesets[ruleset.base].source, ruleset.source, names)
    return found


def _hands(written: Written[handschema.Hands], names: Names, ruleset: Ruleset) -> HandRules:
    entry = written.entry
    known = [clause for clause in names.clauses if clause.startswith(f"{ruleset.source}/")]

    def cite(clause: str, *path: str) -> None:
        if clause not in known:
            names.problems.append(written.problem(".".join(path), unknown("clause", clause, known), *path))

    for topic, clauses in entry.cites.items():
        for clause in clauses:
            cite(clause, "cites", topic)
    for name, remark in entry.remarks.items():
        for clause in remark.cites:
            cite(clause, "remarks", name)
    for name, figure in entry.figures.items():
        for clause in (figure.clause, *figure.excludes.values()):
            cite(clause, "figures", name)
        for other in (*figure.includes, *figure.excludes):
            if other not in entry.figures:
                message = unknown("figure", other, entry.figures)
                names.problems.append(written.problem(f"figures.{name}", message, "figures", name))
    for topic in topics(entry.game, entry.options):
        if topic not in entry.cites:
            names.problems.append(written.problem("cites", f"il manque les clauses de « {topic} »", "cites"))
    if entry.game != ruleset.game:
        names.problems.append(written.problem("game", f"ruleset.yaml dit « {ruleset.game} »", "game"))
    return HandRules(
        entry.game,
        dict(entry.options),
        {topic: tuple(clauses) for topic, clauses in entry.cites.items()},
        {
            name: Figure(one.name, one.clause, one.number, one.points, tuple(one.includes), dict(one.excludes))
            for name, one in entry.figures.items()
        },
        {name: Remark(one.text, tuple(one.cites)) for name, one in entry.remarks.items()},
    )


def _inherited(base: HandRules, old: str, new: str, names: Names) -> HandRules:
    """The same, with the clauses that the edition's own text has too."""

    def cited(clauses: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in (new + clause[len(old) :] for clause in clauses) if one in names.clauses)

    def figure(one: Figure) -> Figure:
        apart = {other: next(iter(cited((clause,))), "") for other, clause in one.excludes.items()}
        own = next(iter(cited((one.clause,) if one.clause else ())), None)
        return one._replace(clause=own, excludes=apart)

    return base._replace(
        cites={topic: cited(clauses) for topic, clauses in base.cites.items()},
        figures={name: figure(one) for name, one in base.figures.items()},
        remarks={name: one._replace(cites=cited(one.cites)) for name, one in base.remarks.items()},
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
    for index, lead in enumerate(entry.leads):
        if lead.incident not in names.incidents:
            message = unknown("incident", lead.incident, names.incidents)
            names.problems.append(written.problem(f"leads.{index}", message, "leads", index))
        for fact, value in lead.facts.items():
            _known_values(written, names, fact, (value,), "leads", index)
    return TileWords(
        entry.wrong_count,
        {fact: {value: tuple(said) for value, said in values.items()} for fact, values in entry.circumstances.items()},
        tuple(Lead(lead.label, lead.of, lead.incident, dict(lead.facts)) for lead in entry.leads),
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


def read_computed(written: Written[schema.Fact], names: Names) -> Computed | None:
    """How the tiles answer a fact, its results and its values both known."""
    entry = written.entry
    if entry.computed is None:
        return None
    ids = [value.id for value in entry.values or []]
    for result, value in entry.computed.gives.items():
        if result not in RESULTS[entry.computed.by]:
            message = f"computed : {unknown('résultat', result, RESULTS[entry.computed.by])}"
            names.problems.append(written.problem(entry.id, message, "computed"))
        if value not in ids:
            names.problems.append(written.problem(entry.id, f"computed : {unknown('valeur', value, ids)}", "computed"))
    return Computed(entry.computed.by, dict(entry.computed.gives), entry.computed.note)

"""The schedule of sanctions: every incident of a ruleset with its outcomes at a glance, read off the proof's table of paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from assistant.decision.headings import ALWAYS
from assistant.decision.outcome import Due, Outcome, spread
from assistant.decision.words import decision_line, dues_words, penalty_line, short_line
from assistant.french import enumerate_words, if_words, lower_first, number, upper_first
from assistant.model import Fact, Library, Value
from assistant.proof.prove import Proof
from assistant.proof.walk import Answers, Path, Walk, leaves

if TYPE_CHECKING:
    from assistant.proof.parts import AmountsPart, GlancePart, ScheduleRow, ToldPart

MOST_LINES = 6  # outcomes of an incident that are told as wholes
SEVERAL = 3  # incidents from which on what a sanction costs is said once
MOST_SECTIONS = 1  # named beside an outcome at a glance


def telling(mine: list[Path], every: list[Path]) -> dict[str, list[Value]]:
    """The facts that tell these paths from the others: those always answered here, and not with every value."""
    found: dict[str, list[Value]] = {}
    for name in dict.fromkeys(name for path in mine for name in path):
        values = {path.get(name) for path in mine}
        if None not in values and values != {path[name] for path in every if name in path}:
            found[name] = sorted((value for value in values if value is not None), key=str)
    return found


def rows(library: Library, proof: Proof, ruleset: str) -> list[ScheduleRow]:
    """One row per incident and context that matters, in the order of the families."""
    walks = [walk for walk in proof.walks if walk.ruleset == ruleset]
    order = list(library.families)
    walks.sort(
        key=lambda walk: (
            order.index(library.incidents[walk.incident].family),
            list(library.incidents).index(walk.incident),
        )
    )
    several = {walk.incident for walk in walks if sum(other.incident == walk.incident for other in walks) > 1}
    fixed = {walk.context: frozenset(_always(walks, walk.context)) for walk in walks}
    return [_row(library, walk, walk.incident in several, fixed[walk.context]) for walk in walks if walk.nodes]


Paid = frozenset[Due]  # what one sanction costs


def _paid(walk: Walk) -> dict[str, dict[Paid, list[Path]]]:
    """What each sanction of an incident costs, and on which paths."""
    found: dict[str, dict[Paid, list[Path]]] = {}
    for outcome, path in leaves(walk):
        for sanction in outcome.sanction_ids():
            paid = frozenset(one for one in outcome.dues if one.amount.sanction == sanction)
            found.setdefault(sanction, {}).setdefault(paid, []).append(path)
    return found


def _always(walks: list[Walk], context: Answers) -> dict[str, dict[Paid, list[Path]]]:
    """The sanctions that cost the same in all their incidents, of which there are several: it is said once."""
    every: dict[str, list[dict[Paid, list[Path]]]] = {}
    for walk in walks:
        if walk.context == context:
            for sanction, paid in _paid(walk).items():
                every.setdefault(sanction, []).append(paid)
    alike: dict[str, dict[Paid, list[Path]]] = {}
    for sanction, costs in every.items():
        if len(costs) >= SEVERAL and any(costs[0]) and all(cost.keys() == costs[0].keys() for cost in costs):
            alike[sanction] = {paid: [path for cost in costs for path in cost[paid]] for paid in costs[0]}
    return alike


def amounts(library: Library, proof: Proof, ruleset: str, context: Mapping[str, Value]) -> list[AmountsPart]:
    """What a sanction costs in this context wherever it is given, so that the rows need not repeat it."""
    walks = [walk for walk in proof.walks if walk.ruleset == ruleset]
    here = next((walk.context for walk in walks if walk.context and dict(walk.context).items() <= context.items()), ())
    told: list[AmountsPart] = []
    for sanction, costs in _always(walks, here).items():
        every = [path for paths in costs.values() for path in paths]
        name = upper_first(library.sanctions[sanction].rulesets[ruleset].name)
        told.append(
            {
                "name": name,
                "costs": [
                    {"text": dues_words(library, paid), "when": _briefly(library, telling(paths, every), every)}
                    for paid, paths in costs.items()
                ],
            }
        )
    return told


def _row(library: Library, walk: Walk, tell_context: bool, fixed: frozenset[str]) -> ScheduleRow:
    found = leaves(walk)
    every = [path for _, path in found]
    groups: dict[Outcome, list[Path]] = {}
    for outcome, path in found:
        groups.setdefault(_widened(library, outcome, path, every), []).append(path)
    incident = library.incidents[walk.incident]
    context = [library.facts[name].label(value) for name, value in walk.context] if tell_context else []
    return {
        "incident": incident.id,
        "family": incident.family,
        "title": incident.title,
        "context": context,
        "outcomes": [
            {
                "short": short_line(library, walk.ruleset, outcome),
                "decision": decision_line(library, walk.ruleset, outcome),
                "when": _when(library, telling(paths, every), every) if len(groups) > 1 else [],
                "ways": len(paths),
                "example": {**dict(walk.context), **_shortest(paths)},
            }
            for outcome, paths in groups.items()
        ],
        "glance": _glance(library, walk.ruleset, _without(groups, fixed)),
    }


def _without(groups: Mapping[Outcome, list[Path]], fixed: frozenset[str]) -> dict[Outcome, list[Path]]:
    """The outcomes without the amounts that are said once for all."""
    bare: dict[Outcome, list[Path]] = {}
    for outcome, paths in groups.items():
        dues = frozenset(one for one in outcome.dues if one.amount.sanction not in fixed)
        bare.setdefault(outcome._replace(dues=dues), []).extend(paths)
    return bare


class Kind(NamedTuple):
    """A kind of outcome: the paths that lead there, and the sections on which it rests, each as often as it is cited."""

    paths: list[Path]
    cited: list[str]


Kinds = dict[str, Kind]  # by what is said of it in few words


def _glance(library: Library, ruleset: str, groups: Mapping[Outcome, list[Path]]) -> list[GlancePart]:
    """Each kind of outcome once, with what must be true for it; where there are too many, each part of them by itself."""
    whole = _kinds(library, _laddered(library, ruleset, groups))
    if len(whole) == 1:
        return [_line(short, kind, "") for short, kind in whole.items()]
    every = [path for kind in whole.values() for path in kind.paths]
    if len(whole) > MOST_LINES:
        parts = _kinds(library, _parts(library, ruleset, groups))
        words = {short: _when_said(library, kind, every) for short, kind in parts.items()}
        return [_line(short, kind, words[short] or ALWAYS) for short, kind in parts.items()]
    enough = {short for short, kind in whole.items() if _is_enough(kind, every)}
    words = {short: _when_said(library, kind, every) for short, kind in whole.items()}
    rest = [short for short in whole if short not in enough]
    otherwise = (rest or [max(whole, key=lambda short: len(words[short]))])[0] if len(rest) < 2 else None
    return [
        _line(short, whole[short], "sinon" if short == otherwise else words[short] or "selon le cas")
        for short in sorted(whole, key=lambda short: short == otherwise)
    ]


def _line(short: str, kind: Kind, when: str) -> GlancePart:
    sections = [name for name, _ in Counter(kind.cited).most_common(MOST_SECTIONS)]
    return {"short": short, "when": when, "sections": sections}


def _is_enough(kind: Kind, every: list[Path]) -> bool:
    facts = telling(kind.paths, every)
    return bool(facts) and suffices(facts, kind.paths, every)


def _when_said(library: Library, kind: Kind, every: list[Path]) -> str:
    """« si » where that suffices, else « seulement si »."""
    return _briefly(library, telling(kind.paths, every), every, _is_enough(kind, every))


def _kinds(library: Library, told: Iterable[tuple[str, list[Path], list[Outcome]]]) -> Kinds:
    kinds: Kinds = {}
    for short, paths, outcomes in told:
        kind = kinds.setdefault(short, Kind([], []))
        kind.paths.extend(paths)
        kind.cited.extend(_sections(library, outcomes))
    return kinds


def _parts(
    library: Library, ruleset: str, groups: Mapping[Outcome, list[Path]]
) -> Iterator[tuple[str, list[Path], list[Outcome]]]:
    """Every sanction by itself, without its amount; a silence, and several readings, are parts too."""
    for outcome, paths in groups.items():
        alone = [Outcome(frozenset([pair])) for pair in sorted(outcome.sanctions)]
        alone += [Outcome(silences=outcome.silences)] if outcome.silences else []
        alone += [Outcome(readings=outcome.readings)] if outcome.readings else []
        for one in alone:
            yield penalty_line(library, ruleset, one), paths, [outcome]


def _sections(library: Library, outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Of each outcome the section that decides it, which is cited first."""
    for outcome in outcomes:
        cites = outcome.cites or tuple(clause for reading in outcome.readings for clause in reading.cites)
        if cites:
            yield library.clauses[cites[0]].section


def _laddered(
    library: Library, ruleset: str, groups: Mapping[Outcome, list[Path]]
) -> Iterator[tuple[str, list[Path], list[Outcome]]]:
    """Outcomes in few words; those of a ladder (5, 10, 20… by the count of something) are one."""
    alike: dict[Outcome, list[Outcome]] = {}
    for outcome in groups:
        alike.setdefault(outcome._replace(dues=frozenset()), []).append(outcome)
    for bare, outcomes in alike.items():
        paths = [path for outcome in outcomes for path in groups[outcome]]
        counted = [name for name in paths[0] if library.facts[name].is_number and all(name in path for path in paths)]
        if len(outcomes) < 3 or not counted:
            yield from ((penalty_line(library, ruleset, outcome), groups[outcome], [outcome]) for outcome in outcomes)
            continue
        numbers = [value for outcome in outcomes for one in outcome.dues for value in one.numbers or ()]
        scale = (
            f"de {number(min(numbers))} à {number(max(numbers))} selon {lower_first(library.facts[counted[0]].title)}"
        )
        yield f"{penalty_line(library, ruleset, bare)} ({scale})", paths, outcomes


def suffices(facts: Mapping[str, list[Value]], mine: list[Path], every: list[Path]) -> bool:
    """Whether every path with these values is one of these paths."""
    fitting = sum(all(path.get(name) in values for name, values in facts.items()) for path in every)
    return fitting == len(mine)


def _briefly(library: Library, facts: Mapping[str, list[Value]], every: list[Path], enough: bool = True) -> str:
    """What must be true, as one would say it: « s'il a montré toute sa main, et s'il est Est, sauf si… »."""
    needed, excluded = [], []
    for name, values in facts.items():
        fact = library.facts[name]
        other = _only_other(fact, values, every)
        if other is not None:
            excluded.append(if_words(other))
        else:
            needed.append(_conditions(fact, values, every))
    parts = [", et ".join(needed)] if needed else []
    parts += [f"{'sauf' if enough else 'jamais'} {' ni '.join(excluded) if not enough else ' ou '.join(excluded)}"] if excluded else []
    return ("" if enough or not needed else "seulement ") + ", ".join(parts)


def _only_other(fact: Fact, values: list[Value], every: list[Path]) -> str | None:
    """Where all answers but one are meant, that one as a clause."""
    if fact.is_number or len(values) < 2:
        return None
    others = [value for value in _seen(fact, every) if value not in values]
    return fact.clause(others[0]) if len(others) == 1 else None


def _conditions(fact: Fact, values: list[Value], every: list[Path]) -> str:
    """These answers to one question, one or the other."""
    if fact.is_number:
        labels = intervals(fact, values, every)
        clauses = [fact.clause(None, label) for label in labels]
    else:
        labels = [lower_first(brief(fact, value)) for value in values]
        clauses = [fact.clause(value) for value in values]
    if all(clauses):
        return " ou ".join(if_words(str(clause)) for clause in clauses)
    return f"si {lower_first(fact.title)} : {enumerate_words(labels, 'ou')}"


def _seen(fact: Fact, every: list[Path]) -> list[Value]:
    """The answers to a fact that occur, in the order in which they are offered."""
    found = {path[fact.id] for path in every if fact.id in path}
    return [value.id for value in fact.values if value.id in found]


def _widened(library: Library, outcome: Outcome, path: Path, every: list[Path]) -> Outcome:
    """So much per minute: the amounts from one end of the interval that the path stands for to the other."""
    dues: set[Due] = set()
    for one in outcome.dues:
        low = path.get(one.amount.counts or "")
        if isinstance(low, int):
            fact = library.facts[str(one.amount.counts)]
            one = Due(one.amount, spread(one.amount, low, dict(_bounds(fact, every))[low]))
        dues.add(one)
    return outcome._replace(dues=frozenset(dues))


def _bounds(fact: Fact, every: list[Path]) -> list[tuple[int, int]]:
    """Both ends of the intervals of a number: a path has the first number of each."""
    starts = sorted({value for path in every if isinstance(value := path.get(fact.id), int)})
    return list(zip(starts, [*(start - 1 for start in starts[1:]), fact.high or 0], strict=True))


def intervals(fact: Fact, values: list[Value], every: list[Path]) -> list[str]:
    """Numbers as the intervals they stand for."""
    runs: list[list[int]] = []
    for start, end in _bounds(fact, every):
        if start not in values:
            continue
        if runs and runs[-1][1] == start - 1:
            runs[-1][1] = end
        else:
            runs.append([start, end])
    return [
        fact.label(low)
        if low == high
        else f"{low} {fact.unit} ou plus"
        if high == fact.high
        else f"de {low} à {high} {fact.unit}"
        for low, high in runs
    ]


def brief(fact: Fact, value: Value) -> str:
    """A label up to its first comma, where that still tells the values apart."""
    short = [one.label.partition(",")[0] for one in fact.values]
    label = fact.label(value)
    return label.partition(",")[0] if len(set(short)) == len(short) else label


def _shortest(paths: list[Path]) -> Path:
    return sorted(paths, key=len)[0]


def _when(library: Library, facts: Mapping[str, list[Value]], every: list[Path]) -> list[ToldPart]:
    return [
        {
            "fact": name,
            "title": fact.title,
            "labels": intervals(fact, values, every) if fact.is_number else [fact.label(value) for value in values],
        }
        for name, values in facts.items()
        for fact in [library.facts[name]]
    ]

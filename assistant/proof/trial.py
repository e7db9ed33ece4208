"""Cases put to the engine: does each get the ruling it expects, and which rules decide it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assistant.consultation.cases import case_facts, each
from assistant.consultation.events import Judged, outcomes_of
from assistant.consultation.questionnaire import Deadlock, Questionnaire
from assistant.decision.events import combined_outcome
from assistant.decision.outcome import Outcome
from assistant.decision.state import State
from assistant.decision.statuses import with_reading
from assistant.engine.engines import Engine, Engines, Run
from assistant.engine.network import network_of
from assistant.errors import Conflict, Hole
from assistant.model import UNSAID, Case, Expected, ExpectedEvent, Library, Value
from assistant.proof.expectations import event_differences, reading_differences, words
from assistant.proof.inheritance import Inherited, inherited_differences, unnumbered

UNSHOWN = "aucun cas ne la montre ; ajoutez-en un qu'elle décide"


@dataclass(frozen=True)
class Verdict:
    """What a case got in one ruleset."""

    case: str
    ruleset: str
    standing: tuple[str, ...]
    problems: tuple[str, ...]
    lacks: tuple[str, ...] = ()  # what it should expect and does not name


def try_case(library: Library, engines: Engines, case: Case, ruleset: str) -> tuple[Verdict, State | None]:
    """Rule a case and compare it with what it expects; with the final state where it has one incident."""
    here = f"{case.place} : cas « {case.id} » en {ruleset} : "
    try:
        ends = each(library, engines, case, ruleset)
        outcome = _together(library, ruleset, ends)
    except Hole as hole:
        return Verdict(case.id, ruleset, (), (here + str(hole),)), None
    if outcome.exit:
        problem = here + "ses faits sortent de l'incident : une sortie ne décide aucun cas"
        return Verdict(case.id, ruleset, (), (problem,)), None
    expected = case.expect.get(ruleset)
    problems = differences(outcome, expected) if expected else []
    problems += event_differences(library, ends, outcomes_of(ends), expected.events) if expected else []
    problems += _table_differences(library, case, ends, expected) if expected else []
    lacks = list(_lacks(library, case, ends, expected)) if expected and any(library.expectations.values()) else []
    verdict = Verdict(
        case.id,
        ruleset,
        _standing(ends),
        tuple(here + problem for problem in problems),
        tuple(here + lack for lack in lacks),
    )
    return verdict, None if case.further else ends[0].end


def _table_differences(library: Library, case: Case, ends: list[Judged], expected: Expected) -> list[str]:
    """In what each event is not what the table of its ruleset says, whichever reading is followed."""
    problems: list[str] = []
    for judged, outcome in zip(ends, outcomes_of(ends), strict=True):
        run = judged.position.state.run
        every = dict.fromkeys(library.rulesets[run.network.ruleset].slots, "")
        here = f"événement {judged.event.number} : " if case.further else ""
        named = every if case.further else dict(expected.slots)
        problems += [here + told for told in inherited_differences(library, run, outcome, named)]
        for index, reading in enumerate(outcome.readings):
            told = inherited_differences(library, run, with_reading(outcome, index), every)
            problems += [f"{here}lecture {index + 1} (« {reading.text} ») : {problem}" for problem in told]
    return problems


def _lacks(library: Library, case: Case, ends: list[Judged], expected: Expected) -> Iterator[str]:
    """What a case leaves open that no table says, event by event."""
    for number, (judged, outcome) in enumerate(zip(ends, outcomes_of(ends), strict=True)):
        here = f"événement {judged.event.number} : " if case.further else ""
        wanted = expected.events[number] if expected.events else expected
        yield from (here + lack for lack in _unnamed(library, judged.position.state.run, outcome, wanted))
        if not case.further:
            yield from _unplaced(library, judged.position.state.run, outcome, expected)


def _unnamed(library: Library, run: Run, outcome: Outcome, wanted: Expected | ExpectedEvent) -> Iterator[str]:
    """A sanction, a silence, readings, numbers, and which clause decides."""
    if wanted.sanctions is None and outcome.sanctions:
        yield f"nommez la sanction (obtenue : {words(outcome.sanction_ids())})"
    if wanted.silence is None and outcome.silences:
        yield "le texte se tait et le cas ne le dit pas : « silence: true »"
    if outcome.readings and not wanted.readings:
        yield "le texte a plusieurs lectures et le cas ne les dit pas : « one_of »"
    numbered = wanted.amounts if isinstance(wanted, Expected) else wanted.dues
    if numbered is None:
        yield from unnumbered(library, run, outcome)
    yield from _undecided(wanted.cites, outcome.cites, outcome.rules)
    for number, (expected, reading) in enumerate(zip(wanted.readings, outcome.readings, strict=False), 1):
        if expected.sanctions is None and reading.then.sanctions:
            yield f"lecture {number} : nommez la sanction (obtenue : {words(reading.then.sanctions)})"
        if expected.silence is None and reading.then.silence:
            yield f"lecture {number} : elle laisse quelque chose non dit et le cas ne le dit pas : « silence: true »"
        yield from (f"lecture {number} : {lack}" for lack in _undecided(expected.cites, reading.cites, outcome.rules))


def _undecided(wanted: tuple[str, ...], cites: tuple[str, ...], rules: tuple[str, ...]) -> Iterator[str]:
    """Another clause than the one expected comes first."""
    if wanted and cites and wanted[0] != cites[0]:
        yield (
            f"la première clause attendue ({wanted[0]}) n'est pas la première citée ({cites[0]}, par {rules[0]}) : "
            "celle qui décide vient d'abord, dans la règle comme dans le cas"
        )


def _unplaced(library: Library, run: Run, outcome: Outcome, expected: Expected) -> Iterator[str]:
    """The slots of which neither the case nor the table says what they become."""
    worlds = [(outcome, dict(expected.slots), "")]
    worlds += [
        (with_reading(outcome, index), dict(reading.slots), f"lecture {index + 1} : ")
        for index, reading in enumerate(expected.readings[: len(outcome.readings)])
    ]
    for world, named, here in worlds:
        table = Inherited(library, run, world).slots()
        for slot, value in world.slots:
            if slot not in named and table.get(slot, value) != value:
                yield f"{here}« {slot} » attendu « {table[slot]} » d'après la table, obtenu « {value} » ; si le cas s'en écarte, il le dit"
            known = slot in named or slot in table or library.slots[slot].values[value].idle or _all_unsaid(world)
            if not known:
                yield f"{here}ni le cas ni la table ne disent ce que devient « {slot} » (obtenu : {value})"


def _all_unsaid(outcome: Outcome) -> bool:
    """A silence that leaves everything unsaid says so of every slot."""
    return bool(outcome.silences) and all(value == UNSAID for _, value in outcome.slots)


def several(library: Library, engines: Engines, case: Case, ruleset: str) -> tuple[Outcome, tuple[str, ...]]:
    """The outcome of all incidents of a case together, and the rules that stood."""
    ends = each(library, engines, case, ruleset)
    return _together(library, ruleset, ends), _standing(ends)


def _together(library: Library, ruleset: str, ends: list[Judged]) -> Outcome:
    outcomes = outcomes_of(ends)
    players = [judged.event.player for judged in ends]
    if any(outcome.exit for outcome in outcomes):
        return Outcome(exit=True)
    return combined_outcome(library, ruleset, outcomes, players) if len(ends) > 1 else outcomes[0]


def _standing(ends: list[Judged]) -> tuple[str, ...]:
    return tuple(sorted({rule for judged in ends for rule in judged.position.state.run.standing}))


def differences(outcome: Outcome, expected: Expected) -> list[str]:
    """In what an outcome is not the expected one."""
    problems: list[str] = []
    cites = set(outcome.cites) | {clause for reading in outcome.readings for clause in reading.cites}
    if expected.sanctions is not None and outcome.sanction_ids() != expected.sanctions:
        problems.append(
            f"sanction attendue {words(expected.sanctions)}, obtenue {words(outcome.sanction_ids())} ({', '.join(outcome.rules)})"
        )
    if expected.amounts is not None:
        numbers = tuple(sorted(number for due in outcome.dues for number in due.numbers or ()))
        if numbers != expected.amounts:
            problems.append(f"montants attendus {list(expected.amounts)}, obtenus {list(numbers)}")
    if expected.silence is not None and bool(outcome.silences) != expected.silence:
        problems.append(
            "un silence était attendu" if expected.silence else f"silence inattendu : {words(outcome.silences)}"
        )
    slots = dict(outcome.slots)
    problems.extend(
        f"« {slot} » attendu « {value} », obtenu {_got(slots.get(slot))}"
        for slot, value in expected.slots
        if slots.get(slot) != value
    )
    problems.extend(
        f"la clause {clause} n'est pas citée (citées : {words(cites)})"
        for clause in expected.cites
        if clause not in cites
    )
    problems.extend(reading_differences(outcome, expected.readings))
    told = expected.readings or any(event.readings for event in expected.events)
    if outcome.readings and not told and (expected.sanctions is None or expected.silence):
        problems.append("le cas a plusieurs lectures : « expect » doit les donner (one_of)")
    return problems


def _got(value: str | None) -> str:
    return f"« {value} »" if value is not None else "rien : aucune règle ne le dit (ajoutez-le sous « then »)"


def decides(library: Library, case: Case, ruleset: str, rule: str, with_rule: State) -> bool:
    """Whether the case comes out otherwise, or cites otherwise, when this rule is taken out."""
    network = network_of(library, library.rulesets[ruleset], case.incident, without=[rule])
    questionnaire = Questionnaire(library, Engine(network))
    try:
        state = questionnaire.judge(case_facts(library, case))
    except (Conflict, Deadlock):
        return True
    before, after = with_rule.outcome, state.outcome
    if not state.final or before is None or after is None:
        return True
    return before != after or set(before.cites) != set(after.cites)


def one_fact_apart(first: Mapping[str, Value], second: Mapping[str, Value]) -> bool:
    """Whether two cases differ in exactly one fact."""
    names = set(first) | set(second)
    return sum(first.get(name) != second.get(name) for name in names) == 1


def _where_shown(library: Library, ruleset: str, incident: str | None) -> set[str]:
    """Of one incident, where the rules that decide it may be shown too: the other incidents that they name."""
    rules = library.rulesets[ruleset].rules.values()
    near = [rule.incidents for rule in rules if rule.incidents is not None and incident in rule.incidents]
    return {name for names in near for name in names} | {str(incident)}


def undecided_rules(
    library: Library, engines: Engines, ruleset: str, incident: str | None = None
) -> tuple[list[str], list[Verdict]]:
    """What is wrong with the cases of one ruleset: rulings that differ, rules that decide none, rules without a near miss."""
    verdicts: list[Verdict] = []
    states: dict[str, State] = {}
    shown = _where_shown(library, ruleset, incident)
    for case in library.cases.values():
        if ruleset in case.expect and (incident is None or case.incident in shown):
            verdict, state = try_case(library, engines, case, ruleset)
            verdicts += [verdict] if incident in (None, case.incident) else []
            if state is not None and state.outcome is not None:
                states[case.id] = state
    problems: list[str] = []
    for rule in library.rulesets[ruleset].rules.values():
        if library.taken_over(rule):
            continue  # taken over from a base, whose cases show it
        if incident is not None and (rule.incidents is None or incident not in rule.incidents):
            continue
        place = f"{rule.place} : règle {rule.id} : "
        standing = [library.cases[name] for name, state in states.items() if rule.id in state.run.standing]
        misses = [library.cases[name] for name, state in states.items() if rule.id not in state.run.standing]
        if (
            incident is not None and rule.incidents is not None
        ):  # the cases of other incidents were not tried: it cannot stand there
            misses += [
                case
                for case in library.cases.values()
                if ruleset in case.expect and case.incident not in shown
            ]
        beside = [case for case in standing if any(one_fact_apart(case.facts, miss.facts) for miss in misses)]
        if any(decides(library, case, ruleset, rule.id, states[case.id]) for case in beside):
            continue
        alone = [case for case in standing if case not in beside]
        deciding = next((case for case in alone if decides(library, case, ruleset, rule.id, states[case.id])), None)
        if deciding is not None:
            problems.append(
                place
                + f"aucun cas voisin : ajoutez à « {deciding.varies or deciding.id} » ({deciding.place.file}) une variante d'un seul fait où elle ne tient pas, "
                + f"à côté de « {deciding.id} » qu'elle décide"
            )
        elif standing:
            problems.append(place + "elle tient dans des cas mais n'en décide aucun : retirée, rien ne change ; racontez un cas où elle seule tient, ou retirez-la")
        else:
            problems.append(place + UNSHOWN)
    return problems, verdicts

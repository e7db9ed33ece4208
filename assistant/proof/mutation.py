"""Changed rules put to the cases: is a change noticed, and if not, does it change anything at all?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from assistant.consultation.cases import each
from assistant.consultation.questionnaire import Deadlock, Questionnaire
from assistant.decision.outcome import Outcome
from assistant.decision.state import State
from assistant.engine.engines import Engine, Engines, Run
from assistant.engine.network import Network, network_of
from assistant.errors import AuthorError, Conflict, Hole
from assistant.model import Case, Library, Rule, Ruleset, Test, Value
from assistant.proof.mutants import Mutant, Part, mutants
from assistant.proof.trial import try_case
from assistant.proof.walk import Walker


class Met(NamedTuple):
    """A case in one ruleset as it is judged by the rules as they are: what each event was judged by, and what was wrong."""

    case: Case
    runs: tuple[Run, ...]
    told: frozenset[str]
    lacks: int


class Fate(NamedTuple):
    """What became of a changed rule: the case that noticed it, or that it is no change, or neither."""

    mutant: Mutant
    caught: str | None
    equal: bool = False


class SameRuns(Engine):
    """An engine whose rules say something else and stand as before: what another engine inferred is inferred."""

    def __init__(self, network: Network, other: Engine):
        super().__init__(network)
        self._other = other

    def run(self, facts: Mapping[str, Value], given: frozenset[str] = frozenset()) -> Run:
        """As the other engine decides, of these rules."""
        return self._other.run(facts, given)._replace(network=self.network)


class Changed(Engines):
    """The engines of a library with one rule changed: new where the rule is, the old ones elsewhere."""

    def __init__(self, library: Library, before: Engines, mutant: Mutant):
        super().__init__(library)
        self._before, self._mutant = before, mutant

    def _made(self, ruleset: str, incident: str) -> Engine:
        old, rule = self._before.engine(ruleset, incident), self._mutant.original
        if ruleset != rule.ruleset or rule.id not in old.network.rules:
            return old
        if self._mutant.decides_alike:
            rules = {**old.network.rules, rule.id: self._mutant.changed}
            return SameRuns(old.network._replace(rules=rules), old)
        return Engine(network_of(self.library, self.library.rulesets[ruleset], incident))


def with_rule(library: Library, rule: Rule) -> Library:
    """The library with one rule in the place of that of its name."""
    ruleset = library.rulesets[rule.ruleset]
    changed: Ruleset = ruleset._replace(rules={**ruleset.rules, rule.id: rule})
    return library._replace(rulesets={**library.rulesets, ruleset.id: changed})


class Replay:
    """The cases of one ruleset, judged once, to be put to changed rules."""

    def __init__(self, library: Library, engines: Engines, ruleset: str):
        self.library, self.engines, self.ruleset = library, engines, ruleset
        self.met = [self._meet(case) for case in library.cases.values() if ruleset in case.expect]

    def _meet(self, case: Case) -> Met:
        runs = tuple(judged.position.state.run for judged in each(self.library, self.engines, case, self.ruleset))
        verdict, _ = try_case(self.library, self.engines, case, self.ruleset)
        return Met(case, runs, frozenset(verdict.problems), len(verdict.lacks))

    def _noticed(self, library: Library, engines: Engines, met: Met) -> bool:
        """Whether a case has something to say against a changed rule, or finds that it should have expected more."""
        verdict, _ = try_case(library, engines, met.case, self.ruleset)
        return bool(frozenset(verdict.problems) - met.told) or len(verdict.lacks) > met.lacks

    def fate(self, mutant: Mutant) -> Fate:
        """What becomes of a changed rule."""
        library = with_rule(self.library, mutant.changed)
        engines = Changed(library, self.engines, mutant)
        for met in self._reached(mutant):
            try:
                if self._noticed(library, engines, met):
                    return Fate(mutant, met.case.id)
            except (Hole, AuthorError, AssertionError) as noticed:
                return Fate(mutant, f"{met.case.id} ({type(noticed).__name__})")
        return Fate(mutant, None, self._is_equal(library, engines, mutant))

    def _reached(self, mutant: Mutant) -> Iterator[Met]:
        """The cases in which the change could be noticed, those of one event first."""
        rule = mutant.original
        for met in sorted(self.met, key=lambda met: len(met.runs)):
            if mutant.part is not Part.CONDITION:
                reached = any(rule.id in run.standing or _completes(rule, run) for run in met.runs)
            else:
                reached = any(
                    rule.id in run.network.rules and _status(rule, run) != _status(mutant.changed, run)
                    for run in met.runs
                )
            if reached:
                yield met

    def _is_equal(self, library: Library, engines: Engines, mutant: Mutant) -> bool:
        """Whether no walk of an incident that holds the rule ends otherwise, nor cites otherwise."""
        holding = [
            incident.id
            for incident in self.library.incidents_of(self.ruleset)
            if mutant.original.id in self.engines.engine(self.ruleset, incident.id).network.rules
        ]
        before = [Questionnaire(self.library, self.engines.engine(self.ruleset, name)) for name in holding]
        try:
            after = [Questionnaire(library, engines.engine(self.ruleset, name)) for name in holding]
        except AuthorError:
            return False
        return all(
            _ends_alike(one, other) and _ends_alike(other, one) for one, other in zip(before, after, strict=True)
        )


def _completes(rule: Rule, run: Run) -> bool:
    """Whether a rule says what a reading leaves to it."""
    standing = (run.network.rules[name] for name in run.standing)
    given = {name for other in standing for reading in other.then.readings for name in reading.then.unfinished}
    return bool(given & rule.completes)


def _status(rule: Rule, run: Run) -> bool | None:
    """Whether the conditions of a rule hold in a case: true, false, or not known."""
    if rule.incidents is not None and run.network.incident not in rule.incidents:
        return False
    known = [_holds(test, run) for test in rule.tests]
    return False if False in known else None if None in known else True


def _holds(test: Test, run: Run) -> bool | None:
    value = run.value(test.fact)
    return None if value is None else test.admits(value)


def _ends_alike(one: Questionnaire, other: Questionnaire) -> bool:
    """Whether every end of one walk is the end of the other when the same is answered."""
    for context in one.library.contexts(set(one.network.facts) | set(other.network.facts)):
        for facts, outcome in every_end(one, context):
            try:
                state = other.judge(facts)
            except (Conflict, Deadlock):
                return False
            if not state.final or state.outcome is None or _said(state.outcome) != _said(outcome):
                return False
    return True


def _said(outcome: Outcome) -> tuple[object, ...]:
    """All that a decision says and cites, an amount as it is counted here and not as it would be elsewhere."""
    dues = frozenset((due.key, due.amount.unit, due.amount.moment, due.numbers) for due in outcome.dues)
    readings = tuple(reading.cites for reading in outcome.readings)
    return (outcome._replace(dues=frozenset()).decided(), dues, outcome.cites, readings)


class _Ends:
    """Keeps what is known at every end of a walk."""

    def __init__(self) -> None:
        self.ends: list[tuple[dict[str, Value], Outcome]] = []

    def look(self, state: State, facts: dict[str, Value]) -> None:
        """Keep one end."""
        assert state.outcome is not None
        self.ends.append((facts, state.outcome))

    def mentioned(self, rule: Rule) -> set[str]:
        """Nothing besides what decides."""
        return set()


def every_end(questionnaire: Questionnaire, context: Mapping[str, Value]) -> list[tuple[dict[str, Value], Outcome]]:
    """What is known at every end of a walk, and what is decided there."""
    onlooker = _Ends()
    Walker(questionnaire.library, questionnaire, context, onlooker).run()
    return onlooker.ends


class Told(NamedTuple):
    """What became of one change, in words."""

    ruleset: str
    family: str
    part: str
    words: str
    fate: str  # caught, equal or survived
    by: str | None


def try_rules(library: Library, engines: Engines, ruleset: str, names: Iterable[tuple[str, int | None]]) -> list[Told]:
    """What becomes of every change of these rules, or of one of each by its number."""
    replay = Replay(library, engines, ruleset)
    told: list[Told] = []
    for name, number in names:
        every = list(mutants(library, library.rulesets[ruleset].rules[name]))
        for mutant in every if number is None else every[number : number + 1]:
            fate = replay.fate(mutant)
            what = "caught" if fate.caught else "equal" if fate.equal else "survived"
            family = mutant.original.family
            told.append(Told(ruleset, family, mutant.part.value, str(mutant), what, fate.caught))
    return told


def every_change(library: Library) -> list[tuple[str, str, int]]:
    """Every change by its ruleset, its rule and its number; rules taken over from a base are tried there."""
    return [
        (ruleset.id, rule.id, number)
        for ruleset in library.rulesets.values()
        for rule in ruleset.rules.values()
        if f"/{ruleset.id}/" in rule.place.file
        for number, _ in enumerate(mutants(library, rule))
    ]

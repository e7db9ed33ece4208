"""Every path of one incident in one ruleset and context, walked once, equal states merged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from assistant.consultation.questionnaire import Deadlock, Questionnaire
from assistant.consultation.sentences import conditional
from assistant.consultation.sentences import said as in_words
from assistant.decision.outcome import Outcome, missing_slots
from assistant.decision.state import State
from assistant.engine.engines import Engines
from assistant.errors import Conflict
from assistant.model import Fact, Library, Rule, Value
from assistant.proof.coherence.lint import Finding
from assistant.proof.coherence.sheets import Sheets

MOST_STATES = 5000

Answers = tuple[tuple[str, Value], ...]
Path = dict[str, Value]
Look = Callable[
    [Mapping[str, Value], State, Fact | None, list[Fact]], None
]  # at a state, its question or what is rare in it


@dataclass(frozen=True)
class Node:
    """A question with where each answer leads, or a final outcome with where each rare circumstance would lead."""

    question: str | None
    children: tuple[tuple[Value, int], ...]
    outcome: Outcome | None
    rare: tuple[tuple[str, Value, int], ...] = ()
    standing: tuple[str, ...] = ()
    said: tuple[str, ...] = ()  # the sentences under conditions


@dataclass
class Walk:
    """The walked paths: nodes by number, the root last; and what was wrong on the way."""

    ruleset: str
    incident: str
    context: Answers
    nodes: list[Node] = field(default_factory=list)
    root: int = -1
    problems: list[str] = field(default_factory=list)
    reached: set[str] = field(default_factory=set)
    states: int = 0
    findings: list[Finding] = field(default_factory=list)  # where a sheet does not hold together
    exits: int = 0  # answers that lead out of the incident: they decide nothing and are no silence

    def paths(self) -> int:
        """How many ways lead from the incident to a final state, rare circumstances included."""
        counts: list[int] = []
        for node in self.nodes:
            below = [number for _, number in node.children] + [number for _, _, number in node.rare]
            counts.append(sum(counts[number] for number in below) + (node.outcome is not None))
        return counts[self.root] if self.nodes else 0

    def mean_questions(self) -> float:
        """How many questions are asked on average, each answer equally likely."""
        means: list[float] = []
        for node in self.nodes:
            means.append(
                1 + sum(means[number] for _, number in node.children) / len(node.children) if node.children else 0.0
            )
        return means[self.root] if self.nodes else 0.0

    def worst_questions(self) -> int:
        """The most questions that can be asked."""
        depths: list[int] = []
        for node in self.nodes:
            depths.append(1 + max(depths[number] for _, number in node.children) if node.children else 0)
        return depths[self.root] if self.nodes else 0


class Onlooker(Protocol):
    """Looks at every end of a walk; ends that differ in what it reads of a rule are not merged."""

    def look(self, state: State, facts: dict[str, Value]) -> None: ...
    def mentioned(self, rule: Rule) -> set[str]: ...


def leaves(walk: Walk) -> list[tuple[Outcome, Path]]:
    """Every final outcome with the answers that lead there, rare circumstances as usual."""
    ends: list[tuple[Outcome, Path]] = []
    waiting: list[tuple[int, Path]] = [(walk.root, {})]
    while waiting:
        number, path = waiting.pop()
        node = walk.nodes[number]
        if node.outcome is not None:
            ends.append((node.outcome, path))
        elif node.question is not None:
            waiting.extend((child, {**path, node.question: value}) for value, child in reversed(node.children))
    return ends


class TooMany(Exception):
    """The incident has too many states to be walked."""


class Walker:
    """Walks the questionnaire of one incident."""

    def __init__(
        self,
        library: Library,
        questionnaire: Questionnaire,
        context: Mapping[str, Value],
        onlooker: Onlooker | None = None,
        look: Look | None = None,
    ):
        self.library = library
        self.questionnaire = questionnaire
        self.context = dict(context)
        self.look = look
        network = questionnaire.network
        self.walk = Walk(network.ruleset, network.incident, tuple(sorted(context.items())))
        self.memory: dict[object, int] = {}
        self.alike: dict[object, int] = {}  # what a node amounts to, citations aside -> a number
        self.likeness: list[int] = []  # that number for each node
        self.asked: Counter[str] = Counter()
        self.onlooker = onlooker  # looks at every end
        self.conditions = {rule.id: read for rule in network.rules.values() if (read := self._conditions(rule))}

    def _conditions(self, rule: Rule) -> set[str]:
        """The facts that the sentences of a rule and of its sanctions read."""
        namings = [self.library.sanctions[name].rulesets[rule.ruleset] for name in rule.then.sanctions]
        sentences = [*rule.steps, *(one for naming in namings for one in (*naming.steps, *naming.effects))]
        read = {test.fact for sentence in sentences for test in sentence.bears.tests}
        return read | (self.onlooker.mentioned(rule) if self.onlooker else set())

    def run(self) -> Walk:
        """Walk everything; problems are collected, not raised."""
        try:
            self.walk.root = self._state(())
        except TooMany:
            often = ", ".join(f"{name} ({count} fois)" for name, count in self.asked.most_common(4))
            self.walk.problems.append(
                f"{self._here(())}plus de {MOST_STATES} états : les faits qui se multiplient sont {often}"
            )
        self.walk.states = len(self.memory)
        return self.walk

    def _here(self, answers: Answers) -> str:
        told = ", ".join(f"{name}={value}" for name, value in (*self.walk.context, *answers))
        place = self.library.incidents[self.walk.incident].place
        return f"{place} : {self.walk.ruleset}, {self.walk.incident} [{told}] : "

    def _places(self, rules: Iterable[str]) -> str:
        """Rules with where they are written."""
        known = self.questionnaire.network.rules
        return ", ".join(f"{name} ({known[name].place})" for name in rules)

    def _problem(self, answers: Answers, message: str) -> int:
        self.walk.problems.append(self._here(answers) + message)
        return self._add(Node(None, (), None))

    def _add(self, node: Node) -> int:
        """Keep a node, and number what it amounts to so that equal subtrees can be told."""
        below = tuple((value, self.likeness[number]) for value, number in node.children)
        rare = tuple((name, value, self.likeness[number]) for name, value, number in node.rare)
        amounts_to = (node.question, below, node.outcome, rare, node.said)
        self.likeness.append(self.alike.setdefault(amounts_to, len(self.alike)))
        self.walk.nodes.append(node)
        return len(self.walk.nodes) - 1

    def _state(self, answers: Answers) -> int:
        facts = {**self.context, **dict(answers)}
        try:
            state = self.questionnaire.judge(facts)
            rare = self.questionnaire.rare(facts) if state.final else []
            key = self._key(state, facts, {fact.id for fact in rare})
            if key in self.memory:
                assert self.memory[key] >= 0, "a state cannot lead back to itself"
                return self.memory[key]
            if len(self.memory) >= MOST_STATES:
                raise TooMany
            self.walk.reached.update(state.run.standing)
            question = self.questionnaire.next_question(state) or self.questionnaire.last_question(state)
        except Conflict as conflict:
            return self._problem(answers, f"conflit : {conflict}")
        except Deadlock as deadlock:
            wanted = f" (attendus mais non demandables : {', '.join(sorted(deadlock.needs))})" if deadlock.needs else ""
            return self._problem(answers, f"impasse : aucune règle ne décide{wanted} ; écrivez celle qui manque, ou le silence du texte (then: {{silence: …}})")
        self.memory[key] = -1
        if self.look is not None:
            self.look(facts, state, question, rare)
        if question is None:
            number = self._leaf(answers, facts, state, [fact.id for fact in rare])
        else:
            number = self._question(answers, question.id)
        self.memory[key] = number
        return number

    def _key(self, state: State, facts: Mapping[str, Value], rare: set[str]) -> object:
        """What the future depends on: the rules that stand and may stand, and the facts these still wait for."""
        run = state.run
        rules = run.network.rules
        waiting = run.may_stand | run.may_hold
        unknown = frozenset(name for rule in waiting for name in rules[rule].reads() if run.value(name) is None)
        assumed = frozenset(self.questionnaire.assumed(facts)) if not state.final else frozenset(rare)
        counted = frozenset(
            (name, facts[name])
            for rule in (*run.standing, *waiting)
            for amount in rules[rule].then.amounts
            if (name := amount.counts) is not None and name in facts
        )
        read = frozenset(
            (name, run.value(name)) for rule in (*run.standing, *waiting) for name in self.conditions.get(rule, ())
        )
        read_so = (
            state.outcome.readings if state.outcome else ()
        )  # what completes them hangs on facts that no rule of the run reads
        completed = tuple((reading.then.amounts, reading.then.slots) for reading in read_so), state.needs if read_so else frozenset()
        return (run.standing, run.may_stand, run.may_hold, unknown, assumed, counted, read, completed)

    def _leaf(self, answers: Answers, facts: Mapping[str, Value], state: State, rare: list[str]) -> int:
        assert state.outcome is not None
        if state.outcome.exit:
            self.walk.exits += 1
            return self._add(Node(None, (), None))
        self._check_slots(answers, state.outcome)
        said = self._said(state)
        if self.onlooker:
            self.onlooker.look(state, dict(facts))
        others: list[tuple[str, Value, int]] = []
        for name in rare:
            usual = self.questionnaire.network.facts[name].usual
            otherwise = [
                (name, value, self._state((*answers, (name, value))))
                for value in self.questionnaire.branches[name]
                if value != usual
            ]
            if all(self._same(number, state.outcome, said) for _, _, number in otherwise):
                self.walk.problems.append(
                    self._here(answers) + f"circonstance rare sans effet : « {name} » ne change rien ici ; ôtez-la de la règle qui la lit, ou dites ce qu'elle change"
                )
            others.extend(otherwise)
        return self._add(Node(None, (), state.outcome, tuple(others), state.run.standing, said))

    def _same(self, number: int, outcome: Outcome, said: tuple[str, ...]) -> bool:
        """Whether a node is this end, word for word."""
        node = self.walk.nodes[number]
        return node.outcome == outcome and node.said == said

    def _said(self, state: State) -> tuple[str, ...]:
        """The sentences under conditions, as this state says them."""
        assert state.outcome is not None
        sentences = conditional(self.library, state.run, state.outcome)
        return tuple(in_words(self.library, state.run, sentences))

    def _check_slots(self, answers: Answers, outcome: Outcome) -> None:
        if outcome.readings:
            for reading in outcome.readings:
                for slot in missing_slots(self.library, self.walk.ruleset, reading.then.slots):
                    self.walk.problems.append(
                        self._here(answers)
                        + f"la lecture « {reading.text} » ne dit rien de « {slot} » : ajoutez-lui « {slot}: … » dans {self._places(outcome.rules)}"
                    )
            return
        for slot in missing_slots(self.library, self.walk.ruleset, outcome.slots):
            self.walk.problems.append(
                self._here(answers)
                + f"la décision ne dit rien de « {slot} » : ajoutez sous « then » de la règle « {slot}: … » (ce que le texte tait est « non-dit ») : {self._places(outcome.rules)}"
            )

    def _question(self, answers: Answers, name: str) -> int:
        self.asked[name] += 1
        self.walk.exits += len(self.questionnaire.exits[name])
        children = tuple((value, self._state((*answers, (name, value)))) for value in self.questionnaire.branches[name])
        if len({self.likeness[number] for _, number in children}) == 1:
            self.walk.problems.append(
                self._here(answers) + f"question sans effet : toutes les réponses à « {name} » mènent au même résultat ; ôtez ce fait des règles qui le lisent là, ou dites ce qu'il change"
            )
        return self._add(Node(name, children, None))


def walk_incident(
    library: Library, engines: Engines, ruleset: str, incident: str, look: Look | None = None
) -> list[Walk]:
    """All paths of an incident, in each context that matters to it."""
    questionnaire = Questionnaire(library, engines.engine(ruleset, incident))
    walks: list[Walk] = []
    for context in library.contexts(set(questionnaire.network.facts)):
        sheets = Sheets(library)
        walks.append(Walker(library, questionnaire, context, sheets, look).run())
        walks[-1].findings = list(sheets.found.values())
    return walks

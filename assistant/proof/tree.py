"""The questions of an incident as a tree that is read or drawn: each question once, by its number, and where each answer leads."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.headings import DECISION
from assistant.decision.outcome import Outcome
from assistant.decision.words import decision_line, headline
from assistant.engine.engines import Engines
from assistant.french import enumerate_words, section_name, upper_first
from assistant.model import Library, Value
from assistant.proof.walk import Answers, Node, Walk, Walker

WIDTH = 90  # of a line of text
WHOLE = 100_000  # of one that is not broken
EXIT = "autre chose : ce n'est pas cet incident"


class Form(StrEnum):
    """How a tree is written."""

    TEXT = "text"
    MERMAID = "mermaid"
    SVG = "svg"
    PDF = "pdf"


class Way(NamedTuple):
    """Where answers that come to the same lead: to another question by its number, or to an outcome."""

    answers: tuple[str, ...]
    question: int | None
    outcome: str
    rare: bool = False


class Asked(NamedTuple):
    """A question, or an outcome with rare circumstances that would change it, by its number."""

    number: int
    text: str
    ways: tuple[Way, ...]
    final: bool = False


class Tree(NamedTuple):
    """The tree of an incident in one ruleset and context."""

    title: str
    asked: tuple[Asked, ...]


def trees(
    library: Library, engines: Engines, ruleset: str, incident: str, walks: Iterable[Walk] | None = None
) -> list[Tree]:
    """The trees of an incident, one for each context that matters to it, of its walks if they are at hand."""
    questionnaire = Questionnaire(library, engines.engine(ruleset, incident))
    if walks is None:
        contexts = library.contexts(set(questionnaire.network.facts))
        walks = [Walker(library, questionnaire, context).run() for context in contexts]
    mine = [walk for walk in walks if (walk.ruleset, walk.incident) == (ruleset, incident)]
    return [_Grower(library, questionnaire, walk, len(mine) > 1).tree() for walk in mine]


class _Grower:
    """Numbers what is asked in the order in which it is met; what leads to the same in the same words is one.

    Rare circumstances are told one at a time: a decision that one has led to is not told with a second one.
    """

    def __init__(self, library: Library, questionnaire: Questionnaire, walk: Walk, with_context: bool):
        self.library, self.questionnaire = library, questionnaire
        self.network = questionnaire.network
        self.walk = walk
        self.context = dict(walk.context) if with_context else {}
        self.numbers: dict[int, int] = {}
        self.paths: dict[int, Answers] = {}  # one way to each node
        self.usual = self._reached_without_rare()
        self.same = self._same()

    def _reached_without_rare(self) -> set[int]:
        """The nodes to which answers alone lead."""
        reached, waiting = set[int](), [self.walk.root] if self.walk.nodes and self.walk.root >= 0 else []
        while waiting:
            if (number := waiting.pop()) not in reached:
                reached.add(number)
                waiting += [child for _, child in self.walk.nodes[number].children]
        return reached

    def _same(self) -> list[int]:
        """Of each node the first that is told in the same words and leads to the same; what counts an answer is told for its own."""
        same: list[int] = []
        first: dict[object, int] = {}
        for number, node in enumerate(self.walk.nodes):
            outcome, told = node.outcome, number in self.usual
            counted = outcome is not None and any(due.amount.counts for due in outcome.dues)
            rare = [(name, value, same[child]) for name, value, child in node.rare] if told else []
            below = tuple((value, same[child]) for value, child in node.children)
            own = number if counted or (outcome is not None and outcome.readings) else -1
            section = self._section(outcome) if outcome is not None else ""
            key = (own, node.question, outcome, section, below, tuple(rare), bool(rare) or node.question is not None)
            same.append(first.setdefault(key, number))
        return same

    def tree(self) -> Tree:
        title = f"{self.library.incidents[self.network.incident].title} — {self.library.rulesets[self.network.ruleset].title}"
        told = [
            f"{self.library.facts[name].title} : {self.library.facts[name].label(value)}"
            for name, value in self.context.items()
        ]
        return Tree(" ; ".join([title, *told]), tuple(self._asked()))

    def _asked(self) -> Iterator[Asked]:
        waiting = [self.walk.root] if self.walk.nodes and self.walk.root >= 0 else []
        self.numbers = dict.fromkeys(waiting, 1)
        self.paths = dict.fromkeys(waiting, ())
        while waiting:
            here = waiting.pop(0)
            node = self.walk.nodes[here]
            for name, value, child in self._below(here):
                self.paths.setdefault(child, (*self.paths[here], (name, value)))
                if child not in self.numbers and self._is_numbered(child):
                    self.numbers[child] = len(self.numbers) + 1
                    waiting.append(child)
            fact = self.network.facts[node.question] if node.question is not None else None
            words = (fact.question or fact.title) if fact is not None else self._outcome(here)
            yield Asked(self.numbers[here], words, tuple(self._ways(here, node)), final=fact is None)

    def _below(self, number: int) -> list[tuple[str, Value, int]]:
        node = self.walk.nodes[number]
        rare = [(name, value, self.same[child]) for name, value, child in node.rare] if number in self.usual else []
        return [(node.question or "", value, self.same[child]) for value, child in node.children] + rare

    def _is_numbered(self, number: int) -> bool:
        node = self.walk.nodes[number]
        return node.question is not None or (bool(node.rare) and number in self.usual)

    def _ways(self, number: int, node: Node) -> Iterator[Way]:
        """The answers, those that lead to the same place together; then the rare circumstances."""
        found: dict[tuple[int | None, str, str], list[str]] = {}
        for name, value, child in self._below(number):
            there = self.numbers.get(child)
            label = self.questionnaire.label(self.network.facts[name], value)
            found.setdefault((there, "" if there else self._outcome(child), name), []).append(label)
        for (there, outcome, name), labels in found.items():
            rare = name != node.question
            told = [f"{self.network.facts[name].title} : {label}" for label in labels] if rare else labels
            yield Way(tuple(told), there, outcome, rare)
        if node.question is not None and (exits := self.questionnaire.exits[node.question]):
            fact = self.network.facts[node.question]
            yield Way(tuple(value.label for value in fact.values if value.id in exits), None, EXIT)

    def _outcome(self, number: int) -> str:
        """An outcome in a line; what counts an answer is told for all that the answer stands for."""
        outcome = self.walk.nodes[number].outcome
        if outcome is None:
            return EXIT
        outcome = self.questionnaire.widened(outcome, self.paths[number])
        words = decision_line if outcome.silences else headline
        return f"{words(self.library, self.network.ruleset, outcome).rstrip('.')}{self._section(outcome)}"

    def _section(self, outcome: Outcome) -> str:
        """Where the clause that decides stands."""
        cited = next((self.library.clauses[clause] for clause in outcome.cites if clause in self.library.clauses), None)
        return f" ({section_name(cited.section, sign=True)})" if cited is not None else ""


def text(tree: Tree, width: int = WIDTH) -> str:
    """A tree as lines that can be read aloud: « question 2 » says where to go on."""
    lines = textwrap.wrap(tree.title, width)
    for asked in tree.asked:
        name = DECISION if asked.final else "Question"
        lines += ["", *_wrapped(f"{name} {asked.number}. {asked.text}", "", width)]
        for way in asked.ways:
            sign = "sauf circonstance rare — " if way.rare else ""
            lines += _wrapped(f"- {sign}{_answers(way)} : {_leads(tree, way)}", "  ", width)
    return "\n".join(lines)


def _answers(way: Way) -> str:
    several = len(way.answers) > 1
    return enumerate_words([f"« {answer} »" for answer in way.answers], "ou") if several else way.answers[0]


def _leads(tree: Tree, way: Way) -> str:
    if way.question is None:
        return way.outcome
    there = next(asked for asked in tree.asked if asked.number == way.question)
    return f"{there.text} (décision {there.number})" if there.final else f"question {there.number}"


def _wrapped(line: str, indent: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, initial_indent=indent, subsequent_indent=indent + "  ", break_long_words=False)


def mermaid(tree: Tree) -> str:
    """A tree as a flowchart in Mermaid; rare circumstances are dotted."""
    lines = ["---", f"title: {_quoted(tree.title)}", "---", "flowchart TD"]
    ends: dict[str, str] = {}
    for asked in tree.asked:
        shape = "[{}]" if asked.final else "{{{}}}"
        lines.append(f"  n{asked.number}{shape.format(_quoted(asked.text))}")
    for asked in tree.asked:
        for way in asked.ways:
            if way.question is None and way.outcome not in ends:
                ends[way.outcome] = f"d{len(ends) + 1}"
                lines.append(f"  {ends[way.outcome]}([{_quoted(upper_first(way.outcome))}])")
            there = f"n{way.question}" if way.question is not None else ends[way.outcome]
            label = _quoted(_answers(way))
            lines.append(f"  n{asked.number} {'-.->' if way.rare else '-->'}|{label}| {there}")
    return "\n".join(lines)


def _quoted(words: str) -> str:
    return '"' + words.replace('"', "#quot;").replace("\n", " ") + '"'

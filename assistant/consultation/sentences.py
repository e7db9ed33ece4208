"""Which sentences of the knowledge bear on a case: steps, effects and warnings may have conditions."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.decision.outcome import Outcome
from assistant.engine.engines import Run
from assistant.french import enumerate_words, lower_first
from assistant.model import ALWAYS, Bearing, Library, Sentence, Test, Value, Warn


def said(library: Library, run: Run, sentences: Iterable[Sentence]) -> list[str]:
    """The sentences that bear on a case; where that is not known, with the condition on which they do."""
    found: list[str] = []
    for sentence in sentences:
        bears = sentence.bears.holds(run.network.incident, run.value)
        if bears:
            found.append(sentence.text)
        elif bears is None:
            found.append(sentence.unsure or f"{sentence.text.rstrip('.')} ({condition(library, run, sentence.bears)}).")
    return found


def conditional(library: Library, run: Run, outcome: Outcome) -> list[Sentence]:
    """The steps and effects of a decision that have conditions: they may differ where the decision does not."""
    namings = [library.sanctions[name].rulesets[run.network.ruleset] for name in sorted(outcome.sanction_ids())]
    steps = [step for name in outcome.rules for step in run.network.rules[name].steps]
    named = [sentence for naming in namings for sentence in (*naming.steps, *naming.effects)]
    return [sentence for sentence in (*steps, *named) if sentence.bears != ALWAYS]


def awaited(library: Library, run: Run, outcome: Outcome) -> set[str]:
    """The facts of the incident that only sentences wait for: whether they are said is not known."""
    return {
        test.fact
        for sentence in conditional(library, run, outcome)
        if sentence.bears.holds(run.network.incident, run.value) is None
        for test in sentence.bears.tests
        if run.value(test.fact) is None and test.fact in run.network.facts
    }


def concerning(run: Run, warnings: Iterable[Warn]) -> list[Warn]:
    """The warnings that bear on a case, and those of which that is not known yet."""
    return [warn for warn in warnings if _concerns(run, warn.bears)]


def _concerns(run: Run, bears: Bearing) -> bool:
    """A fact that the incident never hears of keeps a warning away, unless the warning names the incident."""
    named = bears.incidents is not None
    if not named and any(test.fact not in run.network.facts and run.value(test.fact) is None for test in bears.tests):
        return False
    return bears.holds(run.network.incident, run.value) is not False


def condition(library: Library, run: Run, bears: Bearing) -> str:
    """What is not known and would have to be so, in words."""
    return "seulement si " + " et ".join(words(library, test) for test in bears.tests if run.value(test.fact) is None)


def words(library: Library, test: Test) -> str:
    """A condition in words."""
    fact = library.facts[test.fact]
    if test.values is not None:
        known: list[Value] = [value.id for value in fact.values]
        labels = [
            lower_first(fact.label(value)) for value in known or sorted(test.values, key=str) if value in test.values
        ]
        return f"{lower_first(fact.title)} : {enumerate_words(labels, 'ou')}"
    bounds = [(word, bound) for word, bound in (("au moins", test.low), ("au plus", test.high)) if bound is not None]
    return f"{lower_first(fact.title)} : {' et '.join(f'{word} {fact.label(bound)}' for word, bound in bounds)}"

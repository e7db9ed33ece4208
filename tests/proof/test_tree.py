"""The tree of an incident leads, answer by answer, to what the engine decides."""

from __future__ import annotations

import re

import pytest

from assistant.cli import main
from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.words import decision_line, headline
from assistant.engine.engines import Engines
from assistant.model import Library, Value
from assistant.proof.tree import EXIT, WIDTH, Asked, Tree, mermaid, text, trees
from tests.support.drawing import Drawing


def ends(tree: Tree, asked: Asked, answers: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    """Every way through the questions, as the words of its answers, and where it ends."""
    if asked.final:
        return [(answers, asked.text)]
    found: list[tuple[tuple[str, ...], str]] = []
    for way in asked.ways:
        for answer in way.answers:
            if way.question is None:
                found.append(((*answers, answer), way.outcome))
            else:
                found += ends(tree, tree.asked[way.question - 1], (*answers, answer))
    return found


def test_every_way_ends_where_the_engine_does(library: Library, drawing: Drawing) -> None:
    engines = Engines(library)
    pairs = [(name, incident.id) for name in library.rulesets for incident in library.incidents_of(name)]
    for ruleset, incident in drawing.sample("trees followed", pairs, 16):
        questionnaire = Questionnaire(library, engines.engine(ruleset, incident))
        contexts = list(library.contexts(set(questionnaire.network.facts)))
        for context, tree in zip(contexts, trees(library, engines, ruleset, incident), strict=True):
            for answers, end in drawing.sample("ways", ends(tree, tree.asked[0]), 40):
                assert end == EXIT or end.startswith(decided(library, questionnaire, context, answers)), answers


def decided(library: Library, questionnaire: Questionnaire, context: dict[str, Value], answers: tuple[str, ...]) -> str:
    """What the engine decides when the questions are answered with these words."""
    facts = dict(context)
    for answer in answers:
        state = questionnaire.judge(facts)
        fact = questionnaire.next_question(state) or questionnaire.last_question(state)
        assert fact is not None
        facts[fact.id] = next(
            value for value in questionnaire.branches[fact.id] if questionnaire.label(fact, value) == answer
        )
    state = questionnaire.judge(facts)
    assert state.outcome is not None
    outcome = questionnaire.widened(
        state.outcome, tuple((name, value) for name, value in facts.items() if name in questionnaire.network.facts)
    )
    words = decision_line if outcome.silences else headline
    return words(library, questionnaire.network.ruleset, outcome).rstrip(".")


def test_what_counts_minutes_is_not_told_for_the_first_alone(library: Library) -> None:
    tree, *_ = trees(library, Engines(library), "ema-2016", "retard")
    told = text(tree)
    assert "de 1 à 9 minutes" in told and re.search(r"1.000 .{0,12}9.000 points", told)


def test_text_wraps_and_mermaid_names_nothing_that_it_does_not_draw(library: Library) -> None:
    for tree in trees(library, Engines(library), "wrc-2015", "kong-en-riichi"):
        assert all(len(line) <= WIDTH for line in text(tree).splitlines())
        drawn = mermaid(tree)
        declared = set(re.findall(r"^  ([nd]\d+)[\[({]", drawn, re.MULTILINE))
        edges = re.findall(
            r"^  (n\d+) -\.?->\|\"[^\"]+\"\| ([nd]\d+)$|^  (n\d+) -->\|\"[^\"]+\"\| ([nd]\d+)$", drawn, re.MULTILINE
        )
        assert edges and {name for edge in edges for name in edge if name} == declared
        assert len(edges) == sum(len(asked.ways) for asked in tree.asked)


def test_the_command(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["tree", "mur-mal-fait", "--ruleset", "ema-2016"]) == 0
    assert "Question 1. " in capsysbinary.readouterr().out.decode()
    assert main(["tree", "mur-mal-fait", "--ruleset", "ema-2016", "--format", "mermaid"]) == 0
    assert "flowchart TD" in capsysbinary.readouterr().out.decode()
    for wrong in (["tree", "--ruleset", "ema-2016"], ["tree", "mur-mal-fai", "--ruleset", "ema-2016"]):
        assert main(wrong) == 2
    assert "mur-mal-fait" in capsysbinary.readouterr().err.decode()


@pytest.mark.parametrize("incident", ["victoire", "retard"])
def test_what_is_said_alike_is_said_once_and_rare_circumstances_one_at_a_time(made: Library, incident: str) -> None:
    """Else two rare circumstances of a dispute make a tree of a hundred pages."""
    for tree in trees(made, Engines(made), "alpha", incident):
        told = [(asked.text, asked.ways, asked.final) for asked in tree.asked]
        assert len(set(told)) == len(told), tree.title
        plainly = {1, *(way.question for asked in tree.asked for way in asked.ways if not way.rare)}
        assert any(way.rare for asked in tree.asked for way in asked.ways) == (incident == "victoire")
        for asked in tree.asked:
            for way in asked.ways:
                led = tree.asked[way.question - 1] if way.rare and way.question is not None else None
                assert led is None or not led.final or led.number in plainly, "two rare circumstances at once"

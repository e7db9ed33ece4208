"""`arbitre ask` with its input scripted: help, bad answers, numbers, tiles, and a change of mind."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pytest

from assistant.cli import main
from assistant.commands.ask import Dialogue
from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.model import Library
from tests.support.wording import plain


def scripted(library: Library, lines: Iterable[str]) -> Dialogue:
    source = iter(lines)
    dialogue = Dialogue(Consultant(library), lambda _: next(source))
    dialogue.run()
    assert next(source, None) is None, "lines left"
    return dialogue


@pytest.fixture
def late(made: Library) -> list[str]:
    """The way to the incident whose first question is a number."""
    families = [family.id for family in made.families.values()]
    incidents = made.incidents_of("alpha")
    family = made.incidents["retard"].family
    place = [one.id for one in incidents if one.family == family].index("retard") + 1
    contexts = ["1"] * len(made.context_facts())
    return ["1", *contexts, str(families.index(family) + 1), str(place)]


def test_a_number_can_be_changed(made: Library, late: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    dialogue = scripted(made, [*late, "4", "2", "0", "2", "1", "99999", "abc", "7", "1"])
    assert dialogue.facts["minutes"] == 7
    out = plain(capsys.readouterr().out)
    assert out.count("n'est pas une réponse ; tapez un nombre de 0 à") == 2
    assert "Retard : 4 minutes" in out and "Retard : 7 minutes" in out


def test_a_number_can_become_not_established_and_back(made: Library, late: list[str]) -> None:
    assert scripted(made, [*late, "n", "2", "0", "1"]).facts["minutes"] == NOT_ESTABLISHED
    changed = scripted(made, [*late, "4", "2", "0", "2", "1", "n", "2", "3", "5", "1"])
    assert changed.facts["minutes"] == 5


def test_at_a_number_the_letters_work_too(made: Library, late: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    scripted(made, [*late, "?", "r", "?r", "9" * 5000, "4", "r", "1", "6", "2", "0", "1"])
    out = capsys.readouterr().out
    assert "Ce que chaque réponse laisse possible" in out
    assert "Aucune réponse à revoir." in out
    assert "« ?r » n'est pas une réponse" in plain(out)


def test_an_answer_that_no_longer_matters_is_told(
    made: Library, late: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    dialogue = scripted(made, [*late, "4", "3", "0", "2", "1", "30", "1"])
    assert "excuse" not in dialogue.facts and dialogue.facts["minutes"] == 30
    assert "Ne compte plus : Excuse : Non établi" in plain(capsys.readouterr().out)


def test_the_command_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], library: Library
) -> None:
    lines = ["zz", "1", "1", "xyzzy", "a dit ron pour rien", "1", "?", "1"]
    lines += ["t", "pas des tuiles", "t", "2233344456m 678p +3m ecarts:6m ron"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*lines, *["1"] * 12]) + "\n"))
    assert main(["ask"]) == 0
    out = plain(capsys.readouterr().out)
    help_line = "À chaque question : le numéro de la réponse, ou le nombre demandé ; « ? » pourquoi cette question"
    assert out.count(help_line) == 1
    assert "« zz » n'est pas une réponse ; tapez un numéro de 1 à 4, ou q pour quitter." in out
    assert "« xyzzy » ne donne rien" in out
    assert "d'après les tuiles" in out and "DÉCISION" in out

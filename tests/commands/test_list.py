"""The commands `arbitre list` and `arbitre show`: by ruleset, section and words; a sanction in every ruleset."""

from __future__ import annotations

import json

import pytest

from assistant.cli import main
from assistant.consultation.catalogue import PLURALS, Kind, belongs, entries
from assistant.model import Library
from tests.support.drawing import Drawing
from tests.support.wording import plain


def ids(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["list", *arguments, "--json"]) == 0
    return [row["id"] for row in json.loads(capsys.readouterr().out)]


def test_a_section_holds_those_within_it_and_no_other(capsys: pytest.CaptureFixture[str], library: Library) -> None:
    found = ids(capsys, "clauses", "--ruleset", "ema-2016", "--section", "5.3")
    own = [one for one in library.clauses.values() if one.source == "ema-2016"]
    assert found == [one.id for one in own if one.section == "5.3" or one.section.startswith("5.3.")]
    assert {library.clauses[name].section for name in found} == {"5.3", "5.3.1"}
    assert ids(capsys, "clauses", "--ruleset", "ema-2016", "--section", "§ 5.3.") == found


def test_a_chapter_is_found_by_its_sign_and_by_how_it_is_cited(capsys: pytest.CaptureFixture[str]) -> None:
    found = ids(capsys, "clauses", "--section", "九")
    assert found and all(name.startswith("mcr-2006/") for name in found)
    assert ids(capsys, "clauses", "--section", "ch. 9") == found


def test_every_word_must_be_read_whatever_its_accents(capsys: pytest.CaptureFixture[str], library: Library) -> None:
    found = ids(capsys, "clauses", "--ruleset", "wrc-2015", "--search", "MAIN déclarée")
    assert found == ids(capsys, "clauses", "--ruleset", "wrc-2015", "--search", "declaree main")
    assert found
    for name in found:
        clause = library.clauses[name]
        said = " ".join([name, clause.section, clause.heading, *clause.quotes]).lower()
        assert "main" in said and ("déclarée" in said or "declaree" in said)


@pytest.mark.parametrize("kinds", PLURALS)
def test_every_kind_is_listed_by_ruleset(kinds: str, capsys: pytest.CaptureFixture[str], library: Library) -> None:
    found = ids(capsys, kinds, "--ruleset", "mcr-2006")
    every = entries(library, PLURALS[kinds])
    assert 0 < len(found) < len(every)
    assert found == [name for name, entry in every.items() if belongs(library, entry, "mcr-2006")]


def test_nothing_found_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "clauses", "--search", "zzzz"]) == 0
    assert "Rien n'est trouvé" in plain(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["list", "clauses", "--ruleset", "ema-2017"], "Vouliez-vous dire « ema-2016 » ?"),
        (["list", "clauses", "--section", "5.33"], "paragraphe inconnu : « 5.33 »"),
        (["list", "clauses", "--ruleset", "wrc-2015", "--section", "九"], "paragraphe de wrc-2015 inconnu"),
        (["list", "clauses", "--section", " "], "paragraphe inconnu"),
        (["list", "rules", "--section", "5.3"], "seules les clauses ont un paragraphe"),
        (["list", "clauses", "--search", " "], "aucun mot n'est donné"),
        (["show", "sanction", "main-mort"], "sanction inconnue : « main-mort ». Vouliez-vous dire « main-morte » ?"),
    ],
)
def test_bad_input_is_told(capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    assert main(arguments) == 2
    assert told in plain(capsys.readouterr().err)


def test_a_sanction_is_shown_in_every_ruleset(
    capsys: pytest.CaptureFixture[str], library: Library, drawing: Drawing
) -> None:
    """Its name and effect where it is known, the rules that give it, and where it is not known."""
    for sanction in drawing.sample("sanctions shown", list(library.sanctions.values()), 40):
        assert main(["show", "sanction", sanction.id]) == 0
        told = plain(capsys.readouterr().out)
        for ruleset in library.rulesets.values():
            named = sanction.rulesets.get(ruleset.id)
            said = named.name if named else "ce règlement ne la connaît pas."
            assert plain(f"{ruleset.title}, {ruleset.edition} : {said}") in told
        for rule in library.rules():
            gives = any(sanction.id in then.sanctions for then in rule.every_then())
            assert (f"({rule.id})" in told or f"({rule.id}, selon une lecture)" in told) == gives


def test_a_sentence_of_a_sanction_is_shown_with_its_condition(
    capsys: pytest.CaptureFixture[str], library: Library, drawing: Drawing
) -> None:
    """What is said only in some cases is never shown as if it were always."""
    said = {
        name: [
            one
            for naming in library.sanctions[name].rulesets.values()
            for one in (*naming.effects, *naming.steps)
            if one.bears.tests and not one.unsure
        ]
        for name in entries(library, Kind.SANCTION)
    }
    some = [name for name, sentences in said.items() if sentences]
    assert some
    for name in drawing.sample("sanctions with conditions shown", some, 40):
        assert main(["show", "sanction", name]) == 0
        lines = plain(capsys.readouterr().out).splitlines()
        for one in said[name]:
            (line, *_) = [line for line in lines if plain(one.text) in line and "seulement si" in line]
            assert line.endswith(")")


def test_a_sanction_is_listed_as_its_text_calls_it(capsys: pytest.CaptureFixture[str], library: Library) -> None:
    for ruleset in library.rulesets:
        assert main(["list", "sanctions", "--ruleset", ruleset, "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        assert rows and all(row["title"] == library.sanctions[row["id"]].rulesets[ruleset].name for row in rows)
    names = {naming.name for naming in library.sanctions["chombo"].rulesets.values()}
    assert len(names) > 1

"""The documentation says what the program does."""

from __future__ import annotations

import re
import shlex

import pytest

from assistant.cli import main
from assistant.model import Library
from assistant.proof.prove import PAIRS, Proof, counts
from assistant.proof.quotes import texts_folder
from tests.conftest import ROOT
from tests.support.modules import product, text
from tools.refresh_readme import OF_PAIRS, count_table, refreshed

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_transcript_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    command, shown = re.search(r"<!-- transcript: (.*?) -->\n```\n(.*?)```\n", README, re.S).groups()  # type: ignore[union-attr]
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out.rstrip("\n") == shown.rstrip("\n"), "run: python -m tools.refresh_readme"


def test_readme_names_the_two_commands() -> None:
    assert "make run" in README and "make test" in README


def test_no_module_outgrows_a_readers_head() -> None:
    lines = {name: len(text(path).splitlines()) for name, path in product().items()}
    assert not {name: count for name, count in lines.items() if count > 400}


def test_no_python_names_the_game(library: Library) -> None:
    """A second family, another ruleset: YAML alone."""
    names = {*library.rulesets, *library.incidents, *(rule.id for rule in library.rules())}
    for module, path in product().items():
        quoted = re.findall(r"""(?<=['"])[^'"\n]+(?=['"])""", text(path))
        assert not names & set(quoted), module


@pytest.mark.skipif(
    texts_folder() is None, reason="the quotes were NOT compared with the texts: ARBITRE_TEXTES names none"
)
def test_the_whole_proof_has_read_the_texts(proof: Proof) -> None:
    assert proof.quotes_checked


def test_the_whole_proof_is_clean_and_its_counts_are_in_the_readme(library: Library, proof: Proof) -> None:
    assert not proof.problems, "\n".join(proof.problems[:40])
    assert count_table(counts(library, proof)) in README, "run: python -m tools.refresh_readme"
    assert refreshed(README, None, count_table(counts(library, proof))) == README


def test_the_counts_of_pairs_are_in_the_readme(library: Library) -> None:
    found = OF_PAIRS.search(README)
    assert found is not None, "the marks around the counts of pairs are gone"
    rows = [line.strip("| ").split(" | ") for line in found[0].splitlines()[3:-1]]
    assert [row[0] for row in rows] == list(library.rulesets), "run: python -m tools.refresh_readme"
    assert all(len(row) == len(PAIRS) and all(int(cell) > 0 for cell in row[1:]) for row in rows)

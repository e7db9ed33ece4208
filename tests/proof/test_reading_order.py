"""Clauses stand in the order of their text, and what is left out between two is not hidden: looked at in the texts, where they are at hand."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest

from assistant.model import NOWHERE, Clause, Library
from assistant.proof.quotes import TEXTS, texts_in
from assistant.proof.reading_order import misplaced, reading
from tests.support.make import CLAUSES, Base
from tools.order_clauses import read, written

TEXT = "Du jeu 1. Le joueur pioche. 2. Le joueur écarte. Puis il attend longtemps. Des fautes Le joueur écarte. Il paie tout."


def clause(name: str, section: str, heading: str, *quotes: str) -> Clause:
    return Clause(f"t/{section}/{name}", "t", section, heading, quotes, (), NOWHERE)


def test_clauses_are_met_as_the_text_goes_on() -> None:
    """A sentence that stands twice is the one nearest to what else its section quotes."""
    written_so = [
        clause("paie", "2", "Des fautes", "Il paie tout."),
        clause("ecarte-faute", "2", "Des fautes", "Le joueur écarte."),
        clause("attend", "1", "Du jeu", "Puis il attend longtemps."),
        clause("pioche", "1", "Du jeu", "Le joueur pioche."),
        clause("ecarte", "1", "Du jeu", "Le joueur écarte."),
    ]
    found = [(one.clause.id.rpartition("/")[2], one.joined) for one in reading(TEXT, written_so)]
    assert found == [("pioche", False), ("ecarte", True), ("attend", True), ("ecarte-faute", False), ("paie", True)]


def test_what_is_left_out_is_seen() -> None:
    read_so = reading(TEXT, [clause("pioche", "1", "Du jeu", "Le joueur pioche."), clause("attend", "1", "Du jeu", "il attend longtemps.")])
    assert [one.joined for one in read_so] == [False, False]


def test_a_clause_out_of_place_is_named_and_so_is_a_hidden_gap(tmp_path: Path) -> None:
    base = Base(tmp_path)
    library = base.library()
    mine = [one for one in library.clauses.values() if one.source == "texte-a"]
    texts = tmp_path / "textes"
    texts.mkdir()
    in_order = " Entre-temps autre chose. ".join(quote for one in mine for quote in one.quotes)
    (texts / "texte-a.txt").write_text(in_order, encoding="utf-8")
    assert list(misplaced(library, texts)) == []
    late = [*mine[1:], mine[0]]
    (texts / "texte-a.txt").write_text(" Puis. ".join(quote for one in late for quote in one.quotes), encoding="utf-8")
    (told,) = misplaced(library, texts)
    assert mine[0].id in told and CLAUSES in told and mine[-1].id in told
    (texts / "texte-a.txt").write_text(in_order, encoding="utf-8")
    second = next(after for before, after in itertools.pairwise(mine) if before.section == after.section)
    joined = library._replace(clauses={**library.clauses, second.id: second._replace(joined=True)})
    assert [second.id in one and "joined" in one for one in misplaced(joined, texts)] == [True]


def test_a_file_is_put_in_order_and_keeps_every_line() -> None:
    file = """# Un texte.
- section: "2"
  heading: Des fautes
- id: t/2/paie
  quote: Il paie tout.
  warnings:
    - {kind: ambiguite, text: Qui ?}

- section: "1"
  heading: Du jeu
- id: t/1/attend
  quote: >-
    Puis il attend longtemps.
  joined: true
# Une remarque.
- id: t/1/pioche
  quote: Le joueur pioche.
- heading: Encore
- id: t/1/ecarte
  quote: Le joueur écarte.
"""
    clauses = [
        clause("paie", "2", "Des fautes", "Il paie tout."),
        clause("attend", "1", "Du jeu", "Puis il attend longtemps."),
        clause("pioche", "1", "Du jeu", "Le joueur pioche."),
        clause("ecarte", "1", "Encore", "Le joueur écarte."),
    ]
    order = [(one.clause, one.joined) for one in reading(TEXT, clauses)]
    once = written(read(file), order)
    assert once.startswith('# Un texte.\n- section: "1"\n  heading: Du jeu\n# Une remarque.\n- id: t/1/pioche\n')
    assert sorted(line for line in once.splitlines() if line.strip() and "joined" not in line) == sorted(
        line for line in file.splitlines() if line.strip() and "joined" not in line
    )
    assert written(read(once), order) == once


def test_our_clauses_are_in_the_order_of_their_texts(library: Library) -> None:
    if not os.environ.get(TEXTS):
        pytest.skip(f"{TEXTS} names no texts")
    folder = Path(os.environ[TEXTS])
    assert not list(misplaced(library, folder)), "python -m tools.order_clauses puts them there"
    for source, text in texts_in(library, folder):
        mine = [one for one in library.clauses.values() if one.source == source]
        assert [one.clause.id for one in reading(text, mine) if one.joined] == [one.id for one in mine if one.joined], source

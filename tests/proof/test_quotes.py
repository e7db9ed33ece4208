"""A quote that is not in its text is told with the nearest passage; clauses that are odd are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.model import Library
from assistant.proof.quotes import comparison_words, nearest_passage, quoted_twice, uncited, unfaithful_quotes

CLAUSE = "ema-2016/5.3/tuiles-remises"
SAID = "Les tuiles révélées sont replacées à l’endroit du mur ou de la main d’où elles viennent."
TEXT = f"Du jeu. Le joueur pioche une tuile puis il en écarte une. {SAID} Révéler une tuile exprès est une faute."


def quoting(library: Library, quote: str, *more: str) -> Library:
    """The library with one clause of one source, which quotes this; more of them quote what is named after it."""
    clause = library.clauses[CLAUSE]
    quotes = {CLAUSE: quote, **{f"{CLAUSE}-{number}": one for number, one in enumerate(more)}}
    return library._replace(clauses={name: clause._replace(id=name, quotes=(one,)) for name, one in quotes.items()})


@pytest.mark.parametrize(
    ("quote", "differs"),
    [
        (SAID.replace("’", "'"), "seuls des signes diffèrent"),
        (SAID.replace("tuiles", "cartes"), "vous écrivez « cartes », le texte dit « tuiles »"),
        (SAID.replace("replacées à ", ""), "il y manque « replacées à »"),
        (
            SAID.replace("révélées", "révélées, toutes,"),
            "vous écrivez « révélées, toutes, », le texte dit « révélées »",
        ),
        (SAID.replace("Les", "Des").replace("viennent", "sortent"), "vous écrivez « Des », le texte dit « Les »"),
        (SAID.replace("ou de la main", "ou bien de la main"), "« bien » n'y est pas"),
    ],
)
def test_the_nearest_passage_is_shown_with_what_differs(
    library: Library, tmp_path: Path, quote: str, differs: str
) -> None:
    (tmp_path / "ema-2016.txt").write_text(TEXT.replace(" ", "\n", 9), encoding="utf-8")
    (told,) = unfaithful_quotes(quoting(library, quote), tmp_path)
    assert CLAUSE in told and "n'est pas mot pour mot" in told
    assert f"le passage le plus proche est « {SAID} » : " in told
    assert differs in told


def test_a_quote_of_another_text_has_no_nearest_passage(library: Library, tmp_path: Path) -> None:
    (tmp_path / "ema-2016.txt").write_text(TEXT, encoding="utf-8")
    (told,) = unfaithful_quotes(quoting(library, "Xylophone, zinc et kiwi ; vingt-huit bocks."), tmp_path)
    assert "aucun passage du texte ne lui ressemble" in told


def test_the_passage_at_either_end_of_the_text_is_whole() -> None:
    assert nearest_passage("Le joueur pioche un tuile.", "Le joueur pioche une tuile.") == "Le joueur pioche une tuile."
    assert nearest_passage("", TEXT) is None


def test_many_differences_are_counted(library: Library, tmp_path: Path) -> None:
    (tmp_path / "ema-2016.txt").write_text("a1 bb c1 dd e1 ff g1 hh i1 jj k1 ll m1 nn", encoding="utf-8")
    (told,) = unfaithful_quotes(quoting(library, "a2 bb c2 dd e2 ff g2 hh i2 jj k2 ll m2 nn"), tmp_path)
    assert told.endswith(" ; et 3 autre(s) différence(s)")


def test_a_quote_under_two_ids_is_named_unless_the_text_says_it_twice(library: Library, tmp_path: Path) -> None:
    twice = quoting(library, SAID, SAID.replace(" ", "\n", 1))
    (told,) = quoted_twice(twice, None, ["ema-2016"])
    assert f"{CLAUSE} et {CLAUSE}-0" in told and "gardez une seule clause" in told
    (tmp_path / "ema-2016.txt").write_text(TEXT, encoding="utf-8")
    assert list(quoted_twice(twice, tmp_path, ["ema-2016"])) == [told]
    (tmp_path / "ema-2016.txt").write_text(f"{TEXT} {TEXT}", encoding="utf-8")
    assert not list(quoted_twice(twice, tmp_path, ["ema-2016"]))
    assert not list(quoted_twice(twice, None, ["wrc-2015"]))
    assert not list(quoted_twice(quoting(library, SAID, "Autre chose."), None, ["ema-2016"]))


def test_a_clause_that_nothing_cites_is_named(library: Library) -> None:
    left = {clause.id for clause in uncited(library)}
    cited = {name for rule in library.rules() for name in rule.citations()}
    assert left and not left & cited
    clause = library.clauses[CLAUSE]._replace(id="ema-2016/5.3/personne")
    more = library._replace(clauses={**library.clauses, clause.id: clause})
    assert {one.id for one in uncited(more)} == left | {clause.id}
    case = next(iter(library.cases.values()))
    expected = {name: one._replace(cites=(*one.cites, clause.id)) for name, one in case.expect.items()}
    named = more._replace(cases={**library.cases, case.id: case._replace(expect=expected)})
    assert {one.id for one in uncited(named)} == left


def test_what_was_compared_is_told_source_by_source(library: Library, tmp_path: Path) -> None:
    assert "ARBITRE_TEXTES ne nomme pas" in comparison_words(library, None)
    (tmp_path / "ema-2016.txt").write_text(TEXT, encoding="utf-8")
    told = comparison_words(library, tmp_path)
    assert told.startswith("Citations comparées : ema-2016 ; non comparées : ")
    assert "wrc-2015.txt" in told and "ema-2016.txt" not in told

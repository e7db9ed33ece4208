"""An index: stems, fields, synonyms, spelling, and what never fails."""

from __future__ import annotations

import pickle

import pytest

from assistant.model import Library, Synonym
from assistant.search.finder import Finder
from assistant.search.glossary import Glossary
from assistant.search.index import Field, Index
from assistant.search.spelling import Spelling, sound
from assistant.search.words import fold, stem, surfaces

FIELDS = {"words": Field(2.0, 0.3, 1.0), "story": Field(0.5, 0.5, 0.5)}
SYNONYMS = (
    Synonym("pioche", french=("tire",), japanese=("tsumoru", "摸る"), chinese=("摸牌", "mo pai"), english=("draw", "drew")),
    Synonym("mauvais nombre tuiles", french=("tuile de trop",), chinese=("相公",)),
    Synonym("fin du temps", french=("c'est l'heure",), english=("shouting", "run out of time")),
    Synonym("mur renversé", french=("par dessus bord",)),
)
ENTRIES = {
    "pioche": {"words": ["pioche deux fois"], "story": ["Nord pioche une seconde tuile alors qu'il n'a pas écarté."]},
    "nombre": {"words": ["mauvais nombre de tuiles"], "story": ["Ouest a quatorze tuiles après son écart."]},
    "heure": {"words": ["fin du temps"], "story": ["Le gong sonne."]},
    "mur": {"words": ["mur renversé"], "story": ["Du coude, Nord fait tomber le mur."]},
}


@pytest.fixture(scope="module")
def index() -> Index:
    return Index(Glossary(SYNONYMS), FIELDS, ENTRIES)


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("il a pioché deux fois", "pioche"),
        ("PIOCHER DEUX FOIS", "pioche"),
        ("il tire deux tuiles", "pioche"),
        ("drew two", "pioche"),
        ("mo pai", "pioche"),
        ("连续摸牌两次", "pioche"),
        ("une tuile de trop", "nombre"),
        ("une tuile en trop", "nombre"),
        ("相公", "nombre"),
        ("c'est l'heure", "heure"),
        ("murs renverses", "mur"),
        ("il a ranversé le mure", "mur"),
        ("coude", "mur"),
    ],
)
def test_words_find_their_entry(index: Index, query: str, meant: str) -> None:
    assert index.find(query)[0].id == meant


def test_a_hit_says_which_words_found_it(index: Index) -> None:
    (hit, *_) = index.find("le type tire deux fois")
    assert hit.id == "pioche" and hit.matched == ("tire", "deux", "fois") and hit.passage == "pioche deux fois"


def test_a_form_keeps_its_idle_words_where_one_word_is_left(index: Index) -> None:
    assert not index.find("heure d'été"), "« c'est l'heure » is not « heure »"


@pytest.mark.parametrize("query", ["", " ", "?!", "zzzzzz", "le la les", "a" * 5000, "\x00", "漢字", "c'", "\ud800"])
def test_what_says_nothing_finds_nothing(index: Index, query: str) -> None:
    assert index.find(query) == []


def test_only_those_among_which_one_searches(index: Index) -> None:
    assert [hit.id for hit in index.find("tuile pioche mur", among=["mur"])] == ["mur"]


def test_an_index_comes_back_from_the_cache_as_it_was(index: Index) -> None:
    again = pickle.loads(pickle.dumps(index))
    assert [again.find(query) == index.find(query) for query in ("tire deux", "相公", "mure")] == [True] * 3


def test_a_field_of_more_weight_and_a_rarer_word_count_more() -> None:
    two = Index(Glossary(()), FIELDS, {"a": {"words": ["chat"], "story": ["chien"]}, "b": {"words": ["chien"], "story": ["chat"]}})
    assert [hit.id for hit in two.find("chat")] == ["a", "b"] and [hit.id for hit in two.find("chien")] == ["b", "a"]
    many = Index(Glossary(()), FIELDS, {"a": {"words": ["tuile rouge"]}, "b": {"words": ["tuile verte"]}, "c": {"words": ["tuile"]}})
    assert many.find("tuile verte")[0].id == "b"


@pytest.mark.parametrize(
    ("one", "other"), [("renverssé", "renversée"), ("ganiante", "gagnante"), ("fau", "faux"), ("batonné", "bâtonnet"), ("tro", "trop")]
)
def test_words_written_by_ear_sound_alike(one: str, other: str) -> None:
    assert sound(fold(one)) == sound(fold(other))


def test_spelling_guesses_nothing_for_what_is_not_like_anything() -> None:
    spelling = Spelling({"telephone": 1, "tuile": 1})
    assert [word for word, _ in spelling.meant("telefonne")] == ["telephone"]
    assert spelling.meant("zzzz") == [] and spelling.meant("42") == []


def test_of_two_that_are_as_like_the_commoner_is_meant() -> None:
    spelling = Spelling({"faut": 2, "faux": 90, "la": 300, "lame": 1})
    assert spelling.meant("fau")[0][0] == "faux" and spelling.meant("lla")[0][0] == "la"


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("apres lecart douest", "nombre"),
        ("piochedeux fois", "pioche"),
        ("tsuumoru deux fois", "pioche"),
        ("tsumooru deux fois", "pioche"),
        ("unne murr", "mur"),
    ],
)
def test_what_is_written_as_one_word_or_with_other_vowels_is_known_again(index: Index, query: str, meant: str) -> None:
    assert index.find(query)[0].id == meant


def test_a_misspelt_idle_word_says_nothing(index: Index) -> None:
    assert {term.stem for term in index.asked("unne tuile dun mur")} == {"tuil", "mur"}


def test_a_guessed_word_says_no_more_than_a_known_one(index: Index) -> None:
    guessed = [term for term in index.asked("shoting") if term.said == ("shoting",)]
    assert {term.stem for term in guessed} >= {"fin", "temp"} and sum(term.share for term in guessed) <= 1


@pytest.mark.parametrize(("query", "meant"), [("he shouts", "heure"), ("running out of time", "heure"), ("par dessu bor", "mur")])
def test_a_form_is_known_with_another_ending_or_a_misspelt_word(index: Index, query: str, meant: str) -> None:
    assert index.find(query)[0].id == meant


def test_a_high_number_is_a_score() -> None:
    scores = Index(Glossary(()), FIELDS, {"points": {"words": ["mauvais nombre de points"]}, "tuiles": {"words": ["30 tuiles"]}})
    assert [hit.id for hit in scores.find("il en avait 28000")] == ["points"]
    assert scores.find("29") == []


def test_words_are_folded_and_stemmed() -> None:
    assert fold("Écarté ŒUF ポン 碰") == "ecarte oeuf ポン 碰"
    assert stem("Tuiles") == stem("tuile") and stem("renversée") == stem("renverser")
    assert surfaces("l'écart d'Est, qu'il prend") == ("écart", "ventest", "il", "prend")


def test_no_form_of_the_glossary_is_hidden_by_another(library: Library) -> None:
    """A form that is written twice with different meanings is read as one of them only."""
    told: dict[tuple[str, str], set[str]] = {}
    for entry in library.synonyms:
        for form in entry.french:
            told.setdefault(("french", fold(form)), set()).add(entry.means)
        for form in (*entry.japanese, *entry.chinese, *entry.english):
            told.setdefault(("foreign", fold(form).replace(" ", "")), set()).add(entry.means)
    twice = {form: means for form, means in told.items() if len(means) > 1}
    assert not twice, twice


def test_every_meaning_is_in_the_words_of_the_library(library: Library) -> None:
    finder = Finder(library, lasting=True)
    index = finder.incidents()
    for entry in library.synonyms:
        meant = finder.glossary.stems(entry.means)
        assert meant and any(one in index.postings for one in meant), f"{entry.means}: no text says it"


@pytest.mark.walk
def test_the_incident_s_own_words_and_title_find_it(library: Library) -> None:
    index = Finder(library, lasting=True).incidents()
    for incident in library.incidents.values():
        assert incident.id in [hit.id for hit in index.find(incident.title, 3)], incident.title
        for word in incident.words:
            assert incident.id in [hit.id for hit in index.find(word)], (incident.id, word)

"""The search finds what people mean: phrases retold from stories, and those said at tables before."""

from __future__ import annotations

from collections import Counter

import pytest

from assistant.model import Library
from assistant.search.finder import Finder
from benchmarks.search import HALVES, REGISTERS, Found, Phrase, found, phrases, shares
from tests.support.drawing import Drawing

SAID = phrases()


@pytest.fixture(scope="module")
def finder(library: Library) -> Finder:
    return Finder(library, lasting=True)


@pytest.fixture(scope="module")
def places(finder: Finder) -> list[Found]:
    return found(finder, SAID)


def test_every_phrase_says_where_it_comes_from(library: Library) -> None:
    assert len(SAID) >= 600 and len({(one.said.lower(), one.incident) for one in SAID if one.story}) == sum(
        one.story is not None for one in SAID
    )
    unknown = sorted({one.incident for one in SAID} - set(library.incidents))
    assert not unknown, f"phrases name incidents that do not exist: {unknown}"
    for one in SAID:
        assert one.half in HALVES, one
        if one.origin is not None:
            assert one.origin == "situation" and one.story is None and one.register in REGISTERS, one
            assert one.ruleset in library.incidents[one.incident].rulesets, one
        elif one.story is None:
            assert one.half == "tune" and one.register is None and one.ruleset is None, one
        else:
            assert one.register in REGISTERS and library.cases[one.story].incident == one.incident, one
            assert one.ruleset in library.incidents[one.incident].rulesets, one


def test_both_halves_have_every_register() -> None:
    counts = Counter((one.half, one.register) for one in SAID if one.story)
    for register in REGISTERS:
        assert abs(counts["tune", register] - counts["score", register]) <= 0.1 * counts["tune", register], counts


@pytest.mark.walk
def test_what_is_said_is_found(places: list[Found]) -> None:
    """Not the aims, which the benchmark prints, but what was reached: less would be a step back."""
    counted = [one for one in places if one.phrase.half == "score"]
    tuned = [one for one in places if one.phrase.half == "tune"]
    assert shares(counted).first >= 0.89 and shares(counted).among >= 0.975 and shares(counted).missing < 0.01
    assert shares(tuned).first >= 0.94 and shares(tuned).among >= 0.985 and shares(tuned).missing <= 0.005
    for register in REGISTERS:
        assert shares(one for one in places if one.phrase.register == register).first >= 0.78, register


def test_what_a_search_finds_can_happen_in_the_ruleset_played(library: Library, drawing: Drawing) -> None:
    finder = Finder(library, lasting=True)
    for one in drawing.sample("phrases put to every ruleset", SAID, len(SAID) // 7):
        for ruleset in library.rulesets:
            for hit in finder.incidents(ruleset).find(one.said):
                assert ruleset in library.incidents[hit.id].rulesets, (one.said, ruleset, hit.id)


def test_shares_count_places() -> None:
    phrase = Phrase("", "", "tune", None, None, None)
    told = shares([Found(phrase, place, ()) for place in (1, 1, 3, 4, None)])
    assert told == (5, 0.4, 0.6, 0.2)


MISSED_ONCE = {  # what came to mind first at trials and found nothing of the kind; one of these incidents is meant
    "ron après avoir laissé passer": "victoire-annoncee",
    "victoire avec main morte": "victoire-main-morte",
    "joueur heurte le mur": "mur-renverse",
    "deux tuiles du mur retournées": "mur-renverse",
    "oublie de dire tsumo": "main-montree-sans-annonce tsumo-tardif",
    "Est n'a pris que 13 tuiles": "mauvais-nombre-de-tuiles erreur-avant-le-jeu",
    "tenpai annoncé avant la fin": "tenpai-avant-la-fin",
    "bluff tuile montrée": "tuiles-montrees propos-a-table",
    "appel après disqualification": "appel-avec-main-morte decision-contestee",
    "tuile de remplacement retournée par accident": "tuile-de-remplacement",
    "écart replacé dans le mur": "ecart-dans-le-mur",
    "main étalée après un faux ron": "main-montree-apres-victoire-d-un-autre",
    "faux Hu compte fin de session": "victoire-annoncee score-faux question-tardive",
    "pung puis écarte la même tuile": "appel-de-substitution",
    "faut ron": "victoire-annoncee",
    "il a dit pon mais il n'avait pas la paire": "appel-retire",
    "il a mangé une tuile de la rivière": "appel-non-permis mauvais-mot-d-appel",
    "il a pris la tuile avant que l'autre jette": "mur-touche-trop-tot",
    "oya": "suite-de-la-donne mauvais-est",
    "missing tile": "jeu-incomplet",
    "wrong number of tiles": "mauvais-nombre-de-tuiles",
    "dead wall wrong tile": "mauvais-endroit-du-mur",
    "abortive draw": "regle-abolie",
    "立直": "riichi-incomplet riichi-conteste riichi-repris riichi-sans-attente",
    "il avait une tuile dans sa poche": "triche",
    "il prend la tuile sans parler": "mauvais-mot-d-appel",
    "il a jeté avant de tirer": "mauvais-nombre-de-tuiles",
    "il regarde ses textos": "telephone-ou-appareil",
    "on s'endort, il met une minute par coup": "rythme-de-jeu",
    "la bonne tuile était déjà dans sa rivière": "victoire-annoncee",
    "quatre cinq sept, ce n'est pas une suite": "element-faux",
    "il est hors jeu mais il fait pon": "appel-avec-main-morte",
    "un joueur pénible": "perturbation",
    "two winners one discard": "plusieurs-gagnants",
    "kandora mekuri wasure": "indicateur-de-kong",
    "错和 不到八番": "victoire-annoncee",
}


@pytest.mark.parametrize(("said", "meant"), MISSED_ONCE.items())
def test_what_was_missed_at_trials_is_among_three(library: Library, finder: Finder, said: str, meant: str) -> None:
    for ruleset in library.rulesets:
        possible = {name for name in meant.split() if ruleset in library.incidents[name].rulesets}
        found = [hit.id for hit in finder.incidents(ruleset).find(said, 3)]
        assert not possible or possible & set(found), (ruleset, found)

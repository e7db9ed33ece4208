"""Ten disputes as somebody tells them who has never seen the application: one phrase and a few taps on a phone, and the ruling stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from tests.support.wording import plain

Open = Callable[..., Any]
MOST_TAPS = 8


class Dispute(NamedTuple):
    """What is typed, what it is, what would be answered (more than may be asked), and words of the ruling."""

    ruleset: str
    typed: str
    incident: str
    answers: dict[str, str]
    ruling: str


DISPUTES = (
    Dispute(
        "ema-2016",
        "il fait ron mais une de ses tuiles est déjà dans ses écarts",
        "victoire-annoncee",
        {"tuiles_montrees": "toutes", "tuile_gagnante": "ecart", "main_complete": "oui", "yaku": "oui", "furiten": "ecart-precedent"},
        "chombo : 20 000 points du total de tournoi",
    ),
    Dispute(
        "ema-2016",
        "il était en riichi mais sa main n'attendait rien",
        "riichi-sans-attente",
        {"fin_de_la_donne": "nulle", "main_montree_a_la_fin": "pas-en-attente"},
        "chombo",
    ),
    Dispute(
        "mcr-2006",
        "il dit hu mais il n'a pas huit points",
        "victoire-annoncee",
        {"main_complete": "oui", "huit_points": "non", "tuiles_montrees": "toutes", "tuile_gagnante": "ecart"},
        "vous payez : 10 points de la partie à chacun des trois autres joueurs",
    ),
    Dispute(
        "wrc-2015",
        "deux joueurs veulent la même tuile, un pung et un chow",
        "appels-concurrents",
        {"annonces_en_presence": "pung-et-chow", "premier_a_parler": "chow", "chow_avance": "rien-montre"},
        "l'appel est valable",
    ),
    Dispute(
        "ema-2016",
        "il pioche avant que l'autre ait écarté",
        "mur-touche-trop-tot",
        {"recidive": "non", "tuile_vue": "personne", "deja_averti": "non"},
        "la donne continue",
    ),
    Dispute(
        "wrc-2015",
        "il a une tuile de trop dans sa main",
        "mauvais-nombre-de-tuiles",
        {"moment_decouverte": "pendant-la-donne", "compte_des_tuiles": "faux"},
        "votre main est morte",
    ),
    Dispute(
        "mcr-2015",
        "son téléphone sonne pendant la donne",
        "telephone-ou-appareil",
        {"appareil": "sonnerie", "deja_averti": "non", "combien_de_fois": "1"},
        "avertissement",
    ),
    Dispute(
        "mcr-2015",
        "le temps est fini et on était en pleine donne",
        "fin-du-temps",
        {"signal_entendu": "fin", "etat_au_signal": "en-cours", "arret_de_jeu": "non"},
        "la donne en cours est interrompue et ne compte pas",
    ),
    Dispute(
        "ema-2016",
        "il annonce pung puis se ravise",
        "appel-retire",
        {"tuiles_montrees": "aucune", "correction_immediate": "oui", "recidive": "non"},
        "vous n'êtes pas pénalisé",
    ),
    Dispute(
        "ema-2016",
        "il fait tomber des tuiles du mur",
        "mur-renverse",
        {"donne_jouable": "oui", "recidive": "non", "mur_pousse_avec": "autrement"},
        "la donne continue",
    ),
)


def played(page: Any, ruleset: str) -> None:
    """The tournament plays this: chosen once, in the menu."""
    page.goto("/")
    page.locator(".setting summary").tap()
    page.locator(f".menu button[value='{ruleset}']").tap()
    page.wait_for_load_state()


def answered(page: Any, answers: dict[str, str]) -> bool:
    """Answer the question on the page, if there is one."""
    for tile in page.locator("a.tile[data-key]").all():
        told = parse_qs(urlsplit(str(tile.get_attribute("href"))).query)
        if any(told.get(name) == [value] and name not in parse_qs(urlsplit(page.url).query) for name, value in answers.items()):
            tile.tap()
            return True
    return False


def test_ten_disputes_are_each_ruled_in_a_few_taps(open_page: Open) -> None:
    first = 0
    for dispute in DISPUTES:
        page = open_page(has_touch=True, is_mobile=True)
        played(page, dispute.ruleset)
        taps = 1
        page.get_by_role("searchbox").tap()
        page.get_by_role("searchbox").press_sequentially(dispute.typed)
        results = page.locator("#reponse a.incident")
        results.first.wait_for()
        page.wait_for_timeout(600)  # the last letters are answered
        links = [str(one.get_attribute("href")) for one in results.all()]
        place = next((index for index, link in enumerate(links) if f"incident={dispute.incident}" in link), None)
        assert place is not None, (dispute.typed, links)
        first += place == 0
        taps += 1
        results.nth(place).tap()
        page.wait_for_url("**/cas?**")
        while not page.locator(".decision").count():
            before = page.url
            assert answered(page, dispute.answers), (dispute.typed, page.locator("main").inner_text())
            taps += 1
            page.wait_for_url(lambda url, before=before: url != before)
            page.locator(".decision, .question").first.wait_for()
        assert dispute.ruling in plain(page.locator(".decision").inner_text()).lower(), dispute.typed
        assert page.locator("blockquote").count() and taps <= MOST_TAPS, (dispute.typed, taps)
    assert first >= 9

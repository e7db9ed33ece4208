"""Hands with one thumb on a phone, without any script: tile by tile to the ruling, from the question and from the page of hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assistant.hands.hand import parse_hand
from assistant.hands.tiles import name
from tests.support.wording import plain

Open = Callable[..., Any]
QUESTION = "/cas?reglement={}&contexte=tournoi&incident=victoire-annoncee&tuiles_montrees=toutes"
RULINGS = {
    "ema-2016": ("Chombo", ("§ 3.4.5", "§ 3.4.6")),
    "wrc-2015": ("Chonbo", ("§ 5.7.5", "§ 7.1", "§ 7.2")),
}
WHY = "Furiten : 6m est parmi ses écarts, et la main attend 2-3-4-6-7m."


def printed(page: Any) -> str:
    """The words of the page without the spaces of print."""
    return plain(page.locator("main").inner_text())


def tap_hand(page: Any) -> None:
    """« 2233344456m 678p », the 3m won on, a 6m among the discards, ron: nineteen taps."""
    for tile in parse_hand("2233344456m 678p").concealed:
        page.locator(".rack").get_by_role("link", name=name(tile), exact=True).tap()
    for words in ("Gagnante", "3 de caractère", "Ses écarts", "6 de caractère", "Ron, sur un écart"):
        place = page.locator(".rack") if words[0].isdigit() else page.locator(".modes")
        place.get_by_role("link", name=words, exact=True).tap()


def is_ruled(page: Any, ruleset: str) -> None:
    word, sections = RULINGS[ruleset]
    text = printed(page)
    assert word.lower() in page.locator(".decision").inner_text().lower()
    assert WHY in text
    quoted = [str(one.text_content()).replace("\u00a0", " ") for one in page.locator(".quote figcaption").all()]
    assert all(any(section in one for one in quoted) for section in sections), quoted
    assert page.locator("figure.hand img[src='/tuile/3m.svg']").count()


@pytest.mark.parametrize("ruleset", RULINGS)
def test_from_the_question_to_the_ruling_without_a_script(open_page: Open, ruleset: str) -> None:
    page = open_page(has_touch=True, is_mobile=True, java_script_enabled=False)
    page.goto(QUESTION.format(ruleset))
    page.get_by_role("link", name="Entrer les tuiles").tap()
    tap_hand(page)
    page.get_by_role("link", name="Répondre avec ces tuiles").tap()
    is_ruled(page, ruleset)


@pytest.mark.parametrize("ruleset", RULINGS)
def test_from_the_page_of_hands_to_the_ruling_in_one_tap(open_page: Open, ruleset: str) -> None:
    page = open_page(has_touch=True, is_mobile=True)
    page.goto(f"/mains?reglement={ruleset}&contexte=tournoi")
    page.get_by_label("Les tuiles en une ligne").fill("2233344456m 678p +3m ecarts:6m ron")
    page.get_by_role("button", name="Lire").tap()
    page.wait_for_url("**tuiles=**")
    page.get_by_role("link", name="Lire l’explication").wait_for()
    assert WHY in printed(page)
    page.get_by_role("link", name="Victoire annoncée, main montrée").tap()
    page.locator(".decision").wait_for()
    is_ruled(page, ruleset)


def test_a_wrong_tap_is_undone(open_page: Open) -> None:
    page = open_page(has_touch=True, is_mobile=True, java_script_enabled=False)
    page.goto("/mains?tuiles=12m")
    page.locator(".rack").get_by_role("link", name="5 de bambou").tap()
    assert page.locator(".tally").inner_text().startswith("3 tuiles sur 13")
    page.get_by_role("link", name="Annuler").tap()
    assert page.locator(".tally").inner_text().startswith("2 tuiles sur 13")
    page.locator(".drawn").get_by_role("link", name="enlever 1 de caractère").tap()
    assert page.locator(".tally").inner_text().startswith("1 tuile sur 13")


def test_the_rack_is_under_the_thumb(open_page: Open) -> None:
    """After a tap the hand and every tile stand on one screen of a phone."""
    page = open_page(has_touch=True, is_mobile=True, java_script_enabled=False)
    page.goto("/mains?tuiles=12m")
    page.locator(".rack").get_by_role("link", name="5 de bambou").tap()
    page.wait_for_url("**#choix")
    box = page.locator(".rack").bounding_box()
    bar = page.locator(".foot").bounding_box()
    assert page.locator(".drawn").first.bounding_box()["y"] >= page.locator("header").first.bounding_box()["height"] - 1
    assert box["y"] + box["height"] <= bar["y"] + 16


@pytest.mark.parametrize(
    ("line", "says", "offers"),
    [
        ("123C 456B", "caractère ou cercle", ["C = caractère", "C = cercle"]),
        ("11111m", "le jeu n'en a que quatre", []),
        ("(135m)", "n'est pas un chow, un pung ou un kong", []),
        ("123456789m 123456p", "15 tuiles au lieu de 13", ["trop peu de tuiles"]),
    ],
)
def test_what_is_no_hand_is_said_with_a_way_on(open_page: Open, line: str, says: str, offers: list[str]) -> None:
    page = open_page()
    page.goto("/mains")
    page.get_by_label("Les tuiles en une ligne").fill(line)
    page.get_by_role("button", name="Lire").click()
    told = page.get_by_role("alert")
    assert says in plain(told.inner_text())
    links = [told.get_by_role("link", name=words).get_attribute("href") for words in offers]
    for link in links:
        page.goto(link)
        assert page.get_by_role("alert").count() == 0
        assert page.locator("h1").is_visible()


def test_back_takes_the_last_tile_away(open_page: Open) -> None:
    """With a script the page is not loaded anew, and the browser's own Back is an undo all the same."""
    page = open_page(has_touch=True, is_mobile=True)
    page.goto("/mains?tuiles=12m")
    page.evaluate("window.untouched = true")
    for tile, count in (("5 de bambou", "3 tuiles"), ("6 de bambou", "4 tuiles")):
        page.locator(".rack").get_by_role("link", name=tile).tap()
        page.locator(".tally", has_text=count).wait_for()
    page.go_back()
    page.locator(".tally", has_text="3 tuiles").wait_for()
    page.go_back()
    page.locator(".tally", has_text="2 tuiles").wait_for()
    assert page.evaluate("window.untouched")

"""Hands with one thumb on a phone, with a script and without any: tile by tile to the ruling, from the question and from the page of hands."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from assistant.hands.hand import Hand, parse_hand
from assistant.hands.tiles import name
from tests.support.drawing import examples, seed
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
    page.locator(".tally", has_text="3 tuiles sur 13").wait_for()
    page.get_by_role("link", name="Annuler").tap()
    page.locator(".tally", has_text="2 tuiles sur 13").wait_for()
    page.locator(".drawn").get_by_role("link", name="enlever 1 de caractère").tap()
    page.locator(".tally", has_text="1 tuile sur 13").wait_for()


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


def rack(page: Any, tile: str) -> Any:
    return page.locator(".rack").get_by_role("button", name=tile, exact=True)


def test_no_tile_is_lost_on_a_slow_network_and_none_is_asked_for(open_page: Open) -> None:
    """Fourteen taps, six a second, 300 ms away from the server."""
    page = open_page(has_touch=True, is_mobile=True)
    session = page.context.new_cdp_session(page)
    page.goto("/mains")
    rack(page, "1 de caractère").wait_for()
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if not request.url.endswith(".svg") else None)
    for tile in parse_hand("2233344456m 678p").concealed:
        rack(page, name(tile)).tap(no_wait_after=True)
        page.wait_for_timeout(160)
    assert page.locator(".tally").inner_text().startswith("13 tuiles sur 13")
    assert page.locator("#ligne").input_value() == "2233344456m 678p" and asked == []
    page.get_by_role("link", name="Lire l’explication").tap()
    page.locator("#explication").wait_for()
    assert len([one for one in asked if "/mains" in one]) == 1


def test_one_step_back_leaves_the_whole_entry(open_page: Open) -> None:
    page = open_page(has_touch=True, is_mobile=True)
    page.goto(QUESTION.format("ema-2016"))
    page.get_by_role("link", name="Entrer les tuiles").tap()
    for tile in ("5 de bambou", "6 de bambou", "7 de bambou"):
        rack(page, tile).tap()
    page.wait_for_url("**tuiles=567s**")
    page.reload()
    assert page.locator(".tally").inner_text().startswith("3 tuiles sur 13")  # nothing of it is lost
    page.go_back()
    page.wait_for_url("**/cas?**")
    page.get_by_role("link", name="Entrer les tuiles").wait_for()


def test_the_page_takes_taps_back_one_by_one(open_page: Open) -> None:
    page = open_page(has_touch=True, is_mobile=True)
    page.goto("/mains?tuiles=12m")
    rack(page, "5 de bambou").tap()
    page.get_by_role("button", name="Annuler").tap()
    assert page.locator("#ligne").input_value() == "12m"
    page.locator(".drawn").get_by_role("button", name="enlever 1 de caractère").tap()
    assert page.locator("#ligne").input_value() == "2m"
    page.get_by_role("button", name="Vider").tap()
    assert page.locator("#ligne").input_value() == ""
    page.wait_for_url(lambda url: "tuiles=" not in url)


OFFERED = """() => [...document.querySelectorAll(".rack .face")].map((one) => one.tagName === "A" || (one.tagName === "BUTTON" && !one.disabled))"""
PLACES = (".rack", ".rack", ".rack", ".places-of-tile", ".places-of-tile", ".tray > .drawn", ".modes[aria-label='Comment il a gagné']")


def said(line: str) -> Hand | None:
    """The hand in a line; which of fourteen tiles was touched last is known to the script alone."""
    hand = parse_hand(line) if line else None
    return hand._replace(concealed=tuple(sorted(hand.concealed))) if hand else None


def test_the_script_says_the_same_as_the_links(open_page: Open) -> None:
    """The same taps, drawn at random, with the script and without: the same hand, and the same tiles can be touched."""
    with_script, without = open_page(), open_page(java_script_enabled=False)
    dice = random.Random(seed())
    for start in ("", "?tuiles=2233344456m+678p+%2B3m+ecarts:6m", "?tuiles=(567p)+[1111z]+123m", "?tuiles=123456789m+1234p+5p"):
        with_script.goto(f"/mains{start}")
        without.goto(f"/mains{start}")
        for _ in range(examples(7)):
            links = without.locator(place := dice.choice(PLACES)).get_by_role("link")
            labels = [one.get_attribute("aria-label") or one.inner_text() for one in links.all()]
            if not labels:
                continue
            label = dice.choice(labels)
            links.nth(labels.index(label)).click()
            with_script.locator(place).get_by_role("button", name=label, exact=True).first.click()
            told = [said(one.locator("#ligne").input_value()) for one in (with_script, without)]
            assert told[0] == told[1], (start, place, label)
            assert with_script.evaluate(OFFERED) == without.evaluate(OFFERED), (told, place, label)

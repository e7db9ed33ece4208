"""Comparing in a real browser: an organiser with a phone, without JavaScript, and on paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.stage import PHONE

Open = Callable[..., Any]


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_from_the_first_page_to_the_clauses_of_a_surprise(open_page: Open, script: bool) -> None:
    page = open_page(java_script_enabled=script)
    page.goto("/")
    page.get_by_role("link", name="Comparer", exact=True).click()
    page.get_by_role("link", name="Ce qui surprendra").click()
    assert "Vous connaissez EMA, vous jouerez WRC" in page.locator("h1").inner_text()
    told = page.locator("ol.surprises").first.locator("> li")
    assert told.count() == 10
    one = told.filter(has_text="Riichi annoncé sans le mot")
    assert "main morte" in one.inner_text() and "le riichi est valable" in one.inner_text()
    assert "Plus léger en WRC" in one.inner_text()
    one.get_by_role("link", name="Les clauses côte à côte").click()
    section = page.locator("section.possibility").first
    section.locator("summary", has_text="Les clauses côte à côte").click()
    assert section.locator("blockquote").first.is_visible()
    assert section.locator("mark").count()
    assert "EMA" in section.inner_text() and "WRC" in section.inner_text()


def test_the_next_surprises_unfold_and_keep_counting(open_page: Open) -> None:
    page = open_page()
    page.goto("/comparer/surprises?r=ema-2016&r=wrc-2015")
    page.locator("details.rest > summary").click()
    assert page.locator("details.rest ol.surprises").get_attribute("start") == "11"
    assert page.locator("details.rest li.surprise").count() > 20


def test_filters_work_without_script(open_page: Open) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/comparer?tous=1")
    rows = page.locator(".compare-row").count()
    page.get_by_label("seulement là où ils diffèrent").check()
    page.get_by_label("MCR 2006").uncheck()
    page.get_by_label("MCR 2015").uncheck()
    page.get_by_label("Différence").select_option("plus-lourd")
    page.get_by_role("button", name="Montrer").click()
    assert 0 < page.locator(".line").count() < rows


@pytest.mark.parametrize("pair", ["r=ema-2016&r=wrc-2015", "r=ema-2016&r=mcr-2015", "r=mcr-2006&r=mcr-2015"])
def test_a_pair_is_at_most_ten_screens_of_a_phone(open_page: Open, pair: str) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"/comparer?{pair}")
    assert page.evaluate("document.documentElement.scrollHeight") <= 10 * PHONE["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_colour_is_touched_and_a_line_unfolds(open_page: Open) -> None:
    page = open_page(viewport=PHONE, java_script_enabled=False)
    page.goto("/comparer?r=ema-2016&r=wrc-2015")
    every = page.locator(".line").count()
    page.get_by_role("link", name="Une déclaration de riichi, plus léger").click()
    assert 0 < page.locator(".line").count() < every
    line = page.locator(".line").first
    line.locator("summary").click()
    assert line.get_by_role("link", name="et les clauses").is_visible()


def test_the_numbers_of_the_picture_fit_a_phone(open_page: Open) -> None:
    """All five columns, without a scroll sideways."""
    page = open_page(viewport=PHONE)
    page.goto("/comparer/accord")
    assert page.locator(".scroll th[scope=col]").count() == 6
    assert page.evaluate("(one => one.scrollWidth - one.clientWidth)(document.querySelector('.scroll'))") <= 0


def test_a_case_is_answered_once_for_all_rulesets(open_page: Open) -> None:
    page = open_page()
    page.goto("/comparer/cas?reglement=ema-2016&contexte=tournoi&incident=element-faux")
    for _ in range(8):
        if not page.locator(".answers .tile").count():
            break
        assert "Demandé pour" in page.locator(".help").inner_text()
        page.locator(".answers .tile").first.click()
    sentence = page.locator("main > .decision").inner_text()
    assert all(name in sentence for name in ("EMA", "WRC", "MCR"))
    assert page.locator(".sheets > section").count() == 4


def test_an_incident_of_many_situations_is_at_most_six_screens(open_page: Open, pages: dict[str, str]) -> None:
    """The first situations at once, the others a touch away, all of them on paper."""
    page = open_page(viewport=PHONE)
    pairs = [link for link in pages.values() if link.startswith("/comparer/") and "?r=" in link and link.split("?")[0] not in ("/comparer/surprises", "/comparer/carte", "/comparer/accord")]
    assert pairs
    for link in pairs:
        page.goto(link)
        assert page.evaluate("document.documentElement.scrollHeight") <= 6 * PHONE["height"], link
    folded = page.locator("details.more-situations section.possibility")
    if folded.count():
        page.emulate_media(media="print")
        assert folded.first.bounding_box()["height"] > 0


def test_large_text_leaves_the_surprises_on_the_screen(open_page: Open) -> None:
    page = open_page(viewport=PHONE)
    page.goto("/comparer/surprises")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_case_beside_the_others_is_at_most_six_screens(open_page: Open, pages: dict[str, str]) -> None:
    """Each decision is read at once; what to do and the text are unfolded, and stand there on a desk and on paper."""
    for kind in ("decision", "deux-incidents"):
        page = open_page(viewport=PHONE)
        page.goto(pages[f"comparer-cas-{kind}"])
        assert page.evaluate("document.documentElement.scrollHeight") <= 6 * PHONE["height"], kind
        sections = page.locator(".sheets > section").all()
        assert sections and all(one.locator(".decision").is_visible() for one in sections)
        assert not sections[0].locator(".steps").is_visible()
        sections[0].locator("summary", has_text="À faire").click()
        assert sections[0].locator(".steps").is_visible() and sections[0].locator("blockquote").first.is_visible()
        desk = open_page(viewport={"width": 1280, "height": 800})
        desk.goto(pages[f"comparer-cas-{kind}"])
        assert all(one.locator(".steps").bounding_box()["height"] > 0 for one in desk.locator(".sheets > section").all())
        page.reload()
        page.emulate_media(media="print")
        assert all(one.locator(".steps").bounding_box()["height"] > 0 for one in page.locator(".sheets > section").all())


@pytest.mark.parametrize(
    "link",
    [
        "/comparer?jeu=riichi&diff=1",
        "/comparer/carte?r=ema-2016&r=wrc-2015",
        "/comparer/surprises?r=ema-2016&r=wrc-2015",
        "/comparer/riichi-incomplet?r=ema-2016&r=wrc-2015",
        "/comparer/accord",
        "/comparer/cas?reglement=ema-2016&incident=riichi-incomplet&etape_oubliee=mot&riichi_vu_quand=en-cours",
    ],
)
def test_it_prints(open_page: Open, link: str) -> None:
    page = open_page()
    page.goto(link)
    paper = page.pdf()
    assert paper.startswith(b"%PDF") and len(paper) > 5000
    page.emulate_media(media="print")
    assert page.locator("h1").is_visible()
    for hidden in (".top", ".foot", ".filters", ".jump", ".switch"):
        assert not page.locator(hidden).first.is_visible(), hidden


def test_sheets_stand_side_by_side_on_a_desk_and_stacked_on_a_phone(open_page: Open) -> None:
    link = "/comparer/cas?reglement=ema-2016&incident=riichi-incomplet&etape_oubliee=mot&riichi_vu_quand=en-cours"
    for size, beside in ((PHONE, False), ({"width": 1280, "height": 800}, True)):
        page = open_page(viewport=size)
        page.goto(link)
        first, second = (page.locator(".sheets > section").nth(index).bounding_box() for index in (0, 1))
        assert (abs(first["y"] - second["y"]) < 2) is beside

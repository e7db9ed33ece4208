"""Everyone: large text on a small phone, the keyboard, no script, and no page that is a scroll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assistant.model import Library
from tests.browser.stage import PHONE, address, told
from tests.support.drawing import Drawing
from tests.support.serving import Serving

Open = Callable[..., Any]
SCREENS = 6
LARGE = "document.documentElement.style.fontSize = '200%'"

# What leaves the screen sideways, but what can be scrolled there.
OUTSIDE = """() => {
  const width = document.documentElement.clientWidth;
  const scrolled = (one) => one.closest(".scroll, pre");
  return [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && !scrolled(one) && !one.closest(".visually-hidden, .skip, svg"))
    .filter((one) => { const box = one.getBoundingClientRect(); return box.width > 1 && (box.right > width + 1 || box.left < -1); })
    .slice(0, 4).map((one) => one.tagName + "." + one.className + " " + Math.round(one.getBoundingClientRect().right));
}"""
# Words that stick out of their own frame, or lie over their neighbours in a bar.
CUT = """() => [...document.querySelectorAll(".tabs a, .setting > summary, .button, .chip, .zone, .tile, .case-bar > *, .search button")]
  .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 6))
  .slice(0, 4).map((one) => one.className + " " + one.textContent.trim().slice(0, 30))"""
OVERLAP = """() => {
  const boxes = [...document.querySelectorAll(".tabs a span, .aside-tab, .brand, .setting > summary")].filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
  return boxes.flatMap(([name, one], index) => boxes.slice(index + 1).filter(([, other]) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1).map(([other]) => `${name} / ${other}`));
}"""


@pytest.fixture(scope="module")
def drawn(pages: dict[str, str], drawing: Drawing) -> dict[str, str]:
    """Every kind of page; the comparison's own pages are held by its own tests."""
    own = [(name, link) for name, link in pages.items() if not link.startswith("/comparer")]
    return dict(drawing.sample("pages at 200 %", own, 7))


def test_text_at_twice_its_size_loses_nothing_on_a_phone(browser: Any, server: Serving, drawn: dict[str, str]) -> None:
    context = browser.new_context(viewport=PHONE, base_url=server.url, service_workers="block")
    page = context.new_page()
    found: list[str] = []
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        for name, link in drawn.items():
            page.goto(link)
            page.evaluate(LARGE)
            for look in (OUTSIDE, CUT, OVERLAP):
                found.extend(f"{name} at {width} px: {what}" for what in page.evaluate(look))
            bar = page.locator(".tabs a").all()
            assert len(bar) == 5 and all(one.is_visible() for one in bar)
            search = page.locator("main [type=search]")
            if search.count() and search.first.bounding_box()["width"] < width * 0.7:
                found.append(f"{name} at {width} px: the search is narrow")
    context.close()
    assert not found, "\n".join(found)


def test_the_five_places_stand_on_one_line_of_the_narrowest_phone(open_page: Open, pages: dict[str, str]) -> None:
    """Whichever of them is lit, and the widest is « Comparer »."""
    page = open_page(viewport={"width": 320, "height": 640})
    for name in ("accueil", "comparer", "textes"):
        page.goto(pages[name])
        tops = {round(one.bounding_box()["y"]) for one in page.locator(".tabs a").all()}
        assert len(tops) == 1, (name, tops)


# Hints of a search that are cut off by their own field.
HINTS = """() => [...document.querySelectorAll("input[type=search]")].filter((one) => one.checkVisibility()).filter((one) => {
  const style = getComputedStyle(one), pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return pen.measureText(one.placeholder).width > one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
}).map((one) => one.placeholder)"""


def test_what_may_be_searched_for_is_read_whole(open_page: Open, pages: dict[str, str], library: Library) -> None:
    page = open_page()
    links = ["/textes", "/textes/ema-2016", pages["ajouter"], *(f"/?reglement={ruleset}" for ruleset in library.rulesets)]
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        for link in links:
            page.goto(link)
            assert page.locator("main [type=search]").count() == 1
            assert page.evaluate(HINTS) == [], (link, width)


def test_large_text_leaves_the_answers_their_line(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page(viewport={"width": 320, "height": 844})
    page.goto(pages["decision"])
    page.evaluate(LARGE)
    said, box = (page.locator(place).first.bounding_box() for place in (".recap .said", ".recap > summary"))
    assert said["width"] > 0.75 * box["width"]


def test_no_page_is_longer_than_six_screens_at_first_sight(
    browser: Any, server: Serving, pages: dict[str, str], library: Library, drawing: Drawing
) -> None:
    sections = sorted({f"/textes/{clause.source}/{clause.id.split('/')[1]}" for clause in library.clauses.values()})
    rulings = [address(ruleset, told(case)) for case in library.cases.values() for ruleset in case.expect]
    others = [link for link in pages.values() if link.startswith("/comparer/cas")]
    own = [*others, *(link for link in pages.values() if not link.startswith(("/comparer", "/arbre/")))]  # a tree is all of a questionnaire, for who learns it
    links = [*drawing.sample("pages measured", own, 20), *drawing.sample("paragraphs measured", sections, 8), *drawing.sample("rulings measured", rulings, 14)]
    context = browser.new_context(viewport=PHONE, base_url=server.url, service_workers="block")
    page = context.new_page()
    long: list[str] = []
    for link in links:
        page.goto(link)
        height = page.evaluate("document.documentElement.scrollHeight")
        if height > SCREENS * PHONE["height"]:
            long.append(f"{height / PHONE['height']:.1f} screens: {link}")
    context.close()
    assert not long, "\n".join(long)


def test_the_first_page_is_one_screen_and_the_families(open_page: Open, library: Library) -> None:
    page = open_page()
    for ruleset in library.rulesets:
        page.goto(f"/?reglement={ruleset}&contexte=tournoi")
        table = page.locator(".table").bounding_box()
        bar = page.locator(".foot").bounding_box()
        assert table["y"] + table["height"] < bar["y"], ruleset
        assert page.locator("#familles").bounding_box()["y"] < PHONE["height"]


def test_without_a_script_no_button_is_dead(browser: Any, server: Serving, drawn: dict[str, str]) -> None:
    context = browser.new_context(viewport=PHONE, base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    dead: list[str] = []
    for name, link in drawn.items():
        page.goto(link)
        for button in page.locator("button:visible").all():
            if not button.evaluate("one => Boolean(one.form)"):
                dead.append(f"{name}: {button.inner_text()}")
        assert page.locator("[data-print]:visible, [data-share]:visible, [data-copy]:visible").count() == 0, name
    context.close()
    assert not dead, "\n".join(dead)


def test_a_slash_goes_to_the_search_and_digits_take_results(open_page: Open) -> None:
    page = open_page()
    page.goto("/")
    page.locator("#familles").focus()
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.type("furiten /")  # within words it is a sign like others
    assert page.locator("#q").input_value() == "furiten /"
    page.goto("/?q=furiten")
    assert page.evaluate("document.activeElement.tagName") == "H2"  # the answer, so that the first result is one step away
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.key") == "1"
    second = page.locator("[data-key='2']").get_attribute("href")
    page.keyboard.press("2")
    page.wait_for_url(f"**{second}")


def test_what_is_drawn_has_a_name(open_page: Open) -> None:
    """A screen reader hears where a tap leads: on the table, among the tiles, in the bars."""
    page = open_page()
    page.goto("/")
    for zone in page.locator(".zone").all():
        assert " : " in zone.inner_text().replace("\u00a0", " ").replace("\n", "") or zone.locator(".visually-hidden").count() == 1
    assert page.get_by_role("navigation", name="Pages").get_by_role("link").count() == 5
    assert page.get_by_role("link", name="Aide").count() == 1
    page.goto("/mains")
    assert page.locator(".rack").get_by_role("button", name="Dragon rouge").count() or page.locator(".rack").get_by_role("button", name="dragon rouge").count()

"""From the first exercise to an exam result, on a phone and without JavaScript, in a real browser."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from assistant.training.book import Book
from tests.browser.stage import DESK, PHONE, Missing, axe
from tests.support.serving import Serving, serving

SEED = "7"
KINDS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa")


@pytest.fixture(scope="module")
def server(own_cache: Path, book: Book, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The production server with the book of exercises at hand, and a file of learners of its own."""
    folder = tmp_path_factory.mktemp("training")
    before = os.environ.get("ARBITRE_PROGRESS")
    os.environ["ARBITRE_PROGRESS"] = str(folder / "progression.sqlite")
    try:
        with serving(own_cache) as running:
            yield running
    finally:
        if before is not None:
            os.environ["ARBITRE_PROGRESS"] = before


def fits(page: Page) -> None:
    """Nothing hangs out of the phone, and what is tapped is big enough."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), page.url
    for box in page.locator(
        "main button:visible, main .tile:visible, main .button:visible, main .places a:visible"
    ).all():
        place = box.bounding_box()
        assert place is None or place["height"] >= 44


def tap(page: Page, what: str) -> None:
    """Tap the first of these and wait for the page it leads to."""
    with page.expect_navigation():
        page.locator(what).first.click()


def exercise(page: Page) -> int:
    """Do the exercise on the screen, always with the first answer; how many stages it had."""
    stages = 0
    while page.locator("button[name=choix]").count():
        fits(page)
        tap(page, "button[name=choix]")
        assert page.locator(".verdict").is_visible()
        assert page.locator(".corrected li.right").count() == 1
        assert all(text.strip() for text in page.locator(".corrected li > span:last-child").all_inner_texts())
        tap(page, ".onward a")
        stages += 1
    assert page.locator(".decision").is_visible() and page.locator("blockquote").count()
    return stages


def enrolled(page: Page, server: Serving, name: str) -> Page:
    """The page of the training, with a learner of that name."""
    page.goto(f"{server.url}/formation")
    page.fill("input[name=nom]", name)
    tap(page, "button:has-text('Commencer')")
    return page


def lesson(page: Page, server: Serving, name: str, exercises: int) -> None:
    page.goto(f"{server.url}/")
    tap(page, "a[href='/formation']")
    page.fill("input[name=nom]", name)
    tap(page, "button:has-text('Commencer')")
    fits(page)
    tap(page, "button:has-text('Un exercice')")
    for number in range(exercises):
        assert exercise(page) >= 1
        if number < exercises - 1:
            tap(page, "button:has-text('exercice suivant')")
    page.goto(f"{server.url}/formation/progression")
    assert page.locator(".meters .bar").count() > 10 and page.locator("svg.days[role=img]").count() == 1
    fits(page)
    begin_exam(page, server)
    for _ in range(20):
        fits(page)
        tap(page, "button[name=choix]")
    tap(page, "button:has-text('Rendre')")
    assert "sur 20" in page.locator(".verdict").inner_text()
    mistake = page.locator("details.reading").first
    assert not mistake.locator("blockquote").first.is_visible()
    mistake.locator("summary").first.click()  # the mistakes are folded, each with its paragraph
    assert mistake.locator("blockquote").first.is_visible()
    fits(page)


def test_on_a_phone(browser: Browser, server: Serving) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, service_workers="block")
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    lesson(page, server, "Aline", 3)
    assert not faults
    context.close()


def test_without_javascript(browser: Browser, server: Serving) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = enrolled(context.new_page(), server, "Boris")
    tap(page, "button:has-text('Un exercice')")
    while page.locator("button[name=choix]").count():
        tap(page, "button[name=choix]")
        tap(page, ".onward a")
    assert page.locator(".decision").is_visible()
    begin_exam(page, server)
    for _ in range(20):
        tap(page, "button[name=choix]")
    tap(page, "button:has-text('Rendre')")
    assert "sur 20" in page.locator(".verdict").inner_text()
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pages_are_accessible(browser: Browser, server: Serving, theme: str) -> None:
    try:
        script = axe()
    except Missing as missing:
        pytest.skip(str(missing))
    context = browser.new_context(viewport=PHONE, color_scheme=theme, bypass_csp=True)
    page = context.new_page()

    def check() -> None:
        page.evaluate(script)
        found = page.evaluate(
            "kinds => axe.run({runOnly: {type: 'tag', values: kinds}}).then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' | ')))",
            list(KINDS),
        )
        assert not found, (page.url, found)
        fits(page)

    page.goto(f"{server.url}/formation")
    check()
    page.fill("input[name=nom]", f"Chloé {theme}")
    tap(page, "button:has-text('Commencer')")
    check()
    tap(page, "button:has-text('Un exercice')")
    while page.locator("button[name=choix]").count():  # every stage, and its correction
        check()
        tap(page, "button[name=choix]")
        check()
        tap(page, ".onward a")
    check()
    for link in ("/formation/progression", "/formation/donnees"):
        page.goto(server.url + link)
        check()
    number = begin_exam(page, server)
    check()
    tap(page, "main a:has-text('rendre')")
    check()
    tap(page, "button:has-text('Rendre')")
    check()
    told = page.request.get(f"{server.url}/formation/examen/{number}.json").json()
    begin_exam(page, server)
    for question in told["questions"]:
        right = next(option["id"] for option in question["options"] if option["right"])
        tap(page, f"button[name=choix][value='{right}']")
    check()  # the last page of an exam
    tap(page, "button:has-text('Rendre')")
    check()
    tap(page, "a[href$=attestation]")
    check()
    context.close()


def begin_exam(page: Page, server: Serving) -> str:
    """A new exam of the fixed seed; its number."""
    page.goto(f"{server.url}/formation")
    page.locator("details:has(input[name=graine]) > summary").click()
    page.fill("input[name=graine]", SEED)
    tap(page, "button:has-text('Un examen')")
    return page.url.rpartition("/")[2].partition("?")[0]


def test_the_clock_runs_and_the_end_shows_the_result(browser: Browser, server: Serving) -> None:
    context = browser.new_context(viewport=PHONE, service_workers="block")
    page = enrolled(context.new_page(), server, "Dora")
    begin_exam(page, server)
    before = page.locator(".clock").inner_text()
    page.wait_for_function("before => document.querySelector('.clock').textContent !== before", arg=before)
    assert re.fullmatch(r"\d+ min \d\d s", page.locator(".clock").inner_text())
    context.close()


def uncovered(page: Page) -> None:
    """No answer lies under the bar, wherever the page is scrolled, and each can be brought into sight whole."""
    tiles = page.locator("button[name=choix]")
    for place in (0, 150, 100_000):
        page.evaluate("to => scrollTo(0, to)", place)
        bar = page.locator(".foot").bounding_box()
        assert bar is not None
        for tile in tiles.all():
            box = tile.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= bar["y"] or box["y"] >= bar["y"] + bar["height"], page.url
    tiles.last.scroll_into_view_if_needed()
    assert tiles.last.evaluate(
        "tile => { const box = tile.getBoundingClientRect();"
        " return box.bottom <= innerHeight && tile.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 6)) }"
    )


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_no_answer_hides_under_the_bar(browser: Browser, server: Serving, size: tuple[int, int]) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page = enrolled(context.new_page(), server, f"Emma {size[0]}")
    tap(page, "button:has-text('Un exercice')")
    while page.locator("button[name=choix]").count():
        uncovered(page)
        tap(page, "button[name=choix]")
        tap(page, ".onward a")
    begin_exam(page, server)
    for _ in range(5):
        uncovered(page)
        tap(page, "button[name=choix]")
    context.close()


def test_the_progress_page_uses_a_wide_screen(browser: Browser, server: Serving) -> None:
    context = browser.new_context(viewport=DESK)
    page = enrolled(context.new_page(), server, "Fanny")
    tap(page, "button:has-text('Un exercice')")
    exercise(page)
    page.goto(f"{server.url}/formation/progression")
    wide = page.evaluate("document.querySelector('main h1').getBoundingClientRect().width")
    for what in ("#reglements ~ ul", "#familles ~ ul", "svg.days"):
        used = page.evaluate(
            "what => { const boxes = [...document.querySelectorAll(what + ' li, ' + what)].filter((one) => one.tagName !== 'UL').map((one) => one.getBoundingClientRect());"
            " return Math.max(...boxes.map((one) => one.right)) - Math.min(...boxes.map((one) => one.left)) }",
            what,
        )
        assert used >= 0.9 * wide, what
    context.close()


def test_a_wrong_answer_that_was_not_chosen_is_not_red(browser: Browser, server: Serving) -> None:
    context = browser.new_context(viewport=PHONE)
    page = enrolled(context.new_page(), server, "Gaëlle")
    tap(page, "button:has-text('Un exercice')")
    tap(page, "button[name=choix]")
    edges = page.eval_on_selector_all(
        ".corrected li",
        "all => all.map((one) => [one.className.trim(), getComputedStyle(one).borderLeftColor, getComputedStyle(one).borderLeftStyle])",
    )
    assert {style for _, _, style in edges} == {"solid"}
    neutral = {colour for name, colour, _ in edges if name == "wrong"}
    assert len(neutral) == 1 and not neutral & {colour for name, colour, _ in edges if name != "wrong"}
    context.close()


def test_a_choice_without_exercises_is_told_in_sight(browser: Browser, server: Serving) -> None:
    context = browser.new_context(viewport=PHONE)
    page = enrolled(context.new_page(), server, "Hélène")
    page.locator("select[name=reglement]").first.select_option("mcr-2006")
    page.select_option("select[name=famille]", "riichi")
    tap(page, "button:has-text('Un exercice')")
    fits(page)
    bar, told = page.locator(".top").bounding_box(), page.locator("#exercices ~ .note").bounding_box()
    assert bar is not None and told is not None
    assert bar["y"] + bar["height"] <= told["y"] and told["y"] + told["height"] <= PHONE["height"]
    tap(page, ".offers .tile")
    assert page.locator("button[name=choix]").count() > 1
    context.close()

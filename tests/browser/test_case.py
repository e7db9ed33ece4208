"""A case in a real browser on a phone: found, answered, changed, gone back to, shared, printed, by hand and by keyboard."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assistant.model import Library
from tests.browser.stage import address, told
from web.typesetting import as_printed

Open = Callable[..., Any]


def answer_all(page: Any, choose: int = 0) -> list[str]:
    """Take the same answer of every question until a ruling stands; the addresses on the way."""
    seen = [page.url]
    for _ in range(12):
        if page.locator(".decision").count():
            return seen
        before = page.url
        number = page.locator("form.number input[type=number]")
        if number.count():
            number.fill("2")
            page.get_by_role("button", name="Valider").click()
        else:
            tiles = page.locator("a.tile:not(.open)")
            tiles.nth(min(choose, tiles.count() - 1)).click()
        page.wait_for_url(lambda url, before=before: url != before)
        seen.append(page.url)
    pytest.fail(f"no ruling at {page.url}")


def find(page: Any, words: str) -> None:
    """From the home page to the first incident that these words find."""
    page.goto("/")
    page.get_by_role("searchbox").fill(words)
    page.get_by_role("button", name="Chercher").click()
    page.locator("section[aria-label='Résultats'] a.incident").first.click()
    page.wait_for_url("**/cas?**")


def test_from_search_to_ruling_on_a_phone(open_page: Open) -> None:
    page = open_page(has_touch=True, is_mobile=True)
    find(page, "a dit ron pour rien")
    page.evaluate("window.untouched = true")
    answer_all(page, choose=1)
    assert page.evaluate("window.untouched"), "a full reload between questions"
    assert page.locator(".decision").is_visible()
    assert page.get_by_role("heading", name="À faire maintenant").is_visible()
    assert page.locator(".steps li").count() >= 1
    assert "«" in page.locator("blockquote").first.inner_text()
    assert "§" in page.locator("figcaption").first.inner_text()
    assert page.evaluate("document.activeElement.id") == "contenu"
    assert page.evaluate("scrollY") == 0


def test_the_decision_is_on_the_first_screen(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page()
    for kind in ("decision", "silence", "lectures"):
        page.goto(pages[kind])
        box = page.locator(".decision").first.bounding_box()
        assert box["y"] < 844 - 60, kind


def test_changing_one_answer_keeps_the_others(open_page: Open) -> None:
    page = open_page()
    find(page, "faux ron")
    answer_all(page)
    given = page.locator(".given li").all_text_contents()
    assert len(given) > 1
    page.locator(".recap > summary").click()
    change = page.locator(".given a[aria-label^='changer : ']:not([href*='_fait=qui'])").last  # an answer, not who
    changed = change.get_attribute("aria-label").removeprefix("changer : ")
    before = page.url
    change.click()
    page.wait_for_url("**/cas/changer**")
    chosen = page.locator(".tile.chosen")
    assert chosen.count() == 1
    page.locator("a.tile:not(.chosen):not(.open)").first.click()
    page.wait_for_url("**/cas?**")
    assert page.url != before
    now = page.locator(".given li").all_text_contents()
    kept = [one for one in given if not one.startswith(changed)]
    assert set(kept) & set(now) and now != given


def test_back_forward_and_reload(open_page: Open) -> None:
    page = open_page()
    find(page, "faux ron")
    seen = answer_all(page)
    assert len(seen) > 2
    decision = page.locator(".decision").inner_text()
    page.go_back()
    page.wait_for_url(lambda url: url == seen[-2])
    page.locator(".question").wait_for()
    page.reload()
    assert page.url == seen[-2] and page.locator("a.tile").count() > 1
    page.go_back()
    page.wait_for_url(lambda url: url == seen[-3])
    page.go_forward()
    page.go_forward()
    page.wait_for_url(lambda url: url == seen[-1])
    page.locator(".decision").wait_for()
    assert page.locator(".decision").inner_text() == decision
    for _ in seen:
        page.go_back()
    page.get_by_role("searchbox").wait_for()
    assert "q=" in page.url


def test_back_returns_to_where_one_was_reading(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page()
    page.goto(pages["decision"])
    page.get_by_role("link", name="Signaler une erreur").scroll_into_view_if_needed()
    height = page.evaluate("scrollY")
    assert height > 100
    page.get_by_role("link", name="Partager").click()
    page.locator(".qr").wait_for()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    page.locator(".decision").wait_for()
    page.wait_for_function("height => Math.abs(scrollY - height) < 5", arg=height)


def test_links_within_a_page_stay_there(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page()
    page.goto(pages["decision"])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**#contenu")
    assert page.locator(".decision").count() == 1
    page.go_back()
    page.wait_for_url(lambda url: "#" not in url)
    page.locator(".decision").wait_for()


def test_a_simple_ruling_is_read_within_two_screens(open_page: Open, library: Library) -> None:
    """The line to read aloud, the steps and the first quotation; and the whole page is no scroll."""
    page = open_page()
    told_cases = [case for case in library.cases.values() if case.level == 1 and not case.further][::12]
    heights: list[int] = []
    for case in told_cases:
        ruleset = next(iter(case.expect))
        page.goto(address(ruleset, told(case)))
        if page.locator(".reading, .possibility, .note").count() or not page.locator(".decision").count():
            continue  # a silence or a choice has more to say
        bottom = page.locator("blockquote").first.evaluate("one => one.getBoundingClientRect().bottom + scrollY")
        assert bottom < 2 * 844, f"{case.id} {ruleset}: {bottom}"
        heights.append(page.evaluate("document.documentElement.scrollHeight"))
    assert len(heights) > 8
    assert sorted(heights)[len(heights) // 2] < 2300 and max(heights) < 3700, heights  # the longest: what three acts are still allowed, and four rare circumstances


def test_sharing_gives_a_link_and_a_code_that_open_the_same_case(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page()
    page.goto(pages["decision"])
    decision = page.locator(".decision").inner_text()
    page.get_by_role("link", name="Partager").click()
    code = page.locator("img.qr")
    code.wait_for()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 50
    link = page.locator(".address a").inner_text().replace("\n", "")
    other = open_page()
    other.goto(link)
    assert other.locator(".decision").inner_text() == decision


def test_the_same_case_under_another_ruleset(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page()
    page.goto(pages["decision"])
    page.locator(".elsewhere + .actions a").first.click()
    page.wait_for_url(lambda url: "reglement=ema-2016" not in url)
    page.locator(".top .setting summary strong", has_text="WRC").wait_for()


def test_a_second_incident_in_the_same_case(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page()
    page.goto(pages["decision"])
    page.get_by_role("link", name="Un autre incident").click()
    page.locator("details.saying > summary").click()  # who and when need not be said
    page.get_by_role("link", name="Un autre joueur").click()
    page.wait_for_url("**_par=autre**")
    assert page.locator("details.saying[open] a[aria-current]").inner_text() == "Un autre joueur"
    page.locator("details.family summary").first.click()
    page.locator("details.family[open] a.incident").first.click()
    page.wait_for_url("**2.incident=**")
    assert page.locator("section.event").count() == 2


def test_ruleset_and_context_are_remembered(open_page: Open) -> None:
    page = open_page()
    page.goto("/")
    page.locator(".setting summary").click()
    page.locator(".setting .menu button", has_text="amicale").click()
    page.locator(".setting summary", has_text="amicale").wait_for()
    page.goto("/aide")
    assert "amicale" in page.locator(".setting summary").inner_text()


def test_the_table_leads_to_incidents(open_page: Open) -> None:
    page = open_page()
    page.goto("/")
    zones = page.locator(".zone")
    for index in range(zones.count()):
        box = zones.nth(index).bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44
    page.get_by_role("link", name="écarts").click()
    page.wait_for_url("**zone=ecarts")
    assert 3 <= page.locator("a.incident").count() <= 6


def test_by_keyboard_alone(open_page: Open) -> None:
    page = open_page()
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "q":
            break
    page.keyboard.type("faux ron")
    page.keyboard.press("Enter")
    page.locator("section[aria-label='Résultats']").wait_for()
    for _ in range(20):
        page.keyboard.press("Tab")
        if "incident" in page.evaluate("document.activeElement.className"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/cas?**")
    page.locator("a.tile").first.wait_for()
    before = page.url
    page.keyboard.press("1")
    page.wait_for_url(lambda url: url != before)
    for _ in range(10):  # then with Tab and Enter only
        if page.locator(".decision").count():
            break
        before = page.url
        for _ in range(12):
            page.keyboard.press("Tab")
            if "tile" in page.evaluate("document.activeElement.className"):
                break
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", "focus cannot be seen"
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, before=before: url != before)
        page.locator(".decision, a.tile").first.wait_for()
    assert page.locator(".decision").is_visible()


def test_zero_is_not_established(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page()
    page.goto(pages["question"])
    page.keyboard.press("0")
    page.wait_for_url("**non-etabli**")


def test_without_javascript_a_whole_case(open_page: Open) -> None:
    page = open_page(java_script_enabled=False)
    find(page, "trop de tuiles")
    seen = answer_all(page)
    assert page.locator(".decision").is_visible() and page.locator("blockquote").count()
    page.go_back()
    assert page.url == seen[-2]
    page.go_forward()
    page.locator(".recap > summary").click()
    page.locator(".given a").first.click()
    page.locator("a.tile").first.click()
    page.locator(".top .setting summary").click()
    assert page.locator(".setting .menu button").first.is_visible()
    page.goto("/")
    page.locator("details.family summary").first.click()
    assert page.locator("details.family[open] a.incident").first.is_visible()


def text_of(pdf: Path) -> str | None:
    program = shutil.which("pdftotext")
    if program is None:
        return None
    done = subprocess.run([program, str(pdf), "-"], capture_output=True, text=True, check=True)
    return re.sub(r"\s+", " ", done.stdout)


def pages_of(pdf: Path) -> list[tuple[float, float]]:
    """The size in points of every page of a PDF."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*[\d.]+\s+[\d.]+\s+([\d.]+)\s+([\d.]+)", pdf.read_bytes())
    return [(float(width), float(height)) for width, height in boxes]


def test_a_ruling_prints_on_a5(open_page: Open, pages: dict[str, str], tmp_path: Path) -> None:
    for theme in ("light", "dark"):
        page = open_page(color_scheme=theme)
        page.goto(pages["decision"])
        decision = page.locator(".decision").inner_text()
        file = tmp_path / f"{theme}.pdf"
        page.pdf(path=file, prefer_css_page_size=True)
        assert file.stat().st_size > 5000
        sizes = pages_of(file)
        assert 1 <= len(sizes) <= 2 and all(abs(width - 420) < 2 and abs(height - 595) < 2 for width, height in sizes)
        text = text_of(file)
        if text is not None:
            assert decision.split(" ;")[0].split("\u202f")[0] in text and "À faire maintenant" in text
            assert "Autre cas" not in text and "Partager" not in text and "édition 2016 · tournoi" in text


def test_the_schedule_prints_on_two_pages_of_a4_that_can_be_read(
    open_page: Open, library: Library, tmp_path: Path
) -> None:
    page = open_page()
    contexts = [value.id for fact in library.context_facts() for value in fact.values]
    for ruleset in library.rulesets:
        for context in contexts:
            page.goto(f"/bareme/{ruleset}?contexte={context}")
            rows = page.locator(".schedule details dt").count()
            assert rows >= len(library.incidents_of(ruleset))
            page.emulate_media(media="print")
            sizes = "[...document.querySelectorAll('.schedule dt, .schedule dd, .schedule dd *')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
            assert min(page.evaluate(sizes)) >= 6.5 / 0.75 - 0.01, "under 6.5 points"
            page.emulate_media(media="null")
            file = tmp_path / f"{ruleset}-{context}.pdf"
            page.pdf(path=file, prefer_css_page_size=True)
            printed = pages_of(file)
            assert printed and all(abs(width - 595) < 2 and abs(height - 842) < 2 for width, height in printed)
            assert len(printed) <= 2, f"{ruleset}, {context}: {len(printed)} pages"
            text = text_of(file)
            if text is not None:
                titles = [incident.title.split()[-1] for incident in library.incidents_of(ruleset)]
                assert all(as_printed(title) in text for title in titles)

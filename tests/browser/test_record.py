"""A case on a phone beside its ruling: the bar in reach, what is shared, what the browser keeps, a printed page, a visit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from assistant.model import Library
from tests.browser.stage import PHONE, address, told
from tests.browser.test_case import answer_all, find, pages_of
from tests.support.drawing import Drawing, whole
from tests.support.wording import plain
from web.vintage import VINTAGE

Open = Callable[..., Any]
SHARED = """() => { window.shared = []; navigator.share = async (what) => { window.shared.push(what); }; }"""


def test_what_is_done_next_is_within_reach(open_page: Open, pages: dict[str, str]) -> None:
    """Without scrolling: another incident, share, print, compare, above the navigation."""
    page = open_page(has_touch=True, is_mobile=True)
    for kind in ("decision", "silence", "lectures"):
        page.goto(pages[kind])
        bar, foot = page.locator(".case-bar").bounding_box(), page.locator(".foot").bounding_box()
        assert bar["y"] > PHONE["height"] * 0.8 and bar["y"] + bar["height"] <= foot["y"] + 1, kind
        for name in ("Un autre incident", "Partager", "Comparer les règlements"):
            assert page.locator(".case-bar").get_by_role("link", name=name).is_visible()
        assert page.get_by_role("button", name="Imprimer").is_visible()
    decision = page.locator(".decision").first.bounding_box()
    assert decision["y"] < PHONE["height"] / 2  # and the ruling is still what one sees


def test_what_is_sent_says_the_ruling(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page()
    page.add_init_script(f"({SHARED})()")
    page.goto(pages["decision"])
    decision = plain(page.locator(".decision").inner_text())
    page.get_by_role("link", name="Partager").click()
    page.locator(".qr").wait_for()
    width = page.locator(".qr").bounding_box()["width"]
    assert width > 320
    page.get_by_role("button", name="Envoyer…").click()
    (shared,) = page.evaluate("window.shared")
    assert decision.rstrip(".")[1:] in plain(shared["text"]).replace("\n", " ") and "§" in shared["text"]
    assert f"{pages['decision']}&{VINTAGE}=" in shared["url"]  # which knowledge decided goes with it


def test_a_report_is_written_and_copied_by_its_author(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(pages["decision"])
    asked: list[str] = []
    page.get_by_role("link", name="Signaler une erreur").click()
    field = page.get_by_role("textbox")
    field.wait_for()
    page.on("request", lambda request: asked.append(request.url))
    field.press("Control+Home")
    field.press("End")
    field.type(" le texte dit autre chose.")
    page.get_by_role("button", name="Copier").click()
    page.get_by_role("button", name="Copié").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "le texte dit autre chose." in copied and pages["decision"] in copied and "Version" in copied
    assert asked == []


def test_the_last_cases_stay_on_the_phone_and_can_be_deleted(open_page: Open) -> None:
    page = open_page()
    page.goto("/")
    assert page.locator(".resume").is_hidden()
    find(page, "faux ron")
    answer_all(page)
    decision = plain(page.locator(".decision").inner_text())
    link = page.url
    find(page, "téléphone sonne")
    page.goto("/")
    page.get_by_role("link", name="Reprendre").wait_for()
    assert "téléphone" in page.get_by_role("link", name="Reprendre").inner_text()
    page.get_by_role("link", name="Cas récents").click()
    kept = page.locator(".kept")
    kept.first.wait_for()
    assert kept.count() == 2, "one entry for a case, however many answers it had"
    assert decision in plain(kept.nth(1).inner_text()).replace("\n", " ")
    assert kept.nth(1).get_by_role("link").evaluate("one => one.href") == link
    kept.nth(0).get_by_role("button", name="Effacer").click()
    assert kept.count() == 1
    page.get_by_role("button", name="Tout effacer").click()
    assert page.get_by_text("Aucun cas n’est gardé").is_visible()
    page.goto("/")
    assert page.locator(".resume").is_hidden() and page.evaluate("localStorage.getItem('arbitre.cas')") == "[]"


def test_a_simple_ruling_prints_on_one_page(open_page: Open, library: Library, drawing: Drawing, tmp_path: Path) -> None:
    """Six in ten do; one that has more to say takes a second. Of a few that are drawn some do: a share of so few would be luck."""
    page = open_page()
    simple = [case for case in library.cases.values() if case.level == 1 and not case.further]
    counts: list[int] = []
    for case in drawing.sample("rulings printed", simple, 10):
        ruleset = next(iter(case.expect))
        page.goto(address(ruleset, told(case)))
        if not page.locator(".decision").count():
            continue
        file = tmp_path / "one.pdf"
        page.pdf(path=file, prefer_css_page_size=True)
        counts.append(len(pages_of(file)))
    assert counts and max(counts) <= 2
    assert counts.count(1) > (len(counts) * 0.6 if whole() else 0), counts


def test_another_ruleset_is_visited_and_left(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page()
    page.goto("/")
    page.locator(".setting summary").click()
    page.locator(".menu button[value='ema-2016']").click()
    page.goto(pages["decision"].replace("reglement=wrc-2015", "reglement=ema-2016"))
    green = page.evaluate("getComputedStyle(document.querySelector('.top')).backgroundColor")
    page.locator(".elsewhere + .actions a").first.click()
    page.locator(".visit").wait_for()
    assert page.evaluate("getComputedStyle(document.querySelector('.top')).backgroundColor") != green
    page.get_by_role("link", name="Autre cas").click()
    page.get_by_role("searchbox").wait_for()
    assert "EMA" in page.locator(".setting summary").inner_text() and page.locator(".visit").count() == 0
    page.go_back()
    page.locator(".visit a").click()
    page.wait_for_url("**reglement=ema-2016**")
    page.locator(".visit").wait_for(state="detached")

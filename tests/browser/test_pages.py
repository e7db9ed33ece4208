"""Every page in a real browser: it fits the phone, can be touched, is accessible by day and by night, arrives quickly, works offline."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from werkzeug.exceptions import HTTPException

from assistant.model import Library
from tests.browser.stage import PHONE, Missing, axe
from tests.support.drawing import Drawing
from tests.support.serving import Serving
from web import create_app

Open = Callable[..., Any]

OVERFLOW = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > width + 1)
    .slice(0, 5).map((one) => one.tagName + "." + one.className + " " + Math.round(one.getBoundingClientRect().right));
}"""

# Controls: whatever can be pressed, but links that stand within a sentence.
SMALL = """() => {
  const said = (one) => one.textContent.replace(/[\\s·,/]/g, "").length;
  const within = (one) => one.tagName === "A" && getComputedStyle(one).display === "inline" &&
    said(one.parentElement) > [...one.parentElement.querySelectorAll("a")].reduce((sum, link) => sum + said(link), 0);
  const touched = (one) => one.matches(".entry > a") ? one.parentElement : one; // the whole entry is the link
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".skip, .visually-hidden");
  return [...document.querySelectorAll("a[href], button, summary, select, input:not([type=hidden])")]
    .filter((one) => shown(one) && !within(one))
    .map((one) => [one, (one.labels && one.labels[0] && one.type === "checkbox" ? one.labels[0] : touched(one)).getBoundingClientRect()])
    .filter(([one, box]) => box.width < 43.5 || box.height < 43.5)
    .slice(0, 5).map(([one, box]) => one.outerHTML.slice(0, 90) + " " + Math.round(box.width) + "×" + Math.round(box.height));
}"""


AXE = """() => axe.run(document, {resultTypes: ["violations"], iframes: false}).then((found) => found.violations.map((one) =>
  one.id + ": " + one.help + " " + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")))"""
OUTLINE = "[...document.querySelectorAll('main h1, main h2, main h3')].map((one) => +one.tagName[1])"


class Examined(NamedTuple):
    """What was found on the pages, each in one visit with everything unfolded."""

    sticking_out: list[str]
    too_small: list[str]
    axe: list[str]
    headings: list[str]


@pytest.fixture(scope="module")
def examined(browser: Any, server: Serving, pages: dict[str, str], drawing: Drawing) -> Examined:
    found = Examined([], [], [], [])
    try:
        source = axe()
    except Missing:
        source = ""
    context = browser.new_context(viewport=PHONE, base_url=server.url, service_workers="block")
    page = context.new_page()
    for name, link in drawing.sample("pages examined in the browser", list(pages.items()), 9):
        page.goto(link)
        outline = page.evaluate(OUTLINE)
        steps = all(after - before <= 1 for before, after in zip(outline, outline[1:], strict=False))
        if outline[:1] != [1] or not steps or not page.title().endswith("Arbitre"):
            found.headings.append(f"{name}: {page.title()!r} {outline}")
        page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
        for width in (320, 360, 430):
            page.set_viewport_size({"width": width, "height": 800})
            found.sticking_out.extend(f"{name} at {width} px: {what}" for what in page.evaluate(OVERFLOW))
        page.set_viewport_size(PHONE)
        found.too_small.extend(f"{name}: {what}" for what in page.evaluate(SMALL))
        if source:
            page.evaluate(source)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                found.axe.extend(f"{name} ({theme}): {what}" for what in page.evaluate(AXE))
    context.close()
    return found


def test_no_page_escapes_examination(library: Library, pages: dict[str, str]) -> None:
    """Every page that opens by its address alone; those of a learner or an exam have tests of their own."""
    app = create_app(library)
    urls = app.url_map.bind("localhost")
    examined = set()
    for link in pages.values():
        with suppress(HTTPException):
            examined.add(urls.match(urlsplit(link).path)[0])
    data = (".json", ".csv", ".svg", ".js", ".ico", ".webmanifest")
    others = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and not rule.rule.endswith(data)
        and not rule.rule.startswith(("/static/", "/api/", "/healthz", "/poche", "/formation/"))
    }
    assert not others - examined


def test_nothing_sticks_out_of_a_phone(examined: Examined) -> None:
    assert not examined.sticking_out, "\n".join(examined.sticking_out)


def test_everything_can_be_touched(examined: Examined) -> None:
    assert not examined.too_small, "\n".join(examined.too_small)


def test_axe_finds_nothing_by_day_or_by_night(examined: Examined, axe_source: str) -> None:
    assert not examined.axe, "\n".join(examined.axe)


def test_headings_and_titles(examined: Examined) -> None:
    assert not examined.headings, "\n".join(examined.headings)


def test_text_can_be_read_at_arms_length(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page()
    sizes_of = "place => [...document.querySelectorAll(place)].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    found: dict[str, int] = {}
    for kind in ("decision", "silence", "lectures"):  # not every ruling has a warning
        page.goto(pages[kind])
        for place, least in (
            (".decision", 20),
            (".steps li", 17),
            ("blockquote", 17),
            ("figcaption", 14.5),
            (".warnings li", 15.5),
        ):
            sizes = page.evaluate(sizes_of, place)
            assert all(size >= least for size in sizes), (kind, place, min(sizes))
            found[place] = found.get(place, 0) + len(sizes)
    assert all(found.values()), found


def test_the_menu_of_rulesets_fits(open_page: Open) -> None:
    page = open_page(viewport={"width": 360, "height": 640})
    page.goto("/")
    page.locator(".setting summary").click()
    box = page.locator(".setting .menu").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert not page.evaluate(OVERFLOW) and not page.evaluate(SMALL)


def test_the_open_menu_is_accessible(open_page: Open, axe_source: str, pages: dict[str, str]) -> None:
    page = open_page()
    for link in ("/", pages["decision"]):
        page.goto(link)
        page.locator(".setting summary").click()
        page.evaluate(axe_source)
        assert page.evaluate("axe.run('.top').then((found) => found.violations.map((one) => one.id))") == []


def luminance(color: str) -> float:
    red, green, blue = (int(part) for part in color[color.index("(") + 1 :].rstrip(")").split(",")[:3])
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def test_dark_is_dark_and_light_is_light(open_page: Open, pages: dict[str, str]) -> None:
    shade: dict[str, tuple[float, float]] = {}
    for theme in ("light", "dark"):
        page = open_page(color_scheme=theme)
        page.goto(pages["decision"])
        paper, ink = page.evaluate(
            "(({backgroundColor, color}) => [backgroundColor, color])(getComputedStyle(document.body))"
        )
        shade[theme] = luminance(paper), luminance(ink)
    assert shade["light"][0] > 0.8 > 0.3 > shade["light"][1]
    assert shade["dark"][0] < 0.2 < 0.7 < shade["dark"][1]


def test_a_first_visit_is_light(open_page: Open) -> None:
    """Under 60 kB before the first contentful paint, headers included, with an empty cache."""
    for ruleset in ("", "?reglement=ema-2016"):
        page = open_page()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        done: list[tuple[float, float]] = []
        session.on(
            "Network.loadingFinished",
            lambda told, done=done: done.append((told["timestamp"], told["encodedDataLength"])),
        )
        page.goto(f"/{ruleset}", wait_until="networkidle")
        painted = page.evaluate(
            "new Promise((told) => new PerformanceObserver((list) => told(list.getEntriesByName('first-contentful-paint')[0].startTime))"
            ".observe({type: 'paint', buffered: true}))"
        )
        sent = page.evaluate(
            "until => performance.getEntries().filter((one) => one.transferSize && one.responseEnd <= until)"
            ".reduce((sum, one) => sum + one.transferSize, 0)",
            painted,
        )
        whole = sum(size for _, size in done)
        assert 0 < sent < 60_000 and sent <= whole, (sent, whole)
        assert whole < 60_000, f"{whole} bytes for all of the first page"


def test_offline_after_a_first_visit(open_page: Open, pages: dict[str, str], library: Library) -> None:
    page = open_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(pages["decision"])
    decision = page.locator(".decision").inner_text()
    kept = [f"/textes/{source}" for source in library.sources] + [f"/bareme/{ruleset}" for ruleset in library.rulesets]
    page.evaluate(
        "async (kept) => { for (const path of kept) while (!await caches.match(path, {ignoreVary: true})) await new Promise((later) => setTimeout(later, 50)); }",
        [*kept, "/", "/aide", "/sources"],
    )
    page.context.set_offline(True)
    for link in [*kept, "/", "/aide", "/textes", "/sources"]:
        page.goto(link)
        assert page.locator("h1").inner_text() != "Sans réseau", link
        assert page.evaluate("getComputedStyle(document.querySelector('.top')).position") == "sticky", "no style"
    page.goto(pages["decision"])
    assert page.locator(".decision").inner_text() == decision
    page.goto("/textes/ema-2016/5.2.2")
    assert page.locator("blockquote").count() > 3
    page.goto(pages["comparer"])
    assert page.locator("h1").inner_text() == "Sans réseau"
    page.goto(pages["decision"])
    page.locator(".elsewhere + .actions a").first.click()  # without reload too
    page.wait_for_url("**/poche#**")
    page.context.set_offline(False)
    page.reload()  # the small edition of the tests may lack this ruleset; it then asks which is played
    page.locator(".decision, .question, h1").first.wait_for()
    assert page.locator("h1").first.inner_text() != "Sans réseau" and "/poche#" in page.url


def test_it_can_be_installed(open_page: Open) -> None:
    page = open_page()
    page.goto("/")
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.webmanifest") and not manifest["errors"]
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []


def test_nothing_moves_for_those_who_asked(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page(reduced_motion="reduce")
    page.goto(pages["question"])
    moving = "[...document.querySelectorAll('*')].filter((one) => parseFloat(getComputedStyle(one).transitionDuration) > 0).length"
    assert page.evaluate(moving) == 0


def test_no_outside_request(open_page: Open, pages: dict[str, str]) -> None:
    page = open_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in ("accueil", "decision", "partager", "aide"):
        page.goto(pages[name], wait_until="networkidle")
    assert asked and all(url.startswith(("http://127.0.0.1:", "data:")) for url in asked)

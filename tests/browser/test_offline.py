"""The application without network: after one visit a whole dispute is settled by what is kept, of one release at a time; where nothing can be kept that is said."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page
from waitress.server import create_server

from assistant.consultation.consultant import Consultant
from assistant.model import INCIDENT, Library, Value
from assistant.store import cache
from tests.browser.stage import fresh_pages
from tests.support.make import INCIDENTS, Base
from tests.support.pocket import plain
from web import create_app, parcel
from web.artefacts import EXERCISES, POCKET
from web.pages.training.session import NAME, School
from web.pocket.pieces import words
from web.release import release

LATE, LATER = "Un joueur en retard", "Un joueur arrivé trop tard"  # an incident, as each release calls it
READY, NEWER = "Prêt sans réseau ✓", "Une version plus récente est prête."
ANSWERS: dict[str, Value] = {"annonce": "ron", "furiten": "oui", "complete": "oui", "tuiles": "toutes"}
ABSENCE = "/cas?reglement=alpha&contexte=tournoi&incident=retard"
OUTSIDE = "http://arbitre.lan"  # an origin without a certificate
STATUS = ".without-network"
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const all = await (await caches.open(name)).matchAll();
    found[name] = [...new Set(all.map((one) => one.headers.get("X-Arbitre-Release")).filter(Boolean))];
  }
  return found;
}"""


class Hall:
    """A server whose application can be replaced by a later release, and that can keep everybody waiting."""

    def __init__(self, app: Flask):
        self.app = app
        self.open = threading.Event()
        self.open.set()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        self.open.wait(60)
        return self.app.wsgi_app(environ, start_response)


@contextmanager
def served(hall: Hall) -> Iterator[str]:
    """An application in a thread of its own."""
    server = create_server(hall, host="127.0.0.1", port=0, threads=8, clear_untrusted_proxy_headers=True)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    hall.open.set()
    server.close()
    thread.join(20)


class Releases:
    """One small knowledge, and a later state of it; each with its pocket."""

    def __init__(self, folder: Path):
        self.first = Base(folder / "first").library("premiere")
        self.second = Base(folder / "second").replace(INCIDENTS, LATE, LATER).library("seconde")
        for library in (self.first, self.second):
            POCKET.make(library)
            EXERCISES.make(library)
        self.apps = [create_app(library) for library in (self.first, self.second)]


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Releases:
    return Releases(tmp_path_factory.mktemp("releases"))


@pytest.fixture(scope="module")
def site(releases: Releases) -> Iterator[tuple[Hall, str]]:
    hall = Hall(releases.apps[0])
    with served(hall) as url:
        yield hall, url


@pytest.fixture
def hall(site: tuple[Hall, str], releases: Releases) -> Hall:
    """The server, with the first release."""
    site[0].app = releases.apps[0]
    site[0].open.set()
    return site[0]


@pytest.fixture
def phone(browser: Any, site: tuple[Hall, str], hall: Hall) -> Iterator[Callable[..., Any]]:
    """A page in a fresh profile; whatever its programs complain of fails the test."""
    yield from fresh_pages(browser, site[1])


def ready(page: Any) -> None:
    """The first visit, until all is kept."""
    page.goto("/")
    page.locator(STATUS, has_text=READY).wait_for()


def settled(page: Any, library: Library, ruleset: str, told: dict[str, Value], answers: dict[str, Value]) -> dict[str, Value]:
    """Answer what the page asks, tap by tap, until it rules; the page says what the engine decides."""
    consultant = Consultant(library)
    while True:
        (document,) = consultant.consult([ruleset], told)["consultations"]
        asked = document["question"]
        if asked is None:
            break
        page.locator(".question", has_text=plain(words(asked["question"]))).wait_for()
        told = {**told, asked["key"]: answers[asked["key"]]}
        page.locator(f'.answers a[href$="{asked["key"]}={answers[asked["key"]]}"]').click()
    assert document["ruling"] is not None
    page.locator(".decision").wait_for()
    assert plain(page.locator(".decision").inner_html()) == plain(" ".join(map(words, document["ruling"]["headline"])))
    return told


def test_a_whole_dispute_in_aeroplane_mode_after_one_visit(phone: Callable[..., Any], releases: Releases) -> None:
    page = phone()
    ready(page)
    assert "Édition premiere" in page.locator(STATUS).inner_text()
    page.context.set_offline(True)
    page.goto("/")
    page.locator(".family summary").first.click()
    page.locator("a.incident", has_text="Une victoire contestée").click()
    settled(page, releases.first, "alpha", {"contexte": "tournoi", INCIDENT: "victoire"}, ANSWERS)
    assert page.locator("blockquote").count()
    page.locator(".tabs a", has_text="Application").click()
    page.locator(STATUS, has_text=READY).wait_for()
    page.locator("[type=search]").fill("arrivé en retard")
    page.locator("[type=search]").press("Enter")
    page.locator(".answer a.incident", has_text=LATE).first.wait_for()


def test_the_network_goes_in_the_middle_of_a_case(phone: Callable[..., Any], releases: Releases) -> None:
    """What was answered goes along; what was seen is still there; what the pocket does not have is said."""
    page = phone()
    ready(page)
    page.goto("/cas?reglement=alpha&contexte=tournoi&incident=victoire")
    page.locator('.answers a[href$="tuiles=toutes"]').click()
    page.wait_for_url("**tuiles=toutes")
    page.context.set_offline(True)
    told: dict[str, Value] = {"contexte": "tournoi", INCIDENT: "victoire", "tuiles": "toutes"}
    told = settled(page, releases.first, "alpha", told, ANSWERS)
    place = dict(one.split("=") for one in page.url.partition("#")[2].split("&"))
    assert place == {"reglement": "alpha", **told}
    page.goto("/cas?reglement=alpha&contexte=tournoi&incident=victoire")
    assert page.url.endswith("incident=victoire") and page.locator(".question").count(), "seen before, shown as it was"
    page.goto("/cas/changer?reglement=alpha&contexte=tournoi&incident=victoire&tuiles=toutes&_fait=tuiles")
    page.locator("h1.question", has_text="montré").wait_for()
    page.goto("/bareme/alpha")  # which no proof stands behind here, so that no page of it was kept
    page.locator("h1", has_text="Barème").wait_for()
    assert page.url.endswith("/poche#bareme=alpha")
    page.goto("/textes/texte-a/2.1")
    assert "2.1" in page.locator("main").inner_text()
    for beyond in ("/mains", f"{ABSENCE}&2.incident=victoire"):  # a second incident is not left out without a word
        page.goto(beyond)
        assert page.locator("h1").inner_text() == "Sans réseau"
    page.locator("main a", has_text="poche").click()
    page.locator(".family").first.wait_for()


def test_what_is_played_goes_along_and_may_be_changed(phone: Callable[..., Any]) -> None:
    page = phone()
    ready(page)
    menu = ".setting button[name=reglement][value={}]"
    page.locator(".setting summary").click()
    page.locator(menu.format("beta")).click()
    page.locator(STATUS, has_text=READY).wait_for()
    page.context.set_offline(True)
    page.goto("/?q=victoire")
    page.locator(".answer").wait_for()
    assert "reglement=beta" in page.url
    page.goto("/")
    page.locator(".setting summary").click()
    page.locator(menu.format("alpha")).click()
    page.locator(".family").first.wait_for()
    assert "/poche#" in page.url and "reglement=alpha" in page.url


def test_two_releases_in_turn_are_never_mixed(phone: Callable[..., Any], releases: Releases, hall: Hall) -> None:
    first, second = (f"arbitre-{release(one)}" for one in (releases.first, releases.second))
    page = phone()
    ready(page)
    assert page.evaluate(KEPT) == {first: [release(releases.first)]}
    hall.app = releases.apps[1]
    page.goto("/")
    page.locator(STATUS, has_text=NEWER).wait_for()
    page.goto(ABSENCE.replace("retard", "victoire"))  # of the second release, while the first is kept: shown, not kept
    page.goto("/")
    page.locator(STATUS, has_text=NEWER).wait_for()
    assert page.evaluate(KEPT) == {first: [release(releases.first)], second: [release(releases.second)]}
    page.context.set_offline(True)
    page.goto(ABSENCE)
    page.locator("h1.topic", has_text=LATE).wait_for()
    page.goto("/")
    assert "Édition premiere" in page.locator(STATUS, has_text=READY).inner_text()
    page.context.set_offline(False)
    page.goto("/")
    page.locator(STATUS).get_by_role("button").click()
    page.locator(STATUS, has_text="Édition seconde").wait_for()
    page.locator(STATUS, has_text=NEWER).wait_for(state="detached")
    assert page.evaluate(KEPT) == {second: [release(releases.second)]}
    page.context.set_offline(True)
    page.goto(ABSENCE)
    page.locator("h1.topic", has_text=LATER).wait_for()


def test_an_update_whose_pocket_is_still_made_waits(phone: Callable[..., Any], releases: Releases, tmp_path: Path, hall: Hall) -> None:
    """What was ready stays ready."""
    page = phone()
    ready(page)
    third = Base(tmp_path).replace(INCIDENTS, LATE, LATER).library("troisieme")
    hall.app = create_app(third)
    page.goto("/")
    assert "Édition premiere" in page.locator(STATUS, has_text=READY).inner_text()
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update()).catch(() => {})")
    assert [one for one in page.evaluate(KEPT).values() if one] == [[release(releases.first)]]
    first = phone()
    first.goto("/")
    first.locator(STATUS, has_text="en préparation sur le serveur").wait_for()
    cache.keep(parcel.KIND, release(third), parcel.kept(releases.second))  # made meanwhile; what it says is told elsewhere
    for _ in range(20):  # the page asks again by itself, but only after half a minute
        first.evaluate("dispatchEvent(new Event('online'))")
        first.wait_for_timeout(1000)
        if first.locator(STATUS, has_text=READY).count():
            break
    first.locator(STATUS, has_text=READY).wait_for()


def test_a_full_disk_is_told_and_breaks_nothing(phone: Callable[..., Any], site: tuple[Hall, str], releases: Releases) -> None:
    page = phone()
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": site[1], "quotaSize": 1})
    page.goto("/")
    page.locator(STATUS, has_text="plus de place").wait_for()
    assert page.locator(STATUS).get_by_role("link").get_attribute("href") == "/poche?fichier=oui"
    page.goto("/cas?reglement=alpha&contexte=tournoi&incident=victoire")
    settled(page, releases.first, "alpha", {"contexte": "tournoi", INCIDENT: "victoire"}, ANSWERS)


DENIED = """
  navigator.serviceWorker.register = () => Promise.reject(new DOMException("denied", "SecurityError"));
  Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
  Object.defineProperty(window, "caches", { get() { throw new DOMException("denied", "SecurityError"); } });
"""


def test_a_browser_that_keeps_nothing_says_so_and_settles_cases(phone: Callable[..., Any], releases: Releases) -> None:
    page = phone()
    page.add_init_script(DENIED)
    page.goto("/")
    page.locator(STATUS, has_text="Rien n’est prêt").wait_for()
    page.goto(ABSENCE.replace("retard", "victoire"))
    settled(page, releases.first, "alpha", {"contexte": "tournoi", INCIDENT: "victoire"}, ANSWERS)


def test_without_a_certificate_the_file_is_offered(phone: Callable[..., Any], site: tuple[Hall, str], tmp_path: Path) -> None:
    page = phone(accept_downloads=True)
    page.context.route(f"{OUTSIDE}/**", lambda route: route.fulfill(response=route.fetch(url=route.request.url.replace(OUTSIDE, site[1]))))
    page.goto(f"{OUTSIDE}/")
    offered = page.locator(STATUS, has_text="Sans certificat")
    offered.wait_for()
    with page.expect_download() as download:
        offered.get_by_role("link").click()
    assert download.value.suggested_filename == "arbitre-premiere.html"
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    page.context.set_offline(True)
    page.goto(file.as_uri())
    page.locator('a[href="#reglement=alpha"]').click()
    page.locator(".family").first.wait_for()
    assert not page.locator(".tabs a", has_text="Application").count(), "a file has no application to go back to"


def test_a_network_that_never_answers_is_not_waited_for(phone: Callable[..., Any], hall: Hall) -> None:
    page = phone()
    ready(page)
    hall.open.clear()
    page.goto(ABSENCE)
    page.locator("h1.topic", has_text=LATE).wait_for()
    assert "/poche#" in page.url
    hall.open.set()


def exercise(page: Page) -> None:
    """An exercise to its end, always with the first answer."""
    while page.locator("[data-exercises] .answers button").count():
        page.locator("[data-exercises] .answers button").first.click()
        page.locator(".corrected li.right").wait_for()
        page.locator(".onward button").click()
    page.locator(".verdict").wait_for()


def test_exercises_done_without_a_network_count_once_when_it_is_back(phone: Callable[..., Any], hall: Hall) -> None:
    page = phone()
    ready(page)
    page.goto("/formation")
    page.locator("input[name=nom]").fill("Dans l'avion")
    page.get_by_role("button", name="Commencer").click()
    page.locator(".carried", has_text="sans réseau ✓").wait_for()
    page.context.set_offline(True)
    page.goto("/formation/progression")
    assert page.url.endswith("/exercices-emportes")
    page.get_by_role("button", name="Commencer").click()
    exercise(page)
    page.get_by_role("button", name="L’exercice suivant").click()
    page.locator("[data-exercises] .answers button").first.click()
    page.goto("/formation")  # in the middle of the second
    page.locator("[role=status]", has_text="1 exercice fait : compté quand").wait_for()
    page.get_by_role("button", name="Reprendre").click()
    exercise(page)
    school = hall.app.extensions[NAME]
    assert isinstance(school, School)
    me = next(one for one in school.progress.learners() if one.name == "Dans l'avion")
    assert not school.progress.done(me.id)
    page.context.set_offline(False)
    page.goto("/formation")
    page.locator("[role=status]", has_text="2 exercices faits sans réseau : comptés").wait_for()
    assert len(school.progress.done(me.id)) == 2 and page.locator(".goal", has_text="2 sur").count()
    page.goto("/formation")
    page.locator(".carried", has_text="sans réseau ✓").wait_for()
    assert school.progress.held(me.id).exercises == 2 and not page.locator("[role=status]").count()


def test_without_a_script_nothing_is_promised(phone: Callable[..., Any]) -> None:
    page = phone(java_script_enabled=False)
    page.goto("/")
    assert page.locator("h1").count() and page.locator(STATUS).is_hidden()

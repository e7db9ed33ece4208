"""The pocket edition, opened as a file by a phone without network: cases are tapped through, and it says what the engine answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlencode

import pytest

from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.hands.tiles import name as tile_name
from assistant.model import INCIDENT, Library, Scope, Value
from assistant.search.finder import Finder
from tests.browser.stage import PHONE
from tests.browser.test_everyone import LARGE, OUTSIDE
from tests.browser.test_pages import AXE
from tests.browser.test_ten_disputes import DISPUTES, MOST_TAPS, Dispute
from tests.support.drawing import Drawing, whole
from tests.support.pocket import plain, told_in_pocket
from web.picker import hand_of
from web.pocket.content import Contents
from web.pocket.edition import edition
from web.pocket.file import written
from web.pocket.pieces import words
from web.telling import in_few_words

TAKEN = {"ema-2016": ("riichi-incomplet",), "mcr-2006": ("mur-touche-trop-tot", "retard", "appel-retire", "appel-de-substitution")}
MOST = 5  # cases that are tapped through in a run of the tests
SECOND = 1


@pytest.fixture(scope="module")
def pocket(library: Library, consultant: Consultant, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file: of a few incidents; in the long run of all."""
    path = tmp_path_factory.mktemp("poche") / "arbitre.html"
    if whole():
        path.write_bytes(edition(library))
    else:
        contents = Contents(consultant, Finder(library))
        incidents = [one for few in TAKEN.values() for one in few]
        path.write_bytes(written(contents.app, contents.of(list(TAKEN), incidents)))
    return path


@pytest.fixture
def page(browser: Any, pocket: Path) -> Iterator[Any]:
    """A phone without network; whatever it asks for beside the file, and whatever it complains of, fails the test."""
    context = browser.new_context(viewport=PHONE, locale="fr-FR", offline=True)
    context.set_default_timeout(10_000)
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("request", lambda request: wrong.append(request.url) if not request.url.startswith(("file:", "data:")) else None)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    opened.goto(pocket.as_uri())
    opened.locator("#contenu h1").wait_for()
    yield opened
    context.close()
    assert not wrong


def said(page: Any, part: str) -> str:
    """What a part of the page says."""
    return " ".join(" ".join(one.text_content().split()) for one in page.locator(part).all())


def tap(page: Any, link: str) -> None:
    """Follow a link, which may be folded away, to the page that it leads to."""
    page.locator(link).first.evaluate("link => link.click()")
    page.wait_for_function("() => !/^#[+~?!]|^#(incident|texte|bareme)=/.test(location.hash)")


def tapped(page: Any, ruleset: str, told: Mapping[str, Value], library: Library) -> dict[str, Value]:
    """A case from the first page to its ruling, answer by answer; what was asked of it, and answered."""
    page.evaluate("place => { location.hash = place }", f"#reglement={ruleset}&contexte=tournoi")
    page.locator(".ways").wait_for()
    tap(page, f'a[href="#{INCIDENT}={told[INCIDENT]}"]')
    left = {name: str(value) for name, value in told.items() if name != INCIDENT and library.facts[name].scope != Scope.CONTEXT}
    while (asked := what_is_asked(page, left)) is not None:
        answer = left.pop(asked)
        link = f'.answers a[href="#+{asked}={answer}"], .unless a[href="#~{asked}={answer}"]'
        if page.locator(link).count():
            tap(page, link)
        else:
            counted(page, answer)
    return {name: value for name, value in told.items() if name not in left}


def what_is_asked(page: Any, left: Mapping[str, str]) -> str | None:
    """The fact that is asked, or a circumstance that can be said; None where nothing was told of it."""
    if not page.locator(".question").count():
        return next((name for name in left if page.locator(f'.unless a[href="#~{name}={left[name]}"]').count()), None)
    links = page.locator('.answers a[href^="#+"]').all()
    asked: str = links[0].get_attribute("href")[2:].split("=")[0] if links else page.locator(".number input").get_attribute("name")
    return asked if asked in left else None


def counted(page: Any, answer: str) -> None:
    """A number is typed."""
    page.locator(".number input").fill(answer)
    page.locator(".number button").click()
    page.wait_for_function("answer => !/^#[+~?]/.test(location.hash) && location.hash.endsWith(`=${answer}`)", arg=answer)


@pytest.fixture(scope="module")
def cases(library: Library, consultant: Consultant, drawing: Drawing) -> list[tuple[str, dict[str, Value]]]:
    """Cases of one event, each with a ruleset."""
    found = []
    for case in library.cases.values():
        told = told_in_pocket(library, case)
        for ruleset in library.rulesets if told else ():
            assert told is not None
            if (not whole() and case.incident not in TAKEN.get(ruleset, ())) or ruleset not in library.incidents[case.incident].rulesets:
                continue
            known = set(consultant.questionnaire(ruleset, case.incident).network.facts) | {INCIDENT}
            if told.get("contexte", "tournoi") == "tournoi":
                found.append((ruleset, {name: value for name, value in told.items() if name in known}))
    return drawing.sample("cases tapped in the pocket", found, MOST)


def test_cases_come_out_as_the_engine_rules_them(
    page: Any, library: Library, consultant: Consultant, cases: list[tuple[str, dict[str, Value]]]
) -> None:
    ruled = 0
    for ruleset, told in cases:
        answered = tapped(page, ruleset, told, library)
        (document,) = consultant.consult([ruleset], answered)["consultations"]
        ruling = document["ruling"]
        if ruling is None:
            assert document["exit"] or page.locator(".question").count(), (ruleset, told, page.url)
            continue
        ruled += 1
        where = (ruleset, told, page.url)
        assert said(page, ".decision") == plain(" ".join(map(words, ruling["headline"]))), where
        assert said(page, ".steps li") == plain(" ".join(map(words, ruling["steps"]))), where
        quotes = sorted(" ".join(one.text_content().split()) for one in page.locator("blockquote").all())
        assert quotes == sorted(plain(f"«\u202f{quote}\u202f»") for one in ruling["citations"] for quote in one["quotes"]), where
    assert ruled


def test_what_is_not_established_opens_one_ruling_for_each_possibility(
    page: Any, library: Library, consultant: Consultant
) -> None:
    ruleset, incident = "ema-2016", TAKEN["ema-2016"][0]
    told: dict[str, Value] = {INCIDENT: incident}
    while True:
        (document,) = consultant.consult([ruleset], told)["consultations"]
        if document["question"] is None:
            break
        told[document["question"]["key"]] = NOT_ESTABLISHED
    assert document["possibilities"]
    tapped(page, ruleset, told, library)
    shown = page.locator(".tree details.leaf").all()
    assert len(shown) == len(document["possibilities"])
    decisions = sorted(" ".join(one.text_content().split()) for one in page.locator(".leaf .decision").all())
    assert decisions == sorted(plain(" ".join(map(words, one["ruling"]["headline"]))) for one in document["possibilities"])
    assert document["tree"] is not None
    assert said(page, "h2.first").endswith(plain(words(document["tree"]["title"][1:])))


def answered(consultant: Consultant, ruleset: str, told: dict[str, Value]) -> Any:
    """The document at the end of these answers, whatever is asked further answered with what comes first."""
    while True:
        (document,) = consultant.consult([ruleset], told)["consultations"]
        asked = document["question"]
        if asked is None:
            return document
        told[asked["key"]] = asked["number"]["min"] if asked["number"] else asked["answers"][0]["value"]


def test_a_number_that_is_not_established_opens_what_the_application_opens(
    page: Any, library: Library, consultant: Consultant
) -> None:
    told: dict[str, Value] = {INCIDENT: "retard", "minutes_de_retard": NOT_ESTABLISHED}
    document = answered(consultant, "mcr-2006", told)
    assert len(document["possibilities"]) > 1
    tapped(page, "mcr-2006", told, library)
    assert said(page, "h2.first").endswith(plain(words(document["tree"]["title"][1:])))
    decisions = sorted(" ".join(one.text_content().split()) for one in page.locator(".leaf .decision").all())
    assert decisions == sorted(plain(" ".join(map(words, one["ruling"]["headline"]))) for one in document["possibilities"])


def test_beside_a_number_that_is_not_established_nothing_else_is_left_open(page: Any) -> None:
    page.evaluate("place => { location.hash = place }", "#reglement=mcr-2006&contexte=tournoi&incident=retard&minutes_de_retard=non-etabli")
    page.locator(".question").wait_for()
    assert not page.locator('.answers a[href$="=non-etabli"]').count() and "que seul" in said(page, ".answers .note")


def two_circumstances(
    library: Library, consultant: Consultant, ruleset: str, incident: str
) -> Iterator[tuple[dict[str, Value], set[str]]]:
    """Cases with what would change them besides, twice; and which facts these are."""
    for case in library.cases.values():
        told = told_in_pocket(library, case)
        if case.incident != incident or told is None or told.get("contexte", "tournoi") != "tournoi":
            continue
        ruling = answered(consultant, ruleset, told)["ruling"]
        for first in ruling["unless"] if ruling else ():
            besides = {**told, first["key"]: first["value"]}
            ruling = answered(consultant, ruleset, besides)["ruling"]
            for second in ruling["unless"]:
                yield {**besides, second["key"]: second["value"]}, {first["key"], second["key"]}


def test_two_rare_circumstances_come_together(page: Any, library: Library, consultant: Consultant) -> None:
    ruleset = "mcr-2006"
    told, rare = next(two_circumstances(library, consultant, ruleset, "appel-retire"))
    heard = tapped(page, ruleset, told, library)
    assert len(rare) == 2 and rare <= set(heard)
    ruling = answered(consultant, ruleset, heard)["ruling"]
    assert said(page, ".decision") == plain(" ".join(map(words, ruling["headline"])))


def test_a_case_is_given_away_in_the_words_of_the_application(page: Any, library: Library, consultant: Consultant) -> None:
    for told in ({INCIDENT: "retard", "minutes_de_retard": 12}, {INCIDENT: "retard"}, {INCIDENT: "retard", "minutes_de_retard": NOT_ESTABLISHED}):
        (document,) = consultant.consult(["mcr-2006"], told)["consultations"] if len(told) == 1 else (answered(consultant, "mcr-2006", told),)
        tapped(page, "mcr-2006", told, library)
        case = page.url
        tap(page, 'a[href="#!signaler"]')
        report = page.locator("textarea").input_value()
        few = plain(words(in_few_words(document)))
        assert f"Affiché : {few}" in " ".join(report.split()) and case.split("#")[1] in report
        assert f"connaissances {library.version[:16]}" in report
        page.locator("[data-back]").click()
        page.wait_for_function("place => location.href === place", arg=case)
        if document["question"] is None:
            tap(page, 'a[href="#!partager"]')
            assert " ".join(said(page, "#dit").split()) == few and said(page, "#adresse").endswith(case.split("#")[1])


LINES = (
    "1223m 455p 1z",
    "123m 456p 789s 11z (555z) +5z ron",
    "123m 456p [1111z] (789s) ecarts:6m9s jetee:4p reclamee:7s",
    "2233344456m 678p 3m riichi ippatsu siege:sud dominant:est indicateurs:8p compteurs:2 passees:-",
)


@pytest.mark.parametrize("line", LINES)
def test_a_hand_is_read_as_the_application_reads_it(page: Any, line: str) -> None:
    hand = hand_of(line)
    start = "#reglement=mcr-2006&contexte=tournoi&incident=appel-de-substitution"
    page.evaluate("place => { location.hash = place }", f"{start}&_page=tuiles&{urlencode({'tuiles': hand.text()})}")
    page.locator(".picker .tally").wait_for()
    told = unquote(page.locator(".done a").get_attribute("href")).removeprefix("#+tuiles=")
    assert hand_of(told) == hand
    page.locator(".done a").click()
    page.locator("figure.hand").wait_for()
    alone = [hand.winning] if hand.winning is not None else []
    shown = [*sorted(hand.concealed), *(tile for meld in hand.melds if meld.open for tile in meld.tiles), *alone, *(hand.discards or ())]
    seen = [one.get_attribute("alt") for one in page.locator("figure.hand img").all()]
    assert [one for one in seen if one in map(tile_name, range(34))][: len(hand.concealed)] == [tile_name(tile) for tile in sorted(hand.concealed)]
    assert set(map(tile_name, shown)) <= set(seen)
    assert all(page.locator("figure.hand img").evaluate_all("images => images.map((one) => one.naturalWidth > 0)"))


def test_tiles_are_touched_drawn_and_kept_while_the_case_goes_on(page: Any) -> None:
    page.evaluate("place => { location.hash = place }", "#reglement=mcr-2006&contexte=tournoi&incident=appel-de-substitution")
    tap(page, 'a[href="#!tuiles"]')
    for name in ("3 de bambou", "3 de bambou", "dragon rouge"):
        page.locator(f'.rack button[aria-label="{name}"]').click()
    assert "3 tuiles" in said(page, ".tally")
    page.locator(".done a").click()
    page.locator("figure.hand").wait_for()
    assert page.locator("figure.hand img").count() == 3 and "ne se comptent pas" in said(page, ".help")
    tap(page, ".answers a[data-key]")
    assert page.locator("figure.hand img").count() == 3
    tap(page, 'a[href="#!tuiles"]')
    assert "3 tuiles" in said(page, ".tally")
    tap(page, 'a[href="#+tuiles="]')
    assert not page.locator("figure.hand").count() and "tuiles" not in page.url


@pytest.mark.parametrize("line", ["<img src=x onerror=alert(1)>", "9z 99999m (1m +", "ecarts:constructor __proto__:1 fleurs:999"])
def test_what_is_no_hand_is_only_text(page: Any, line: str) -> None:
    start = "#reglement=mcr-2006&contexte=tournoi&incident=appel-de-substitution"
    page.evaluate("place => { location.hash = place }", f"{start}&{urlencode({'tuiles': line})}")
    page.locator("figure.hand").wait_for()
    assert said(page, "figcaption") == line and not page.locator('img[src="x"]').count()
    tap(page, 'a[href="#!tuiles"]')
    page.locator(".picker .tally").wait_for()


@pytest.mark.parametrize("place", ["incident", "texte", "bareme", "zone", "_page", "_fait", "texte=ema-2016/"])
def test_what_an_address_names_may_be_anything(page: Any, place: str) -> None:
    for name in ("constructor", "__proto__", "", "%E0"):
        address = f"#reglement=mcr-2006&contexte=tournoi&{place}{'' if '=' in place else '='}{name}"
        page.evaluate("place => { location.hash = place }", address)
        page.wait_for_function("() => document.activeElement.id === 'contenu' && document.querySelector('#contenu h1')")


def test_a_citation_leads_to_its_place_in_the_text(page: Any, library: Library, consultant: Consultant) -> None:
    told: dict[str, Value] = {INCIDENT: "retard", "minutes_de_retard": 12}
    ruling = answered(consultant, "mcr-2006", told)["ruling"]
    tapped(page, "mcr-2006", told, library)
    case, first = page.url, ruling["citations"][0]
    tap(page, f'a[href="#texte={first["id"]}"]')
    assert said(page, f'figure[id="{first["id"].split("/", 2)[2]}"]').count(plain(first["quotes"][0]))
    source = library.sources[first["source"]]
    assert plain(words(source.licence)) in said(page, ".licence") and plain(words(source.edition[1:])) in said(page, ".help")
    page.go_back()
    page.wait_for_function("place => location.href === place", arg=case)
    page.locator('[data-tab="textes"]').click()
    page.locator("h1", has_text="Les textes").wait_for()
    tap(page, 'a[href="#bareme=mcr-2006"]')
    tap(page, '.schedule a[href="#incident=retard"]')
    assert page.locator(".question").count()


def test_without_any_storage_what_is_played_is_held_until_it_is_closed(browser: Any, pocket: Path) -> None:
    for how in ("throw new DOMException('denied')", "return { getItem: () => null, setItem: () => { throw new DOMException('full', 'QuotaExceededError') } }"):
        context = browser.new_context(viewport=PHONE, offline=True)
        context.add_init_script(f"Object.defineProperty(window, 'localStorage', {{ get() {{ {how} }} }})")
        opened = context.new_page()
        wrong: list[str] = []
        opened.on("pageerror", lambda error, wrong=wrong: wrong.append(str(error)))
        opened.goto(pocket.as_uri())
        opened.locator('a[href="#reglement=mcr-2006"]').click()
        opened.locator('[data-tab="poche"]').click()
        opened.locator("h1", has_text="Dans la poche").wait_for()
        opened.locator('[data-tab="cas"]').click()
        opened.locator(".ways").wait_for()
        assert "MCR" in said(opened, ".setting summary") and not wrong
        context.close()


@pytest.mark.skipif(not whole(), reason="the whole edition is made in the long run")
@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda one: f"{one.ruleset}-{one.incident}")
def test_a_dispute_told_in_its_words_comes_out_as_in_the_application(page: Any, dispute: Dispute) -> None:
    page.evaluate("place => { location.hash = place }", f"#reglement={dispute.ruleset}&contexte=tournoi")
    page.locator("[type=search]").fill(dispute.typed)
    page.locator("[type=search]").press("Enter")
    tap(page, f'.answer a[href="#{INCIDENT}={dispute.incident}"]')
    taps, left = 1, dict(dispute.answers)
    while page.locator(".question").count():
        asked = what_is_asked(page, left)
        assert asked is not None, page.url
        answer = left.pop(asked)
        link = f'.answers a[href="#+{asked}={answer}"]'
        if page.locator(link).count():
            tap(page, link)
        else:
            counted(page, answer)
        taps += 1
    assert taps <= MOST_TAPS and dispute.ruling in said(page, ".decision").lower(), page.url


def test_an_answer_is_changed_and_the_way_back_leads_back(page: Any, library: Library) -> None:
    tapped(page, "mcr-2006", {INCIDENT: "retard", "minutes_de_retard": 3}, library)
    before = page.url
    page.locator(".recap summary").click()
    page.locator(".recap a").first.click()
    page.locator("h1.question").wait_for()
    counted(page, "12")
    assert "12 minutes" in said(page, ".recap .said")
    page.go_back()
    page.locator("h1.question").wait_for()
    page.go_back()
    page.wait_for_function("() => location.hash.endsWith('retard=3')")
    assert page.url == before and "3 minutes" in said(page, ".recap .said")


def test_everyone_can_use_it(page: Any, axe_source: str) -> None:
    page.evaluate(axe_source)
    start = "#reglement=mcr-2006&contexte=tournoi"
    for place in (start, f"{start}&zone=heure", f"{start}&q=retard", f"{start}&incident=retard", f"{start}&incident=retard&minutes_de_retard=3", f"{start}&_page=poche", f"{start}&_page=textes", f"{start}&texte=mcr-2006", f"{start}&texte=ema-2016/5.2.2", f"{start}&bareme=mcr-2006", f"{start}&incident=retard&minutes_de_retard=3&_page=partager", f"{start}&incident=retard&_page=signaler", f"{start}&incident=appel-de-substitution&_page=tuiles", f"{start}&incident=appel-de-substitution&tuiles=123m"):
        page.evaluate("place => { location.hash = place }", place)
        page.wait_for_function("place => location.hash === place && document.activeElement.id === 'contenu'", arg=place)
        page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
        assert page.evaluate(OUTSIDE) == [], place
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            assert page.evaluate(AXE) == [], (place, theme)
        page.evaluate(LARGE)
        assert page.evaluate(OUTSIDE) == [], f"{place} at 200 %"
        page.evaluate("document.documentElement.style.fontSize = ''")


@pytest.mark.parametrize("phrase", ["il est arrivé en retard", "retrad", "late for the game"])
def test_words_lead_to_the_incident(page: Any, phrase: str) -> None:
    page.evaluate("place => { location.hash = place }", "#reglement=mcr-2006&contexte=tournoi")
    page.keyboard.press("/")
    page.locator("[type=search]").fill(phrase)
    page.locator("[type=search]").press("Enter")
    page.locator(".answer").wait_for()
    assert page.locator(".answer a.incident").first.get_attribute("href") == "#incident=retard"
    page.locator("main").press("1")
    page.locator(".question").wait_for()


def test_the_ruleset_is_chosen_first_and_remembered(page: Any) -> None:
    assert page.locator(".setting").is_hidden()
    page.locator('a[href="#reglement=mcr-2006"]').click()
    page.locator(".ways").wait_for()
    assert "MCR" in said(page, ".setting summary")
    page.evaluate("() => { location.hash = '' }")
    page.reload()
    page.locator(".ways").wait_for()
    assert "MCR" in said(page, ".setting summary")


def test_what_is_searched_for_is_only_text(page: Any) -> None:
    page.evaluate("place => { location.hash = place }", "#reglement=mcr-2006&q=" + "%3Cimg%20src%3Dx%3E%3Cb%3E")
    page.locator(".answer").wait_for()
    assert "<img src=x><b>" in said(page, ".answer h2") and not page.locator(".answer img, .answer b").count()


def test_the_keyboard_answers(page: Any) -> None:
    page.evaluate("place => { location.hash = place }", "#reglement=ema-2016&contexte=tournoi&incident=riichi-incomplet")
    page.locator(".question").wait_for()
    page.keyboard.press("1")
    page.wait_for_function("() => location.hash.split('&').length > 3")


def test_the_first_question_takes_less_than_a_second_of_a_slow_phone(browser: Any, pocket: Path) -> None:
    """Of the processor, six times as slow, whatever else this machine has to do."""
    context = browser.new_context(viewport=PHONE, offline=True)
    opened = context.new_page()
    processor = context.new_cdp_session(opened)
    processor.send("Performance.enable", {"timeDomain": "threadTicks"})
    processor.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    opened.goto(pocket.as_uri() + "#reglement=mcr-2006&incident=retard")
    opened.locator(".question").wait_for()
    taken = {one["name"]: one["value"] for one in processor.send("Performance.getMetrics")["metrics"]}
    context.close()
    assert sum(taken[what] for what in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")) < SECOND, taken

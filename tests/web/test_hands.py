"""Tiles on the web and on the command line: taps that are links, refusals with a way on, and native code that bad tiles never reach."""

from __future__ import annotations

import html
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.cli import main
from assistant.hands.document import analysed
from assistant.hands.hand import FLAGS, parse_hand
from assistant.hands.mcr import count as mcr
from assistant.hands.tiles import KINDS, HandError, code, name
from assistant.model import Library
from tests.oracles.winning import a_hand
from tests.support.drawing import examples
from tests.support.wording import plain
from web.faces import FACES

CASE = "/cas?reglement=ema-2016&contexte=tournoi&incident=victoire-annoncee"
needs_mcr = pytest.mark.skipif(not mcr.available(), reason="PyMahjongGB is not installed")


@pytest.fixture(scope="module")
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as found:
        yield found


def page(client: FlaskClient, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, response.text[:500]
    return plain(html.unescape(response.text))


def hrefs(text: str, start: str) -> list[str]:
    return [one for one in re.findall(r'href="([^"]*)"', text) if one.startswith(start)]


def tap(client: FlaskClient, text: str, label: str) -> str:
    """Follow the tap with this label in the rack or among the words; no script, only the link."""
    by_picture = re.search(rf'<a class="face" href="([^"]*)" aria-label="{re.escape(label)}"', text)
    by_word = re.search(rf'<a class="chip(?: chosen)?" href="([^"]*)"[^>]*>{re.escape(label)}</a>', text)
    found = by_picture or by_word
    assert found, label
    return page(client, found[1])


def test_every_tile_has_a_face(client: FlaskClient) -> None:
    assert set(FACES) == {*(code(tile) for tile in range(KINDS)), "dos"}
    for which in FACES:
        response = client.get(f"/tuile/{which}.svg")
        assert response.mimetype == "image/svg+xml"
        assert response.text.startswith("<svg")
    assert client.get("/tuile/0z.svg").status_code == 404


def test_done_when_by_taps_alone(client: FlaskClient) -> None:
    """From the question to the ruling with links only: the tiles, the winning tile, a discard, ron."""
    text = page(client, f"{CASE}&tuiles_montrees=toutes")
    (entry,) = hrefs(text, "/cas/tuiles")
    text = page(client, entry)
    for tile in parse_hand("2233344456m 678p").concealed:
        text = tap(client, text, name(tile))
    text = tap(client, text, "Gagnante")
    text = tap(client, text, "3 de caractère")
    text = tap(client, text, "Ses écarts")
    text = tap(client, text, "6 de caractère")
    text = tap(client, text, "Ron, sur un écart")
    (done,) = [one for one in hrefs(text, "/cas?") if "tuiles=" in one]
    text = page(client, done)
    assert "2-3-4-6-7m" in text
    assert "Chombo" in text
    assert "§ 3.4.5" in text
    assert "§ 3.4.6" in text
    assert '<figure class="hand"' in text
    assert "/tuile/3m.svg" in text
    other = page(client, next(one for one in hrefs(text, "/cas?reglement=wrc-2015")))
    assert all(section in other for section in ("§ 5.7.5", "§ 7.1", "§ 7.2", "2-3-4-6-7m"))


def test_from_the_page_of_hands_the_ruling_is_one_tap_away(client: FlaskClient) -> None:
    """The hand on its own says furiten and why; one link leads to the ruling, in each game of riichi."""
    text = page(client, "/mains?tuiles=2233344456m+678p+%2B3m+ecarts:6m+ron")
    assert "Furiten : 6m est parmi ses écarts, et la main attend 2-3-4-6-7m." in text
    assert "furiten, ron interdit" in text
    shown = next(href for href in hrefs(text, "/cas?") if "tuiles_montrees=toutes" in href)
    ruling = page(client, shown)
    assert "Chombo" in ruling
    assert all(section in ruling for section in ("§ 3.4.5", "§ 3.4.6"))
    text = page(client, "/mains?reglement=wrc-2015&tuiles=2233344456m+678p+%2B3m+ecarts:6m+ron")
    explained = text[text.index('id="explication"') :]
    assert explained.index("<h2>Riichi WRC") < explained.index("<h2>Riichi EMA")  # the table's own ruleset comes first
    ruling = page(client, next(href for href in hrefs(text, "/cas?") if "tuiles_montrees=toutes" in href))
    assert all(section in ruling for section in ("§ 5.7.5", "§ 7.1", "§ 7.2", "Chonbo"))


def test_disputes_are_offered_where_they_can_occur(client: FlaskClient, library: Library) -> None:
    assert library.tiles is not None
    offered = {
        ruleset: {
            parse_qs(urlsplit(href).query)["incident"][0]
            for line in ("2224555m+678p+345s+riichi+kong:2m", "2224555m+678p+345s+%2B3m", "(567p)+reclamee:7p+jetee:4p")
            for href in hrefs(page(client, f"/mains?reglement={ruleset}&tuiles={line}"), "/cas?")
            if "incident=" in href
        }
        for ruleset in library.rulesets
    }
    for ruleset, incidents in offered.items():
        known = {one.id for one in library.incidents_of(ruleset)}
        assert incidents == {lead.incident for lead in library.tiles.leads} & known


def test_a_tap_is_undone(client: FlaskClient) -> None:
    for start in ("/mains?tuiles=12m", f"{CASE.replace('/cas?', '/cas/tuiles?')}&tuiles=12m"):
        text = tap(client, page(client, start), "5 de bambou")
        assert 'value="12m 5s"' in text
        (undo,) = re.findall(r'<a href="([^"]*)" data-undo>Annuler</a>', text)
        assert 'value="12m"' in page(client, undo)
        (empty,) = re.findall(r'<a href="([^"]*)" data-empty>Vider</a>', text)
        assert 'value=""' in page(client, empty)


@pytest.mark.walk
def test_any_taps_stay_on_the_page(client: FlaskClient) -> None:
    rng = random.Random(6)
    for start in ("/mains", CASE.replace("/cas?", "/cas/tuiles?")):
        text = page(client, start)
        for _ in range(60):
            response = client.get(html.unescape(rng.choice(hrefs(text, start.split("?")[0] + "?"))))
            assert response.status_code == 200
            text = html.unescape(response.text)


def test_a_tile_is_taken_out_by_a_tap(client: FlaskClient) -> None:
    text = page(client, "/mains?tuiles=12m+(234p)+%2B5m+ecarts:9s")
    for label in ("enlever 1 de caractère", "enlever la tuile gagnante, 5 de caractère", "enlever 9 de bambou"):
        text = tap(client, text, label)
    assert 'value="2m (234p)"' in text
    (href,) = re.findall(r'<a class="face meld" href="([^"]*)"', text)
    assert parse_qs(urlsplit(href).query)["tuiles"] == ["2m"]


def test_a_line_that_makes_no_hand_leaves_the_tray_as_it_was(client: FlaskClient) -> None:
    for start in ("/mains?", f"{CASE.replace('/cas?', '/cas/tuiles?')}&"):
        text = page(client, f"{start}tuiles=12m")
        assert '<input type="hidden" name="_avant" value="12m">' in text
        text = page(client, f"{start}tuiles=12m9q&_avant=12m", 400)
        assert 'value="12m9q"' in text, "the line stays to be mended"
        assert "enlever 1 de caractère" in text and "enlever 2 de caractère" in text


def test_of_fourteen_tiles_the_winning_one_is_named_by_a_tap(client: FlaskClient) -> None:
    text = page(client, "/mains?tuiles=123456789m11122z")
    assert "14 tuiles ; la gagnante serait Sud, la dernière touchée" in text
    text = tap(client, page(client, "/mains?tuiles=123456789m11122z&_mode=gagnante"), "3 de caractère")
    assert 'value="12456789m 11122z +3m"' in text
    assert "14 tuiles sur 14" in text


def test_no_fifth_tile_can_be_tapped(client: FlaskClient) -> None:
    text = page(client, "/mains?tuiles=1111m")
    assert 'aria-label="1 de caractère"' not in text
    assert 'aria-label="2 de caractère"' in text


def test_the_page_of_a_hand_explains_it_under_each_ruleset(client: FlaskClient, library: Library) -> None:
    text = page(client, "/mains?tuiles=234567m+567p+5678s+%2B8s+ron+siege:sud")
    for ruleset in library.rulesets.values():
        assert f"{ruleset.title}, {ruleset.edition}" in text
    assert "5 200" in text
    assert "/textes/ema-2016/4.1.2" in text
    assert "Main sans terminales ni honneurs." in text  # the clause of a line, quoted
    assert "Textes cités" in text


def test_what_makes_no_hand_is_said_with_a_way_on(client: FlaskClient, library: Library) -> None:
    assert library.tiles is not None
    text = page(client, "/mains?tuiles=123C+456B", 400)
    assert {parse_qs(urlsplit(one).query)["tuiles"][0] for one in hrefs(text, "/mains?") if "tuiles=123" in one} == {
        "123m 456B",
        "123p 456B",
    }
    text = page(client, "/mains?tuiles=123456789m+1p")
    assert f"incident={library.tiles.wrong_count}" not in text  # still being entered
    text = page(client, "/mains?tuiles=123456789m+123456p")
    assert f"incident={library.tiles.wrong_count}" in text
    assert "le jeu n'en a que quatre" in page(client, "/mains?tuiles=11111m", 400)
    assert "le jeu n'en a que quatre" in page(client, f"{CASE}&tuiles=11111m", 400)
    assert "pas de kong caché" in page(client, f"{CASE}&tuiles=2233344456m+678p+kong:9s", 400)
    assert client.get("/api/v1/hand?tuiles=11111m").json == client.get("/mains.json?tuiles=11111m").json == {
        "format": "arbitre-main/1", "error": "cinquieme-tuile", "message": "5 fois 1 de caractère : le jeu n'en a que quatre.",
        "choices": [], "offers": None,
    }  # fmt: skip
    found = client.get("/mains.json?tuiles=123m")
    assert (found.status_code, found.json["error"], found.json["offers"]) == (
        400,
        "mauvais-nombre",
        library.tiles.wrong_count,
    )


def test_the_referee_overrules_and_goes_back(client: FlaskClient) -> None:
    tiles = "tuiles=2233344456m+678p+%2B3m+ecarts%3A6m+ron"
    text = page(client, f"{CASE}&{tiles}&tuiles_montrees=toutes&furiten=non")
    assert "Contre les tuiles" in text
    (back,) = re.findall(r'<a href="([^"]*)">Suivre les tuiles', text)
    assert "furiten=" not in back
    assert "Contre les tuiles" not in page(client, back)


class Alarm:
    """Stands where the native code stood, and notes every call."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.calls.append((arguments, named))
        return ()


BAD = ["11111m", "1m" * 14, "1m" * 200, "(135m) 123p", "123456789m 123456789p 123456789s", "9z", "[111m]", "123456789m 123p", "1m", "12m (111m) (222m) (333m) (444m) (555m)"]  # fmt: skip


def calls(run: Callable[[], object]) -> int:
    """How many functions a run calls: the same on every machine."""
    count = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


def test_no_hand_takes_much_more_than_another(client: FlaskClient) -> None:
    """A hand of one suit can be divided in hundreds of ways; the page that explains it does not try them one by one."""
    usual, hard = "2233344456m 678p +3m ecarts:6m ron", "2344456677899p +4p tsumo ecarts:1p1p1p"
    suits = ["".join(sorted(random.Random(seed).sample("123456789" * 4, 14))) for seed in range(examples(8))]

    def cost(number: int, tiles: str) -> int:
        return calls(lambda: page(client, f"/mains?{urlencode({'tuiles': tiles, '_n': f'cost{number}'})}"))

    cost(-1, usual)  # what is made once for all hands
    most = 10 * cost(0, usual)
    for number, tiles in enumerate([hard, *(f"{one[:-1]}p +{one[-1]}p tsumo" for one in suits)], 1):
        assert cost(number, tiles) <= most, tiles


@pytest.mark.parametrize("text", BAD)
def test_bad_tiles_never_reach_native_code(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    alarm = Alarm()
    monkeypatch.setattr(mcr, "MahjongFanCalculator", alarm)
    monkeypatch.setattr(mcr, "MahjongShanten", alarm)
    for address in ("/mains", "/mains.json", "/cas", "/cas.json"):
        asked = {"tuiles": text, "reglement": "mcr-2006", "incident": "victoire-annoncee"}
        assert client.get(address, query_string=asked).status_code in (200, 400)
    assert alarm.calls == []


@needs_mcr
def test_native_code_gets_only_hands_of_fourteen(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, ...]] = []
    real = mcr.MahjongFanCalculator

    def spy(*arguments: Any) -> Any:
        seen.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(mcr, "MahjongFanCalculator", spy)
    rng = random.Random(1)
    for _ in range(300):
        tiles = rng.sample([tile for tile in range(KINDS) for _ in range(4)], 14)
        text = " ".join(code(tile) for tile in tiles)
        analysed(library, "mcr-2015", parse_hand(text))
    analysed(library, "mcr-2015", parse_hand("(123m) [5555p] 123s 789s 1z +1z"))
    assert seen
    for packs, hand, *_ in seen:
        assert len(hand) + 3 * len(packs) == 13


def test_without_the_extra_everything_else_works(
    client: FlaskClient, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcr, "MahjongFanCalculator", None)
    found = analysed(library, "mcr-2006", parse_hand("1133m 5577p 9999s 2z +2z tsumo"))
    assert (found["complete"], found["values"], found["waits"]) == (True, [], ["2z"])
    assert "PyMahjongGB" in found["missing"]
    assert "PyMahjongGB" in page(client, "/mains?tuiles=1133m+5577p+9999s+2z+%2B2z+tsumo")
    text = page(client, f"{CASE.replace('ema-2016', 'mcr-2006')}&tuiles=1133m+5577p+9999s+2z+%2B2z+tsumo")
    assert "huit_points=oui" in text  # the question that the tiles would have answered is asked


def test_the_command_explains_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "2233344456m 678p", "--win", "3m", "--discards", "6m", "--ron", "--json"]) == 0
    document = json.loads(plain(capsys.readouterr().out))
    first = document["analyses"][0]
    assert (first["furiten"]["state"], first["waits"]) == ("own_discard", ["2m", "3m", "4m", "6m", "7m"])
    assert main(["hand", "2233344456m", "678p", "--ruleset", "wrc-2015"]) == 0
    assert "Attend 2-3-4-6-7m. [§ 2.2]" in plain(capsys.readouterr().out)


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str], library: Library) -> None:
    assert library.tiles is not None
    assert main(["hand", "123C"]) == 2
    assert "C = cercle : arbitre hand '123p'" in capsys.readouterr().err
    assert main(["hand", "123m"]) == 2
    assert f"incident={library.tiles.wrong_count}" in capsys.readouterr().err
    assert main(["hand", "11111m", "--json"]) == 2
    assert json.loads(plain(capsys.readouterr().out))["error"] == "cinquieme-tuile"


def test_tiles_on_the_command_line_of_a_case(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "rule",
        "--ruleset",
        "ema-2016",
        "--fact",
        "incident=victoire-annoncee",
        "--fact",
        "tuiles_montrees=toutes",
    ]
    assert main([*words, "--tiles", "2233344456m 678p +3m ecarts:6m ron"]) == 0
    out = " ".join(plain(capsys.readouterr().out).split())
    assert "Tuiles : 2233344456m 678p +3m ecarts:6m ron" in out.replace("\u00a0", " ")
    assert "Chombo" in out


SIGNS = st.sampled_from("0123456789mpszBCDEONRVbcd +:()[],-'é\x00💥")
WORDS = st.sampled_from(
    ["1111m", "(111m)", "[2222p]", "+3m", "ecarts:6m", "passees:-", "indicateurs:9s9s", "kong:2m", "reclamee:7p", "jetee:4p", "(567p)",
     "123456789m", "11122233344455m", "1z2z3z4z5z6z7z", "19m19p19s1234567z", "fleurs:8", "siege:nord", "dominant:9", "gagnante:1m",
     *FLAGS, "dragon rouge", "3 de bambou", "147m258p369s"]
)  # fmt: skip
TILES_TAKEN = st.lists(st.sampled_from(range(KINDS)), min_size=9, max_size=18).map(
    lambda tiles: " ".join(code(tile) for tile in tiles)
)
LINES = st.one_of(
    st.text(SIGNS, max_size=80),
    st.lists(WORDS, max_size=9).map(" ".join),
    st.tuples(TILES_TAKEN, st.lists(WORDS, max_size=5).map(" ".join)).map(" ".join),
)


@settings(max_examples=examples(60))
@given(line=LINES, mode=st.sampled_from(["main", "kong", "ecarts", "jetee", "rien"]))
def test_whatever_is_written_every_door_answers(client: FlaskClient, line: str, mode: str) -> None:
    """The real native code runs behind these: a crash would end the process, an error would be a 500."""
    asked = {"tuiles": line, "reglement": "mcr-2006", "incident": "victoire-annoncee", "_mode": mode, "_avant": line}
    for address in ("/mains", "/mains.json", "/cas/tuiles", "/cas", "/cas.json"):
        assert client.get(address, query_string=asked).status_code in (200, 400), (address, line)
    assert client.get("/api/v1/hand", query_string={"tuiles": line, "r": "mcr-2015"}).status_code in (200, 400), line
    document = {"rulesets": ["mcr-2015"], "facts": {"incident": "victoire-annoncee", "tuiles": line}}
    assert client.post("/api/v1/consult", json=document).status_code in (200, 400), line


@needs_mcr
@settings(max_examples=examples(50))
@given(seed=st.integers(0, 10**6), flags=st.sets(st.sampled_from(sorted(FLAGS)), max_size=4))
def test_winning_hands_in_any_circumstance_are_counted(library: Library, seed: int, flags: set[str]) -> None:
    """Complete hands do reach native code, whatever is said of them."""
    hand, _ = a_hand(random.Random(seed))
    try:
        hand = parse_hand(hand._replace(flags=frozenset(flags)).text())
    except HandError:
        return
    for ruleset in library.hands:
        found = analysed(library, ruleset, hand)
        assert found["complete"] or library.hands[ruleset].game == "riichi"
        for value in found["values"]:
            assert all(line["text"] for line in value["lines"])
            assert all(line["cites"] for line in value["lines"] if line["text"].startswith("N° "))


def test_another_game_asks_again_whether_the_hand_is_complete(client: FlaskClient) -> None:
    case = (
        "/cas?reglement=ema-2016&contexte=tournoi&incident=victoire-annoncee&main_complete=non&tuiles_montrees=toutes"
    )
    page = client.get(case).get_data(as_text=True)
    links = {name: re.search(rf'href="(/cas\?reglement={name}[^"]*)"', page) for name in ("wrc-2015", "mcr-2006")}
    kept, asked = (one[1] for one in links.values() if one)
    assert "main_complete=non" in kept and "main_complete" not in asked and "tuiles_montrees=toutes" in asked


def test_a_barred_win_shows_no_payment(library: Library) -> None:
    for ruleset in ("ema-2016", "wrc-2015"):
        barred = analysed(library, ruleset, parse_hand("2233344456m 678p +3m ecarts:6m ron"))
        won = analysed(library, ruleset, parse_hand("2233344456m 678p +3m ron"))
        said = [[line["text"] for value in one["values"] for line in value["lines"]] for one in (barred, won)]
        assert [any(" paie " in text for text in texts) for texts in said] == [False, True]


def test_a_section_is_cited_once_in_a_line(client: FlaskClient) -> None:
    page = client.get("/mains", query_string={"tuiles": "2233344456m 678p +3m ecarts:6m ron"}).text
    lines = [re.findall(r'class="cite"[^>]*>([^<]+)<', line) for line in re.findall(r"<li>.*?</li>", page)]
    assert sum(len(line) > 0 for line in lines) > 8
    assert all(len(line) == len(set(line)) for line in lines)

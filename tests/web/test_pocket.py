"""The pocket edition: what its file says is what the engine answers, nothing of it is out of reach, and it asks for nothing."""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from pathlib import Path

import pytest
from flask import Flask
from markupsafe import escape

from assistant.cli import main
from assistant.consultation.consultant import Consultant
from assistant.model import INCIDENT, Library
from assistant.search.finder import Finder
from assistant.search.words import idle
from tests.support.artefacts import turn
from tests.support.drawing import Drawing, whole
from tests.support.pocket import Pocket, differences, plain, told_in_pocket
from web.pocket import command
from web.pocket.content import Content, Contents, contexts
from web.pocket.edition import edition
from web.pocket.file import PROGRAMS, content_of, packed, unpacked, written
from web.pocket.pieces import words
from web.pocket.places import PAGES, Kind, restored, shortened, ways
from web.pocket.search import known_by, search_data

SMALL = 6  # rules of an incident that is walked without the graph
LARGEST, LARGEST_PACKED = 2_500_000, 700_000


def small_incidents(library: Library) -> list[tuple[str, str]]:
    """Incidents with few rules, and with a case."""
    told = {case.incident for case in library.cases.values() if told_in_pocket(library, case) is not None}
    return [
        (name, incident.id)
        for name, ruleset in library.rulesets.items()
        for incident in library.incidents_of(name)
        if incident.id in told and sum(incident.id in (rule.incidents or ()) for rule in ruleset.rules.values()) <= SMALL
    ]


@pytest.fixture(scope="module")
def finder(library: Library) -> Finder:
    return Finder(library)


@pytest.fixture(scope="module")
def contents(library: Library, consultant: Consultant, finder: Finder, drawing: Drawing) -> list[tuple[str, list[str], Content]]:
    """Contents of one ruleset each, with the incidents drawn for it; in the long run of all of them."""
    if whole():
        with turn("pocket"):
            file = edition(library).decode()
        content = content_of(file)
        return [(one["id"], list(one["incidents"]), content) for one in content["rulesets"]]
    drawn = drawing.sample("incidents in the pocket", small_incidents(library), 3)
    return [(name, [incident], Contents(consultant, finder).of([name], [incident])) for name, incident in drawn]


def test_the_pages_say_what_the_engine_answers(
    library: Library, consultant: Consultant, contents: list[tuple[str, list[str], Content]]
) -> None:
    tried, wrong = 0, []
    for ruleset, incidents, content in contents:
        pocket = Pocket(library, content)
        for case in library.cases.values():
            told = told_in_pocket(library, case)
            if told is None or case.incident not in incidents or ruleset not in library.incidents[case.incident].rulesets:
                continue
            tried += 1
            known = set(consultant.questionnaire(ruleset, case.incident).network.facts) | {INCIDENT}
            heard = {name: value for name, value in told.items() if name in known}
            wrong += [f"{case.id}, {ruleset}: {one}" for one in differences(pocket, consultant, ruleset, heard)]
    assert tried
    assert not wrong, "\n".join(wrong[:10])


def test_every_place_and_every_page_is_reached(library: Library, contents: list[tuple[str, list[str], Content]]) -> None:
    for content in {id(content): content for _, _, content in contents}.values():
        pocket = Pocket(library, content)
        waiting = [start for part in content["rulesets"] for one in part["incidents"].values() for start in one["starts"]]
        reached: set[int] = set()
        while waiting:
            place = waiting.pop()
            if place not in reached:
                reached.add(place)
                waiting += [end for _, _, end in pocket.ways(pocket.places[place])]
        assert reached == set(range(len(pocket.places)))
        shown = {content["about"], content["searchform"], *content["aside"].values(), *(part[name] for part in content["rulesets"] for name in ("home", "disputed"))}
        shown |= {page for part in content["rulesets"] for page in part["zones"].values()}
        shown |= {one[name] for name in ("near", "entry") for part in content["rulesets"] for one in part["incidents"].values()}
        rest = content["rest"]
        shown |= {page for text in rest["texts"].values() for page in (text["contents"], *text["sections"].values())}
        shown |= {rest["tiles"], *rest["lists"].values(), *(page for every in rest["schedules"].values() for page in every)}
        shown |= {row[number] for row in pocket.places for number in PAGES[Kind(row[0])]}
        assert shown == set(range(len(content["pages"])))


def test_links_stay_within_the_file(contents: list[tuple[str, list[str], Content]]) -> None:
    for _, _, content in contents:
        pieces = "".join(content["pieces"])
        links = set(re.findall(r'(?:href|src|action)="([^"]*)"', pieces))
        texts = content["rest"]["texts"]
        for place in [link.removeprefix("#texte=").split("/") for link in links if link.startswith("#texte=")]:
            assert len(place) == 1 or place[1] in texts[place[0]]["sections"], place
            assert len(place) < 3 or f'<figure class="quote" id="{place[2]}">' in pieces, place
        assert links and not {link for link in links if link and not re.fullmatch(r"#([+~]?\w+=[\w./-]*|[!?]\w+|choix)?", link)}


def test_of_a_text_that_may_not_be_passed_on_only_what_a_ruling_cites(
    library: Library, contents: list[tuple[str, list[str], Content]]
) -> None:
    for ruleset, _, content in contents:
        pocket = Pocket(library, content)
        sheets = "".join(pocket.html(page) for row in pocket.places for page in (row[number] for number in PAGES[Kind(row[0])]))
        for name, text in content["rest"]["texts"].items():
            source = library.sources[name]
            told = plain("".join(map(pocket.html, text["sections"].values())))
            for page in (text["contents"], *text["sections"].values()):
                assert words(source.licence) in pocket.html(page) and words(source.attribution)[:40] in pocket.html(page)
            for clause in (one for one in library.clauses.values() if one.source == name):
                free = source.licence.startswith("CC BY")
                _, section, place = clause.id.split("/", 2)
                there = section in text["sections"] and f'id="{place}"' in pocket.html(text["sections"][section])
                assert there == (free or f'#texte={clause.id}"' in sheets), (ruleset, clause.id)
                assert not there or all(plain(str(escape(quote))) in told for quote in clause.quotes), clause.id


def test_the_schedule_is_that_of_the_application(
    library: Library, contents: list[tuple[str, list[str], Content]]
) -> None:
    for ruleset, incidents, content in contents:
        pocket, pages = Pocket(library, content), content["rest"]["schedules"][ruleset]
        assert len(pages) == len(contexts(library))
        for page in map(pocket.html, pages):
            for incident in incidents:
                assert f'<a href="#incident={incident}">{words(library.incidents[incident].title)}</a>' in page
            assert words(library.sources[library.rulesets[ruleset].source].prevails) in page


@pytest.fixture(scope="module")
def file(app: Flask, contents: list[tuple[str, list[str], Content]]) -> str:
    return written(app, contents[0][2]).decode()


def test_nothing_runs_or_paints_but_what_the_policy_names(file: str) -> None:
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', file)[0].replace("&#39;", "'")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", file, re.S)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert rules[name] == f"'sha256-{digest}'"
    assert rules["default-src"] == rules["form-action"] == rules["base-uri"] == "'none'" and rules["img-src"] == "data:"
    assert "style=" not in file.split("<body>")[1] and " onclick=" not in file


def test_the_file_asks_for_nothing() -> None:
    program = "".join(part.read_text(encoding="utf-8") for part in PROGRAMS)
    assert not re.findall(r"\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import|eval|Function)\s*\(", program)
    assert "http:" not in program and "https:" not in program


def test_a_word_is_known_by_its_stem_or_stands_among_the_forms(library: Library, finder: Finder) -> None:
    data = search_data(finder, list(library.incidents))
    index, stems = finder.incidents(None), data["stems"].split(" ")
    assert len(stems) == len(data["worth"]) > 500
    assert all(place < len(stems) for *meaning, _ in data["forms"] for place in meaning)
    forms = {form for *_, told in data["forms"] for form in told.split("|")}
    alone = [(word, stem) for word, stem in index.known.items() if word not in forms and not idle(word)]
    meant = [(word, index.glossary.single(stem)) for word, stem in alone]
    assert len(meant) > 500
    assert not [word for word, stem in meant if stem in stems and known_by(word, dict.fromkeys(stems)) != stem]


def test_content_is_packed_whole(contents: list[tuple[str, list[str], Content]]) -> None:
    content = contents[0][2]
    again = unpacked({name: part.text for name, part in packed(content).items()})
    assert again == content
    places = restored(content["places"])
    assert shortened(places) == content["places"] and all(end < number for number, row in enumerate(places) for *_, end in ways(row))


@pytest.mark.skipif(not whole(), reason="the whole edition is made in the long run")
def test_four_rulesets_go_into_a_pocket(library: Library) -> None:
    file = edition(library)
    assert len(file) <= LARGEST and len(zlib.compress(file, 9)) <= LARGEST_PACKED


def test_a_ruleset_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pocket", "--ruleset", "rien", "--output", str(tmp_path / "arbitre.html")]) == 2
    assert "« rien »" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_the_command_wants_a_place_to_write(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["pocket"])
    assert left.value.code == 2 and "il manque : --output" in capsys.readouterr().err


def test_a_place_that_is_not_there_is_told_before_anything_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "edition", lambda *_: pytest.fail("it was made"))
    assert main(["pocket", "--output", str(tmp_path / "rien" / "arbitre.html")]) == 2
    assert "le dossier n'existe pas" in capsys.readouterr().err

"""The training pages as a learner uses them: forms sent, exercises done, exams sat, through Flask's client."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

from flask.testing import FlaskClient

from assistant.model import Library
from assistant.training.book import Book
from web.artefacts import EXERCISES
from web.pages.training.session import NAME, School


@contextmanager
def book_at_hand(library: Library, book: Book | None) -> Iterator[None]:
    """The pages have this book of exercises, as if it had been made beside; or none yet."""
    known = EXERCISES._known
    before = dict(known)
    known.clear()
    if book is not None:
        known[library.version] = book
    try:
        yield
    finally:
        known.clear()
        known.update(before)


def get(client: FlaskClient, link: str, status: int = 200) -> str:
    with client.get(link) as answer:
        assert answer.status_code == status, (link, answer.status_code, answer.get_data(as_text=True)[:2000])
        return answer.get_data(as_text=True)


def token(page: str) -> str:
    found = re.search(r'name="jeton" value="([0-9a-f]{64})"', page)
    assert found
    return found[1]


def post(client: FlaskClient, link: str, page: str, status: int = 303, **fields: object) -> str:
    """Send a form of a page; where it leads."""
    with client.post(link, data={"jeton": token(page), **fields}) as answer:
        assert answer.status_code == status, (link, answer.status_code, answer.get_data(as_text=True)[-1500:])
        return str(answer.headers.get("Location", ""))


def enrolled(client: FlaskClient, name: str = "Aline") -> str:
    post(client, "/formation/eleve", get(client, "/formation"), nom=name)
    return get(client, "/formation")


def the_school(client: FlaskClient) -> School:
    found = client.application.extensions[NAME]
    assert isinstance(found, School)
    return found


def do_exercise(client: FlaskClient, link: str, wrong: bool = False) -> str:
    """Answer every stage rightly, but perhaps for the first that judges a clause; the page at the end."""
    number = int(link.rpartition("/")[2])
    attempt = the_school(client).progress.attempt(number)
    assert attempt is not None
    made = the_school(client).exercise(attempt.story, attempt.ruleset)
    assert made is not None
    judging = {stage for clause in made.clauses for stage in made.tested_by(clause)}
    first = next(stage.id for stage in made.stages if stage.id in judging)
    for stage in made.stages:
        page = get(client, link)
        assert unescape(page).count('name="choix"') == len(stage.options)
        missed = wrong and stage.id == first
        option = next(one for one in stage.options if one.right != missed)
        shown = get(client, post(client, link, page, etape=stage.id, choix=option.id))
        for one in stage.options:
            assert one.why.split(" ")[0].replace("'", "’") in unescape(shown).replace("'", "’")
        if stage.verbatim:
            assert stage.right.why in unescape(shown)  # the quotation as it stands
        assert ("Juste." in shown) != missed
    return get(client, link)


def exam_of(client: FlaskClient, seed: int = 7) -> str:
    return post(client, "/formation/examen", enrolled(client), questions="20", graine=str(seed))


def sit(client: FlaskClient, link: str, right: int) -> str:
    """Answer so many questions rightly, the others wrongly, and hand in."""
    sitting = the_school(client).progress.sitting(int(link.rpartition("/")[2]))
    assert sitting is not None
    paper = the_school(client).paper(sitting.seed, sitting.questions, sitting.ruleset)
    for question in paper.questions:
        page = get(client, f"{link}?q={question.number}")
        if not question.stage.verbatim:
            assert not any(option.why in unescape(page) for option in question.stage.options)  # no help
        option = next(one for one in question.stage.options if one.right == (question.number <= right))
        post(client, link, page, q=str(question.number), choix=option.id)
    return get(client, post(client, f"{link}/rendre", get(client, f"{link}?q=0")))


def twin(client: FlaskClient, link: str) -> Any:
    """The data of a page, by the address that its head names."""
    found = re.search(r'<link rel="alternate" type="application/json" href="([^"]+)">', get(client, link))
    assert found
    return json.loads(get(client, found[1]))

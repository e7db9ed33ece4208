"""What the training pages work with: the book of exercises, papers kept once drawn, and who the learner is."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from typing import Any

from flask import Response, abort, current_app, g, redirect, request, url_for
from fsrs import Card
from werkzeug.wrappers import Response as Answer

from assistant.model import Library
from assistant.store.unusable import Unusable
from assistant.training.book import Book
from assistant.training.exam import Paper, drawn_from
from assistant.training.exercises.exercise import Exercise
from assistant.training.exercises.syllabus import LEVELS, Task
from assistant.training.learners.choice import Choice, restored
from assistant.training.learners.progress import Progress
from assistant.training.learners.tables import Learner
from assistant.training.learners.transfer import LARGEST_FILE
from assistant.training.papers.flashcards import as_anki, as_csv
from web import csrf
from web.artefacts import EXERCISES
from web.context import desk
from web.hosts import PEER, name_in

COOKIE = "eleve"
NAME = "arbitre-ecole"
LONGEST_COOKIE = 100
YEAR = 365 * 24 * 3600
PASSED_ON = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")  # somebody else's request
FORM = 4096  # bytes that a form has beside its file
HOME = "training_exercises.entry"
FILES = "training_learners.bring"  # the only form that brings a file


class School:
    """Exercises and papers of one library; the progress of its learners."""

    def __init__(self, library: Library, progress: Progress):
        self.library = library
        self.progress = progress
        self._drawn = lru_cache(maxsize=200)(self._draw)
        self._decked = lru_cache(maxsize=16)(self._deck)
        self._playable: tuple[Task, ...] | None = None

    def book(self) -> Book:
        """The book of exercises; a page that comes before it is made says that it is being made."""
        return EXERCISES.at_hand(self.library) or abort(503)

    def ready(self) -> bool:
        """Whether there is a book; whoever makes it is told where there is none."""
        return EXERCISES.at_hand(self.library) is not None

    def exercise(self, story: str, ruleset: str) -> Exercise | None:
        return self.book().exercises.get(f"{ruleset}/{story}")

    def paper(self, seed: int, count: int, ruleset: str | None) -> Paper:
        self.book()
        return self._drawn(seed, count, ruleset)

    def _draw(self, seed: int, count: int, ruleset: str | None) -> Paper:
        return drawn_from(self.library, self.book(), seed, count, ruleset)

    def tasks(self) -> tuple[Task, ...]:
        return self.book().tasks

    def playable(self) -> tuple[Task, ...]:
        """The exercises that leave something to choose; several incidents in one may leave nothing."""
        if self._playable is None:
            self._playable = self.book().playable()
        return self._playable

    def deck(self, kind: str, ruleset: str) -> bytes | str:
        """The cards of a ruleset, for Anki or a spreadsheet, made once."""
        self.book()
        return self._decked(kind, ruleset)

    def _deck(self, kind: str, ruleset: str) -> bytes | str:
        cards = self.book().cards[ruleset]
        return as_anki(cards) if kind == "apkg" else as_csv(cards)

    def choice(self, learner: int) -> Choice | None:
        """What the learner last chose to train."""
        text = self.progress.choice(learner)
        return restored(self.library, text) if text is not None else None

    def cards(self, learner: int) -> dict[str, Card]:
        """The cards of the clauses that this knowledge still has."""
        return self.understood(self.progress.cards(learner))

    def understood(self, states: dict[str, str]) -> dict[str, Card]:
        return {clause: Card.from_json(state) for clause, state in states.items() if clause in self.library.clauses}


def school() -> School:
    """The school of the application that answers this request."""
    known = current_app.extensions.get(NAME)
    if known is None:
        known = current_app.extensions[NAME] = School(desk().library, Progress())
    assert isinstance(known, School)
    return known


def cookie() -> str:
    """What the browser says who learns: a token that nobody guesses."""
    said = request.cookies.get(COOKIE, "")
    return said if said.isascii() and len(said) <= LONGEST_COOKIE else ""


def learner() -> Learner | None:
    """Whom the cookie names, if anybody still there; asked once for each page."""
    if "learner" not in g:
        g.learner = school().progress.learner_named_by(cookie())
    found: Learner | None = g.learner
    return found


def present() -> Learner:
    """The learner, without whom this page makes no sense."""
    return learner() or abort(403, "eleve")


def token(named: str | None = None) -> str:
    """What the forms of a learner, or of nobody yet, bring back; of the one in the cookie unless another is named."""
    return csrf.token(school().progress.secret(), cookie() if named is None else named)


def at_the_machine() -> bool:
    """Whether the browser runs on the machine that serves the pages, and calls it by no other name."""
    peer, name = request.environ.get(PEER, request.remote_addr), name_in(request.host)
    if any(header in request.headers for header in PASSED_ON):
        return False
    return _loops_back(peer) and _loops_back(request.remote_addr) and (name == "localhost" or _loops_back(name))


def _loops_back(address: str | None) -> bool:
    try:
        return address is not None and ip_address(address).is_loopback
    except ValueError:
        return False


# What all training pages do


def guard() -> None:
    """Every form is checked, and only the one that brings a file may be long; no page begins without the file of learners."""
    learner()
    if request.endpoint == FILES:
        request.max_content_length = LARGEST_FILE + FORM
    if request.method == "POST":
        csrf.check_form(token())


def private(response: Response) -> Response:
    """What a learner did is kept by no cache."""
    response.headers["Cache-Control"] = "no-store"
    return response


def common() -> dict[str, object]:
    """What every training page is laid out with; where the file of learners cannot be used nobody is known."""
    try:
        who, form = learner(), token()
    except Unusable:
        who, form = None, ""
    return {"learner": who, "token": form, "levels": LEVELS, "families": desk().library.families}


def back(anchor: str | None = None, **said: Any) -> Answer:
    """To the beginning, with something to say there."""
    return redirect(url_for(HOME, _anchor=anchor, **said), 303)


def remembered(known: Learner | None, **said: Any) -> Answer:
    """Back to the beginning, with or without a learner in the cookie."""
    response = back(**said)
    if known is None:
        forget(response)
    else:
        response.set_cookie(
            COOKIE,
            known.token,
            max_age=YEAR,
            path=url_for(HOME),
            samesite="Strict",
            httponly=True,
            secure=request.is_secure,
        )
    return response


def forget(response: Answer) -> None:
    """No learner in the cookie any more."""
    response.delete_cookie(COOKIE, path=url_for(HOME), samesite="Strict", httponly=True, secure=request.is_secure)

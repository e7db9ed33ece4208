"""Exercises done without a network: carried along with all that tells what is right, and counted once, whoever sends them and how often."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from assistant.model import Library
from assistant.training.learners.progress import Progress
from assistant.training.learners.repetition import verdicts
from tests.support.lessons import enrolled, get, post, the_school, token
from tests.support.make import Base
from web import create_app
from web.artefacts import EXERCISES
from web.pages.training.carried import MOST, MOST_SENT

CARRY, REPORT = "/formation/emporter.json", "/formation/rapporter"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Library:
    library = Base(tmp_path_factory.mktemp("base")).library("emporter")
    EXERCISES.make(library)
    return library


@pytest.fixture
def client(small: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    monkeypatch.setenv("ARBITRE_PROGRESS", str(tmp_path / "progression.sqlite"))
    with create_app(small).test_client() as made:
        yield made


def carried(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(get(client, CARRY))
    return found


def done(exercise: dict[str, Any], right: bool = True, name: str | None = None) -> dict[str, Any]:
    """An exercise as the browser tells it."""
    answers = {stage["id"]: next(one["label"] for one in stage["options"] if one["right"] == right) for stage in exercise["stages"]}
    return {"id": name or str(uuid4()), "exercise": exercise["id"], "answers": answers}


def report(client: FlaskClient, page: str, batch: dict[str, Any], some: object, status: int = 200, owner: str | None = None) -> Any:
    lot = some if isinstance(some, str) else json.dumps(some)
    with client.post(REPORT, data={"jeton": token(page), "eleve": owner or batch["owner"], "lot": lot}) as answer:
        assert answer.status_code == status, answer.get_data(as_text=True)[-800:]
        return answer.get_json() if status == 200 else answer.get_data(as_text=True).replace("’", "'")


def counts(client: FlaskClient) -> tuple[object, ...]:
    """All that was counted."""
    progress = the_school(client).progress
    (me,) = progress.learners()
    return progress.held(me.id), progress.days(me.id), progress.done(me.id), progress.cards(me.id)


def test_the_next_exercises_are_carried_with_what_is_right(client: FlaskClient) -> None:
    enrolled(client)
    batch = carried(client)
    assert 1 < len(batch["exercises"]) <= MOST
    names = [one["id"] for one in batch["exercises"]]
    assert len(set(names)) == len(names)
    for exercise in batch["exercises"]:
        made = the_school(client).exercise(*reversed(exercise["id"].split("/", 1)))
        assert made is not None and exercise["title"] and exercise["story"] and exercise["under"]
        assert [stage["id"] for stage in exercise["stages"]] == [stage.id for stage in made.stages]
        for stage in exercise["stages"]:
            assert sum(one["right"] for one in stage["options"]) == 1 and all(one["why"] for one in stage["options"])
    with client.get(CARRY) as answer:
        assert answer.headers["Cache-Control"] == "no-store", "what a learner does is kept by no cache"


def test_the_first_is_what_the_pages_would_give(client: FlaskClient) -> None:
    """The choice that was made last goes along."""
    page = enrolled(client)
    link = post(client, "/formation/exercice", page, reglement="beta")
    attempt = the_school(client).progress.attempt(int(link.rpartition("/")[2]))
    assert attempt is not None
    batch = carried(client)
    assert batch["exercises"][0]["id"] == f"{attempt.ruleset}/{attempt.story}"
    assert {one["id"].split("/")[0] for one in batch["exercises"]} == {"beta"}


def test_the_same_batch_sent_twice_counts_once(client: FlaskClient) -> None:
    page = enrolled(client)
    batch = carried(client)
    some = [done(one, right=place > 0) for place, one in enumerate(batch["exercises"][:3])]
    first = report(client, page, batch, some)
    assert first == {"counted": [one["id"] for one in some], "lost": []}
    counted = counts(client)
    assert counted[0].exercises == 3 and sum(day[1] for day in counted[1]) > 0  # type: ignore[attr-defined,misc,index]
    assert report(client, page, batch, some) == first, "the browser hears the same, and lets them go"
    assert report(client, page, batch, [*some, *some]) == first
    assert counts(client) == counted
    assert "3 exercices faits" in get(client, "/formation") and "3 exercices faits sans réseau" in get(client, "/formation?comptes=3&perdus=0").replace("\u00a0", " ")


def test_two_at_once_count_once(client: FlaskClient) -> None:
    page = enrolled(client)
    batch = carried(client)
    some = [done(batch["exercises"][0])]
    cookie = client.get_cookie("eleve", path="/formation")
    assert cookie is not None
    answers: list[object] = []

    def send() -> None:
        with client.application.test_client() as other:
            other.set_cookie("eleve", cookie.value, path="/formation")
            answers.append(report(other, page, batch, some))

    sending = [threading.Thread(target=send) for _ in range(6)]
    for one in sending:
        one.start()
    for one in sending:
        one.join()
    assert len(answers) == 6 and all(one == answers[0] for one in answers)
    assert counts(client)[0].exercises == 1  # type: ignore[attr-defined]


def test_it_counts_as_if_it_had_been_done_there(client: FlaskClient, small: Library, tmp_path: Path) -> None:
    """The cards of the clauses are those of an exercise answered alike on the pages."""
    page = enrolled(client)
    batch = carried(client)
    exercise = batch["exercises"][0]
    told = done(exercise, right=False)
    report(client, page, batch, [told])
    school = the_school(client)
    (me,) = school.progress.learners()
    other = school.progress.add_learner("Bruno")
    ruleset, _, story = exercise["id"].partition("/")
    made = school.exercise(story, ruleset)
    assert made is not None
    shown = verdicts(made, {str(stage.id): False for stage in made.stages})
    assert shown and set(school.progress.cards(me.id)) == set(shown) and not school.progress.cards(other)
    assert sum(day[1] for day in school.progress.days(me.id)) == len(shown)
    assert sum(day[2] for day in school.progress.days(me.id)) == 0
    number = max(school.progress.done(me.id).values())
    assert {stage: right for stage, (_, right) in school.progress.answers(number).items()} == {str(one.id): False for one in made.stages}


def test_what_fails_half_way_counts_not_at_all(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    page = enrolled(client)
    batch = carried(client)
    some = [done(one) for one in batch["exercises"][:2]]
    before = counts(client)
    original = Progress.carry

    def broken(self: Progress, learner: int, some: Any, conclude: Any) -> None:
        left = [True]

        def concluding(one: Any) -> Any:
            if left:
                left.clear()
                return conclude(one)
            raise RuntimeError("the machine stops")

        original(self, learner, some, concluding)

    monkeypatch.setattr(Progress, "carry", broken)
    client.application.config["PROPAGATE_EXCEPTIONS"] = True
    with pytest.raises(RuntimeError):
        report(client, page, batch, some)
    assert counts(client) == before
    monkeypatch.undo()
    monkeypatch.setenv("ARBITRE_PROGRESS", str(the_school(client).progress.path))
    report(client, page, batch, some)
    assert counts(client)[0].exercises == 2  # type: ignore[attr-defined]


def test_only_its_own_page_can_send_it_and_only_for_its_learner(client: FlaskClient) -> None:
    page = enrolled(client)
    batch = carried(client)
    some = [done(batch["exercises"][0])]
    for data in ({"lot": json.dumps(some), "eleve": batch["owner"]}, {"lot": json.dumps(some), "eleve": batch["owner"], "jeton": "0" * 64}):
        with client.post(REPORT, data=data) as answer:
            assert answer.status_code == 403
    with client.post(REPORT, data={"jeton": token(page), "eleve": batch["owner"], "lot": json.dumps(some)}, headers={"Sec-Fetch-Site": "cross-site"}) as answer:
        assert answer.status_code == 403
    assert "d'un autre élève" in report(client, page, batch, some, 400, owner="0" * 16)
    post(client, "/formation/quitter", page)
    bruno = enrolled(client, "Bruno")
    assert carried(client)["owner"] != batch["owner"]
    assert "d'un autre élève" in report(client, bruno, batch, some, 400)
    with client.get("/formation/emporter.json"):
        pass
    assert all(not the_school(client).progress.done(one.id) for one in the_school(client).progress.learners())
    post(client, "/formation/quitter", bruno)
    get(client, CARRY, 403)


BAD = {
    "no JSON": "{",
    "no list": "{}",
    "a name of its own": [{"id": "1", "exercise": "alpha/x", "answers": {}}],
    "something more": [{"id": str(uuid4()), "exercise": "alpha/x", "answers": {}, "correct": True}],
    "answers that are none": [{"id": str(uuid4()), "exercise": "alpha/x", "answers": {"decision": 1}}],
    "too many": [{"id": str(uuid4()), "exercise": "alpha/x", "answers": {}}] * (MOST_SENT + 1),
    "nothing": "",
}


@pytest.mark.parametrize("some", BAD.values(), ids=BAD)
def test_what_cannot_be_read_is_refused_whole(client: FlaskClient, some: object) -> None:
    page = enrolled(client)
    assert "ne se lisent pas ; rien n'a été compté" in report(client, page, carried(client), some, 400).replace("\u202f", " ")
    assert counts(client)[0].exercises == 0  # type: ignore[attr-defined]


def test_what_is_no_longer_asked_so_is_told_as_lost(client: FlaskClient) -> None:
    page = enrolled(client)
    batch = carried(client)
    known, reworded, short = (done(one) for one in batch["exercises"][:3])
    reworded["answers"] = dict.fromkeys(reworded["answers"], "Ce que disait une autre version")
    short["answers"].popitem()
    gone = {**done(batch["exercises"][0]), "exercise": "alpha/nulle-part"}
    nowhere = {**done(batch["exercises"][0]), "exercise": "sans-barre"}
    heard = report(client, page, batch, [known, reworded, short, gone, nowhere])
    assert heard == {"counted": [known["id"]], "lost": [one["id"] for one in (reworded, short, gone, nowhere)]}
    assert counts(client)[0].exercises == 1  # type: ignore[attr-defined]


def test_the_page_where_they_are_done_knows_nobody(client: FlaskClient) -> None:
    """It is kept by the service worker, for whoever opens it."""
    before = get(client, "/exercices-emportes")
    enrolled(client)
    assert get(client, "/exercices-emportes") == before and "noscript" in before
    assert "/exercices-emportes" in get(client, "/sw.js") and "jeton" not in before

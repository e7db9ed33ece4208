"""Exercises to be done without a network: the next ones of what was chosen, carried along; what was done comes back, and counts once.

The browser keeps the exercises and the answers, no token: it takes that from the page that it is shown when there is a network again. Each
exercise has a name that the browser drew; whoever sends it twice is answered the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypedDict

from flask import Response, jsonify, request
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from assistant.errors import InputError
from assistant.training.exercises.exercise import Exercise, heading
from assistant.training.exercises.stage import Option, Stage
from assistant.training.learners.progress import Conclude
from assistant.training.learners.repetition import next_task, now, reviewed
from assistant.training.learners.tables import Carried, Learner
from web import csrf
from web.context import desk
from web.page import Pages
from web.pages.training.data import OptionData, StageData
from web.pages.training.exercises import chosen, concluding, context
from web.pages.training.session import common, guard, present, private, school
from web.typesetting import as_printed

pages = Pages(__name__, url_prefix="/formation")
pages.before_request(guard)
pages.after_request(private)
pages.context_processor(common)

MOST = 20  # exercises that are carried along
MOST_SENT = 40  # that come back at once
MOST_STAGES = 10
OWNER = 16  # signs by which a browser knows whose exercises it keeps
NAMED = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
STRANGE = "Ces réponses ne se lisent pas ; rien n'a été compté. Rouvrez la page Formation."
NOT_MINE = "Ces réponses sont celles d'un autre élève ; rien n'a été compté. Elles attendent que cet élève revienne sur cet appareil."


class CarriedExercise(TypedDict):
    """An exercise with all that tells what is right."""

    id: str
    title: str
    under: str
    story: str
    stages: list[StageData]


class Batch(TypedDict):
    """What is carried along, and whose it is."""

    owner: str
    exercises: list[CarriedExercise]


def owner(me: Learner) -> str:
    """Whose exercises a browser keeps: it says nothing about the learner, and opens nothing."""
    return csrf.token(school().progress.secret(), f"emporter {me.token}")[:OWNER]


@pages.get("/emporter.json")
def carry() -> Response:
    """The next exercises of what was chosen last."""
    me = present()
    batch: Batch = {"owner": owner(me), "exercises": [_told(name, made) for name, made in _next(me)]}
    return jsonify(batch)


def _next(me: Learner) -> Iterator[tuple[str, Exercise]]:
    """What would come one after the other, if all were known."""
    at, choice, cards = school(), chosen(me), school().cards(me.id)
    done, left, taken = at.progress.done(me.id), list(at.playable()), 0
    while taken < MOST and (task := next_task(left, choice.wish, cards, done, now(), choice.weakest)) is not None:
        left.remove(task)
        made = at.exercise(task.case, task.ruleset)
        if made is not None:
            taken += 1
            done[task.id] = max(done.values(), default=0) + 1
            cards.update({clause: reviewed(cards.get(clause), True, now()) for clause in task.clauses})
            yield task.id, made


def _told(name: str, made: Exercise) -> CarriedExercise:
    here = desk().library.rulesets[made.ruleset]
    said = [f"{here.title}, {here.edition}", *context(made), f"niveau {made.level}"]
    return {
        "id": name,
        "title": as_printed(heading(desk().library, made.case)),
        "under": as_printed(" · ".join(said)),
        "story": as_printed(" ".join(text for _, text in made.case.story)),
        "stages": [_stage(stage) for stage in made.stages],
    }


def _stage(stage: Stage) -> StageData:
    return {
        "id": stage.id,
        "title": stage.title,
        "question": as_printed(stage.question),
        "story": [as_printed(text) for text in stage.story],
        "options": [_option(stage, one) for one in stage.options],
    }


def _option(stage: Stage, one: Option) -> OptionData:
    """An answer in words, those of a text as they stand."""
    why = one.why if stage.verbatim and one.right else as_printed(one.why)
    return {"id": one.id, "label": _label(stage, one), "right": one.right, "why": why, "more": as_printed(one.more)}


def _label(stage: Stage, one: Option) -> str:
    return one.label if stage.verbatim else as_printed(one.label)


class Done(BaseModel):
    """An exercise as a browser tells it: the name that it drew, and the words of each answer; what a number meant may have changed since."""

    model_config = ConfigDict(extra="forbid", strict=True)
    id: Annotated[str, Field(pattern=NAMED, max_length=36)]
    exercise: Annotated[str, Field(min_length=3, max_length=200)]
    answers: Annotated[dict[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=4000)]], Field(max_length=MOST_STAGES)]


BATCH = TypeAdapter(Annotated[list[Done], Field(max_length=MOST_SENT)])


@pages.post("/rapporter")
def bring_back() -> Response:
    """What was done without a network, counted now and once; what today's knowledge no longer asks so is told as lost."""
    me = present()
    try:
        told = BATCH.validate_json(request.form.get("lot", ""))
    except ValidationError as error:
        raise InputError(STRANGE) from error
    if request.form.get("eleve", "") != owner(me):
        raise InputError(NOT_MINE)
    found = {one.id: _done(one) for one in told}
    counted = [done for done in found.values() if done is not None]

    def conclude(one: Carried) -> Conclude:
        made = school().exercise(one.story, one.ruleset)
        assert made is not None
        return concluding(made)

    school().progress.carry(me.id, counted, conclude)
    return jsonify({"counted": [one.id for one in counted], "lost": [name for name, one in found.items() if one is None]})


def _done(told: Done) -> Carried | None:
    """An exercise that is still asked so, every stage of it answered in words that it still has."""
    ruleset, _, story = told.exercise.partition("/")
    made = school().exercise(story, ruleset)
    if made is None or {stage.id for stage in made.stages} != set(told.answers):
        return None
    picked = [(stage, next((one for one in stage.options if _label(stage, one) == told.answers[stage.id]), None)) for stage in made.stages]
    answers = tuple((str(stage.id), one.id, one.right) for stage, one in picked if one is not None)
    return Carried(told.id, ruleset, story, answers) if len(answers) == len(picked) else None

"""A learner's progress as a file, to take away and to bring back.

What comes from elsewhere is bounded before it is read, understood whole before anything is written, and marked as brought: anybody may
have written it, so that its exams earn no attestation.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal, NamedTuple, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from sqlalchemy import Connection, Row, Table, insert, select

from assistant.errors import InputError
from assistant.training.exam import LENGTHS
from assistant.training.learners.brought_cards import as_kept
from assistant.training.learners.progress import LONGEST_NAME, Progress, inserted, proper_name, stamp, token
from assistant.training.learners.tables import (
    ANSWER,
    ATTEMPT,
    CARD,
    CHOICE,
    EXAM,
    EXAM_ANSWER,
    LEARNER,
    REVIEW,
    Sitting,
)

LARGEST_FILE = 8 * 1024 * 1024
FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)
ADVANCE = timedelta(days=2)  # by which the clock of another machine may be fast
MOST_STAGES = 10
REFUSED = "Ce fichier n'est pas une progression exportée par Arbitre, ou il est abîmé{where} ; rien n'a été changé."
Item = TypeVar("Item")


def _moment(text: str) -> str:
    """A moment as we write it down, which all pages can read."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError("without a time zone")
    if not FIRST_DAY <= at <= datetime.now(UTC) + ADVANCE:
        raise ValueError("out of all time")
    return at.astimezone(UTC).isoformat(timespec="seconds")


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("signs that cannot be printed")
    return text


def _choice(text: str) -> str:
    """What a learner chose: fields of a form."""
    fields = json.loads(text)
    if not isinstance(fields, dict) or not all(isinstance(value, str) for value in fields.values()):
        raise ValueError("no fields of a form")
    return text


Word = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]
Moment = Annotated[str, Field(max_length=40), AfterValidator(_moment)]


def _all_different(things: Iterable[Item], what: Callable[[Item], Hashable]) -> None:
    names = [what(one) for one in things]
    if len(set(names)) != len(names):
        raise ValueError("something is there twice")


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class AnswerPart(Part):
    stage: Word
    choice: Word
    correct: bool
    at: Moment


class AttemptPart(Part):
    ruleset: Word
    story: Word
    started: Moment
    finished: Moment | None
    answers: list[AnswerPart] = Field(max_length=MOST_STAGES)

    @model_validator(mode="after")
    def consistent(self) -> AttemptPart:
        _all_different(self.answers, lambda one: one.stage)
        return self


class CardPart(Part):
    clause: Word
    state: Annotated[str, Field(max_length=1000), AfterValidator(as_kept)]


class ReviewPart(Part):
    clause: Word
    correct: bool
    at: Moment


class ExamPart(Part):
    seed: int = Field(ge=-(2**53), le=2**53)
    questions: int
    ruleset: Word | None
    knowledge: Word
    started: Moment
    finished: Moment | None
    correct: int | None
    answers: dict[Annotated[int, Field(strict=False)], Word] = Field(max_length=max(LENGTHS))
    imported: bool = False
    earlier: int = Field(default=0, ge=0, le=10_000)

    @model_validator(mode="after")
    def consistent(self) -> ExamPart:
        if self.questions not in LENGTHS or not all(1 <= number <= self.questions for number in self.answers):
            raise ValueError("not an exam of ours")
        if (self.finished is None) != (self.correct is None) or not 0 <= (self.correct or 0) <= self.questions:
            raise ValueError("not a mark of ours")
        return self


class Record(Part):
    """Everything of one learner."""

    format: Literal["arbitre-progression/1"] = "arbitre-progression/1"
    name: Annotated[str, Field(max_length=LONGEST_NAME)]
    created: Moment
    attempts: list[AttemptPart] = Field(max_length=50_000)
    cards: list[CardPart] = Field(max_length=10_000)
    reviews: list[ReviewPart] = Field(max_length=200_000)
    exams: list[ExamPart] = Field(max_length=5_000)
    choice: Annotated[str, Field(max_length=1000), AfterValidator(_choice)] | None = None
    goal: int = Field(default=10, ge=1, le=100)

    @model_validator(mode="after")
    def consistent(self) -> Record:
        _all_different(self.cards, lambda one: one.clause)
        return self


class Brought(NamedTuple):
    """A learner brought from a file; renamed where the name was taken."""

    id: int
    name: str
    renamed: bool


def exported(progress: Progress, learner: int) -> str:
    """The record of a learner as JSON, read in one piece."""
    with progress.work(write=False) as connection:
        known = connection.execute(select(LEARNER).where(LEARNER.c.id == learner)).first()
        if known is None:
            raise InputError("Cet élève n'existe pas.")
        record = {
            "format": "arbitre-progression/1",
            "name": known.name,
            "created": known.created,
            "attempts": _attempts(connection, learner),
            "cards": _rows(connection.execute(select(CARD.c.clause, CARD.c.state).where(CARD.c.learner == learner))),
            "reviews": [
                {"clause": row.clause, "correct": bool(row.correct), "at": row.at}
                for row in connection.execute(select(REVIEW).where(REVIEW.c.learner == learner).order_by(REVIEW.c.id))
            ],
            "exams": _exams(connection, learner),
            "choice": connection.execute(select(CHOICE.c.fields).where(CHOICE.c.learner == learner)).scalar(),
            "goal": known.goal,
        }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def _rows(rows: Iterable[Row[tuple[object, ...]]]) -> list[dict[str, object]]:
    return [dict(row._mapping) for row in rows]


def _attempts(connection: Connection, learner: int) -> list[dict[str, object]]:
    answers: dict[int, list[dict[str, object]]] = {}
    mine = select(ANSWER).join(ATTEMPT, ATTEMPT.c.id == ANSWER.c.attempt).where(ATTEMPT.c.learner == learner)
    for row in connection.execute(mine.order_by(ANSWER.c.at)):
        told = {"stage": row.stage, "choice": row.choice, "correct": bool(row.correct), "at": row.at}
        answers.setdefault(row.attempt, []).append(told)
    rows = connection.execute(select(ATTEMPT).where(ATTEMPT.c.learner == learner).order_by(ATTEMPT.c.id))
    return [
        {
            "ruleset": row.ruleset,
            "story": row.story,
            "started": row.started,
            "finished": row.finished,
            "answers": answers.get(row.id, []),
        }
        for row in rows
    ]


def _exams(connection: Connection, learner: int) -> list[dict[str, object]]:
    answers: dict[int, dict[int, str]] = {}
    mine = select(EXAM_ANSWER).join(EXAM, EXAM.c.id == EXAM_ANSWER.c.exam).where(EXAM.c.learner == learner)
    for row in connection.execute(mine):
        answers.setdefault(row.exam, {})[row.number] = row.choice
    rows = connection.execute(select(EXAM).where(EXAM.c.learner == learner).order_by(EXAM.c.id))
    return [_exam(Sitting(*row), answers) for row in rows]


def _exam(sitting: Sitting, answers: dict[int, dict[int, str]]) -> dict[str, object]:
    told: dict[str, object] = sitting._asdict()
    del told["id"], told["learner"]
    return {**told, "imported": bool(sitting.imported), "answers": answers.get(sitting.id, {})}


def imported(progress: Progress, content: bytes) -> Brought:
    """A new learner from a record; one of the same name stays and the new one is numbered."""
    record, wanted = _understood(content)
    with progress.work() as connection:
        taken = set(connection.execute(select(LEARNER.c.name)).scalars())
        numbered = (f"{wanted[: LONGEST_NAME - 8]} ({n})" for n in range(2, len(taken) + 3))
        name = next(one for one in (wanted, *numbered) if one not in taken)
        made = {"name": name, "created": record.created, "token": token(), "imported": stamp(), "goal": record.goal}
        learner = inserted(connection.execute(insert(LEARNER).values(made)).inserted_primary_key)
        _write(connection, learner, record)
    return Brought(learner, name, name != wanted)


def _understood(content: bytes) -> tuple[Record, str]:
    """The record and the learner's name, both in order; else where it first is not."""
    if len(content) > LARGEST_FILE:
        raise InputError(f"Ce fichier dépasse {LARGEST_FILE // 2**20} Mo ; une progression n'est jamais si longue.")
    try:
        record = Record.model_validate_json(content)
    except ValidationError as error:
        places = [".".join(map(str, problem["loc"])) for problem in error.errors(include_url=False)[:1]]
        where = f" (à « {places[0][:80]} »)" if places and places[0].isprintable() and places[0] else ""
        raise InputError(REFUSED.format(where=where)) from error
    try:
        return record, proper_name(record.name)
    except InputError as error:
        raise InputError(REFUSED.format(where=" (à « name »)")) from error


def _many(connection: Connection, table: Table, rows: list[dict[str, object]]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _write(connection: Connection, learner: int, record: Record) -> None:
    for attempt in record.attempts:
        row = attempt.model_dump(exclude={"answers"})
        key = connection.execute(insert(ATTEMPT).values({**row, "learner": learner})).inserted_primary_key
        answers = [
            {**one.model_dump(), "correct": int(one.correct), "attempt": inserted(key)} for one in attempt.answers
        ]
        _many(connection, ANSWER, answers)
    _many(connection, CARD, [{**one.model_dump(), "learner": learner} for one in record.cards])
    reviews = [{**one.model_dump(), "correct": int(one.correct), "learner": learner} for one in record.reviews]
    _many(connection, REVIEW, reviews)
    for exam in record.exams:
        row = {**exam.model_dump(exclude={"answers", "imported"}), "learner": learner, "imported": 1}
        number = inserted(connection.execute(insert(EXAM).values(row)).inserted_primary_key)
        marks = [
            {"exam": number, "number": place, "choice": choice, "at": exam.started}
            for place, choice in exam.answers.items()
        ]
        _many(connection, EXAM_ANSWER, marks)
    if record.choice is not None:
        connection.execute(insert(CHOICE).values(learner=learner, fields=record.choice))

"""A learner's progress as a file, to take away and to bring back."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assistant.errors import InputError
from assistant.training.learners.progress import LONGEST_NAME, Progress, stamp

Short = Field(max_length=200)


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AnswerPart(Part):
    stage: str = Short
    choice: str = Short
    correct: bool
    at: str = Short


class AttemptPart(Part):
    ruleset: str = Short
    story: str = Short
    started: str = Short
    finished: str | None = Short
    answers: list[AnswerPart] = Field(max_length=10)


class CardPart(Part):
    clause: str = Short
    state: str = Field(max_length=1000)


class ReviewPart(Part):
    clause: str = Short
    correct: bool
    at: str = Short


class ExamPart(Part):
    seed: int = Field(ge=-(2**53), le=2**53)
    questions: int
    ruleset: str | None = Short
    knowledge: str = Short
    started: str = Short
    finished: str | None = Short
    correct: int | None
    answers: dict[int, str] = Field(max_length=100)


class Record(Part):
    """Everything of one learner."""

    format: Literal["arbitre-progression/1"] = "arbitre-progression/1"
    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    created: str = Short
    attempts: list[AttemptPart] = Field(max_length=200_000)
    cards: list[CardPart] = Field(max_length=10_000)
    reviews: list[ReviewPart] = Field(max_length=1_000_000)
    exams: list[ExamPart] = Field(max_length=10_000)
    choice: str | None = Field(default=None, max_length=1000)


class Brought(NamedTuple):
    """A learner brought from a file; renamed where the name was taken."""

    id: int
    name: str
    renamed: bool


def exported(progress: Progress, learner: int) -> str:
    """The record of a learner as JSON."""
    known = progress.learner(learner)
    if known is None:
        raise InputError("Cet élève n'existe pas.")
    with progress.work(write=False) as connection:
        attempts = connection.execute(
            "select id, ruleset, story, started, finished from attempt where learner = ? order by id", (learner,)
        ).fetchall()
        answers: dict[int, list[AnswerPart]] = {}
        for attempt, stage, choice, correct, at in connection.execute(
            "select answer.* from answer join attempt on attempt.id = attempt where learner = ? order by at", (learner,)
        ):
            answers.setdefault(attempt, []).append(AnswerPart(stage=stage, choice=choice, correct=bool(correct), at=at))
        cards = connection.execute("select clause, state from card where learner = ?", (learner,)).fetchall()
        reviews = connection.execute(
            "select clause, correct, at from review where learner = ? order by id", (learner,)
        ).fetchall()
        exams = connection.execute("select * from exam where learner = ? order by id", (learner,)).fetchall()
        marks = {
            exam[0]: dict(
                connection.execute("select number, choice from exam_answer where exam = ?", (exam[0],)).fetchall()
            )
            for exam in exams
        }
    keys = ("seed", "questions", "ruleset", "knowledge", "started", "finished", "correct")
    record = Record(
        name=known.name,
        created=known.created,
        attempts=[
            AttemptPart(
                ruleset=ruleset, story=story, started=started, finished=finished, answers=answers.get(number, [])
            )
            for number, ruleset, story, started, finished in attempts
        ],
        cards=[CardPart(clause=clause, state=state) for clause, state in cards],
        reviews=[ReviewPart(clause=clause, correct=bool(correct), at=at) for clause, correct, at in reviews],
        exams=[ExamPart(**dict(zip(keys, exam[2:], strict=True)), answers=marks[exam[0]]) for exam in exams],
        choice=progress.choice(learner),
    )
    return record.model_dump_json(indent=1) + "\n"


def imported(progress: Progress, content: bytes) -> Brought:
    """A new learner from a record; one of the same name stays and the new one is numbered."""
    from fsrs import Card

    try:
        record = Record.model_validate_json(content)
        for card in record.cards:
            Card.from_json(card.state)
    except (ValidationError, ValueError, KeyError, TypeError) as error:
        raise InputError("Ce fichier n'est pas une progression exportée par Arbitre ; rien n'a été changé.") from error
    taken = {learner.name for learner in progress.learners()}
    wanted = " ".join(record.name.split()) or "sans nom"
    numbered = (f"{wanted[: LONGEST_NAME - 8]} ({n})" for n in range(2, len(taken) + 3))
    name = next(one for one in (wanted, *numbered) if one not in taken)
    with progress.work() as connection:
        made = connection.execute(
            "insert into learner (name, created) values (?, ?)", (name, record.created or stamp())
        )
        learner = int(made.lastrowid or 0)
        for attempt in record.attempts:
            row = (learner, attempt.ruleset, attempt.story, attempt.started, attempt.finished)
            number = connection.execute(
                "insert into attempt (learner, ruleset, story, started, finished) values (?, ?, ?, ?, ?)", row
            ).lastrowid
            connection.executemany(
                "insert or ignore into answer values (?, ?, ?, ?, ?)",
                [(number, one.stage, one.choice, int(one.correct), one.at) for one in attempt.answers],
            )
        connection.executemany(
            "insert or replace into card values (?, ?, ?)", [(learner, one.clause, one.state) for one in record.cards]
        )
        connection.executemany(
            "insert into review (learner, clause, correct, at) values (?, ?, ?, ?)",
            [(learner, one.clause, int(one.correct), one.at) for one in record.reviews],
        )
        for exam in record.exams:
            number = connection.execute(
                "insert into exam (learner, seed, questions, ruleset, knowledge, started, finished, correct)"
                " values (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    learner,
                    exam.seed,
                    exam.questions,
                    exam.ruleset,
                    exam.knowledge,
                    exam.started,
                    exam.finished,
                    exam.correct,
                ),
            ).lastrowid
            connection.executemany(
                "insert into exam_answer values (?, ?, ?, ?)",
                [(number, question, choice, exam.started) for question, choice in exam.answers.items()],
            )
        if record.choice is not None:
            connection.execute("insert into choice values (?, ?)", (learner, record.choice))
    return Brought(learner, name, name != wanted)

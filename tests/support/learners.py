"""A learner with an answer and an exam behind him."""

from __future__ import annotations

from datetime import UTC, datetime

from assistant.training.learners.progress import Progress, Shown
from assistant.training.learners.repetition import reviewed

DAY = datetime(2026, 1, 1, tzinfo=UTC)


def filled(progress: Progress) -> int:
    learner = progress.add_learner("Aline")
    progress.choose(learner, '{"niveau": "1"}')
    attempt = progress.attempt(progress.start(learner, "r", "histoire"))
    assert attempt is not None
    knew = Shown({"r/1/a": True}, {"r/1/a": reviewed(None, True, DAY).to_json()})
    progress.answer(attempt.id, "decision", "1", True, lambda *_: knew)
    exam = progress.sitting(progress.sit(learner, 7, 20, None, "v"))
    assert exam is not None
    progress.exam_answer(exam.id, 1, "2")
    forgot = Shown({"r/1/b": False}, {"r/1/b": reviewed(None, False, DAY).to_json()})
    for _ in range(2):  # what it shows of a clause counts once
        progress.hand_in(exam.id, lambda *_: (1, forgot))
    return learner

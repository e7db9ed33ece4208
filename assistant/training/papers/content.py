"""What an exam paper says, however it is written."""

from __future__ import annotations

from assistant.model import Clause, Library
from assistant.training.exam import PASS_PERCENT, Paper, Question


def title(paper: Paper, key: bool) -> str:
    return f"Examen blanc n° {paper.seed}{', corrigé' if key else ''}"


def rules(paper: Paper) -> str:
    """What the candidate is told."""
    return (
        f"{len(paper.questions)} questions, {paper.seconds // 60} minutes, sans aide. Une seule réponse est juste. "
        f"Il faut {paper.pass_mark} réponses justes ({PASS_PERCENT}\u00a0%)."
    )


def cited(library: Library, question: Question) -> list[Clause]:
    """The clauses that the right answer rests on."""
    return [library.clauses[name] for name in question.clauses]


def sources(library: Library, paper: Paper) -> list[str]:
    """Where the quotations come from, and under which licence."""
    used = dict.fromkeys(source for question in paper.questions for source in library.sources_of(question.task.ruleset))
    texts = [library.sources[name] for name in used]
    return [f"{text.title}, {text.edition}. {text.prevails} ({text.licence})" for text in texts]

"""An exam paper and its answer key as one HTML file each, the same bytes every time."""

from __future__ import annotations

from html import escape

from assistant.french import place, typeset
from assistant.model import Clause, Library
from assistant.training.exam import LETTERS, PASS_PERCENT, Paper, Question

STYLE = """
body { margin: 2rem auto; max-width: 46rem; padding: 0 1rem; font: 12pt/1.45 Georgia, "DejaVu Serif", serif; color: #111; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .3rem; } .context { color: #444; font-size: .9rem; margin: 0; }
.options { list-style: none; padding-left: .5rem; } .options li { margin: .35rem 0; } .box { display: inline-block; min-width: 2.2rem; font-weight: bold; }
section { break-inside: avoid; } .right { border: 1px solid #111; padding: .4rem .6rem; } blockquote { margin: .4rem 0 .4rem 1rem; border-left: 3px solid #888; padding-left: .8rem; }
footer { margin-top: 2rem; border-top: 1px solid #888; font-size: .8rem; color: #444; }
"""


def words(text: str) -> str:
    """Our own words, typeset and escaped."""
    return escape(typeset(text), quote=False)


def said(question: Question, label: str) -> str:
    """An answer: typeset, unless it quotes the text."""
    return escape(label, quote=False) if question.stage.verbatim else words(label)


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
    used = dict.fromkeys(library.rulesets[question.unit.ruleset].source for question in paper.questions)
    texts = [library.sources[name] for name in used]
    return [f"{one.title}, {one.edition}. {one.prevails} ({one.licence})" for one in texts]


def html(library: Library, paper: Paper, key: bool = False) -> str:
    """The paper, or its key."""
    body = [_question(library, question, key) for question in paper.questions]
    head = "" if key else "<p>Nom : ……………………………………………………  Date : …………………………</p>"
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="fr"><head><meta charset="utf-8"><title>{words(title(paper, key))}</title><style>{STYLE}</style></head>',
            f"<body><h1>{words(title(paper, key))}</h1>",
            f"<p>{words(rules(paper))}</p>",
            head,
            *body,
            "<footer>",
            *(f"<p>{words(source)}</p>" for source in sources(library, paper)),
            f"<p>Connaissances {paper.knowledge[:16]}.</p></footer></body></html>",
            "",
        ]
    )


def _question(library: Library, question: Question, key: bool) -> str:
    stage = question.stage
    head = [
        f"<section><h2>{question.number}. {words(question.title)}</h2>",
        f'<p class="context">{words(question.context)}</p>',
        f"<p>{' '.join(words(text) for text in stage.story)}</p>",
        f"<p><strong>{words(stage.question)}</strong></p>",
    ]
    if key:
        return "\n".join([*head, *_answer(library, question), "</section>"])
    return "\n".join(
        [
            *head,
            '<ol class="options">',
            *(
                f'<li><span class="box">☐ {LETTERS[index]}</span> {said(question, option.label)}</li>'
                for index, option in enumerate(stage.options)
            ),
            "</ol></section>",
        ]
    )


def _answer(library: Library, question: Question) -> list[str]:
    """The right answer with what it rests on, and why each of the others is wrong."""
    right = question.stage.right
    quotes = [
        f"<blockquote>{escape(' '.join(quote.split()), quote=False)}<br>"
        f"{escape(place(clause.section, clause.heading), quote=False)}</blockquote>"
        for clause in cited(library, question)
        for quote in clause.quotes
    ]
    wrong = [
        f'<li><span class="box">{question.letter(option)}</span> {said(question, option.label)}<br><small>{words(option.why)}</small></li>'
        for option in question.stage.options
        if not option.right
    ]
    return [
        f'<p class="right">{words("Réponse juste :")} <strong>{question.letter(right)}. {said(question, right.label)}</strong></p>',
        *quotes,
        f"<p>{words('Les autres réponses :')}</p>",
        '<ul class="options">',
        *wrong,
        "</ul>",
    ]

"""A consultation as plain text, for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.consultation.lines import (
    answer_words,
    first_heading,
    origin_words,
    overruled_words,
    own_lines,
    rights_lines,
    shared_lines,
    silence_lines,
    tree_heading,
    turned_words,
)
from assistant.decision import headings
from assistant.french import because_words, lower_first, named, place, sentence, typeset, upper_first
from assistant.model import WarnKind

if TYPE_CHECKING:
    from assistant.consultation.document import (
        ChangePart,
        CitationPart,
        ConsultationPart,
        EventPart,
        JudgementPart,
        OpenPart,
        PossibilityPart,
        QuestionPart,
        ReadingPart,
        RulingPart,
        Side,
        TreePart,
        WarningPart,
    )
    from assistant.consultation.guidance import ExitPart, NeighbourPart
    from assistant.consultation.settlement import PaymentTablePart

WIDTH = 96
SEARCH = "Avec vos mots : `arbitre ask` ; tous les incidents : `arbitre list incidents`."


def wrapped(text: str, first: str = "", rest: str | None = None, own: bool = True) -> Iterator[str]:
    """Lines of at most WIDTH; our own words are typeset, quotes are left as they are."""
    rest = " " * len(first) if rest is None else rest
    words = typeset(text) if own else text
    yield from textwrap.wrap(
        " ".join(words.split(" ")),
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def _section(title: str) -> Iterator[str]:
    yield ""
    yield typeset(title.upper())


def _heading(title: str, within: str) -> Iterator[str]:
    """A part of a sheet, or of one possibility."""
    yield from wrapped(title, within) if within else _section(title)


def consultation_text(document: ConsultationPart) -> str:
    """One ruleset's answer."""
    return "\n".join(_consultation(document))


def _consultation(document: ConsultationPart) -> Iterator[str]:
    ruleset = document["ruleset"]
    context = ", ".join(answer["label"].lower() for answer in document["context"])
    yield typeset(f"{ruleset['title']}, {ruleset['edition']} ({context})")
    yield "=" * WIDTH
    for event in document["events"]:
        yield from _event(event)
        if event["ruling"] and not document["ruling"] and not document["possibilities"]:
            for line in event["ruling"]["headline"]:
                yield from wrapped(line, "  → ")
    if document["question"]:
        yield from _question(document["question"], document["open"])
    elif document["exit"]:
        yield from _exit(document["exit"])
        return
    elif document["ruling"]:
        yield from _ruling(document["ruling"])
    else:
        yield from _possibilities(document)
    asked = document["question"]["event"] if document["question"] else len(document["events"])
    yield from _neighbours(document["events"][asked - 1]["neighbours"], asked)


def _exit(left: ExitPart) -> Iterator[str]:
    """That something else happened, and where to look for it."""
    yield from _section(headings.DECISION)
    yield from wrapped(left["text"])
    yield from _neighbours(left["neighbours"], left["event"])
    yield ""
    yield from wrapped(SEARCH)
    yield from wrapped(left["nowhere"])


def _neighbours(found: list[NeighbourPart], event: int) -> Iterator[str]:
    """Other incidents, each as it is given."""
    if found:
        yield from _section(headings.NEIGHBOURS)
    start = "" if event == 1 else f"{event}."
    for near in found:
        yield from wrapped(f"{near['title']} ({start}incident={near['id']})", "  · ")


def _event(event: EventPart) -> Iterator[str]:
    """What is known of one event."""
    title = event["incident"]["title"]
    yield typeset(f"{event['label']} : {title}" if event["label"] else title)
    if event["judged_as"]:
        yield from wrapped(turned_words(event), "  → ")
    for saying in event["said"]:
        yield from wrapped(f"{saying['title']} : {saying['label']}", "  · ")
    for answer in event["answers"]:
        origin = origin_words(answer)
        yield from wrapped(f"{answer['title']} : {answer['label']}{f' ({origin})' if origin else ''}", "  · ")
    yield from _hand(event)
    if event["ignored"]:
        yield from wrapped(f"Sans effet ici : {', '.join(event['ignored'])}", "  · ")


def _hand(event: EventPart) -> Iterator[str]:
    """The tiles of an event, and where the referee overruled them or another event."""
    hand = event["hand"]
    if hand:
        yield from wrapped(f"Tuiles : {hand['text']}", "  · ")
        for line in hand["worth"]:
            yield from wrapped(line, "  · ")
        if hand["wrong_count"]:
            yield from wrapped(f"{hand['wrong_count']} tuiles : voir aussi l'incident {hand['offers']}", "  · ")
    for answer in event["answers"]:
        if answer["note"]:
            yield from wrapped(f"{answer['title']} : {answer['note']}", "  · ")
    for over in event["overruled"]:
        yield from wrapped(overruled_words(over), "  ! ")


def _question(question: QuestionPart, rulings: list[OpenPart]) -> Iterator[str]:
    yield from _section(headings.NEXT_QUESTION)
    yield from wrapped(f"{question['question']} ({question['key']})")
    if question["help"]:
        yield from wrapped(question["help"], "  ")
    if question["judgement"]:
        yield judgement_text(question["judgement"], "  ")
    if question["hint"]:
        yield from wrapped(question["hint"], "  - ")
    for answer in [*question["answers"], *([question["not_established"]] if question["not_established"] else [])]:
        yield from wrapped(f"{answer['label']} ({question['key']}={answer['value']})", "  - ")
    if rulings:
        yield from _section(headings.OPEN_RULINGS)
    for ruling in rulings:
        waits = f" ; attend : {', '.join(ruling['waits_for'])}" if ruling["waits_for"] else ""
        yield from wrapped(f"{ruling['title']}{_mark(ruling['interpreted'])}{waits}", "  · ")


def judgement_text(judgement: JudgementPart, indent: str = "") -> str:
    """That something is judged, and the measure that the text gives."""
    quotes = [line for quote in judgement["citations"] for line in _citation(quote, f"{indent}  ")]
    return "\n".join([*wrapped(judgement["text"], indent), *quotes])


def _possibilities(document: ConsultationPart) -> Iterator[str]:
    """What to establish first and where each answer leads, then each ruling."""
    tree, possibilities = document["tree"], document["possibilities"]
    assert tree is not None
    yield from _section(tree_heading(tree))
    shared = shared_lines(tree, possibilities)
    for line in shared:
        yield from wrapped(f"{headings.ANYWAY} : {line}")
    yield from wrapped(f"{first_heading(tree)} : {tree['title']} ({tree['key']})")
    yield from _tree(tree, possibilities, shared, "  ")
    for number, group in enumerate(possibilities, 1):
        yield ""
        yield from wrapped(" ".join([group["ruling"]["decision"], *group["apart"]]), f"[{number}] ")
        yield from _possibility(group["ruling"])
    texts = dict.fromkeys(text for event in document["events"] for text in event["establish"])
    if texts:
        yield from _section(headings.ESTABLISH)
    for text in texts:
        yield from wrapped(text, "  · ")
    if document["disputed"]:
        yield from _section(headings.WHO_SETTLES)
        yield from _citation(document["disputed"], "")


def _tree(tree: TreePart, possibilities: list[PossibilityPart], said: list[str], indent: str) -> Iterator[str]:
    """Each answer with what it decides, or with what is to be established then."""
    for answer in tree["answers"]:
        labels = answer_words(answer, tree)
        then, number = answer["then"], answer["possibility"]
        if number is not None:
            decided = " ".join(own_lines(possibilities[number - 1], said))
            yield from wrapped(f"{labels} → [{number}] {decided}", f"{indent}- ")
        elif then is not None:
            shared = shared_lines(then, possibilities, said)
            asked = f"{lower_first(then['title'])} ({then['key']}) ?"
            yield from wrapped(
                f"{labels} : {' '.join([*shared, upper_first(asked) if shared else asked])}", f"{indent}- "
            )
            yield from _tree(then, possibilities, [*said, *shared], f"{indent}    ")


def _possibility(ruling: RulingPart) -> Iterator[str]:
    """The ruling of one possibility, with all that the sheet of a single one says of it."""
    yield from _interpreted(ruling, "  ")
    yield from _undecided(ruling)
    for index, step in enumerate(ruling["steps"], 1):
        yield from wrapped(step, f"  {index}. ")
    for line in ruling["idle"]:
        yield from wrapped(line, "  · ")
    yield from _payments(ruling["payments"], "  ")
    yield from _allowed(ruling, "  ")
    for line in effect_lines(ruling):
        yield from wrapped(line, "  · ")
    for quote in [one for one in ruling["citations"] if one["open"]]:
        yield from _citation(quote, "  ")
    yield from _warnings([warning for warning in ruling["warnings"] if warning["matters"]])


def _interpreted(ruling: RulingPart, within: str = "") -> Iterator[str]:
    """That the decision rests on more than the words of the text."""
    if ruling["interpreted"]:
        yield from wrapped(f"({headings.INTERPRETED} : {headings.SEE_WARNINGS})", within)


def _mark(interpreted: bool) -> str:
    """The same of a decision that is only named."""
    return f" ({headings.INTERPRETED})" if interpreted else ""


def _warnings(warnings: list[WarningPart]) -> Iterator[str]:
    """What to beware of; that the text is silent was said with the decision."""
    for warning in warnings:
        if warning["kind"] != WarnKind.SILENCE:
            yield from wrapped(f"{headings.WARNING_NAMES[warning['kind']]} : {warning['text']}", "  ! ")


def effect_lines(ruling: RulingPart) -> list[str]:
    """What each sanction means, and whom it strikes."""
    return [
        f"{upper_first(sanction['name'])}{' (' + sanction['on'] + ')' if sanction['on'] else ''} : {sanction['effect']}"
        for sanction in ruling["sanctions"]
    ]


def _citation(citation: CitationPart, indent: str) -> Iterator[str]:
    for quote in citation["quotes"]:
        yield from wrapped(f"«\u00a0{_unbroken(quote)}\u00a0»", indent, indent, own=False)
    where = place(citation["section"], citation["heading"])
    yield from wrapped(f"— {where} ({citation['source']})", indent + "  ", indent + "    ")


def _unbroken(quote: str) -> str:
    """A quote on one line, its guillemets and section signs kept with what they belong to; only spaces change."""
    folded = " ".join(quote.split())
    return folded.replace(" »", "\u00a0»").replace("« ", "«\u00a0").replace("§ ", "§\u00a0")


def _sources(citations: list[CitationPart]) -> Iterator[str]:
    """Which texts are quoted, under which licence."""
    for title, edition, licence in dict.fromkeys((one["title"], one["edition"], one["licence"]) for one in citations):
        yield from wrapped(f"Cité de : {title}, {edition} ({licence})", "  ")


def _undecided(ruling: RulingPart) -> Iterator[str]:
    """What the text leaves unsaid, and the readings that it admits."""
    for silence in ruling["silences"]:
        yield from wrapped(silence, f"  {headings.SILENT} : ", "  ")
    if ruling["dispute_does_not_matter"]:
        yield from wrapped(headings.NO_MATTER)
    for reading in ruling["readings"]:
        yield from wrapped(f"{reading['text']} ({reading['key']}={reading['number']})", f"  ({reading['number']}) ")
        for line in reading_lines(reading):
            yield from wrapped(line, "      · ")


def _payments(table: PaymentTablePart | None, within: str = "") -> Iterator[str]:
    """Who pays whom, and what each has in the end."""
    if table is None:
        return
    yield from _heading(headings.PAYMENTS, within)
    for row in table["rows"]:
        when = f" ({row['moment']})" if row["moment"] else ""
        sure = "" if row["sure"] else ", si l'arbitre le décide"
        yield from wrapped(
            f"{row['payer']} → {row['payee']} : {row['text']}{when}{sure} [incident {row['event']}]", "  · "
        )
    if table["nets"]:
        yield from wrapped(headings.NETS)
    for net in table["nets"]:
        when = f" ({net['moment']})" if net["moment"] else ""
        yield from wrapped(f"{net['label']} : {net['text']} {net['unit']}{when}", "  · ")
    if table["value"]:
        yield from wrapped(f"Sans compter {table['value']}.", "  ")


def _allowed(ruling: RulingPart, within: str = "") -> Iterator[str]:
    """What each player may still do; of one incident alone it is not said which."""
    players, alone = ruling["allowed"], len(ruling["headline"]) == 1
    if players:
        yield from _heading(headings.ALLOWED, within)
    for player in players:
        for line in rights_lines(player):
            since = line.until if alone else f"incident {line.event}, {line.until}"
            where = " ; ".join([since, *line.sections])
            yield from wrapped(f"{upper_first(player['label'])} : {line.words} ({where})", "  · ")
            if line.interpretation:
                yield from wrapped(f"{headings.WARNING_NAMES[WarnKind.INTERPRETATION]} : {line.interpretation}", "  ! ")


def _ruling(ruling: RulingPart) -> Iterator[str]:
    yield from _section(headings.DECISION)
    for line in ruling["headline"]:
        yield from wrapped(line)
    yield from _interpreted(ruling)
    yield from _undecided(ruling)
    for beside in ruling["silence_help"]:
        whose = f" (incident {beside['event']})" if len(ruling["headline"]) > 1 else ""
        for title, told in silence_lines(beside):
            yield from _section(f"{title}{whose}")
            for words in told:
                yield from wrapped(words, "  · ")
    yield from _section(headings.STEPS)
    for index, step in enumerate(ruling["steps"], 1):
        yield from wrapped(step, f"  {index}. ")
    if ruling["idle"]:
        yield from _section(headings.IDLE)
        for line in ruling["idle"]:
            yield from wrapped(line, "  · ")
    yield from _payments(ruling["payments"])
    yield from _allowed(ruling)
    if ruling["sanctions"]:
        yield from _section(headings.EFFECT)
        for line in effect_lines(ruling):
            yield from wrapped(line, "  · ")
    yield from _section(headings.TEXT)
    for citation in ruling["citations"]:
        yield from _citation(citation, "  ")
    yield from _sources(ruling["citations"])
    yield from _section(headings.WARNINGS)
    yield from _warnings(ruling["warnings"])
    yield from _changes(ruling)
    yield from _section(headings.HOW)
    for rule in ruling["how"]:
        because = because_words(fact["said"] for fact in rule["because"]) if rule["because"] else ""
        mark = _mark(rule["interpretation"] is not None)
        why = f" ({because})" if because else ""
        yield from wrapped(f"{rule['title']}{mark}{why} [{rule['rule']}]", "  · ")


def reading_lines(reading: ReadingPart) -> list[str]:
    """What one reading decides: sanctions, amounts, the deal, and what it leaves unsaid."""
    lines = [upper_first(sanction["name"]) for sanction in reading["sanctions"]]
    lines += [sentence(f"{left['who']} choisit : {left['text']}") for left in reading["discretion"]]
    lines += [amount["text"] for amount in reading["amounts"]]
    lines += [upper_first(named(slot["title"], slot["label"])) for slot in reading["slots"]]
    return [*lines, *([f"{headings.SILENT} : {reading['silence']}"] if reading["silence"] else [])]


CHANGES: tuple[tuple[Side, str], ...] = (
    ("lighter", headings.LIGHTER),
    ("heavier", headings.HEAVIER),
    ("unordered", headings.UNORDERED),
    ("would_ask", headings.WOULD_ASK),
)


def _changes(ruling: RulingPart) -> Iterator[str]:
    yield from _change_lines(headings.UNLESS, ruling["unless"])
    for side, title in CHANGES:
        yield from _change_lines(title, ruling[side])


def _change_lines(title: str, changes: list[ChangePart]) -> Iterator[str]:
    if changes:
        yield from _section(title)
    for change in changes:
        because = f" ({change['because']})" if change["because"] else ""
        told = f"{change['title']} : {change['label']} ({change['key']}={change['value']})"
        yield from wrapped(f"{told} → {follows(change)}{_mark(change['interpreted'])}{because}", "  · ")


def follows(change: ChangePart) -> str:
    """What an answer would lead to: what would be otherwise, or the question that would come."""
    asks = f"{headings.WOULD_BE_ASKED} : {lower_first(change['asks'])}" if change["asks"] else headings.SEVERAL_POSSIBILITIES
    return change["change"] or change["decision"] or asks

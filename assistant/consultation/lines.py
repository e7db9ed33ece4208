"""Lines that every door shows the same: where an answer comes from, what a player may still do, what all possibilities share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.consultation.vocabulary import Origin
from assistant.decision import headings
from assistant.decision.statuses import CHOICE, READING
from assistant.french import enumerate_words, if_words, lower_first, upper_first

if TYPE_CHECKING:
    from assistant.consultation.document import (
        EventPart,
        KnownPart,
        OverruledPart,
        PossibilityPart,
        TreeAnswerPart,
        TreePart,
    )
    from assistant.consultation.guidance import NearestPart, OtherTextPart, SilenceHelpPart
    from assistant.consultation.settlement import AllowedPart, RightPart

ORIGINS = {Origin.DERIVED: headings.DERIVED, Origin.ASSUMED: headings.ASSUMED}


class Rights(NamedTuple):
    """What a player may or may not do any more, because of which event, until when, and where the text says so."""

    words: str
    event: int
    until: str
    sections: dict[str, str]  # each once, with the first clause cited of it
    interpretation: str | None  # what we had to understand beyond the text


def origin_words(answer: KnownPart) -> str:
    """Where an answer comes from that nobody told."""
    why = answer["why"] or ""
    if answer["origin"] == Origin.COMPUTED:
        return f"{headings.BY_TILES} : {lower_first(why).rstrip('.')}"
    if answer["origin"] == Origin.ENTAILED:
        return f"{headings.SETTLED} l'{why}" if linked(answer) else f"{headings.SETTLED} la place : {why}"
    return ORIGINS.get(answer["origin"], "")


def linked(answer: KnownPart) -> bool:
    """Whether another event settles it."""
    return answer["origin"] == Origin.ENTAILED and (answer["why"] or "").startswith("incident")


def overruled_words(over: OverruledPart) -> str:
    """That the referee's answer stands against what the tiles or another event say, or does not go with another of hers."""
    if over["by"] == "reponse":
        return f"{headings.AGAINST_ANSWER} : {over['title']} : « {over['said']} », et {lower_first(over['why'])} : « {over['computed']} »."
    title, source = (
        (headings.AGAINST_TILES, "les tuiles disent")
        if over["by"] == "tuiles"
        else (headings.AGAINST_EVENT, "le cas dit")
    )
    said = f"vous dites « {over['said']} », {source} « {over['computed']} »"
    return f"{title} : {over['title']} : {said} ({lower_first(over['why']).rstrip('.')})."


def turned_words(event: EventPart) -> str:
    """That an incident is judged as another one, and why."""
    judged = event["judged_as"]
    if judged is None:
        return ""
    return f"{headings.JUDGED_AS} « {judged['title']} », parce que : {lower_first(event['turned_by'] or '')}."


def rights_lines(player: AllowedPart) -> list[Rights]:
    """What is left to one player, those rights together of which the same is said."""
    groups: dict[tuple[str, int, str, bool], list[RightPart]] = {}
    for right in player["rights"]:
        groups.setdefault((right["allowed"], right["event"], right["until"], right["open"]), []).append(right)
    last = {rights[0]["interpretation"]: key for key, rights in groups.items()}  # each interpretation is told once
    return [
        Rights(
            _rights_words(allowed, waits, [right["label"] for right in rights]),
            event,
            until,
            _first_of_each(zip(rights[0]["sections"], rights[0]["cites"], strict=True)),
            rights[0]["interpretation"]
            if last[rights[0]["interpretation"]] == (allowed, event, until, waits)
            else None,
        )
        for (allowed, event, until, waits), rights in groups.items()
    ]


def _first_of_each(sections: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Each section once, with the first of its clauses."""
    found: dict[str, str] = {}
    for section, clause in sections:
        found.setdefault(section, clause)
    return found


def _rights_words(allowed: str, waits: bool, labels: Sequence[str]) -> str:
    if waits:
        return f"selon ce que l'arbitre décide : {enumerate_words(labels)}"
    if allowed == "oui":
        return f"peut encore {enumerate_words(labels)}"
    if allowed == "non":
        return f"ne peut plus {enumerate_words(labels, 'ni')}"
    return f"le texte ne dit pas s'il peut {enumerate_words(labels, 'ou')}"


def shared_lines(tree: TreePart, possibilities: Sequence[PossibilityPart], said: Sequence[str] = ()) -> list[str]:
    """What is decided whatever is established of a tree, but for what was said above it."""
    every = [possibilities[number - 1]["ruling"]["headline"] for number in _numbers(tree)]
    return [line for line in every[0] if line not in said and all(line in lines for lines in every)]


def _numbers(tree: TreePart) -> Iterator[int]:
    """The possibilities that a tree leads to."""
    for answer in tree["answers"]:
        if answer["possibility"] is not None:
            yield answer["possibility"]
        if answer["then"] is not None:
            yield from _numbers(answer["then"])


def own_lines(possibility: PossibilityPart, said: Sequence[str]) -> list[str]:
    """What one possibility decides besides what was said above it; with what parts it from one that reads the same."""
    ruling = possibility["ruling"]
    mark = [f"({headings.INTERPRETED})"] if ruling["interpreted"] else []
    return [*(line for line in ruling["headline"] if line not in said), *possibility["apart"], *mark]


def answer_words(answer: TreeAnswerPart, tree: TreePart) -> str:
    """The answers that lead to the same: « oui » where they are all there is of it, whatever else each says."""
    first, *others = answer["labels"]
    heads = {_head(label) for label in answer["labels"]}
    elsewhere = {_head(label) for other in tree["answers"] if other is not answer for label in other["labels"]}
    if others and len(heads) == 1 and not heads & elsewhere:
        return heads.pop()
    return " ; ou ".join([first, *map(lower_first, others)])


def _head(label: str) -> str:
    """« Oui » of « oui, à son tour »; the whole of a label that does not begin with one word."""
    head = label.partition(", ")[0]
    return label if " " in head else head


def nearest_words(near: NearestPart) -> str:
    """What the same text decides of a near case, and what would have to be otherwise."""
    side = headings.NEAR_SIDES[near["side"]]
    told = enumerate_words([if_words(one["said"]) for one in near["when"]])
    return upper_first(f"{side}, {told} → {near['decision']}{_grounds(near['sections'], near['interpreted'])}")


def other_text_words(other: OtherTextPart) -> str:
    """What another text says of the same facts."""
    return f"{other['short']} : {lower_first(other['says'])}{_grounds(other['sections'], other['interpreted'])}"


def silence_lines(beside: SilenceHelpPart) -> list[tuple[str, list[str]]]:
    """What stands beside a silence, part by part."""
    parts = [
        (headings.NEAREST, list(map(nearest_words, beside["nearest"]))),
        (headings.OTHER_TEXTS, list(map(other_text_words, beside["elsewhere"]))),
        (headings.ESTABLISH, beside["establish"]),
    ]
    return [(title, told) for title, told in parts if told]


def _grounds(sections: Sequence[str], interpreted: bool) -> str:
    told = [*sections, *([headings.INTERPRETED] if interpreted else [])]
    return f" ({', '.join(told)})" if told else ""


def tree_heading(tree: TreePart) -> str:
    """What decides between the possibilities: a fact, a judgement, or a choice."""
    if is_choice(tree):
        return headings.CHOICES
    return headings.JUDGEMENTS if tree["judgement"] else headings.POSSIBILITIES


def first_heading(tree: TreePart) -> str:
    """What to do first about them."""
    if is_choice(tree):
        return headings.CHOOSE_FIRST
    return headings.JUDGE_FIRST if tree["judgement"] else headings.FIRST


def is_choice(tree: TreePart) -> bool:
    """Whether the referee chooses rather than establishes: a reading, or what the text leaves to her."""
    return tree["fact"] in (READING, CHOICE)


def who_words(event: EventPart) -> str:
    """Who did it, in a word."""
    whose = {"joueur": "Le même joueur", "autre": "Un autre joueur", "personne": "Personne"}
    return whose.get(event["who"], event["who"].capitalize())

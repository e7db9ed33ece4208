"""Stories as they are told: in the words of the ruleset played, and readable where a sentence is gone."""

from __future__ import annotations

import re

import pytest

from assistant.model import Library, either, told_to
from assistant.training.book import Book
from assistant.training.exercises.gap import GAP, can_spare, still_told
from assistant.training.exercises.stage import Part
from assistant.training.exercises.syllabus import Task

RIICHI = re.compile(
    r"\b(?:riichis?|ron|tsumo|furiten|yaku|tenpai|noten|cho[mn]bos?|dora|uma|hanchan|kuikae|pon|chii|kan|bâtonnets?)\b",
    re.I,
)
MCR = re.compile(r"\b(?:Hu|MCR|fleurs?|fan|points? de table)\b")
GAMES = {"riichi": MCR, "mcr": RIICHI}  # the words of the other game
ON_PURPOSE = {"ron-au-lieu-de-hu-mcr"}  # a player who is used to the other game
QUOTED = re.compile(r"« [^»]*»")  # a text may name the other game itself


def test_words_are_told_to_those_who_play() -> None:
    text = "Nord dit « {wrc-2015=pon|riichi=pung|mcr=peng} »{mcr= en 3 secondes}."
    assert told_to(text, {"wrc-2015", "riichi"}) == "Nord dit « pon »."
    assert told_to(text, {"ema-2016", "riichi"}) == "Nord dit « pung »."
    assert told_to(text, {"mcr-2006", "mcr"}) == "Nord dit « peng » en 3 secondes."
    assert list(either(text)) == [{"wrc-2015": "pon", "riichi": "pung", "mcr": "peng"}, {"mcr": " en 3 secondes"}]


def test_no_story_has_brackets_or_words_for_another_game(library: Library, syllabus: tuple[Task, ...]) -> None:
    looked_at = 0
    for task in syllabus:
        case, ruleset = library.cases[task.case], library.rulesets[task.ruleset]
        for _, text in case.told(ruleset.names):
            assert not set("(){}[]|") & set(text) and "  " not in text, (task.id, text)
            assert text == text.strip() and not re.search(r" [.,]", text), (task.id, text)
            if task.base not in ON_PURPOSE:
                assert not GAMES[ruleset.game].search(text), (task.id, text)
            looked_at += 1
    assert looked_at > 5000


@pytest.mark.walk
def test_no_answer_and_no_explanation_has_words_of_another_game(library: Library, book: Book) -> None:
    looked_at = 0
    for name, made in book.exercises.items():
        if library.cases[made.case.id].varies in ON_PURPOSE or made.case.id in ON_PURPOSE:
            continue
        foreign = GAMES[library.rulesets[made.ruleset].game]
        for stage in made.stages:
            for option in stage.options:
                label = QUOTED.sub("", option.label) if stage.part == Part.PARAGRAPH else option.label
                said = label if stage.verbatim else f"{label} {option.why}"
                assert not foreign.search(said), (name, stage.id, said)
                looked_at += 1
    assert looked_at > 3000


def test_a_story_spells_chombo_as_each_book_does(library: Library, syllabus: tuple[Task, ...]) -> None:
    for task in syllabus:
        story = " ".join(text for _, text in library.cases[task.case].told(library.rulesets[task.ruleset].names))
        assert ("chonbo" if task.ruleset == "ema-2016" else "chombo") not in story.casefold(), (task.id, story)


@pytest.mark.walk
def test_a_chombo_is_told_as_each_book_spells_it(library: Library, book: Book) -> None:
    for name, made in book.exercises.items():
        labels = " ".join(
            option.label for stage in made.stages for option in stage.options if stage.part == Part.DECISION
        )
        assert ("chonbo" if made.ruleset == "ema-2016" else "chombo") not in labels.casefold(), name


STORY = (
    (None, "Sud pioche."),
    ("vue", "Il regarde sa tuile."),
    ("fois", "C'est la première fois."),
    ("piece", "et la garde"),
    (None, "Nord proteste."),
)


def test_a_gap_is_made_where_the_story_reads_well_without() -> None:
    assert can_spare(STORY, "fois")
    assert not can_spare(STORY, "piece"), "half a sentence"
    assert not can_spare((("vue", "Il regarde."), (None, "Nord proteste.")), "vue"), "the first sentence"
    assert not can_spare(((None, "On joue."), ("qui", "Ouest dit ron."), (None, "Nord proteste.")), "qui"), "who it was"
    assert not can_spare(((None, "Il pioche."), ("vue", "Sa main tombe."), (None, "Elle est vue.")), "vue"), "a pronoun"
    assert not can_spare(((None, "Il dit kan."), ("vue", "Il a trois 2."), (None, "Il n'a pas de 2.")), "vue"), (
        "a thing"
    )


def test_no_gap_takes_a_call_or_what_is_said_to_be_alike() -> None:
    told = ((None, "Ouest joue."), ("vue", "Il se dit prêt et montre sa main."), (None, "Les autres sont noten aussi."))
    assert not can_spare(told, "vue"), "« aussi » says what is gone"
    told = ((None, "Sud trie."), ("vue", "Il dit « riichi » et se reprend."), (None, "Il retire son annonce."))
    assert not can_spare(told, "vue"), "nobody knows what he announced"


def test_who_was_never_warned_has_no_second_time(library: Library) -> None:
    """The ladder begins with a warning: of a second fault that nobody warned of it could be defended."""
    for case in library.cases.values():
        known = [facts for facts in case.every_facts() if facts.get("deja_averti") == "non"]
        again = any(isinstance(facts.get("combien_de_fois"), int) and facts["combien_de_fois"] > 1 for facts in known)  # type: ignore[operator]
        assert not (again and "deja_averti" in dict(case.story)), case.id


NOTICED = re.compile(r"aperçoi|aperçu|remarque (?:l'erreur|qu'en)|ne le (?:voit|remarque)|découvre|s'avise")


def test_nothing_is_noticed_twice(library: Library) -> None:
    """« Son voisin s'en aperçoit alors. On ne s'en aperçoit qu'après la victoire de Nord. »"""
    for case in library.cases.values():
        if not case.further:
            story = " ".join(text for _, text in case.story)
            assert len(NOTICED.findall(story)) < 2, (case.id, story)


def test_who_did_it_for_the_first_time_was_not_warned_for_it(library: Library) -> None:
    told = [(case, {name for name, _ in case.story}) for case in library.cases.values()]
    both = [case for case, names in told if {"recidive", "deja_averti"} <= names]
    assert len(both) > 10
    for case in both:
        assert (case.facts["recidive"], case.facts["deja_averti"]) != ("non", "oui"), (case.id, case.story)


def test_no_sentence_is_told_twice(library: Library) -> None:
    """« Le chonbo d'Est l'avait déjà arrêtée. Le chonbo d'Est l'avait arrêtée, et … »"""
    for case in library.cases.values():
        starts = [" ".join(text.split()[:4]) for _, text in case.story if len(text.split()) > 5]
        assert len(set(starts)) == len(starts), (case.id, starts)


def test_no_gap_asks_what_the_rest_of_the_story_names(library: Library) -> None:
    """« Nord dit « pon » » tells the call, whatever the sentence that is gone showed of it."""
    for word in ("pon", "pung"):
        story = (
            (None, "Est écarte le dragon rouge."),
            ("suivant_a", f"Nord dit « {word} » alors que Sud n'a encore rien pris."),
            ("element_appele", "Nord montre deux dragons rouges."),
        )
        assert can_spare(story, "element_appele")
        assert still_told(library, story, library.facts["element_appele"], "pung")
        assert not still_told(library, story, library.facts["element_appele"], "kong")
        assert not still_told(library, story, library.facts["suivant_a"], "rien")


@pytest.mark.walk
def test_what_a_gap_leaves_reads_well(book: Book) -> None:
    gaps = 0
    for name, made in book.exercises.items():
        stage = made.stage(Part.ASK)
        if stage is not None:
            assert stage.story.count(GAP) == 1 and stage.story[0] != GAP, name
            before = stage.story[stage.story.index(GAP) - 1]
            assert before.endswith((".", "!", "?", "»")), (name, before)
            gaps += 1
    assert gaps > 200

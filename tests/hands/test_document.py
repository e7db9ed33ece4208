"""The document of a hand fits its published schema, and the words of hands are the same wherever they stand."""

from __future__ import annotations

import json
import random
from typing import Any, get_args

import jsonschema
import pytest

from assistant.authoring.schema import hands as handschema
from assistant.authoring.schema import knowledge as schema
from assistant.cli import main
from assistant.commands.schema import schemas
from assistant.hands import riichi
from assistant.hands.document import explained, refusal
from assistant.hands.explanation import FURITEN_TOPICS, STRUCTURE_WORDS
from assistant.hands.facts import COMPUTATIONS, SAID
from assistant.hands.hand import FLAGS, parse_hand
from assistant.hands.mcr import count as mcr
from assistant.hands.mcr.fans import Fan, named
from assistant.hands.shape import FORMS, Structure
from assistant.hands.tiles import HandError, Mistake
from assistant.model import Library
from assistant.model.hand_words import RESULTS, Flag, FuritenState, Game, Yaku
from assistant.model.hands import Computation, LeadFrom
from tests.oracles.winning import a_hand

HANDS = 60
TOLD = [
    "siege:sud dominant:est",
    "tsumo fleurs:2",
    "ron compteurs:1 mises:2",
    "ecarts:1m9p passees:-",
    "indicateurs:4p",
    "",
]
LINES = [
    "2233344456m 678p +3m ecarts:6m ron",
    "2224555m 678p 345s riichi kong:2m",
    "1112345688s [9999s] riichi kong:9s",
    "1133m 5577p 9999s 2z +2z",
    "135m 246p 789s 1234z",
    "(333s) (444p) (555m) 666s 1z +1z ron",
]
WRONG = ["123C 456B", "123m", "11111m", "123m ron tsumo", "", "2233344456m 678p kong:9s"]


@pytest.fixture(scope="module")
def form() -> jsonschema.protocols.Validator:
    published = schemas()["hand"]
    return jsonschema.validators.validator_for(published)(published)


def as_data(document: Any) -> Any:
    return json.loads(json.dumps(document))


def filled(part: Any, before: str = "") -> set[str]:
    """The keys of a document that hold something, by their path."""
    if isinstance(part, dict):
        return {one for key, value in part.items() for one in filled(value, f"{before}.{key}")}
    if isinstance(part, list):
        return {one for value in part for one in filled(value, before)}
    return set() if part is None else {before}


def test_documents_of_many_hands_fit_the_schema(library: Library, form: jsonschema.protocols.Validator) -> None:
    rng = random.Random(12)
    hands = [parse_hand(line) for line in LINES]
    while len(hands) < HANDS:
        try:
            hands.append(parse_hand(f"{a_hand(rng)[0].text()} {rng.choice(TOLD)}"))
        except HandError:
            continue
    seen: set[str] = set()
    for hand in hands:
        document = as_data(explained(library, hand))
        form.validate(document)
        seen |= filled(document)
    for key in (
        "furiten.tiles",
        "kong.reading",
        "kong.after",
        "fifth",
        "values.yaku.han",
        "values.without_circumstances",
    ):
        assert f".analyses.{key}" in seen
    if mcr.available():
        assert {".analyses.values.fans.number", ".analyses.values.removed.principle"} <= seen


def test_refusals_fit_the_schema(library: Library, form: jsonschema.protocols.Validator) -> None:
    codes = set()
    for line in WRONG:
        with pytest.raises(HandError) as caught:
            explained(library, parse_hand(line))
        document = as_data(refusal(library, caught.value))
        form.validate(document)
        codes.add(document["error"])
    assert {Mistake.AMBIGUOUS_LETTER, Mistake.WRONG_COUNT, Mistake.NO_KONG} <= codes


@pytest.mark.parametrize(
    ("path", "key"),
    [((), "analyses"), (("hand",), "text"), (("analyses", 0), "waits"), (("analyses", 0, "values", 0), "points")],
)
def test_the_schema_refuses_a_misspelt_key(
    library: Library, form: jsonschema.protocols.Validator, path: tuple[str | int, ...], key: str
) -> None:
    document = as_data(explained(library, parse_hand(LINES[0])))
    part = document
    for step in path:
        part = part[step]
    part[f"{key}s"] = part.pop(key)
    assert not form.is_valid(document)


def test_the_command_prints_what_the_schema_says(
    capsys: pytest.CaptureFixture[str], form: jsonschema.protocols.Validator
) -> None:
    assert main(["hand", "2233344456m 678p", "--win", "3m", "--discards", "6m", "--ron", "--json"]) == 0
    form.validate(json.loads(capsys.readouterr().out))
    assert main(["hand", "11111m", "--json"]) == 2
    form.validate(json.loads(capsys.readouterr().out))


def test_every_word_has_its_meaning() -> None:
    assert set(COMPUTATIONS) | set(SAID) == set(RESULTS) == set(Computation)
    assert set(FLAGS) == set(Flag)
    assert set(STRUCTURE_WORDS) == set(Structure)
    assert set(FURITEN_TOPICS) == set(FuritenState)
    assert set(FORMS) == set(Game)
    assert set(riichi.YAKU.values()) == set(Yaku)


def test_the_shapes_of_the_yaml_know_the_same_words() -> None:
    for model, field, words in (
        (schema.Computed, "by", Computation),
        (handschema.Hands, "game", Game),
        (handschema.Lead, "of", LeadFrom),
    ):
        assert list(get_args(model.model_fields[field].annotation)) == [word.value for word in words]


def test_a_fan_is_named_as_the_library_names_it() -> None:
    assert [named("Big Four Winds"), named("Three-Suited Terminal Chows"), named("Robbing The Kong")] == [
        Fan.BIG_FOUR_WINDS,
        Fan.THREE_SUITED_TERMINAL_CHOWS,
        Fan.ROBBING_THE_KONG,
    ]
    assert [str(fan) for fan in Fan] == [str(number) for number in range(1, 82)]

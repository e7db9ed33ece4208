"""The closed vocabularies of the YAML: what the schemas admit is what the model names."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from assistant.authoring.schema.knowledge import Fact
from assistant.authoring.schema.rules import Ladder
from assistant.authoring.schema.sanctions import Sanction
from assistant.model import Beyond, Library, Nature, Scope


@pytest.mark.parametrize(
    ("entry", "key", "words"), [(Fact, "scope", Scope), (Sanction, "nature", Nature), (Ladder, "beyond", Beyond)]
)
def test_the_schema_and_the_model_admit_the_same_words(entry: type[BaseModel], key: str, words: type[StrEnum]) -> None:
    admitted: Any = entry.model_fields[key].annotation
    known = list(admitted) if isinstance(admitted, type) else get_args(admitted)
    assert set(known) == set(words)


def test_the_library_holds_the_words_of_the_model(library: Library) -> None:
    assert {type(fact.scope) for fact in library.facts.values()} == {Scope}
    assert {type(sanction.nature) for sanction in library.sanctions.values()} == {Nature}
    ladders = [amount for rule in library.rules() for amount in rule.then.amounts if amount.steps is not None]
    assert ladders and {type(amount.beyond) for amount in ladders} == {Beyond}

"""What a reading says beside what is certain."""

from __future__ import annotations

from typing import Any

from assistant.consultation.consultant import Consultant
from assistant.model import Library


def ruling(library: Library, ruleset: str, told: dict[str, Any]) -> Any:
    (document,) = Consultant(library).consult([ruleset], told)["consultations"]
    return document["ruling"]


def test_a_reading_does_not_spare_whom_something_else_strikes(library: Library) -> None:
    told = {"incident": "mur-touche-trop-tot", "tuile_vue": "lui-seul", "combien_de_fois": 1}
    sheet = ruling(library, "mcr-2015", told)
    assert [one["id"] for one in sheet["sanctions"]] == ["avertissement"]
    given = [[one["id"] for one in reading["sanctions"]] for reading in sheet["readings"]]
    assert given == [["perte-du-droit-au-hu"], []]


def test_a_reading_that_alone_decides_says_that_nothing_is_punished(library: Library) -> None:
    told = {"incident": "tuile-appelee-non-prise", "depuis_l_appel": "second-saute"}
    sheet = ruling(library, "ema-2016", told)
    given = [[one["id"] for one in reading["sanctions"]] for reading in sheet["readings"]]
    assert given == [["main-morte"], ["aucune"]]

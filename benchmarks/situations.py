"""The cases that are judged on the synthetic bases: the same for every size."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.model import Value
from benchmarks.synthetic import COMMON, COUNTED, DERIVED, INCIDENTS, OWN, fact_name, incident_name


@dataclass(frozen=True)
class Case:
    """One case: an incident of size 1 and what is known of it."""

    incident: str
    facts: dict[str, Value]


def cases() -> list[Case]:
    """The cases that are timed: partial and complete, of incidents that every size has."""
    whole: dict[str, Value] = {
        "genre": "c",
        "vu": "oui",
        "dit": "oui",
        "pris": "oui",
        "montre": "toutes",
        "moment": "apres",
        "corrige": "non",
        "minutes": 3,
        "voulu": "non",
        "autre": "non",
    }
    shapes: list[dict[str, Value]] = [
        {},
        {"genre": "a"},
        {"genre": "a", "vu": "oui", "montre": "toutes"},
        {"genre": "a", "vu": "oui", "montre": "toutes", "moment": "avant", "corrige": "non"},
        {"genre": "b", "dit": "oui", "montre": "quelques"},
        {"genre": "b", "dit": "non", "pris": "oui", "montre": "quelques", "corrige": "oui"},
        {"minutes": 12, "montre": "aucune"},
        whole,
        whole
        | {
            "genre": "a",
            "dit": "non",
            "pris": "non",
            "moment": "avant",
            "corrige": "oui",
            "minutes": 20,
            "voulu": "oui",
        },
        whole | {"genre": "b", "pris": "non", "montre": "quelques", "moment": "avant", "corrige": "oui", "minutes": 0},
        whole
        | {
            "genre": "b",
            "dit": "non",
            "pris": "non",
            "montre": "aucune",
            "moment": "avant",
            "corrige": "oui",
            "minutes": 2,
            "autre": "oui",
        },
        whole | {"genre": "a", "dit": "non", "pris": "non", "moment": "avant", "minutes": 7, "autre": "oui"},
    ]
    return [_case(7 * number % INCIDENTS, shape) for number, shape in enumerate(shapes)]


def more_cases(count: int) -> list[Case]:
    """Further cases, for the comparison of answers only: a fixed sequence that tries every value beside every other."""
    known = {
        **{name: values for name, values in COMMON.items() if name != "contexte"},
        **OWN,
        DERIVED: ("oui", "non"),
        COUNTED: (0, 4, 5, 9, 10, 14, 15, 30),
    }
    state, cases = 2016, []
    for index in range(count):
        shape: dict[str, Value] = {}
        for name, values in known.items():
            state = (state * 1103515245 + 12345) % 2**31
            choice = (state >> 8) % (2 * len(values) if index % 3 else len(values))
            if choice < len(values):
                shape[name] = values[choice]
        cases.append(_case(index % INCIDENTS, shape))
    return cases


def _case(number: int, shape: dict[str, Value]) -> Case:
    return Case(
        incident_name(number),
        {"contexte": "tournoi", **{fact_name(number, name): value for name, value in shape.items()}},
    )

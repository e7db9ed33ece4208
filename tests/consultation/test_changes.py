"""« Pourquoi pas »: every answer offered as making another decision does make another one."""

from __future__ import annotations

import pytest

from assistant.consultation.consultant import Consultant
from assistant.decision.sameness import same, sides
from assistant.model import Library, Value
from tests.support.drawing import Drawing

SIDES = ("lighter", "heavier", "unordered")


def offered(consultant: Consultant, ruleset: str, facts: dict[str, Value]) -> set[tuple[str, Value]]:
    """The changes of a final case that are offered as another decision."""
    (document,) = consultant.consult([ruleset], facts)["consultations"]
    ruling = document["ruling"]
    return {(change["fact"], change["value"]) for side in SIDES for change in ruling[side]} if ruling else set()  # type: ignore[literal-required]


def test_what_is_offered_decides_otherwise(library: Library, consultant: Consultant, drawing: Drawing) -> None:
    """Of every case told, and of all its answers but numbers."""
    told = [(case, ruleset) for case in library.cases.values() for ruleset in case.expect if not case.further]
    looked_at = 0
    for case, ruleset in drawing.sample("cases asked why not", told, 200):
        before = consultant.outcomes(ruleset, case.flat_facts())
        for fact, value in offered(consultant, ruleset, case.flat_facts()) if before else ():
            after = consultant.outcomes(ruleset, {**case.flat_facts(), fact: value})
            if after and library.facts[fact].values:
                assert not same(library, *sides(library, (ruleset, ruleset), before[0], after[0])), (case.id, fact)
                looked_at += 1
    assert looked_at > 10


@pytest.mark.parametrize(
    ("case", "ruleset", "change"),
    [
        ("rc-029.un-autre-gagne", "wrc-2015", ("fin_de_la_donne", "finie-par-un-chombo")),  # « finie », « suit son cours »
        ("rc-061", "wrc-2015", ("rythme", "lent-ailleurs")),
        ("pung-sur-le-dernier-ecart", "wrc-2015", ("empechement", "autre-place")),  # two silences
    ],
)
def test_the_same_in_other_words_is_not_offered(
    library: Library, consultant: Consultant, case: str, ruleset: str, change: tuple[str, Value]
) -> None:
    facts = library.cases[case].flat_facts()
    changed = {**facts, change[0]: change[1]}
    before, after = (consultant.outcomes(ruleset, one) for one in (facts, changed))
    assert before[0] != after[0]
    assert change not in offered(consultant, ruleset, facts)


def test_what_decides_otherwise_is_still_offered(library: Library, consultant: Consultant) -> None:
    facts = library.cases["tsumo-d-un-riichi-douteux"].flat_facts()
    assert ("main_montree_a_la_fin", "pas-en-attente") in offered(consultant, "ema-2016", facts)

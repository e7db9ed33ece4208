"""Real disputes: each is a case in every ruleset it applies to, and comes out as it should."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from assistant.engine.engines import Engines
from assistant.model import Case, Library
from tests.conftest import ROOT
from tests.support.rulings import Ruled, rule
from tests.support.written import written

DATA = ROOT / "tests" / "data"
TOLD = written(DATA / "disputes.yaml")
TOLD_2 = written(DATA / "disputes_told_2.yaml")
OF_SEVERAL = written(DATA / "disputes_of_several.yaml")
EVERY = [*TOLD, *TOLD_2, *OF_SEVERAL]
COLLECTED = ROOT.parent / "shared" / "cases-open.yaml"  # where the disputes were collected
COLLECTED_OF_SEVERAL = ROOT.parent / "shared" / "cases-open-2.yaml"

# What an outcome of the file must be in a ruling of ours: the sanctions that say it, one of which is enough.
SANCTIONS = {
    "chombo": {"chombo"},
    "dead-hand": {"main-morte"},
    "valid-win": {"victoire-payee"},
    "win-refused": {"victoire-refusee"},
    "call-refused": {"appel-annule"},
    "warning": {"avertissement"},
    "lose-right-to-hu": {"perte-du-droit-au-hu"},
    "no-more-calls": {"interdit-d-appels"},
    "forced-discard": {"defausse-obligatoire"},
    "disqualification": {"disqualification", "disqualification-possible"},  # « est en droit de disqualifier »
    "discretion": {"discretion"},
    "payment:split": {"responsable-partage"},
    "substitute": {"remplacement"},
    "uma:+5000/-5000/-15000": {"uma-sans-le-premier"},
    "uma:+5/-5/-15": {"uma-sans-le-premier"},
}


class Wanted(NamedTuple):
    """One outcome of one dispute in one ruleset."""

    word: str
    times: int
    silent: bool  # the file itself says that the text is silent


def wanted(expected: dict[str, Any]) -> list[Wanted]:
    words: list[str] = expected["outcomes"]
    silent = expected["confidence"] == "text-silent"
    return [Wanted(word, words.count(word), silent) for word in dict.fromkeys(words)]


def gives(ruled: Ruled, one: Wanted) -> bool:
    """Whether a ruling gives what the dispute wants."""
    word, number = one.word.split(":")[0], one.word.partition(":")[2]
    open_ended = bool(ruled.silences or ruled.readings)
    if one.word in SANCTIONS:
        found = [player for sanction in SANCTIONS[one.word] for player in ruled.on(sanction)]
        if len(found) >= one.times or (found and "chaque-gagnant" in found):
            return True
        if one.word == "warning":  # one of the things that the referee may choose, and named as such
            return any("avertissement" in decides.text for decides in ruled.outcome.decides)
        # where the text is silent or contradicts itself, saying so is the ruling: the referee decides
        return one.word == "discretion" and one.silent and open_ended
    if one.word == "none":
        if ruled.several:
            return ruled.spared
        return (not ruled.punished and bool(ruled.sanctions)) or (one.silent and not ruled.sanctions and open_ended)
    if word == "points":
        return all(("points", (int(part),)) in ruled.amounts for part in number.split("-or-"))
    if one.word == "payment:5-60-to-victim":
        return ("paiement", (5, 60)) in ruled.amounts and "discretion" in ruled.ids()
    if word == "result":
        return ("session-perdue", (-int(number),)) in ruled.amounts
    if one.word == "payment:unclear":
        return not any(sanction == "paiement" for sanction, _ in ruled.amounts) and bool(ruled.silences)
    assert word == "payment" and number.endswith("-each"), f"no mapping for {one.word!r}"
    allowed = {int(part) for part in number.removesuffix("-each").split("-or-")}
    paid = {numbers for sanction, numbers in ruled.amounts if sanction == "paiement"}
    each = any if ruled.several else all
    return bool(paid) and each(numbers and set(numbers) <= allowed for numbers in paid)


def explained(one: list[Wanted]) -> set[str]:
    """The sanctions that these outcomes account for."""
    names = {sanction for want in one for sanction in SANCTIONS.get(want.word, ())}
    names |= {"paiement"} if any(want.word.startswith("payment:") for want in one) else set()
    if names & {"paiement", "discretion"} and any(
        want.word.endswith("victim") or want.word == "discretion" for want in one
    ):
        names |= {"paiement", "discretion"}  # a payment whose amount is left open
    names |= {"discretion"} if any(want.word == "warning" for want in one) else set()
    names |= {"session-perdue"} if any(want.word.startswith(("result:", "uma:")) for want in one) else set()
    return names | ({"points"} if any(want.word.startswith("points:") for want in one) else set())


ROWS = [(dispute["id"], ruleset) for dispute in EVERY for ruleset in dispute["expected"]]


def test_there_are_forty_one_and_ten_of_several_events() -> None:
    assert (len(TOLD), len(OF_SEVERAL)) == (41, 10)
    assert len({dispute["id"] for dispute in EVERY}) == len(EVERY)


@pytest.mark.skipif(not COLLECTED.is_file(), reason=f"our copy of the disputes was NOT compared: no {COLLECTED}")
def test_our_copy_is_as_they_were_collected() -> None:
    assert [as_told(one) for one in written(COLLECTED)] == TOLD


@pytest.mark.skipif(
    not COLLECTED_OF_SEVERAL.is_file(), reason=f"the later disputes were NOT compared: no {COLLECTED_OF_SEVERAL}"
)
def test_those_told_later_are_as_they_were_collected() -> None:
    ids = {dispute["id"] for dispute in TOLD_2}
    collected = written(COLLECTED_OF_SEVERAL)
    assert [as_told(one) for one in collected if one["id"] in ids] == TOLD_2


def as_told(collected: dict[str, Any]) -> dict[str, Any]:
    """A collected dispute, as our copy says it."""
    story = " ".join(collected["scenario"].split())
    return {"id": collected["id"], "tags": collected["tags"], "story": story, "expected": as_expected(collected)}


def as_expected(collected: dict[str, Any]) -> dict[str, Any]:
    """What a collected dispute expects, as our copy says it."""
    return {
        ruleset: {
            "outcomes": expected.get("outcomes") or [expected["outcome"]],
            "confidence": expected["confidence"],
        }
        for ruleset, expected in collected["expected"].items()
    }


@pytest.mark.skipif(
    not COLLECTED_OF_SEVERAL.is_file(), reason=f"those of several events were NOT compared: no {COLLECTED_OF_SEVERAL}"
)
def test_those_of_several_events_expect_what_was_collected() -> None:
    collected = written(COLLECTED_OF_SEVERAL)
    chains = [one for one in collected if one["tags"][0] == "chaine" and one["id"] >= "rc-257"]
    assert [{"id": one["id"], "tags": one["tags"], "expected": as_expected(one)} for one in chains] == OF_SEVERAL


def test_no_case_comes_from_an_unknown_dispute(library: Library) -> None:
    known = {dispute["id"] for dispute in EVERY}
    assert {case.dispute for case in library.cases.values() if case.dispute} == known


@pytest.mark.drawn(300)
@pytest.mark.parametrize(("dispute", "ruleset"), ROWS)
def test_a_dispute_is_a_case_and_comes_out_right(
    library: Library, engines: Engines, dispute: str, ruleset: str
) -> None:
    expected = next(one for one in EVERY if one["id"] == dispute)["expected"][ruleset]
    cases = [case for case in library.cases.values() if case.dispute == dispute and ruleset in case.expect]
    assert cases, f"{dispute} is no case in {ruleset}"
    for case in cases:
        assert not departs(library, engines, case, ruleset, expected) or case.expect[ruleset].note, (
            f"{case.place}: {case.id} in {ruleset} departs from {dispute} without a note: "
            + departs(library, engines, case, ruleset, expected)
        )


def departs(library: Library, engines: Engines, case: Case, ruleset: str, expected: dict[str, Any]) -> str:
    """In what the ruling of a case is not that of its dispute."""
    ruled = rule(library, engines, case, ruleset)
    wants = wanted(expected)
    missing = [want.word for want in wants if not gives(ruled, want)]
    certain = {sanction for _, sanction in ruled.outcome.sanctions}  # of several readings the referee chooses one
    beyond = sorted((ruled.punished & certain) - explained(wants))
    return ", ".join(
        [f"does not give {word}" for word in missing] + [f"also punishes with {sanction}" for sanction in beyond]
    )


@pytest.mark.parametrize(
    ("disputes", "most"), [(TOLD, 8), (TOLD_2, 10), (OF_SEVERAL, 4)], ids=["one", "later", "several"]
)
def test_most_disputes_come_out_without_a_note(
    library: Library, engines: Engines, disputes: list[dict[str, Any]], most: int
) -> None:
    """A note is for a reading of ours, not a way around the file."""
    noted = [
        (dispute["id"], ruleset)
        for dispute in disputes
        for ruleset in dispute["expected"]
        if all(
            departs(library, engines, case, ruleset, dispute["expected"][ruleset])
            for case in library.cases.values()
            if case.dispute == dispute["id"] and ruleset in case.expect
        )
    ]
    assert len(noted) <= most, noted

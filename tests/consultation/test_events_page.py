"""What the page on events asks for: every row of its table is ruled as each text says, and what once went wrong has its tests."""

from __future__ import annotations

import importlib
import re

import pytest

from tests.support.chains import read
from tests.support.modules import ROOT

PAGE = ROOT.parent / "shared" / "events.md"
NEEDS_THE_PAGE = pytest.mark.skipif(not PAGE.exists(), reason="the page on events is not at hand")
RULESETS = ("ema-2016", "wrc-2015", "mcr-2006", "mcr-2015")
ROWS = range(1, 16)
NOTHING_SAID = {(row, ruleset) for row in (6, 7) for ruleset in ("mcr-2006", "mcr-2015")}  # what only riichi knows
OTHERWISE = {(row["chain"], row["ruleset"]) for row in read("otherwise.yaml")}

EVENTS, NATURAL, WHOLE, PAGES = (
    f"tests.{name}"
    for name in (
        "consultation.test_events",
        "consultation.test_natural_incidents",
        "consultation.test_whole_case",
        "web.test_events",
    )
)
WENT_WRONG: dict[str, dict[str, tuple[str, ...]]] = {
    "« main morte » hands on": {
        EVENTS: (
            "test_a_dead_hand_that_nobody_declared_makes_a_call_no_chombo",
            "test_a_dead_hand_that_nobody_declared_makes_a_win_that_is_not_shown_no_chombo",
        ),
        NATURAL: ("test_the_moment_of_a_dead_hand_is_measured_to_the_riichi_not_to_the_draw",),
    },
    "A lost right to Hu": {
        EVENTS: (
            "test_a_lost_right_to_hu_reaches_a_win_that_is_announced",
            "test_a_dead_hand_reaches_a_win_that_is_announced",
            "test_a_declared_dead_est_is_not_tenpai_at_the_draw",
        ),
        NATURAL: ("test_whichever_door_is_taken_the_ruling_is_the_same",),
    },
    "A false win and a good one": {
        EVENTS: (
            "test_a_false_win_and_a_good_one_at_once_are_no_chombo_and_one_paid_win",
            "test_a_good_win_at_the_same_moment_counts_within_a_reading_too",
            "test_a_good_win_at_the_same_moment_counts_in_the_last_deal_too",
            "test_a_win_at_another_moment_cancels_nothing",
            "test_the_good_winner_s_sheet_does_not_say_that_another_had_won",
        ),
    },
    "« La victoire que l'autre": {
        EVENTS: ("test_whether_the_win_was_good_is_not_asked_and_a_contrary_answer_is_told",),
        PAGES: ("test_a_linked_fact_is_shown_with_its_event_and_can_be_overruled",),
    },
    "An answer « non établi »": {
        EVENTS: ("test_what_is_not_established_in_the_first_event_drops_nothing",),
        PAGES: ("test_two_unknowns_are_a_tree_with_the_fact_to_establish_first",),
    },
    "The whole case loses": {
        EVENTS: (
            "test_the_whole_case_keeps_what_each_event_says",
            "test_the_whole_case_keeps_an_event_s_own_steps",
            "test_no_deal_goes_on_above_a_redeal",
            "test_the_noten_is_paid_once",
            "test_facts_that_nobody_gave_are_not_idle",
        ),
        WHOLE: ("test_what_another_event_counts_is_named_with_that_event",),
    },
    "No incident can be removed": {
        EVENTS: ("test_the_seats_are_named", "test_a_second_and_a_third_player_are_told_apart"),
        PAGES: ("test_the_first_event_taken_out", "test_events_are_moved_and_taken_out_on_the_page"),
    },
    "Questions of right": {
        EVENTS: ("test_whether_he_may_still_win_is_answered_where_nothing_was_announced",),
    },
}


def agreed(row: int, ruleset: str) -> list[str]:
    """The chains, near misses too, that tell a row and that the product rules in a ruleset as the reader of its text did."""
    told = [
        (name, one)
        for chain in read("chains.yaml")
        if row in chain["rows"]
        for name, one in (
            (chain["id"], chain),
            *((f"{chain['id']}/{near['id']}", near) for near in chain.get("near", ())),
        )
    ]
    return [name for name, one in told if ruleset in one["expect"] and (name, ruleset) not in OTHERWISE]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("row", ROWS)
def test_every_row_is_told_by_a_chain_that_is_ruled_as_the_text_says(row: int, ruleset: str) -> None:
    """`test_chains` rules them all; here each row of the table has at least two of them, where the text says something of it."""
    assert ((row, ruleset) in NOTHING_SAID) or len(agreed(row, ruleset)) >= 2, agreed(row, ruleset)


def test_what_once_went_wrong_has_tests_that_are_there() -> None:
    for tests in WENT_WRONG.values():
        for module, names in tests.items():
            found = importlib.import_module(module)
            assert [name for name in names if not callable(getattr(found, name, None))] == [], module


@NEEDS_THE_PAGE
def test_the_table_and_the_list_are_those_of_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+)\. .*$", page, re.M)
    assert [int(row) for row in rows] == list(ROWS)
    cells = {int(line.split(".")[0][2:]): line.split(" | ")[1:] for line in re.findall(r"^\| \d+\. .*$", page, re.M)}
    silent = {
        (row, ruleset)
        for row, told in cells.items()
        for ruleset, cell in zip(RULESETS, told, strict=True)
        if cell.strip(" |") in ("–", "none")
    }
    assert silent == NOTHING_SAID
    wrong = page[page.index("went wrong") : page.index("## Meaning")]
    bullets = re.findall(r"^- (.*)$", wrong, re.M)
    assert len(bullets) == len(WENT_WRONG)
    assert all(any(bullet.startswith(words) for words in WENT_WRONG) for bullet in bullets)

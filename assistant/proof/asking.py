"""What is asked of an event although an earlier one has answered it: two links tell of a fact what follows where something was given and where it
was not, and one of them forgets an incident of the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from assistant.decision.links import settled_facts
from assistant.decision.statuses import Happening
from assistant.model import DEFAULT_PLAYER, By, Link, Reads, When
from assistant.proof.ends import End, Ends, settles


class Asked(NamedTuple):
    """A fact of a second event that is asked, and the two links of which one should have settled it."""

    first: End
    second: str
    other: bool  # of another player
    when: When
    fact: str
    without: Link
    given: Link

    def words(self) -> str:
        """For an author."""
        links = [f"{link.id} ({link.place})" for link in (self.without, self.given)]
        return (
            f"« {self.fact} » est demandé du second, et le premier y a répondu : {links[0]} le règle quand il n'y est pas donné, "
            f"{links[1]} quand il l'est, mais non après cet incident"
        )


def asked_though_answered(ends: Ends, other_player: str) -> Iterator[Asked]:
    """Every fact that is asked though the first event has answered it."""
    for second in ends.incidents:
        asked = {name for end in ends.fitting(second, {}) for name, _ in end.answers}
        links = [*ends.links(second, Reads.THEN), *ends.links(second, Reads.END)]
        for without, given in product(links, links):
            facts = asked.intersection(settles(without), settles(given))
            if facts and _contrary(without, given):
                for other, when in product((False, True), When):
                    if _looks(without, other, when) and _looks(given, other, when):
                        player = other_player if other else DEFAULT_PLAYER
                        for first, fact in _forgotten(ends, without, second, player, when, facts):
                            yield Asked(first, second, other, when, fact, without, given)


def _contrary(without: Link, given: Link) -> bool:
    """Whether one link reads that something was not given, and the other that it was."""
    if without.source is None or given.source is None or without.source.incidents is None:
        return False
    return bool(without.source.without & given.source.sanctions)


def _looks(link: Link, other: bool, when: When) -> bool:
    """Whether a link looks at an earlier event of such a player and moment."""
    source = link.source
    assert source is not None
    by = source.by is None or (source.by is By.OTHER) == other
    return by and (when in source.whens if source.whens is not None else when is not When.EARLIER_DEAL)


def _forgotten(
    ends: Ends, without: Link, second: str, player: str, when: When, facts: set[str]
) -> Iterator[tuple[End, str]]:
    """The ends in which what one link reads was given after all, with what is asked of the second event beside them."""
    assert without.source is not None and without.source.incidents is not None
    network = ends.questionnaire(second).network
    for incident in sorted(without.source.incidents.intersection(ends.incidents)):
        for end in ends.fitting(incident, {}):
            if not without.source.without & end.outcome.sanction_ids():
                continue
            arriving = Happening(2, second, player, None, when, {}, None)
            case = [end.happening(1, DEFAULT_PLAYER, None, When.AFTER), arriving]
            found = [settled_facts(ends.ruleset, case, 1, reads) for reads in Reads]
            settled = {name: one.value for some in found for name, one in some.settled.items() if name in network.facts}
            opened = {name for some in found for name in some.open}
            left = facts - settled.keys() - opened
            needed = (
                {name for fitting in ends.fitting(second, settled) for name, _ in fitting.answers} if left else set()
            )
            yield from ((end, fact) for fact in sorted(left & needed))

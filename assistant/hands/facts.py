"""The facts that the tiles of a case answer: which, with what value, and why.

Which facts, by which computation, and which result is which value stands in the facts' YAML; here are the computations. What
nobody said (drawn or discarded, which wind) is tried in every way: a fact is computed only when all ways agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from assistant.french import sentence
from assistant.hands.explanation import Analysis, Line, hand_document
from assistant.hands.hand import Hand, parse_hand, told
from assistant.hands.mcr import count as mcr
from assistant.hands.shape import THIRTEEN
from assistant.hands.tiles import HONOURS, name
from assistant.model import Library, Value


class Result(NamedTuple):
    """What a computation found, and its explanation."""

    state: str
    line: Line


class Computed(NamedTuple):
    """The value that the tiles give a fact."""

    value: str
    why: str
    cites: tuple[str, ...]
    note: str | None


class Tiles:
    """The tiles of one incident of a case, under one ruleset, with the circumstances that the answers tell."""

    def __init__(self, library: Library, ruleset: str, text: str, given: Mapping[str, Value]):
        self.library = library
        self.hand = parse_hand(text)
        words: list[str] = []
        for fact, values in (library.tiles.circumstances if library.tiles else {}).items():
            words.extend(values.get(str(given.get(fact)), ()))
        self.told = told(self.hand, words)
        ready = self.told.right_count and ruleset in library.hands
        self.analysis = Analysis(library, ruleset, self.told) if ready else None
        self._facts: dict[str, Computed] | None = None

    def facts(self) -> dict[str, Computed]:
        """Every fact that these tiles answer."""
        if self._facts is None:
            self._facts = self._computed()
        return self._facts

    def _computed(self) -> dict[str, Computed]:
        results: dict[str, Result | None] = {}
        found: dict[str, Computed] = {}
        for fact in self.library.facts.values():
            how = fact.computed
            if how is None:
                continue
            if how.by not in results:
                results[how.by] = self._result(how.by)
            result = results[how.by]
            if result is not None and result.state in how.gives:
                found[fact.id] = Computed(how.gives[result.state], result.line.text, result.line.cites, how.note)
        return found

    def _result(self, computation: str) -> Result | None:
        if computation in SAID:
            return SAID[computation](self.hand)
        if self.analysis is None:
            return self._wrong(computation)
        return COMPUTATIONS[computation](self.analysis)

    def _wrong(self, computation: str) -> Result | None:
        """Tiles of a wrong number say only that."""
        states = {"complete": "wrong_count", "count": "wrong"}
        if computation not in states or self.told.right_count or self.told.only_a_call:
            return None
        return Result(states[computation], Line(f"{self.told.size} tuiles, un kong compté pour trois."))

    def document(self) -> dict[str, Any]:
        """The hand for the sheet, with what can be offered beside it."""
        lines: list[Line] = []
        if self.analysis is not None:
            if self.analysis.complete is not None:
                lines.append(self.analysis.completeness_line())
            lines.append(self.analysis.waits_line())
        wrong = not self.hand.right_count and not self.hand.only_a_call
        return {
            **hand_document(self.hand),
            "lines": [line.document() for line in lines],
            "wrong_count": self.hand.size if wrong else None,
            "offers": self.library.tiles.wrong_count if wrong and self.library.tiles else None,
        }


def _complete(analysis: Analysis) -> Result | None:
    if analysis.complete is None:
        return None
    return Result("yes" if analysis.complete else "no", analysis.completeness_line())


def _count(analysis: Analysis) -> Result | None:
    return Result("right", Line(f"{analysis.hand.size} tuiles, un kong compté pour trois."))


def _winning_tiles(analysis: Analysis) -> Iterator[Hand]:
    """The hand with each tile that can have been the winning one."""
    hand = analysis.hand
    if not analysis.assumed_winning:
        yield hand
        return
    everything = hand.all_concealed
    for tile in sorted(set(everything)):
        rest = list(everything)
        rest.remove(tile)
        yield hand._replace(concealed=tuple(rest), winning=tile)


def _agreed(states: Iterator[tuple[str, Line]]) -> Result | None:
    """The result when every way gives the same; its explanation is the first."""
    first: Result | None = None
    for state, line in states:
        if first is None:
            first = Result(state, line)
        elif state != first.state:
            return None
    return first


def _winds(hand: Hand) -> list[tuple[int | None, int | None]]:
    """The winds to try: those said, or all where a wind in the hand makes them matter."""
    wind_tiles = any(tile in range(HONOURS, HONOURS + 4) for tile in hand.all_concealed) or any(
        HONOURS <= meld.tiles[0] < HONOURS + 4 for meld in hand.melds
    )
    every: tuple[int | None, ...] = (0, 1, 2, 3) if wind_tiles else (None,)
    return list(
        product(
            every if hand.seat is None else (hand.seat,),
            every if hand.prevalent is None else (hand.prevalent,),
        )
    )


def _yaku(analysis: Analysis) -> Result | None:
    if analysis.form.chinese or not analysis.complete:
        return None
    from assistant.hands.riichi import Won, value

    def ways() -> Iterator[tuple[str, Line]]:
        for hand in _winning_tiles(analysis):
            drawn = (False, True) if hand.drawn is None else (hand.drawn,)
            for way, (seat, prevalent) in product(drawn, _winds(hand)):
                found = value(hand, analysis.rules, Won(way, seat, prevalent, bool(hand.riichi)))
                assert found is not None
                names = [analysis.rules.figures[one].name for one, _ in found.yaku]
                if names:
                    yield "yes", Line(sentence("yaku : " + ", ".join(names)), analysis.cites("yaku"))
                elif hand.riichi is None:
                    yield "open", Line("Aucun yaku sans riichi.")  # with riichi there is one
                else:
                    yield "no", Line("Aucun yaku : les dora n'en sont pas.", analysis.cites("no_yaku"))

    return _agreed(ways())


def _eight_points(analysis: Analysis) -> Result | None:
    if not analysis.form.chinese or not analysis.complete or not mcr.available():
        return None

    def ways() -> Iterator[tuple[str, Line]]:
        for hand in _winning_tiles(analysis):
            for way in (False, True) if hand.drawn is None else (hand.drawn,):
                for seat, prevalent in _winds(hand):
                    found = mcr.value(hand, analysis.rules, mcr.Circumstances(way, seat or 0, prevalent or 0))
                    assert found is not None
                    fans = ", ".join(
                        f"{analysis.rules.figures[str(fan.number)].name} {fan.times * fan.points}" for fan in found.fans
                    )
                    text = sentence(f"{found.points} points sans les fleurs : {fans}")
                    state = "open" if found.open else "yes" if found.enough else "no"
                    yield state, Line(text, analysis.cites("minimum"))

    return _agreed(ways())


def _wait(analysis: Analysis) -> Result | None:
    if analysis.assumed_winning:  # fourteen tiles: which one came last was not said
        return None
    state = "waiting" if analysis.waits else "fifth" if analysis.fifth else "none"
    return Result(state, analysis.waits_line())


def _wait_count(analysis: Analysis) -> Result | None:
    if analysis.assumed_winning or not analysis.waits:
        return None
    if len(analysis.waits) > 1:
        return Result("several", analysis.waits_line())
    kongs = sum(meld.is_kong for meld in analysis.hand.melds) == 4
    orphans = any(reading.kind == THIRTEEN for reading in analysis.readings)
    return Result("one_special" if kongs or orphans else "one", analysis.waits_line())


def _furiten(analysis: Analysis) -> Result | None:
    found = None if analysis.assumed_winning else analysis.furiten()
    return None if found is None or not found.known else Result(found.state, analysis.furiten_line(found))


def _orphans(analysis: Analysis) -> Result | None:
    if analysis.complete is None:
        return None
    thirteen = any(reading.kind == THIRTEEN for reading in analysis.readings)
    last = name(analysis.hand.winning or 0)
    words = f"Avec {last} la main {'est' if thirteen else 'n’est pas'} Treize Orphelins."
    return Result("yes" if thirteen else "no", Line(words, analysis.cites("complete")))


def _kong(analysis: Analysis) -> Result | None:
    found = analysis.kong()
    return None if found is None else Result(found.state, analysis.kong_line(found))


def _origin(hand: Hand) -> Result | None:
    """Where the line itself says the winning tile came from."""
    if "kong-vole" in hand.flags or hand.drawn is None:
        return None
    if hand.drawn:
        return Result("drawn", Line("Gagnée sur pioche, dit avec les tuiles."))
    return Result("discard", Line("Gagnée sur un écart, dit avec les tuiles."))


def _seat(hand: Hand) -> Result | None:
    if hand.seat is None:
        return None
    if hand.seat == 0:
        return Result("east", Line("Il est Est, dit avec les tuiles."))
    return Result("other", Line("Il n'est pas Est, dit avec les tuiles."))


def _riichi(hand: Hand) -> Result | None:
    if hand.riichi is None:
        return None
    words = "En riichi, dit avec les tuiles." if hand.riichi else "Sans riichi, dit avec les tuiles."
    words = "Un élément est exposé." if hand.is_open else words
    return Result("yes" if hand.riichi else "no", Line(words))


def _swap(hand: Hand) -> Result | None:
    """What was discarded after a call: the tile claimed, one that could have stood in its place, or another."""
    meld = next((one for one in reversed(hand.melds) if one.open and hand.claimed in one.tiles), None)
    if meld is None or hand.claimed is None or hand.thrown is None:
        return None
    claimed, thrown = name(hand.claimed), name(hand.thrown)
    if hand.thrown == hand.claimed:
        return Result("same", Line(f"Il a réclamé {claimed} et l'a écarté."))
    low, high = sorted(tile for tile in meld.tiles if tile != hand.claimed)[:2] if meld.is_chow else (0, 0)
    ends = [tile for tile in (low - 1, high + 1) if high - low == 1 and tile // 9 == low // 9]
    if hand.thrown in ends:
        return Result("other_end", Line(f"Avec {name(low)} et {name(high)}, {thrown} faisait aussi un chow."))
    return Result("other", Line(sentence(f"{thrown} ne pouvait pas tenir la place de {claimed}")))


SAID: dict[str, Callable[[Hand], Result | None]] = {"origin": _origin, "seat": _seat, "riichi": _riichi, "swap": _swap}

COMPUTATIONS: dict[str, Callable[[Analysis], Result | None]] = {
    "complete": _complete,
    "count": _count,
    "yaku": _yaku,
    "eight_points": _eight_points,
    "wait": _wait,
    "wait_count": _wait_count,
    "furiten": _furiten,
    "orphans": _orphans,
    "kong": _kong,
}

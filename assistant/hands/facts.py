"""The facts that the tiles of a case answer: which, with what value, and why.

Which facts, by which computation, and which result is which value stands in the facts' YAML; here are the computations. What
nobody said (drawn or discarded, which wind) is tried in every way: a fact is computed only when all ways agree.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from assistant.french import sentence
from assistant.hands.document import tiles_part
from assistant.hands.explanation import Analysis, Line
from assistant.hands.hand import Hand, also_told, parse_hand
from assistant.hands.mcr import count as mcr
from assistant.hands.payments import Payer
from assistant.hands.shape import Structure
from assistant.hands.tiles import WINDS, Wind, name
from assistant.hands.value_lines import BY_EAST, wins
from assistant.model import Library, Value
from assistant.model.hand_words import (
    Completeness,
    Flag,
    FuritenState,
    Origin,
    Seat,
    Swap,
    TileCount,
    Topic,
    Wait,
    WaitCount,
    YesNo,
)
from assistant.model.hands import Computation

if TYPE_CHECKING:
    from assistant.hands.parts import HandPart


KNOWN = 64  # tiles with their analysis, of whatever cases came last


class Result(NamedTuple):
    """What a computation found, and its explanation."""

    state: StrEnum
    line: Line


class Computed(NamedTuple):
    """The value that the tiles give a fact."""

    value: str
    why: str
    cites: tuple[str, ...]
    note: str | None


class _Said:
    """Tiles with all that `Tiles` reads of what was told; of one library, known by which it is."""

    def __init__(self, library: Library, ruleset: str, text: str, told: Mapping[str, Value]):
        self.library, self.ruleset, self.text = library, ruleset, text
        self.told = {name: told[name] for name in _read(library) if name in told}
        self._key = (id(library.facts), ruleset, text, tuple(self.told.items()))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Said) and other.library.facts is self.library.facts and other._key == self._key


def _read(library: Library) -> list[str]:
    """The facts whose answers say something of the tiles."""
    seats = [fact.id for fact in library.facts.values() if fact.computed and fact.computed.by is Computation.SEAT]
    return sorted({*(library.tiles.circumstances if library.tiles else {}), *seats})


@lru_cache(maxsize=KNOWN)
def _tiles(said: _Said) -> Tiles:
    return Tiles(said.library, said.ruleset, said.text, said.told)


def tiles_of(library: Library, ruleset: str, text: str, told: Mapping[str, Value]) -> Tiles:
    """Tiles as they were told; the same ones are looked at once, however many ways of a case have them."""
    return _tiles(_Said(library, ruleset, text, told))


class Tiles:
    """The tiles of one incident of a case, under one ruleset, with the circumstances that the answers tell."""

    def __init__(self, library: Library, ruleset: str, text: str, told: Mapping[str, Value]):
        self.library = library
        self.hand = parse_hand(text)
        words: list[str] = []
        for fact, values in (library.tiles.circumstances if library.tiles else {}).items():
            words.extend(values.get(str(told.get(fact)), ()))
        self.as_told = also_told(self.hand, words)
        self.ruleset = ruleset
        ready = self.as_told.right_count and ruleset in library.hands
        self.analysis = Analysis(library, ruleset, self.as_told) if ready else None
        self.not_east = any(
            fact.computed.gives.get(Seat.OTHER) == told[fact.id]
            for fact in library.facts.values()
            if fact.id in told and fact.computed and fact.computed.by is Computation.SEAT
        )
        self._facts: dict[str, Computed] | None = None

    def facts(self) -> dict[str, Computed]:
        """Every fact that these tiles answer."""
        if self._facts is None:
            self._facts = self._computed()
        return self._facts

    def _computed(self) -> dict[str, Computed]:
        results: dict[Computation, Result | None] = {}
        facts: dict[str, Computed] = {}
        for fact in self.library.facts.values():
            how = fact.computed
            if how is None:
                continue
            if how.by not in results:
                results[how.by] = self._result(how.by)
            result = results[how.by]
            if result is not None and result.state in how.gives:
                facts[fact.id] = Computed(how.gives[result.state], result.line.text, result.line.cites, how.note)
        return facts

    def _result(self, computation: Computation) -> Result | None:
        if computation in SAID:
            return SAID[computation](self.hand)
        if self.analysis is None:
            return self._wrong(computation)
        return COMPUTATIONS[computation](self.analysis)

    def _wrong(self, computation: Computation) -> Result | None:
        """Tiles of a wrong number say only that."""
        if computation not in WRONG or self.as_told.right_count or self.as_told.only_a_call:
            return None
        return Result(WRONG[computation], Line(f"{self.as_told.size} tuiles, un kong compté pour trois."))

    def loses(self) -> str | None:
        """Why these tiles win in no way, if so."""
        analysis = self.analysis
        if analysis is None or analysis.complete is None:
            return None
        if not analysis.complete:
            return analysis.completeness_line().text
        furiten = _furiten(analysis)
        if analysis.hand.drawn is False and furiten is not None and furiten.state != FuritenState.NONE:
            return furiten.line.text
        enough = _eight_points(analysis) if analysis.form.chinese else _yaku(analysis)
        return enough.line.text if enough is not None and enough.state is YesNo.NO else None

    def worth(self, sanctions: Collection[str]) -> list[Line]:
        """What the hand is worth, where a sanction has it paid: in every way in which it can have been won."""
        assert self.library.tiles is not None
        paid = any(self.library.sanctions[sanction].wins for sanction in sanctions)
        if not paid or self.analysis is None or not self.analysis.readings:
            return []
        words = [word for sanction in sanctions for word in self.library.tiles.rulings.get(sanction, ())]
        analysis = Analysis(self.library, self.ruleset, also_told(self.as_told, words))
        values = [value for value in wins(analysis) if value["valid"] and not value["barred"]]
        told = [value for value in values if not (self.not_east and value["when"].endswith(BY_EAST))]
        lines = [Line(sentence(f"gagnée {value['when']} : {value['summary']}")) for value in told]
        if lines and analysis.assumed_winning and not words:
            lines.append(analysis.last_tile_line())
        loses = self.loses()
        return lines or ([Line(f"Ces tuiles ne gagnent pas. {loses}")] if loses else [])

    def paid(self) -> list[list[tuple[Payer, int]]]:
        """Who pays how much for the hand, in each way in which it can have been won."""
        values = wins(self.analysis) if self.analysis is not None and self.analysis.readings else []
        told = [value for value in values if value["valid"] and not value["barred"]]
        told = [value for value in told if not (self.not_east and value["when"].endswith(BY_EAST))]
        return [[(part["payer"], part["points"]) for part in value["payments"]] for value in told]

    def document(self, sanctions: Collection[str] = ()) -> HandPart:
        """The hand for the sheet, with what it is worth where one of these has it paid, and what can be offered beside it."""
        lines: list[Line] = []
        if self.analysis is not None:
            if self.analysis.complete is not None:
                lines.append(self.analysis.completeness_line())
            lines.append(self.analysis.waits_line())
        wrong = not self.hand.right_count and not self.hand.only_a_call
        return {
            **tiles_part(self.hand),
            "lines": [line.part() for line in lines],
            "worth": [line.text for line in self.worth(sanctions)],
            "wrong_count": self.hand.size if wrong else None,
            "offers": self.library.tiles.wrong_count if wrong and self.library.tiles else None,
        }


def _complete(analysis: Analysis) -> Result | None:
    if analysis.complete is None:
        return None
    return Result(Completeness.YES if analysis.complete else Completeness.NO, analysis.completeness_line())


def _count(analysis: Analysis) -> Result | None:
    return Result(TileCount.RIGHT, Line(f"{analysis.hand.size} tuiles, un kong compté pour trois."))


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


def _agreed(states: Iterator[tuple[YesNo | None, Line]]) -> Result | None:
    """The result when every way gives the same one; its explanation is the first."""
    first: Result | None = None
    for state, line in states:
        if state is None or (first is not None and state != first.state):
            return None
        first = first or Result(state, line)
    return first


def _winds(hand: Hand) -> list[tuple[Wind | None, Wind | None]]:
    """The winds to try: those said, or all where a wind in the hand makes them matter."""
    wind_tiles = any(tile in WINDS for tile in (*hand.all_concealed, *(meld.tiles[0] for meld in hand.melds)))
    every: tuple[Wind | None, ...] = tuple(Wind) if wind_tiles else (None,)
    return list(
        product(
            every if hand.seat is None else (hand.seat,),
            every if hand.prevalent is None else (hand.prevalent,),
        )
    )


def _ways(analysis: Analysis) -> Iterator[tuple[Hand, bool, Wind | None, Wind | None]]:
    """Each way in which the hand can have been won: the winning tile, drawn or not, seat and prevalent wind."""
    for hand in _winning_tiles(analysis):
        for drawn in (False, True) if hand.drawn is None else (hand.drawn,):
            for seat, prevalent in _winds(hand):
                yield hand, drawn, seat, prevalent


def _yaku(analysis: Analysis) -> Result | None:
    if analysis.form.chinese or not analysis.complete:
        return None
    from assistant.hands.riichi import Won, value

    def states() -> Iterator[tuple[YesNo | None, Line]]:
        for hand, drawn, seat, prevalent in _ways(analysis):
            worth = value(hand, analysis.rules, Won(drawn, seat, prevalent, bool(hand.riichi)))
            assert worth is not None
            names = [analysis.rules.figures[yaku].called for yaku, _ in worth.yaku]
            if names:
                yield YesNo.YES, Line(sentence("yaku : " + ", ".join(names)), analysis.cites(Topic.YAKU))
            elif hand.riichi is None:
                yield None, Line("Aucun yaku sans riichi.")  # with riichi there is one
            else:
                yield YesNo.NO, Line("Aucun yaku : les dora n'en sont pas.", analysis.cites(Topic.NO_YAKU))

    return _agreed(states())


def _eight_points(analysis: Analysis) -> Result | None:
    if not analysis.form.chinese or not analysis.complete or not mcr.available():
        return None

    def states() -> Iterator[tuple[YesNo | None, Line]]:
        for hand, drawn, seat, prevalent in _ways(analysis):
            won = mcr.Circumstances(drawn, seat or Wind.EAST, prevalent or Wind.EAST)
            worth = mcr.value(hand, analysis.rules, won)
            assert worth is not None
            figures = analysis.rules.figures
            fans = ", ".join(f"{figures[str(fan)].name} {times * points}" for fan, times, points in worth.fans)
            text = sentence(f"{worth.points} points sans les fleurs : {fans}")
            state = None if worth.open else YesNo.YES if worth.enough else YesNo.NO
            yield state, Line(text, analysis.cites(Topic.MINIMUM))

    return _agreed(states())


def _wait(analysis: Analysis) -> Result | None:
    if analysis.assumed_winning:  # fourteen tiles: which one came last was not said
        return None
    state = Wait.WAITING if analysis.waits else Wait.FIFTH if analysis.fifth else Wait.NONE
    return Result(state, analysis.waits_line())


def _wait_count(analysis: Analysis) -> Result | None:
    if analysis.assumed_winning or not analysis.waits:
        return None
    if len(analysis.waits) > 1:
        return Result(WaitCount.SEVERAL, analysis.waits_line())
    kongs = sum(meld.is_kong for meld in analysis.hand.melds) == 4
    orphans = any(reading.kind == Structure.THIRTEEN for reading in analysis.readings)
    return Result(WaitCount.ONE_SPECIAL if kongs or orphans else WaitCount.ONE, analysis.waits_line())


def _furiten(analysis: Analysis) -> Result | None:
    furiten = None if analysis.assumed_winning else analysis.furiten
    return None if furiten is None or not furiten.known else Result(furiten.state, analysis.furiten_line(furiten))


def _orphans(analysis: Analysis) -> Result | None:
    if analysis.complete is None:
        return None
    thirteen = any(reading.kind == Structure.THIRTEEN for reading in analysis.readings)
    last = name(analysis.hand.winning or 0)
    words = f"Avec {last} la main {'est' if thirteen else 'n’est pas'} Treize Orphelins."
    return Result(YesNo.YES if thirteen else YesNo.NO, Line(words, analysis.cites(Topic.COMPLETE)))


def _kong(analysis: Analysis) -> Result | None:
    effect = analysis.kong
    return None if effect is None else Result(effect.state, analysis.kong_line(effect))


def _origin(hand: Hand) -> Result | None:
    """Where the line itself says the winning tile came from."""
    if Flag.ROBBED_KONG in hand.flags or hand.drawn is None:
        return None
    if hand.drawn:
        return Result(Origin.DRAWN, Line("Gagnée sur pioche, dit avec les tuiles."))
    return Result(Origin.DISCARD, Line("Gagnée sur un écart, dit avec les tuiles."))


def _seat(hand: Hand) -> Result | None:
    if hand.seat is None:
        return None
    if hand.seat == Wind.EAST:
        return Result(Seat.EAST, Line("Il est Est, dit avec les tuiles."))
    return Result(Seat.OTHER, Line("Il n'est pas Est, dit avec les tuiles."))


def _riichi(hand: Hand) -> Result | None:
    if hand.riichi is None:
        return None
    words = "En riichi, dit avec les tuiles." if hand.riichi else "Sans riichi, dit avec les tuiles."
    words = "Un élément est exposé." if hand.is_open else words
    return Result(YesNo.YES if hand.riichi else YesNo.NO, Line(words))


def _swap(hand: Hand) -> Result | None:
    """What was discarded after a call: the tile claimed, one that could have stood in its place, or another."""
    meld = next((meld for meld in reversed(hand.melds) if meld.open and hand.claimed in meld.tiles), None)
    if meld is None or hand.claimed is None or hand.thrown is None:
        return None
    claimed, thrown = name(hand.claimed), name(hand.thrown)
    if hand.thrown == hand.claimed:
        return Result(Swap.SAME, Line(f"Il a réclamé {claimed} et l'a écarté."))
    low, high = sorted(tile for tile in meld.tiles if tile != hand.claimed)[:2] if meld.is_chow else (0, 0)
    ends = [tile for tile in (low - 1, high + 1) if high - low == 1 and tile // 9 == low // 9]
    if hand.thrown in ends:
        return Result(Swap.OTHER_END, Line(f"Avec {name(low)} et {name(high)}, {thrown} faisait aussi un chow."))
    return Result(Swap.OTHER, Line(sentence(f"{thrown} ne pouvait pas tenir la place de {claimed}")))


WRONG: dict[Computation, StrEnum] = {
    Computation.COMPLETE: Completeness.WRONG_COUNT,
    Computation.COUNT: TileCount.WRONG,
}

SAID: dict[Computation, Callable[[Hand], Result | None]] = {
    Computation.ORIGIN: _origin,
    Computation.SEAT: _seat,
    Computation.RIICHI: _riichi,
    Computation.SWAP: _swap,
}

COMPUTATIONS: dict[Computation, Callable[[Analysis], Result | None]] = {
    Computation.COMPLETE: _complete,
    Computation.COUNT: _count,
    Computation.YAKU: _yaku,
    Computation.EIGHT_POINTS: _eight_points,
    Computation.WAIT: _wait,
    Computation.WAIT_COUNT: _wait_count,
    Computation.FURITEN: _furiten,
    Computation.ORPHANS: _orphans,
    Computation.KONG: _kong,
}

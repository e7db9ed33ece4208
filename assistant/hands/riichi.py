"""The value of a riichi hand: yaku, han, minipoints line by line, points and who pays what.

The library `mahjong` counts; what it does otherwise than the texts is put right here: yakuman do not add up, the Blessing of Man
stands alone, and of several readings the one that pays most is taken. It writes into the configuration that it is given, so each
call gets a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from mahjong.hand_calculating.divider import HandDivider
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator
from mahjong.meld import Meld as LibraryMeld
from mahjong.shanten import Shanten

from assistant.hands.hand import Hand, wind_tile
from assistant.hands.shape import Form
from assistant.hands.tiles import COPIES, EAST, HONOURS, WHITE, counted
from assistant.model.hands import HandRules

FORM = Form(chinese=False, identical_pairs=False)

ROUND_UP, SPLIT_BASE = "round_up", "concealed_ron_apart"
FU_WORDS = {
    "base": "victoire",
    "penchan": "attente au bord",
    "kanchan": "attente fermée, au milieu",
    "valued_pair": "paire de dragon, du vent du joueur ou du vent dominant",
    "double_valued_pair": "paire du vent qui est à la fois celui du joueur et le dominant",
    "pair_wait": "attente sur la paire",
    "tsumo": "victoire sur pioche",
    "hand_without_fu": "pinfu ouvert",
    "closed_pon": "pung caché ordinaire",
    "open_pon": "pung exposé ordinaire",
    "closed_terminal_pon": "pung caché de terminales ou d'honneurs",
    "open_terminal_pon": "pung exposé de terminales ou d'honneurs",
    "closed_kan": "kong caché ordinaire",
    "open_kan": "kong exposé ordinaire",
    "closed_terminal_kan": "kong caché de terminales ou d'honneurs",
    "open_terminal_kan": "kong exposé de terminales ou d'honneurs",
}
LEVELS = {
    "mangan": "mangan",
    "kiriage mangan": "mangan (valeur de base de 1 920 arrondie)",
    "haneman": "haneman",
    "baiman": "baiman",
    "sanbaiman": "sanbaiman",
    "yakuman": "yakuman",
}


class Won(NamedTuple):
    """The circumstances under which a value is asked: those that the hand leaves open are given here."""

    drawn: bool
    seat: int | None
    prevalent: int | None
    riichi: bool


class Payment(NamedTuple):
    payer: str
    points: int


class FuLine(NamedTuple):
    points: int
    words: str
    topic: str  # the line of the text's table


class RiichiValue(NamedTuple):
    """What a complete hand is worth; without a yaku `han` is 0 and nothing is paid."""

    yaku: tuple[tuple[str, int], ...]
    dora: int
    ura: int
    han: int
    fu: int
    fu_lines: tuple[FuLine, ...]
    level: str
    yakuman: bool
    payments: tuple[Payment, ...]
    stakes: int
    total: int
    notes: tuple[str, ...]


class _OneReading(HandDivider):
    """Gives the calculator a single reading, so that it values that one."""

    def __init__(self, reading: list[list[int]]):
        super().__init__()
        self.reading = reading

    def divide_hand(self, *_: Any, **__: Any) -> list[list[list[int]]]:
        return [self.reading]


def shanten(tiles: Sequence[int], melds: int) -> int:
    """How many tiles are missing before the hand waits: 0 waits, -1 is complete."""
    counts = counted(tiles)
    calculator = Shanten()
    return int(calculator.calculate_shanten(counts, use_chiitoitsu=not melds, use_kokushi=not melds))


class Table136:
    """Hands out the four copies of each tile, as the library numbers them."""

    def __init__(self) -> None:
        self.used = [0] * 34

    def take(self, tile: int) -> int:
        copy = self.used[tile]
        self.used[tile] += 1
        assert copy < COPIES
        return tile * 4 + copy


def dora_of(indicator: int) -> int:
    """The tile that an indicator makes dora."""
    if indicator < HONOURS:
        return indicator // 9 * 9 + (indicator % 9 + 1) % 9
    if indicator < WHITE:
        return EAST + (indicator - EAST + 1) % 4
    return WHITE + (indicator - WHITE + 1) % 3


def value(hand: Hand, rules: HandRules, won: Won) -> RiichiValue | None:
    """What the hand is worth won like this; None when it is not complete."""
    assert hand.winning is not None
    table = Table136()
    melds = [_meld(meld.tiles, meld.open, table) for meld in hand.melds]
    concealed = [table.take(tile) for tile in hand.concealed]
    winning = table.take(hand.winning)
    tiles = [*(tile for meld in melds for tile in meld.tiles or []), *concealed, winning]
    shown = [*hand.indicators, *(hand.ura if won.riichi else ())]
    indicators = [tile * 4 for tile in shown]
    counts = [0] * 34
    for tile in tiles:
        counts[tile // 4] += 1
    divided = HandDivider().divide_hand(counts, melds)
    best: Any = None
    config = _config(hand, rules, won)
    ways: list[list[list[int]] | None] = [*divided] if divided else [None]
    for reading in ways:
        calculator = HandCalculator()
        config = _config(hand, rules, won)
        if reading is not None:
            calculator.divider = _OneReading(reading)
        result = calculator.estimate_hand_value(tiles, winning, melds, indicators, config)
        if result.error not in (None, HandCalculator.ERR_NO_YAKU):
            return None
        worth = 0 if result.cost is None else result.cost["total"]
        if best is None or (worth, result.han or 0, result.fu or 0) > best[0]:
            best = ((worth, result.han or 0, result.fu or 0), result, config)
    result, config = best[1], best[2]
    found = _read(hand, rules, won, result, config)
    return _blessing_of_man(hand, rules, won, found)


def _meld(tiles: Iterable[int], is_open: bool, table: Table136) -> LibraryMeld:
    numbered = [table.take(tile) for tile in tiles]
    if len(numbered) == 4:
        kind = LibraryMeld.KAN
    else:
        kind = LibraryMeld.PON if numbered[0] // 4 == numbered[1] // 4 else LibraryMeld.CHI
    return LibraryMeld(kind, numbered, opened=is_open)


def _config(hand: Hand, rules: HandRules, won: Won) -> HandConfig:
    flags = hand.flags
    first, last, east = "premier-tour" in flags, "derniere-tuile" in flags, won.seat == 0
    after_kong = "apres-kong" in flags and won.drawn
    return HandConfig(
        is_tsumo=won.drawn,
        is_riichi=won.riichi and "double-riichi" not in flags,
        is_daburu_riichi="double-riichi" in flags,
        is_ippatsu="ippatsu" in flags,
        is_rinshan=after_kong,
        is_chankan="kong-vole" in flags and not won.drawn,
        is_haitei=last and won.drawn and not after_kong,
        is_houtei=last and not won.drawn,
        is_tenhou=first and won.drawn and east,
        is_chiihou=first and won.drawn and not east,
        player_wind=wind_tile(won.seat) if won.seat is not None else None,
        round_wind=wind_tile(won.prevalent) if won.prevalent is not None else None,
        kyoutaku_number=hand.stakes,
        tsumi_number=hand.counters,
        options=OptionalRules(
            has_open_tanyao=True,
            has_aka_dora=False,
            has_double_yakuman=False,
            kazoe_limit=HandConfig.KAZOE_SANBAIMAN,
            kiriage=rules.options.get(ROUND_UP, False),
            fu_for_open_pinfu=True,
            fu_for_pinfu_tsumo=False,
        ),
    )


def _read(hand: Hand, rules: HandRules, won: Won, result: Any, config: HandConfig) -> RiichiValue:
    """The library's answer in our words."""
    ids = {id(one): name for name, one in vars(config.yaku).items()}
    listed = result.yaku or []
    yakuman = any(one.is_yakuman for one in listed)
    is_open = hand.is_open
    yaku = tuple(
        (ids[id(one)], int(one.han_open if is_open and one.han_open else one.han_closed))
        for one in listed
        if ids[id(one)] != "dora"
    )
    if result.error:
        return RiichiValue((), 0, 0, 0, 0, (), "", False, (), 0, 0, ())
    extra = 0 if yakuman else _dora(hand, hand.indicators)
    ura = 0 if yakuman or not won.riichi else _dora(hand, hand.ura)
    notes: list[str] = []
    han, cost = int(result.han), result.cost
    if yakuman:
        yaku = tuple((name, 13) for name, _ in yaku)
        if len(yaku) > 1:
            notes.append("yakuman-ne-se-cumulent-pas")
        han = 13
        cost = ScoresCalculator().calculate_scores(13, result.fu, config, True)
    elif han >= 13:
        notes.append("treize-han-sanbaiman")
    if "apres-kong" in hand.flags and "derniere-tuile" in hand.flags and won.drawn and not yakuman:
        notes.append("derniere-tuile-et-kong")
    if cost["yaku_level"] == "kiriage mangan":
        notes.append("presque-mangan")
    lines = [] if yakuman else _fu_lines(result.fu_details or [], rules, won, is_open, result.fu)
    payments, total = _payments(cost, won)
    level = LEVELS.get(cost["yaku_level"], "") if han >= 5 or cost["yaku_level"] else ""
    return RiichiValue(
        yaku, extra, ura, han, 0 if yakuman else int(result.fu), tuple(lines), level, yakuman, payments,
        int(cost["kyoutaku_bonus"]), total, tuple(notes),
    )  # fmt: skip


def _fu_lines(details: Iterable[dict[str, Any]], rules: HandRules, won: Won, is_open: bool, fu: int) -> list[FuLine]:
    found: list[FuLine] = []
    apart = rules.options.get(SPLIT_BASE, False)
    for one in sorted(details, key=lambda one: -int(one["fu"])):
        points, reason = int(one["fu"]), str(one["reason"])
        if reason == "base" and points == 25:
            found.append(FuLine(25, "sept paires, sans aucun autre minipoint", "base_25"))
        elif reason == "base" and points == 30 and apart:
            ron = FuLine(10, "victoire sur un écart, main fermée", "ron_10")
            found[:0] = [FuLine(20, "victoire", "base_20"), ron]
        elif reason == "base":
            words = "victoire sur un écart, main cachée" if points == 30 else "victoire sur pioche, ou main exposée"
            found.insert(0, FuLine(points, "victoire" if apart else words, f"base_{points}"))
        else:
            found.append(FuLine(points, FU_WORDS[reason], reason))
    return found


def _dora(hand: Hand, indicators: Iterable[int]) -> int:
    counts = hand.every
    return sum(counts[dora_of(indicator)] for indicator in indicators)


def _payments(cost: dict[str, Any], won: Won) -> tuple[tuple[Payment, ...], int]:
    main, other = int(cost["main"] + cost["main_bonus"]), int(cost["additional"] + cost["additional_bonus"])
    if not won.drawn:
        return (Payment("celui qui a écarté la tuile", main),), int(cost["total"])
    if won.seat == 0:
        return (Payment("chacun des trois autres", main),), int(cost["total"])
    return (Payment("Est", main), Payment("chacun des deux autres", other)), int(cost["total"])


def _blessing_of_man(hand: Hand, rules: HandRules, won: Won, found: RiichiValue) -> RiichiValue:
    """Won on a discard before the first turn: five han alone, unless the rest of the hand pays more."""
    if "premier-tour" not in hand.flags or won.drawn or won.seat == 0:
        return found
    config = _config(hand, rules, won)
    cost = ScoresCalculator().calculate_scores(5, 30, config, False)
    payments, total = _payments(cost, won)
    if total < found.total:
        return found._replace(notes=(*found.notes, "benediction-de-l-homme-moindre"))
    notes = ("benediction-de-l-homme-seule",)
    return RiichiValue(
        (("renhou", 5),), 0, 0, 5, 0, (), "mangan", False, payments, int(cost["kyoutaku_bonus"]), total, notes
    )

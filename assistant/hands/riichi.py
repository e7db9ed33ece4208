"""The value of a riichi hand: yaku, han, minipoints line by line, points and who pays what.

The library `mahjong` counts, and of several readings takes the one that pays most; what it does otherwise than the texts is put
right here: yakuman do not add up, the Blessing of Man stands alone. It writes into the configuration that it is given, so each call
gets a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mahjong.hand_calculating.fu import FuCalculator, FuDetail
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator, ScoresResult
from mahjong.hand_calculating.yaku import Yaku as LibraryYaku
from mahjong.hand_calculating.yaku_config import YakuConfig
from mahjong.hand_calculating.yaku_list import Dora, UraDora
from mahjong.meld import Meld as LibraryMeld
from mahjong.shanten import Shanten

from assistant.hands.hand import Hand
from assistant.hands.payments import Payer, Payment
from assistant.hands.tiles import COPIES, Wind, counted
from assistant.model.hand_words import Flag, Option, RiichiRemark, Topic, Yaku
from assistant.model.hands import HandRules

FU_WORDS = {
    Topic.PENCHAN: "attente au bord",
    Topic.KANCHAN: "attente fermée, au milieu",
    Topic.VALUED_PAIR: "paire de dragon, du vent du joueur ou du vent dominant",
    Topic.DOUBLE_VALUED_PAIR: "paire du vent qui est à la fois celui du joueur et le dominant",
    Topic.PAIR_WAIT: "attente sur la paire",
    Topic.TSUMO: "victoire sur pioche",
    Topic.HAND_WITHOUT_FU: "pinfu ouvert",
    Topic.CLOSED_PON: "pung caché ordinaire",
    Topic.OPEN_PON: "pung exposé ordinaire",
    Topic.CLOSED_TERMINAL_PON: "pung caché de terminales ou d'honneurs",
    Topic.OPEN_TERMINAL_PON: "pung exposé de terminales ou d'honneurs",
    Topic.CLOSED_KAN: "kong caché ordinaire",
    Topic.OPEN_KAN: "kong exposé ordinaire",
    Topic.CLOSED_TERMINAL_KAN: "kong caché de terminales ou d'honneurs",
    Topic.OPEN_TERMINAL_KAN: "kong exposé de terminales ou d'honneurs",
}
BASES = {20: Topic.BASE_20, 30: Topic.BASE_30}
WAITS = (FuCalculator.PENCHAN, FuCalculator.KANCHAN, FuCalculator.PAIR_WAIT)
DORA = (Dora.yaku_id, UraDora.yaku_id)
LEVELS = {
    "": "",
    "mangan": "mangan",
    "kiriage mangan": "mangan (valeur de base de 1 920 arrondie)",
    "haneman": "haneman",
    "baiman": "baiman",
    "sanbaiman": "sanbaiman",
    "yakuman": "yakuman",
}
FIGURES = frozenset(Yaku)
WINDS = {"seat_wind": Yaku.SEAT_WIND, "round_wind": Yaku.ROUND_WIND}  # the library names each of the four


def _figure(name: str) -> Yaku | None:
    """A yaku of the library as our texts have it; None for those that they have not."""
    return WINDS.get(name.rpartition("_")[0]) or (Yaku(name) if name in FIGURES else None)


YAKU = {yaku.yaku_id: figure for name, yaku in vars(YakuConfig()).items() if (figure := _figure(name))}


class Won(NamedTuple):
    """The circumstances under which a value is asked: those that the hand leaves open are given here."""

    drawn: bool
    seat: Wind | None
    prevalent: Wind | None
    riichi: bool


class FuLine(NamedTuple):
    points: int
    words: str
    topic: Topic  # the line of the text's table


class RiichiValue(NamedTuple):
    """What a complete hand is worth; without a yaku `han` is 0 and nothing is paid."""

    yaku: tuple[tuple[Yaku, int], ...]
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
    notes: tuple[RiichiRemark, ...]


def shanten(tiles: Sequence[int], melds: int) -> int:
    """How many tiles are missing before the hand waits: 0 waits, -1 is complete."""
    return Shanten.calculate_shanten(counted(tiles), use_chiitoitsu=not melds, use_kokushi=not melds)


class Table136:
    """Hands out the four copies of each tile, as the library numbers them."""

    def __init__(self) -> None:
        self.used = [0] * 34

    def take(self, tile: int) -> int:
        copy = self.used[tile]
        self.used[tile] += 1
        assert copy < COPIES
        return tile * 4 + copy


def value(hand: Hand, rules: HandRules, won: Won) -> RiichiValue | None:
    """What the hand is worth won like this; None when it is not complete."""
    worth = _value(hand, rules, won)
    if Flag.NO_WAIT not in hand.flags or worth is None:
        return worth
    tiles = hand.all_concealed
    for index in range(len(tiles)):
        if not any(yaku is Yaku.PINFU for yaku, _ in worth.yaku):
            break
        other = hand._replace(concealed=(*tiles[:index], *tiles[index + 1 :]), winning=tiles[index])
        worth = _value(other, rules, won) or worth  # completed elsewhere, at the latest by its pair, it is no pinfu
    return worth


def _value(hand: Hand, rules: HandRules, won: Won) -> RiichiValue | None:
    assert hand.winning is not None
    table = Table136()
    melds = [_meld(meld.tiles, meld.open, table) for meld in hand.melds]
    concealed = [table.take(tile) for tile in hand.concealed]
    winning = table.take(hand.winning)
    tiles = [*(tile for meld in melds for tile in meld.tiles), *concealed, winning]
    config = _config(hand, rules, won)
    response = HandCalculator.estimate_hand_value(
        tiles,
        winning,
        melds,
        [tile * COPIES for tile in hand.indicators],
        config,
        ura_dora_indicators=[tile * COPIES for tile in hand.ura],
    )
    if response.error == HandCalculator.ERR_NO_YAKU:
        worth = RiichiValue((), 0, 0, 0, 0, (), "", False, (), 0, 0, ())
    elif response.error:
        return None
    else:
        worth = _read(hand, rules, won, response, config)
    return _blessing_of_man(hand, rules, won, worth)


def _meld(tiles: Iterable[int], is_open: bool, table: Table136) -> LibraryMeld:
    numbered = [table.take(tile) for tile in tiles]
    if len(numbered) == 4:
        kind = LibraryMeld.KAN
    else:
        kind = LibraryMeld.PON if numbered[0] // 4 == numbered[1] // 4 else LibraryMeld.CHI
    return LibraryMeld(kind, numbered, opened=is_open)


def _config(hand: Hand, rules: HandRules, won: Won) -> HandConfig:
    flags = hand.flags
    first, last, east = Flag.FIRST_TURN in flags, Flag.LAST_TILE in flags, won.seat == Wind.EAST
    after_kong = Flag.AFTER_KONG in flags and won.drawn
    return HandConfig(
        is_tsumo=won.drawn,
        is_riichi=won.riichi and Flag.DOUBLE_RIICHI not in flags,
        is_daburu_riichi=Flag.DOUBLE_RIICHI in flags,
        is_ippatsu=Flag.IPPATSU in flags,
        is_rinshan=after_kong,
        is_chankan=Flag.ROBBED_KONG in flags and not won.drawn,
        is_haitei=last and won.drawn and not after_kong,
        is_houtei=last and not won.drawn,
        is_tenhou=first and won.drawn and east,
        is_chiihou=first and won.drawn and not east,
        player_wind=won.seat.tile if won.seat is not None else None,
        round_wind=won.prevalent.tile if won.prevalent is not None else None,
        kyoutaku_number=hand.stakes,
        tsumi_number=hand.counters,
        options=OptionalRules(
            has_open_tanyao=True,
            has_aka_dora=False,
            has_double_yakuman=False,
            kazoe_limit=HandConfig.KAZOE_SANBAIMAN,
            kiriage=rules.options[Option.ROUND_UP],
            fu_for_open_pinfu=True,
            fu_for_pinfu_tsumo=False,
        ),
    )


def _read(hand: Hand, rules: HandRules, won: Won, response: HandResponse, config: HandConfig) -> RiichiValue:
    """The library's answer in our words."""
    assert response.han is not None and response.fu is not None and response.cost is not None
    listed = response.yaku or []
    yakuman = any(yaku.is_yakuman for yaku in listed)
    yaku = tuple((YAKU[one.yaku_id], _han(one, hand.is_open)) for one in listed if one.yaku_id not in DORA)
    dora, ura = (next((one.han_closed for one in listed if one.yaku_id == kind.yaku_id), 0) for kind in (Dora, UraDora))
    notes: list[RiichiRemark] = []
    han, fu, cost = response.han, response.fu, response.cost
    if yakuman:
        yaku = tuple((name, 13) for name, _ in yaku)
        if len(yaku) > 1:
            notes.append(RiichiRemark.YAKUMAN_PAID_ONCE)
        han, fu = 13, 0
        cost = ScoresCalculator.calculate_scores(han, fu, config, True)
    elif Flag.NO_WAIT in hand.flags:
        fu = _rounded(_counted_fu(hand, won, response))
        cost = ScoresCalculator.calculate_scores(han, fu, config, False)
    if han >= 13 and not yakuman:
        notes.append(RiichiRemark.THIRTEEN_HAN)
    if Flag.AFTER_KONG in hand.flags and Flag.LAST_TILE in hand.flags and won.drawn and not yakuman:
        notes.append(RiichiRemark.LAST_TILE_AND_KONG)
    if cost["yaku_level"] == "kiriage mangan":
        notes.append(RiichiRemark.ROUNDED_TO_MANGAN)
    lines = () if yakuman else tuple(_fu_lines(_counted_fu(hand, won, response), rules))
    payments = _payments(cost, won)
    return RiichiValue(
        yaku, dora, ura, han, fu, lines, LEVELS[cost["yaku_level"]], yakuman, payments, cost["kyoutaku_bonus"], cost["total"],
        tuple(notes),
    )  # fmt: skip


def _han(yaku: LibraryYaku, is_open: bool) -> int:
    return yaku.han_open if is_open and yaku.han_open else yaku.han_closed


def _counted_fu(hand: Hand, won: Won, response: HandResponse) -> list[FuDetail]:
    """The minipoints that count; where those of the wait do not, an open hand that has no others left has those of its own."""
    details = response.fu_details or []
    if Flag.NO_WAIT not in hand.flags:
        return details
    counted = [detail for detail in details if detail["reason"] not in WAITS]
    if hand.is_open and not won.drawn and len(counted) == 1:
        counted.append(FuDetail(fu=2, reason=FuCalculator.HAND_WITHOUT_FU))
    return counted


def _rounded(details: Iterable[FuDetail]) -> int:
    """To the ten above; those of seven pairs stand as they are."""
    points = sum(detail["fu"] for detail in details)
    return points if points == 25 else -(-points // 10) * 10


def _fu_lines(details: Iterable[FuDetail], rules: HandRules) -> list[FuLine]:
    """The minipoints, the win first and then the greatest."""
    lines: list[FuLine] = []
    apart = rules.options[Option.CONCEALED_RON_APART]
    for detail in sorted(details, key=lambda detail: -detail["fu"]):
        points, reason = detail["fu"], detail["reason"]
        if reason != FuCalculator.BASE:
            topic = Topic(reason)
            lines.append(FuLine(points, FU_WORDS[topic], topic))
        elif points == 25:
            lines.append(FuLine(25, "sept paires, sans aucun autre minipoint", Topic.BASE_25))
        elif points == 30 and apart:
            ron = FuLine(10, "victoire sur un écart, main fermée", Topic.RON_10)
            lines[:0] = [FuLine(20, "victoire", Topic.BASE_20), ron]
        else:
            words = "victoire sur un écart, main cachée" if points == 30 else "victoire sur pioche, ou main exposée"
            lines.insert(0, FuLine(points, "victoire" if apart else words, BASES[points]))
    return lines


def _payments(cost: ScoresResult, won: Won) -> tuple[Payment, ...]:
    main, other = cost["main"] + cost["main_bonus"], cost["additional"] + cost["additional_bonus"]
    if not won.drawn:
        return (Payment(Payer.DISCARDER, main),)
    if won.seat == Wind.EAST:
        return (Payment(Payer.THREE_OTHERS, main),)
    return (Payment(Payer.EAST, main), Payment(Payer.TWO_OTHERS, other))


def _blessing_of_man(hand: Hand, rules: HandRules, won: Won, otherwise: RiichiValue) -> RiichiValue:
    """Won on a discard before the first turn: five han alone, unless the rest of the hand pays more."""
    if Flag.FIRST_TURN not in hand.flags or won.drawn or won.seat == Wind.EAST:
        return otherwise
    cost = ScoresCalculator.calculate_scores(5, 30, _config(hand, rules, won), False)
    if cost["total"] < otherwise.total:
        return otherwise._replace(notes=(*otherwise.notes, RiichiRemark.BLESSING_WORTH_LESS))
    return RiichiValue(
        ((Yaku.RENHOU, 5),), 0, 0, 5, 0, (), "mangan", False, _payments(cost, won), cost["kyoutaku_bonus"], cost["total"],
        (RiichiRemark.BLESSING_ALONE,),
    )  # fmt: skip

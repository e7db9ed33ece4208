"""The names that the YAML about hands may use: options, topics, figures, remarks, circumstances, and results of computations."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from assistant.model.hands import Computation


class Game(StrEnum):
    RIICHI = "riichi"
    MCR = "mcr"


class Flag(StrEnum):
    """A circumstance of a win, as the line of tiles and `tiles.yaml` say it."""

    TSUMO = "tsumo"
    RON = "ron"
    RIICHI = "riichi"
    DOUBLE_RIICHI = "double-riichi"
    NO_RIICHI = "sans-riichi"
    IPPATSU = "ippatsu"
    AFTER_KONG = "apres-kong"
    ROBBED_KONG = "kong-vole"
    LAST_TILE = "derniere-tuile"
    FIRST_TURN = "premier-tour"
    LAST_OF_ITS_KIND = "derniere-existante"
    NO_WAIT = "sans-attente"


class Option(StrEnum):
    """What riichi texts count in two ways."""

    ROUND_UP = "round_up"
    CONCEALED_RON_APART = "concealed_ron_apart"


class Topic(StrEnum):
    """A line of an explanation that needs its clauses."""

    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    WAITS = "waits"
    DRAWN = "drawn"
    DISCARD = "discard"
    NO_YAKU = "no_yaku"
    YAKU = "yaku"
    DORA = "dora"
    COUNTERS = "counters"
    STAKES = "stakes"
    OWN_DISCARD = "own_discard"
    PASSED_TURN = "passed_turn"
    PASSED_RIICHI = "passed_riichi"
    NOT_FURITEN = "not_furiten"
    KONG = "kong"
    BASE_20 = "base_20"
    BASE_25 = "base_25"
    BASE_30 = "base_30"
    RON_10 = "ron_10"
    TSUMO = "tsumo"
    PENCHAN = "penchan"
    KANCHAN = "kanchan"
    PAIR_WAIT = "pair_wait"
    HAND_WITHOUT_FU = "hand_without_fu"
    OPEN_PON = "open_pon"
    CLOSED_PON = "closed_pon"
    OPEN_TERMINAL_PON = "open_terminal_pon"
    CLOSED_TERMINAL_PON = "closed_terminal_pon"
    OPEN_KAN = "open_kan"
    CLOSED_KAN = "closed_kan"
    OPEN_TERMINAL_KAN = "open_terminal_kan"
    CLOSED_TERMINAL_KAN = "closed_terminal_kan"
    VALUED_PAIR = "valued_pair"
    DOUBLE_VALUED_PAIR = "double_valued_pair"
    ROUNDING = "rounding"
    LIMIT = "limit"
    PAYMENT_ROUNDING = "payment_rounding"
    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    YAKUMAN = "yakuman"
    MINIMUM = "minimum"
    FLOWERS = "flowers"
    INCLUSION = "inclusion"
    SINGLE_USE = "comptage-unique"
    NOT_TWICE = "non-identique"


OF_BOTH = (Topic.COMPLETE, Topic.INCOMPLETE, Topic.WAITS, Topic.DRAWN, Topic.DISCARD)
OF_MCR = (Topic.MINIMUM, Topic.FLOWERS, Topic.INCLUSION, Topic.SINGLE_USE, Topic.NOT_TWICE)


def topics(game: Game, options: Mapping[Option, bool]) -> tuple[Topic, ...]:
    """The lines that a ruleset can come to write: of the win on a discard, whichever way it counts it."""
    if game is Game.MCR:
        return (*OF_BOTH, *OF_MCR)
    other = Topic.BASE_30 if options.get(Option.CONCEALED_RON_APART) else Topic.RON_10
    return tuple(topic for topic in Topic if topic not in OF_MCR and topic is not other)


class Yaku(StrEnum):
    """The figures of riichi by the names of the library, the winds of seat and round each taken together."""

    TSUMO = "tsumo"
    RIICHI = "riichi"
    DOUBLE_RIICHI = "daburu_riichi"
    IPPATSU = "ippatsu"
    PINFU = "pinfu"
    IIPEIKO = "iipeiko"
    TANYAO = "tanyao"
    SANSHOKU = "sanshoku"
    ITTSU = "ittsu"
    HAKU = "haku"
    HATSU = "hatsu"
    CHUN = "chun"
    SEAT_WIND = "yakuhai_place"
    ROUND_WIND = "yakuhai_round"
    CHANTAI = "chantai"
    RINSHAN = "rinshan"
    CHANKAN = "chankan"
    HAITEI = "haitei"
    HOUTEI = "houtei"
    CHIITOITSU = "chiitoitsu"
    SANSHOKU_DOUKO = "sanshoku_douko"
    SANANKOU = "sanankou"
    SANKANTSU = "sankantsu"
    TOITOI = "toitoi"
    HONITSU = "honitsu"
    SHOSANGEN = "shosangen"
    HONROTO = "honroto"
    JUNCHAN = "junchan"
    RYANPEIKO = "ryanpeiko"
    CHINITSU = "chinitsu"
    RENHOU = "renhou"
    KOKUSHI = "kokushi"
    KOKUSHI_OF_THIRTEEN_WAITS = "daburu_kokushi"
    CHUUREN_POUTOU = "chuuren_poutou"
    PURE_CHUUREN_POUTOU = "daburu_chuuren_poutou"
    TENHOU = "tenhou"
    CHIIHOU = "chiihou"
    SUUANKOU = "suuankou"
    SUUANKOU_TANKI = "suuankou_tanki"
    SUUKANTSU = "suukantsu"
    RYUISOU = "ryuisou"
    CHINROTO = "chinroto"
    TSUISOU = "tsuisou"
    DAISANGEN = "daisangen"
    SHOSUUSHI = "shosuushi"
    DAISUUSHI = "daisuushi"


class RiichiRemark(StrEnum):
    """What can be out of the ordinary about the value of a riichi hand."""

    YAKUMAN_PAID_ONCE = "yakuman-ne-se-cumulent-pas"
    THIRTEEN_HAN = "treize-han-sanbaiman"
    ROUNDED_TO_MANGAN = "presque-mangan"
    BLESSING_ALONE = "benediction-de-l-homme-seule"
    BLESSING_WORTH_LESS = "benediction-de-l-homme-moindre"
    LAST_TILE_AND_KONG = "derniere-tuile-et-kong"


class ChineseRemark(StrEnum):
    """What a text of MCR counts otherwise than the library, or can be read to count in two ways."""

    POINTS_OF_THE_TEXT = "points-du-texte"
    KONGS_OF_BOTH_SORTS = "kong-cache-et-kong-expose"
    CONCEALED_KONGS = "kongs-caches-en-plus"
    FULLY_CONCEALED = "tout-cache-tire-en-plus"
    GREEN_AND_HALF_FLUSH = "main-verte-et-semi-pure"
    SIX_KINDS_OF_TILES = "six-tuiles-differentes"
    TILE_HOG_OF_A_SUIT = "quatre-identiques-d-une-famille"
    GATES_WITHOUT_PUNG = "neuf-portes-sans-pung"
    TYPES_IN_FIVE_SETS = "tout-type-en-cinq-elements"
    FIFTH_COPY = "attente-sur-une-cinquieme"
    SYMMETRY_AND_VOIDED_SUIT = "symetrie-et-famille-absente"
    FOURTH_CHOW = "quatrieme-chow"
    PAIR_OF_A_SPECIAL_HAND = "paire-d-une-main-speciale"
    PAIRS_WITHOUT_CHOW = "sept-paires-sans-chow"
    COMPLETED_PUNG = "pung-complete-par-la-defausse"


REMARKS: Mapping[Game, type[StrEnum]] = {Game.RIICHI: RiichiRemark, Game.MCR: ChineseRemark}
OPTIONS: Mapping[Game, tuple[Option, ...]] = {Game.RIICHI: tuple(Option), Game.MCR: ()}


class YesNo(StrEnum):
    YES = "yes"
    NO = "no"


class Completeness(StrEnum):
    YES = "yes"
    NO = "no"
    WRONG_COUNT = "wrong_count"


class TileCount(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"


class Wait(StrEnum):
    WAITING = "waiting"
    NONE = "none"
    FIFTH = "fifth"


class WaitCount(StrEnum):
    ONE = "one"
    ONE_SPECIAL = "one_special"
    SEVERAL = "several"


class FuritenState(StrEnum):
    """Why a player may not win on a discard, if so."""

    NONE = "none"
    OWN_DISCARD = "own_discard"
    PASSED_TURN = "passed_turn"
    PASSED_RIICHI = "passed_riichi"


class KongState(StrEnum):
    """What a concealed kong after riichi changes."""

    SAME = "same"
    OTHER_WAITS = "waits"
    OTHER_READING = "reading"
    IMPOSSIBLE_READING = "impossible_reading"
    OTHER_TILE = "other_tile"


class Origin(StrEnum):
    DRAWN = "drawn"
    DISCARD = "discard"


class Seat(StrEnum):
    EAST = "east"
    OTHER = "other"


class Swap(StrEnum):
    SAME = "same"
    OTHER_END = "other_end"
    OTHER = "other"


RESULTS: Mapping[Computation, type[StrEnum]] = {
    Computation.COMPLETE: Completeness,
    Computation.COUNT: TileCount,
    Computation.YAKU: YesNo,
    Computation.EIGHT_POINTS: YesNo,
    Computation.WAIT: Wait,
    Computation.WAIT_COUNT: WaitCount,
    Computation.FURITEN: FuritenState,
    Computation.ORPHANS: YesNo,
    Computation.KONG: KongState,
    Computation.ORIGIN: Origin,
    Computation.SEAT: Seat,
    Computation.RIICHI: YesNo,
    Computation.SWAP: Swap,
}

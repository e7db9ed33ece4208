"""What can be decided: sanctions, amounts, what becomes of the deal, readings, and their order of gravity."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from assistant.model.texts import NOWHERE, Place, Sentence

DEFAULT_PLAYER = "joueur"
UNSAID = "non-dit"  # of a slot, the value where the text does not say what becomes of it


class Nature(StrEnum):
    """Whether a sanction punishes, or only decides something about the table."""

    DECISION = "decision"
    SANCTION = "sanction"


class Beyond(StrEnum):
    """What a ladder of amounts says of a count above its last step."""

    LAST_STEP = "derniere-marche"
    UNSAID = "non-dit"


class Naming(NamedTuple):
    """How one ruleset names a sanction, what it means there, and what the referee then does."""

    name: str
    effects: tuple[Sentence, ...]
    steps: tuple[Sentence, ...]
    aloud: str | None = None  # said to the player whom it strikes

    @property
    def effect(self) -> str:
        """All that it can mean, whatever the case."""
        return " ".join(sentence.text for sentence in self.effects)


class OnDues(StrEnum):
    """What a decision makes of all that is owed for faults of the same deal."""

    VOID = "annule"
    KEPT = "maintient"


class Sanction(NamedTuple):
    id: str
    title: str
    nature: Nature
    discretion: bool
    amount: bool
    vanishes: bool
    rulesets: Mapping[str, Naming]
    covers: tuple[str, ...] = ()  # other sanctions that could be said of the same case: never opposed in an exercise
    varies: bool = False  # the same name, another effect elsewhere
    wins: bool = False  # whom it strikes has won the deal
    outlives: bool = False  # what it orders is to be done though the deal is over
    on_dues: OnDues | None = None
    named: tuple[str, ...] = ()  # how texts speak of it, as beginnings of words: what one names is not called wrong


class Among(StrEnum):
    """Where the players of a vocabulary word sit, where it can be told from the seat of the one they pay or are paid by."""

    OTHERS = "les-autres"
    OTHERS_BUT_EAST = "les-autres-sauf-est"
    EAST = "est"
    NOWHERE = "aucun"  # no player of the table


class Sits(StrEnum):
    """Which player of a case a word of the vocabulary means, where the case tells."""

    TARGET = "a-qui"  # the one to whom it was done, or whose tile was claimed
    WINNER = "gagnant"  # the one who wins in another event
    SOLE_WINNER = "seul-gagnant"  # the one who wins in this event, else in another where nobody else does


class Player(NamedTuple):
    id: str
    label: str
    nobody: bool
    whole: bool = False
    words: tuple[str, ...] = ()  # how sentences speak of the same player otherwise
    among: Among | None = None
    sits: Sits | None = None
    addressed: bool = False  # the sheet speaks to them


class SlotValue(NamedTuple):
    id: str
    label: str
    step: str | None
    idle: bool = False
    covers: tuple[str, ...] = ()  # other values that could be said of the same deal: never opposed in an exercise
    open: bool = False  # somebody has yet to decide it
    over: bool = False  # the deal is over
    winner: Mapping[str, str] = {}  # the value that it comes to once the winner is known: est, or another
    asks: tuple[str, ...] = ()  # the rights that are looked at when the deal ends so
    doubts: bool = False  # the text leaves it open whether what is owed for faults of the deal stays so
    named: tuple[str, ...] = ()  # how texts speak of it, as beginnings of words: what one names is not called wrong
    counted: str | None = None  # what is done of a player from whom such a right was taken before


class Slot(NamedTuple):
    id: str
    title: str
    unless: Mapping[str, tuple[str, ...]]
    values: Mapping[str, SlotValue]
    place: Place = NOWHERE


class Amount(NamedTuple):
    """So much, in which unit, from whom, to whom, when; exactly one of the five ways to count is set."""

    sanction: str
    unit: str
    payer: str
    payee: str
    moment: str
    value: int | None = None
    range: tuple[int, int] | None = None
    choices: tuple[int, ...] | None = None
    counts: str | None = None  # the fact that is counted
    each: int | None = None
    most: int | None = None
    first: int | None = None
    steps: tuple[int, ...] | None = None
    beyond: Beyond | None = None


class Moment(NamedTuple):
    label: str
    entered: bool  # a result entered in place of the table's, not points taken off it


class Decides(NamedTuple):
    who: str
    text: str


def given(slot: str, value: str) -> str:
    """What a consequence follows that comes with a slot and not with a sanction, in one word: no sanction is named so."""
    return f"{slot}: {value}"


def is_slot(name: str) -> bool:
    """Whether what is followed is a slot."""
    return ": " in name


class Then(NamedTuple):
    """What a rule gives when it stands."""

    sanctions: frozenset[str] = frozenset()
    player: str = DEFAULT_PLAYER
    amounts: frozenset[Amount] = frozenset()
    slots: tuple[tuple[str, str], ...] = ()
    decides: Decides | None = None
    silence: str | None = None
    readings: tuple["Reading", ...] = ()

    @property
    def gives(self) -> frozenset[str]:
        """All that a consequence may follow."""
        return self.sanctions.union(given(slot, value) for slot, value in self.slots)

    @property
    def unfinished(self) -> frozenset[str]:
        """What others may complete: the sanctions of which it does not say itself what they cost, and its slots."""
        return self.gives - {amount.sanction for amount in self.amounts}


class Reading(NamedTuple):
    """One way to read a contradiction; two that decide the same are equal, whatever they cite."""

    text: str
    then: Then
    cites: tuple[str, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reading) and (self.text, self.then) == (other.text, other.then)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.text, self.then))


class Gravity(NamedTuple):
    chains: tuple[tuple[str, ...], ...]
    unordered: tuple[tuple[str, str, str], ...]

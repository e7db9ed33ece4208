"""Who sits at the table: the four seats by their winds, or four names where nobody said which wind is whose."""

from enum import StrEnum


class Seat(StrEnum):
    """A player of the table as the referee tells of them: a wind, a letter, or nobody (a signal, a wall that fell)."""

    EAST = "est"
    SOUTH = "sud"
    WEST = "ouest"
    NORTH = "nord"
    A = "a"
    B = "b"
    C = "c"
    D = "d"
    NOBODY = "personne"

    @property
    def label(self) -> str:
        """As a sentence names them."""
        return self.value if self is Seat.NOBODY else self.value.capitalize()

    @property
    def table(self) -> tuple["Seat", ...]:
        """The four who sit together, named the same way, winds in the order of play; none with nobody."""
        return next((four for four in (WINDS, NAMES) if self in four), ())

    @property
    def others(self) -> tuple["Seat", ...]:
        """The three others of the table."""
        return tuple(seat for seat in self.table if seat is not self)


WINDS = (Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH)
NAMES = (Seat.A, Seat.B, Seat.C, Seat.D)

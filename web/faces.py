"""The faces of the tiles, drawn here: digits, circles, sticks, winds and dragons in plain SVG, with a corner to read them by."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.hands.tiles import HONOURS, KINDS, code, name

RED, GREEN, BLUE, INK = "#a3261a", "#1d6b45", "#1f4e8c", "#1b2620"
WIDTH, HEIGHT = 60, 80
BACK = "dos"
PLACES = {
    1: [(30, 42)], 2: [(30, 28), (30, 58)], 3: [(17, 26), (30, 43), (43, 60)], 4: [(20, 29), (40, 29), (20, 57), (40, 57)],
    5: [(18, 27), (42, 27), (30, 43), (18, 59), (42, 59)], 6: [(20, 25), (40, 25), (20, 43), (40, 43), (20, 61), (40, 61)],
    7: [(16, 22), (30, 28), (44, 34), (20, 48), (40, 48), (20, 64), (40, 64)],
    8: [(20, 21), (40, 21), (20, 36), (40, 36), (20, 51), (40, 51), (20, 66), (40, 66)],
    9: [(x, y) for y in (24, 44, 64) for x in (15, 30, 45)],
}  # fmt: skip
WIND_LETTERS = "ESON"


def _circles(number: int) -> Iterator[str]:
    radius = 15 if number == 1 else 9 if number < 4 else 7.5 if number < 7 else 6
    for index, (x, y) in enumerate(PLACES[number]):
        colour = (BLUE, RED, GREEN)[index % 3 if number != 1 else 1]
        yield f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" stroke-width="3"/>'
        yield f'<circle cx="{x}" cy="{y}" r="{radius / 3:.1f}" fill="{colour}"/>'


def _sticks(number: int) -> Iterator[str]:
    if number == 1:  # the bird, as a leaf on a stem
        yield f'<path d="M30 68V44M30 44c-16-2-18-20-4-26 2 8 12 10 10 20-1 4-3 6-6 6z" fill="{GREEN}" stroke="{GREEN}" stroke-width="3"/>'
        yield f'<circle cx="27" cy="28" r="2.5" fill="{RED}"/>'
        return
    half = 8 if number < 4 else 7 if number < 7 else 5.5
    for index, (x, y) in enumerate(PLACES[number]):
        colour = RED if number in (5, 7, 9) and index in (2, 4) and (number != 7) else GREEN
        yield (
            f'<path d="M{x} {y - half}V{y + half}M{x - 3} {y}H{x + 3}" stroke="{colour}" stroke-width="5" '
            'stroke-linecap="round"/>'
        )


def _character(number: int) -> Iterator[str]:
    yield f'<text x="30" y="40" font-size="34" font-weight="700" text-anchor="middle" fill="{INK}">{number}</text>'
    strokes = "M16 50H44M22 46V54M38 46V54M19 58H41V66H19ZM30 55V72M16 72H44"
    yield f'<path d="{strokes}" fill="none" stroke="{RED}" stroke-width="3" stroke-linecap="round"/>'


def _honour(index: int) -> Iterator[str]:
    if index < 4:
        yield f'<text x="30" y="58" font-size="40" font-weight="700" text-anchor="middle" fill="{INK}">{WIND_LETTERS[index]}</text>'
    elif index == 4:
        yield f'<rect x="14" y="20" width="32" height="48" fill="none" stroke="{BLUE}" stroke-width="4"/>'
        yield f'<rect x="21" y="27" width="18" height="34" fill="none" stroke="{BLUE}" stroke-width="1.5"/>'
    elif index == 5:
        yield f'<path d="M14 22l16 46 16-46M22 22l8 24 8-24" fill="none" stroke="{GREEN}" stroke-width="4" stroke-linejoin="round"/>'
    else:
        yield f'<path d="M15 32H45V52H15ZM30 20V70" fill="none" stroke="{RED}" stroke-width="5" stroke-linejoin="round"/>'


def face(tile: int) -> str:
    """One tile as a picture."""
    if tile >= HONOURS:
        drawn, corner = "".join(_honour(tile - HONOURS)), ""
    else:
        suit, number = tile // 9, tile % 9 + 1
        drawn = "".join((_character, _circles, _sticks)[suit](number))
        corner = f'<text x="5" y="14" font-size="12" fill="{INK}">{code(tile)}</text>'
    return _picture(name(tile), f"{drawn}{corner}", "#fffdf6")


def back() -> str:
    """A tile that lies face down, as in a concealed kong."""
    return _picture(
        "tuile face cachée", '<path d="M12 16H48V64H12Z" fill="none" stroke="#fff" stroke-opacity=".5"/>', "#2f7a5d"
    )


def _picture(title: str, inside: str, ground: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Georgia, serif"><title>{title}</title>'
        f'<rect x="1" y="1" width="58" height="78" rx="7" fill="{ground}" stroke="#8b8371" stroke-width="2"/>{inside}</svg>'
    )


FACES = {code(tile): face(tile) for tile in range(KINDS)} | {BACK: back()}

"""What stands around a command: where its words go, in whatever encoding, and what becomes of it when they cannot go anywhere."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from contextlib import suppress

from assistant.errors import refusal

SPOKEN = "arbitre.spoken"  # how what an encoding lacks is written
ALIKE = {
    "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"',
    "–": "-", "—": "-", "‑": "-", "−": "-", "→": "->", "←": "<-", "≥": ">=", "≤": "<=", "×": "x", "•": "*", "·": ".", "§": "par. ",
    "€": "EUR", "°": "o", "\u202f": " ", "\u00a0": " ", "\u2009": " ", "\u200b": "", "\u00ad": "",
}  # fmt: skip
BROKEN_PIPE = 141  # what a shell tells of a command whose reader has gone
UNWRITTEN = 74


def _spoken(error: UnicodeError) -> tuple[str, int]:
    """The nearest thing in plain letters to what an encoding lacks; a question mark where there is none."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(_plain, lacking)), error.end


def _plain(sign: str) -> str:
    if sign in ALIKE:
        return ALIKE[sign]
    bare = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode("ascii")
    return bare or "?"


def prepare() -> None:
    """Whatever the terminal can write, all that is said can be said there; a stream that was closed leads nowhere."""
    codecs.register_error(SPOKEN, _spoken)
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                _to_nowhere(number)
                setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, SPOKEN), (sys.stderr, SPOKEN)):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def can_be_written(text: str) -> bool:
    """Whether standard output has every sign of a text, so that nothing of it is changed."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeError:
        return False
    return True


def complain(message: str) -> None:
    """Say on the error stream what is wrong, if that can be said at all."""
    with suppress(OSError, ValueError):
        print(message, file=sys.stderr, flush=True)


def flush() -> None:
    """Have everything written that was said: what fails, fails here and not when the interpreter ends."""
    sys.stdout.flush()
    with suppress(OSError, ValueError):
        sys.stderr.flush()


def given_up(error: OSError) -> int:
    """Nothing more is written; the exit status that says why."""
    for stream, number in ((sys.stdout, 1), (sys.stderr, 2)):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError):
                _to_nowhere(number)
    if isinstance(error, BrokenPipeError):
        return BROKEN_PIPE
    where = f"{error.filename} : " if error.filename else ""
    complain(f"arbitre : impossible de lire ou d'écrire : {where}{refusal(error)}")
    return UNWRITTEN


def _to_nowhere(number: int) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere != number:
        os.dup2(nowhere, number)
        os.close(nowhere)

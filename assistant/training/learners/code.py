"""The code of four digits by which a learner is known on another machine: kept as a hash, and not to be tried out."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from datetime import datetime, timedelta

from assistant.errors import InputError

DIGITS = re.compile(r"[0-9]{4}")
MOST_TRIES = 5
PAUSE = timedelta(hours=1)  # after so many wrong codes
COST = {"n": 2**13, "r": 8, "p": 1}


def proper_code(text: str) -> str:
    """A code as it is typed, or why it is none."""
    code = "".join(text.split())
    if not DIGITS.fullmatch(code):
        raise InputError("Le code a quatre chiffres.")
    return code


def hashed(code: str) -> str:
    """A code as it is kept."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}${hashlib.scrypt(code.encode(), salt=salt, **COST).hex()}"


def matches(code: str, kept: str) -> bool:
    """Whether this is the code that was kept."""
    salt, _, known = kept.partition("$")
    made = hashlib.scrypt(code.encode(), salt=bytes.fromhex(salt), **COST).hex()
    return hmac.compare_digest(made, known)


def shut(until: str | None, at: datetime) -> bool:
    """Whether no code is taken yet, after too many wrong ones."""
    return until is not None and datetime.fromisoformat(until) > at

"""What is wrong with an author's file or a user's input, where, and what to do about it.

Messages are French: they are read by a federation's referee who edits the YAML, or by one who types a command.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

FEMININE = (
    "famille", "valeur", "sanction", "clause", "règle", "unité", "case", "clé", "option", "ligne", "remarque", "figure",
    "circonstance",
)  # fmt: skip
MANY = 12  # beyond this many known words a message tells only the first, or only the nearest
REFUSALS = {
    errno.ENOENT: "le dossier n'existe pas",
    errno.ENOTDIR: "un fichier porte le nom du dossier",
    errno.EEXIST: "un fichier porte le nom du dossier",
    errno.EISDIR: "c'est un dossier",
    errno.EACCES: "l'accès est refusé",
    errno.EPERM: "l'accès est refusé",
    errno.EROFS: "le disque est en lecture seule",
    errno.ENOSPC: "le disque est plein",
    errno.EADDRNOTAVAIL: "cette machine n'a pas cette adresse",
}


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake in one file."""

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.key + ': ' if self.key else ''}{self.message}"


class AuthorError(Exception):
    """The knowledge does not load: every mistake found, in file order."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = sorted(set(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class InputError(Exception):
    """A command, a request or a form that cannot be understood; the message says what is wrong and what to do."""


class Hole(Exception):
    """The knowledge itself is at fault in this case; the proof exists so that this never reaches a referee."""


class Conflict(Hole):
    """Two rules that stand together contradict each other: an author's error, found by running."""

    def __init__(self, message: str, rules: Iterable[str]):
        self.rules = tuple(rules)
        super().__init__(message)


def nearest(word: object, known: Iterable[str]) -> str:
    """« Vouliez-vous dire … ? », or nothing when no known word comes close."""
    close = get_close_matches(str(word), sorted(set(known)), n=1, cutoff=0.55)
    return f" Vouliez-vous dire « {close[0]} » ?" if close else ""


def listing(words: Iterable[object], most: int = MANY) -> str:
    """The allowed words, for a message: all of them when few, else the first ones and how many more."""
    all_words = [str(word) for word in words]
    shown = ", ".join(all_words[:most])
    return shown if len(all_words) <= most else f"{shown}… ({len(all_words)} en tout)"


def unknown(what: str, word: object, known: Iterable[str]) -> str:
    """The message for a name that does not exist: the nearest one, and what is allowed when that is few."""
    ids = sorted(set(known))
    ending = "e" if what.split()[0] in FEMININE else ""
    close = nearest(word, ids)
    allowed = f" Connu{ending}s : {listing(ids)}." if ids and (len(ids) <= MANY or not close) else ""
    return f"{what} inconnu{ending} : « {word} ».{close}{allowed}" + ("" if ids else f" Il n'y en a aucun{ending}.")


def unreadable(shown_as: str, error: OSError) -> Problem:
    """A file or a folder of an author that the system does not let us read, or that a link names and that is not there."""
    if error.errno == errno.ENOENT:
        return Problem(
            shown_as,
            0,
            "",
            "ne mène à rien : le lien est rompu, ou le fichier vient de disparaître ; remettez-le ou ôtez-le",
        )
    remedy = (
        "donnez-en le droit de lecture à cet utilisateur (chmod a+rX)"
        if error.errno in (errno.EACCES, errno.EPERM)
        else "remettez-le en place"
    )
    return Problem(shown_as, 0, "", f"ne peut pas être lu : {refusal(error)} ; {remedy}")


def refusal(error: OSError) -> str:
    """Why the system refused, in French where we know the reason."""
    return REFUSALS.get(error.errno or 0, error.strerror or str(error))

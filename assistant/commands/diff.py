"""The command `arbitre diff`: what the knowledge answers otherwise than it did, in a commit or in another folder."""

from __future__ import annotations

import argparse
import io
import subprocess
import tarfile
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from assistant.commands.diff_page import page
from assistant.commands.output import declare_output, print_json, write
from assistant.errors import AuthorError, InputError
from assistant.model import Library
from assistant.proof.difference import Change, Difference, Kind, situation_words
from assistant.proof.supplement import as_its_base, changed_words
from assistant.store.library import load
from assistant.store.paths import data_folder

FOLDERS = ("knowledge", "rules_yaml")
SHOWN = 3  # situations of a change that the text tells
FORMAT = "arbitre-diff/1"
NAMES = {
    Kind.NEW: "incident nouveau",
    Kind.GONE: "incident retiré",
    Kind.DECISION: "décision",
    Kind.AMOUNT: "montant",
    Kind.CITATION: "citation",
    Kind.QUESTION: "question",
    Kind.WORDS: "mots de la feuille",
    Kind.LINK: "lien ou statut",
}


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument(
        "before",
        nargs="?",
        default="HEAD",
        metavar="REF|DOSSIER",
        help="l'état d'avant : une révision git, ou un dossier qui contient knowledge et rules_yaml (HEAD si absent)",
    )
    parser.add_argument("--ruleset", metavar="S", help="ce qu'un supplément change de sa base, au lieu d'un état d'avant")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="toutes les situations, en JSON")
    form.add_argument("--format", choices=("text", "html"), default="text", help="html : une page à imprimer, avec toutes les situations")
    declare_output(parser)
    parser.set_defaults(run=diff)


def diff(options: argparse.Namespace) -> int:
    """Tell what changed."""
    after = load()
    before = library_of(options.before) if options.ruleset is None else _without(after, options.ruleset)
    changes = Difference(before, after).changes()
    if options.json and options.output is None:
        print_json(document(changes))
        return 0
    if options.format == "html":
        since = options.ruleset or options.before
        return write(page(before, after, changes, NAMES, _counts(changes), since).encode(), options.output)
    text = text_of(before, after, changes)
    if options.ruleset is not None:
        text += "\n" + changed_words(after, options.ruleset, changes)
    if options.json:
        import json

        text = json.dumps(document(changes), ensure_ascii=False, indent=2)
    if options.output is None:
        print(text)
        return 0
    return write(text.encode() + b"\n", options.output)


def _without(library: Library, supplement: str) -> Library:
    """The same knowledge, in which a supplement says nothing of its own."""
    if supplement not in library.rulesets:
        raise InputError(library.no_ruleset(supplement))
    if not library.rulesets[supplement].supplements:
        raise InputError(f"« {supplement} » n'est pas un supplément ; comparez deux règlements par « arbitre compare ».")
    return as_its_base(library, library.rulesets[supplement])


def library_of(state: str) -> Library:
    """The knowledge of a folder or of a commit."""
    folder = Path(state)
    if folder.is_dir():
        return _read(folder, state)
    if folder.exists():
        raise InputError(f"« {state} » n'est pas un dossier : donnez celui qui contient knowledge et rules_yaml.")
    with tempfile.TemporaryDirectory() as made:
        _extract(state, Path(made))
        return _read(Path(made), state)


def _read(folder: Path, state: str) -> Library:
    missing = [name for name in FOLDERS if not (folder / name).is_dir()]
    if missing:
        raise InputError(f"« {state} » ne contient pas {' ni '.join(missing)}.")
    try:
        library = load(folder / FOLDERS[0], folder / FOLDERS[1])
    except AuthorError as error:
        raise _unread(state, [str(problem) for problem in error.problems]) from error
    if library.aside:  # what cannot be read cannot be compared
        raise _unread(state, [problem for problems in library.aside.values() for problem in problems])
    return library


def _unread(state: str, problems: list[str]) -> InputError:
    return InputError(
        f"les connaissances de « {state} » ne se lisent pas avec ce programme ({len(problems)} erreur(s)) ; la première : "
        f"{problems[0]}"
    )


def _extract(ref: str, folder: Path) -> None:
    """The knowledge of a commit, laid out in a folder."""
    root = data_folder(FOLDERS[0]).parent
    if ref.startswith("-"):
        raise InputError(f"« {ref} » n'est ni un dossier ni une révision git.")
    command = ["git", "-C", str(root), "archive", "--format=tar", ref, *FOLDERS]
    try:
        found = subprocess.run(command, capture_output=True, check=False)
    except OSError as error:
        raise InputError("git est introuvable : donnez un dossier au lieu d'une révision.") from error
    if found.returncode != 0:
        raise InputError(
            f"« {ref} » n'est ni un dossier ni une révision git de ces connaissances ; "
            "donnez par exemple HEAD~1, ou un dossier qui contient knowledge et rules_yaml."
        )
    with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
        archive.extractall(folder, filter="data")


def document(changes: list[Change]) -> dict[str, Any]:
    """All changes as data."""
    return {
        "format": FORMAT,
        "counts": {str(kind): count for kind, count in _counts(changes).items()},
        "changed": [
            {
                "kind": str(change.kind),
                "ruleset": change.ruleset,
                "incident": change.incident or None,
                "before": change.before,
                "after": change.after,
                "edited": [{"id": name, "place": place} for name, place in change.causes],
                "situations": [dict(facts) for facts in change.situations],
            }
            for change in changes
        ],
    }


def _counts(changes: list[Change]) -> Counter[Kind]:
    """How many situations changed, by kind; what is no situation counts once."""
    counts: Counter[Kind] = Counter()
    for change in changes:
        counts[change.kind] += len(change.situations) or 1
    return counts


def text_of(before: Library, after: Library, changes: list[Change]) -> str:
    """All changes, each with its situations, before and after."""
    if not changes:
        return "Rien n'a changé : mêmes questions, mêmes décisions, mêmes montants, mêmes citations, mêmes mots."
    blocks = [_block(before, after, change) for change in changes]
    counts = _counts(changes)
    told = ", ".join(f"{NAMES[kind]} : {counts[kind]}" for kind in Kind if counts[kind])
    return "\n\n".join([*blocks, f"Situations changées — {told}."])


def _block(before: Library, after: Library, change: Change) -> str:
    library = after if change.incident in after.incidents else before
    title = f" — {library.incidents[change.incident].title}" if change.incident else ""
    lines = [f"{' '.join(filter(None, (change.ruleset, change.incident)))}{title} : {NAMES[change.kind]}"]
    lines += [f"  si {situation_words(library, dict(facts))}" for facts in change.situations[:SHOWN]]
    if (more := len(change.situations) - SHOWN) > 0:
        lines.append(f"  et {more} autre(s) situation(s) (toutes par --json)")
    lines += [f"  avant : {change.before or 'rien'}", f"  après : {change.after or 'rien'}"]
    lines += [f"  édité : {name} ({place})" for name, place in change.causes]
    return "\n".join(lines)

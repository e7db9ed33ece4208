"""The small made-up knowledge of `tests/data/base`, valid and proved as it stands, that a test changes in one place.

Two rulesets (`alpha` with every kind of rule, `beta` with a few), two incidents, facts of every sort. Nothing in it is a rule
of mah-jong: tests that use it do not depend on the project's own knowledge.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from assistant.errors import AuthorError, Problem
from assistant.model import Library
from assistant.store.library import read_library

SOURCES = "knowledge/sources.yaml"
CLAUSES = "knowledge/clauses/texte-a.yaml"
CLAUSES_B = "knowledge/clauses/texte-b.yaml"
FACTS = "knowledge/facts/commun.yaml"
INCIDENTS = "knowledge/incidents/essai.yaml"
SANCTIONS = "knowledge/vocabularies/sanctions.yaml"
PLAYERS = "knowledge/vocabularies/players.yaml"
UNITS = "knowledge/vocabularies/units.yaml"
MOMENTS = "knowledge/vocabularies/moments.yaml"
SLOTS = "knowledge/vocabularies/slots.yaml"
GRAVITY = "knowledge/vocabularies/gravity.yaml"
SPEECH = "knowledge/vocabularies/speech.yaml"
VOCABULARIES = (SANCTIONS, PLAYERS, UNITS, MOMENTS, SLOTS, GRAVITY, SPEECH)
CASES = "knowledge/cases/essai.yaml"
RULESET = "rules_yaml/alpha/ruleset.yaml"
RULES = "rules_yaml/alpha/essai.yaml"
SUITES = "rules_yaml/alpha/suites.yaml"
LINKS = "rules_yaml/alpha/liens.yaml"
STATUSES = "rules_yaml/alpha/statuts.yaml"
RULESET_B = "rules_yaml/beta/ruleset.yaml"
RULES_B = "rules_yaml/beta/essai.yaml"

BASE = Path(__file__).resolve().parent.parent / "data" / "base"
FILES: dict[str, str] = {
    path.relative_to(BASE).as_posix(): path.read_text(encoding="utf-8") for path in sorted(BASE.rglob("*.yaml"))
}

EDITION = "rules_yaml/gamma/ruleset.yaml"
EDITION_RULES = "rules_yaml/gamma/essai.yaml"
EDITION_CLAUSES = "knowledge/clauses/texte-c.yaml"


class Base:
    """The files of a knowledge base, to be changed and then written below a folder."""

    def __init__(self, root: Path, files: Mapping[str, str] = FILES):
        self.root = root
        self.files = dict(files)

    def replace(self, file: str, old: str, new: str) -> Base:
        """Change one passage of one file; it must stand there exactly once."""
        assert self.files[file].count(old) == 1, f"{old!r} stands {self.files[file].count(old)} times in {file}"
        self.files[file] = self.files[file].replace(old, new)
        return self

    def append(self, file: str, text: str) -> Base:
        self.files[file] = self.files.get(file, "") + text
        return self

    def remove(self, file: str) -> Base:
        del self.files[file]
        return self

    def with_edition(self) -> Base:
        """Add `gamma`, a later edition of `beta` that takes over all its rules."""
        source = self.files[SOURCES].split("- id: texte-b")[1].replace("Texte B", "Texte C").replace("2021", "2022")
        self.append(SOURCES, f"- id: texte-c{source}")
        self.append(EDITION_CLAUSES, self.files[CLAUSES_B].replace("texte-b", "texte-c"))
        ruleset = (
            self.files[RULESET_B]
            .replace("beta", "gamma")
            .replace("Beta", "Gamma")
            .replace("texte-b", "texte-c")
            .replace("order: 2", "order: 3")
        )
        self.append(EDITION, ruleset + "base: beta\n")
        return self

    def write(self) -> tuple[Path, Path]:
        """Put the files on disk; the two folders that a library is read from."""
        for name, text in self.files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return self.root / "knowledge", self.root / "rules_yaml"

    def library(self, version: str = "essai") -> Library:
        return read_library(*self.write(), version)

    def problems(self) -> list[Problem]:
        """What the reader says is wrong; nothing when it loads."""
        try:
            self.library()
        except AuthorError as error:
            return error.problems
        return []

    def line(self, file: str, passage: str) -> int:
        """The line of the first place in a file where this passage begins."""
        text = self.files[file]
        assert passage in text, f"{passage!r} is not in {file}"
        return text[: text.index(passage)].count("\n") + 1


def small(
    root: Path,
    facts: Mapping[str, str],
    rules: Mapping[str, str],
    cases: str = "",
    clauses: Mapping[str, str] | None = None,
) -> Base:
    """A base of one ruleset, `alpha`, and one incident, `essai`, written in few words.

    A fact is its values (`oui non`, or `0..9` for a number) and after `|` any other keys; without `otherwise` it is asked. A rule
    is its YAML without `id`, `title` and `cites`: it cites `texte-a/1/<name>`, or what `clauses` says.
    """
    files = {name: text for name, text in FILES.items() if name in (SOURCES, *VOCABULARIES, RULESET)}
    files[SANCTIONS] = re.sub(r" {4}beta:.*\n( {6}.*\n)*", "", files[SANCTIONS])
    files[RULESET] = files[RULESET].replace("disputed: texte-a/3.1/conteste", "disputed: texte-a/1/litige")
    files[SPEECH] = "actors: [le joueur]\nverbs: [paie, perd]\n"
    files[INCIDENTS] = "- {id: essai, title: Un essai, help: Pour voir., words: [essai]}\n"
    files[FACTS] = "".join(_fact(name, text) for name, text in facts.items())
    files[RULES] = "".join(
        f"- id: alpha.essai.{name}\n  title: Règle {name}\n  cites: {(clauses or {}).get(name, f'texte-a/1/{name}')}\n  {body.strip()}\n"
        for name, body in rules.items()
    )
    files[CLAUSES] = '- {section: "1", heading: Article}\n' + "".join(
        f"- {{id: texte-a/1/{name}, quote: Le texte de {name}.}}\n" for name in ("litige", *rules)
    )
    files[CASES] = (
        cases
        or "- {id: rien, title: Rien, story: [Rien.], facts: {incident: essai}, expect: {alpha: {note: Rien.}}, level: 1}\n"
    )
    return Base(root, files)


def _fact(name: str, text: str) -> str:
    values, _, more = (part.strip() for part in text.partition("|"))
    keys = [f"- id: {name}", f"title: Le fait {name}", *(line.strip() for line in more.split("|") if line)]
    if "otherwise" not in more:
        keys.append(f"question: Quel est {name} ?")
    if ".." in values:
        low, high = values.split("..")
        keys.append(f"number: {{min: {low}, max: {high}, unit: fois}}")
    else:
        keys.append("values: [" + ", ".join(f'{{id: {value}, label: "{value}"}}' for value in values.split()) + "]")
    return "\n  ".join(keys) + "\n"

"""From YAML files to entries of the right shape, each with its place."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

from assistant.authoring.messages import shape_problems
from assistant.authoring.schema import cases as caseschema
from assistant.authoring.schema import chains as chainschema
from assistant.authoring.schema import comparing as comparingschema
from assistant.authoring.schema import expectations as expectationschema
from assistant.authoring.schema import hands as handschema
from assistant.authoring.schema import knowledge as schema
from assistant.authoring.schema import rules as ruleschema
from assistant.authoring.schema import sanctions as sanctionschema
from assistant.authoring.schema import speech as speechschema
from assistant.authoring.schema import supplements as supplementschema
from assistant.authoring.schema.base import PROSE
from assistant.authoring.yamlfile import Document, read_yaml
from assistant.errors import AuthorError, Problem, listing, unreadable
from assistant.model import Place

Shape = TypeVar("Shape", bound=BaseModel)

FOLDERS: dict[str, Any] = {
    "clauses": list[schema.Clause | schema.Heading],
    "facts": list[schema.Fact],
    "incidents": list[schema.Incident],
    "cases": list[caseschema.Case],
}
OPTIONAL_FOLDERS: dict[str, Any] = {"expectations": list[expectationschema.Common]}
VOCABULARIES: dict[str, Any] = {
    "sanctions": list[sanctionschema.Sanction],
    "players": list[sanctionschema.Player],
    "units": list[sanctionschema.Unit],
    "moments": list[sanctionschema.Moment],
    "slots": list[sanctionschema.Slot],
    "gravity": sanctionschema.Gravity,
    "speech": speechschema.Speech,
}
OPTIONAL_VOCABULARIES: dict[str, Any] = {
    "statuses": list[chainschema.Status],
    "synonyms": list[schema.Synonym],
    "figures": list[handschema.FigureNames],
    "frequency": list[comparingschema.Frequency],
}
OPTIONAL: dict[str, Any] = {
    "families": list[schema.Family],
    "zones": list[schema.Zone],
    "words": list[schema.Word],
    "tiles": handschema.Tiles,
    "points": list[comparingschema.Point],
}
FILES: dict[str, Any] = {
    "sources": list[schema.Source],
    **FOLDERS,
    **OPTIONAL_FOLDERS,
    **VOCABULARIES,
    **OPTIONAL_VOCABULARIES,
    **OPTIONAL,
    "ruleset": ruleschema.Ruleset,
    "rules": list[ruleschema.Rule],
    "hands": handschema.Hands,
    "sets": list[chainschema.Sets],
    "links": list[chainschema.Link],
    "supplement": supplementschema.Supplement,
}
OF_A_RULESET = {"ruleset": "ruleset", "hands": "hands", "statuts": "sets", "liens": "links"}  # by the name of the file


@dataclass(frozen=True)
class Written(Generic[Shape]):
    """One entry of one file."""

    entry: Shape
    document: Document
    path: tuple[Any, ...]
    stem: str
    folder: str

    @property
    def place(self) -> Place:
        return Place(self.document.file, self.document.line(self.path))

    def problem(self, key: str, message: str, *path: Any) -> Problem:
        """A mistake at this entry, or at a key inside it."""
        return Problem(self.document.file, self.document.line((*self.path, *path)), key, message)


@dataclass
class Files:
    """Everything written, by kind, before anything is checked against anything else."""

    sources: list[Written[schema.Source]]
    texts: list[Written[schema.Clause | schema.Heading]]
    facts: list[Written[schema.Fact]]
    incidents: list[Written[schema.Incident]]
    cases: list[Written[caseschema.Case]]
    expectations: list[Written[expectationschema.Common]]
    sanctions: list[Written[sanctionschema.Sanction]]
    players: list[Written[sanctionschema.Player]]
    units: list[Written[sanctionschema.Unit]]
    moments: list[Written[sanctionschema.Moment]]
    slots: list[Written[sanctionschema.Slot]]
    gravity: list[Written[sanctionschema.Gravity]]
    families: list[Written[schema.Family]]
    zones: list[Written[schema.Zone]]
    words: list[Written[schema.Word]]
    synonyms: list[Written[schema.Synonym]]
    speech: list[Written[speechschema.Speech]]
    figures: list[Written[handschema.FigureNames]]
    tiles: list[Written[handschema.Tiles]]
    frequency: list[Written[comparingschema.Frequency]]
    points: list[Written[comparingschema.Point]]
    rulesets: list[Written[ruleschema.Ruleset]]
    rules: list[Written[ruleschema.Rule]]
    hands: list[Written[handschema.Hands]]
    statuses: list[Written[chainschema.Status]]
    sets: list[Written[chainschema.Sets]]
    links: list[Written[chainschema.Link]]
    supplements: list[Written[supplementschema.Supplement]]
    gone: tuple[str, ...] = ()  # rulesets set aside, which others may still name

    @property
    def clauses(self) -> list[Written[Any]]:
        """The entries of the texts that are clauses, their headings left out."""
        return [written for written in self.texts if isinstance(written.entry, schema.Clause)]


def yaml_files(folder: Path) -> list[Path]:
    """The YAML files below a folder, in a fixed order; a link that leads nowhere is one, to be told when it is read."""
    return sorted(path for path in folder.rglob("*.yaml") if not path.is_dir())


def read_files(knowledge: Path, rules: Path, supplements: Iterable[Path] = ()) -> Files:
    """Read and shape-check every file; raise AuthorError with all mistakes of all files at once."""
    files, problems = gather(knowledge, rules, supplements)
    if problems:
        raise AuthorError(problems)
    return files


def gather(knowledge: Path, rules: Path, supplements: Iterable[Path] = ()) -> tuple[Files, list[Problem]]:
    """What can be read, and every mistake of shape; a folder that cannot be looked into is told at once."""
    closed = [*_closed(knowledge), *_closed(rules)]
    if closed:
        raise AuthorError(closed)
    problems = [*_unread(knowledge, rules), *_missing(knowledge, rules)]
    written: dict[str, list[Written[Any]]] = {kind: [] for kind in FILES}
    found = [
        (path, _kind(path.relative_to(root), root == rules), shown_file(path, root))
        for root in (knowledge, rules)
        for path in yaml_files(root)
    ]
    found += [(path, "supplement", shown_supplement(path)) for path in supplements]
    for path, kind, shown in found:
        if kind is None:
            continue
        try:
            written[kind].extend(_entries(read_yaml(path, shown, PROSE), kind, path))
        except AuthorError as error:
            problems.extend(error.problems)
    beside = written.pop("supplement")
    kinds: dict[str, Any] = {**written, "rulesets": written["ruleset"], "texts": written["clauses"], "supplements": beside}
    return Files(**{kind: kinds[kind] for kind in kinds if kind not in ("ruleset", "clauses")}), problems


def shown_supplement(path: Path) -> str:
    """A supplement as messages name it: by its folder and its name."""
    return f"{path.parent.name}/{path.name}" if path.parent.name else path.name


def shown_file(path: Path, root: Path) -> str:
    """A file of the knowledge or the rules as messages name it: from its root on."""
    return f"{root.name}/{path.relative_to(root).as_posix()}"


def _kind(path: Path, of_a_ruleset: bool) -> str | None:
    """What a file holds, by where it lies; None where nothing is read."""
    if of_a_ruleset:
        return OF_A_RULESET.get(path.stem, "rules")
    folder, stem = path.parent.as_posix(), path.stem
    if folder == ".":
        return stem if stem == "sources" or stem in OPTIONAL else None
    if folder == "vocabularies":
        return stem if stem in VOCABULARIES or stem in OPTIONAL_VOCABULARIES else None
    return path.parts[0] if path.parts[0] in FOLDERS or path.parts[0] in OPTIONAL_FOLDERS else None


def _closed(root: Path) -> Iterator[Problem]:
    """Folders that cannot be looked into: what lies in them would be passed over in silence."""
    if not root.is_dir():
        yield Problem(root.name, 0, "", f"ce dossier manque ; cherché : {root}")
        return
    closed: list[OSError] = []
    for _ in os.walk(root, onerror=closed.append):
        pass
    for error in closed:
        path = Path(str(error.filename))
        yield unreadable(shown_file(path, root) if path != root else root.name, error)


def _unread(knowledge: Path, rules: Path) -> Iterator[Problem]:
    """Files that an author could believe to be read."""
    for root in (knowledge, rules):
        for path in sorted(root.rglob("*.yml")):
            yield Problem(shown_file(path, root), 0, "", "ce fichier n'est pas lu : renommez-le en .yaml")
    for path in yaml_files(knowledge):
        if _kind(path.relative_to(knowledge), False) is None:
            in_vocabularies = path.parent == knowledge / "vocabularies"
            known = sorted([*VOCABULARIES, *OPTIONAL_VOCABULARIES] if in_vocabularies else ["sources", *OPTIONAL])
            places = listing([f"{name}.yaml" for name in known])
            folders = (
                "" if in_vocabularies else f", et les dossiers {listing([*FOLDERS, *OPTIONAL_FOLDERS, 'vocabularies'])}"
            )
            yield Problem(shown_file(path, knowledge), 0, "", f"ce fichier n'est pas lu ; ici sont lus : {places}{folders}")


def _missing(knowledge: Path, rules: Path) -> Iterator[Problem]:
    """Folders without files, and files that there must be."""
    for name in ["sources", *(f"vocabularies/{vocabulary}" for vocabulary in VOCABULARIES)]:
        if not (knowledge / f"{name}.yaml").is_file():
            yield Problem(f"{knowledge.name}/{name}.yaml", 0, "", "ce fichier manque")
    for name in FOLDERS:
        if not yaml_files(knowledge / name):
            yield Problem(f"{knowledge.name}/{name}", 0, "", "aucun fichier .yaml dans ce dossier")
    for path in sorted(rules.iterdir()):
        if path.is_dir() and yaml_files(path) and not (path / "ruleset.yaml").is_file():
            yield Problem(f"{rules.name}/{path.name}", 0, "", "le fichier ruleset.yaml manque dans ce dossier")


def _shared_keys(model: type[BaseModel], data: Any) -> int:
    """How many keys an entry has of this shape: of several that it may have, the closest is meant."""
    return len(set(model.model_fields) & set(data)) if isinstance(data, dict) else 0


def _entries(document: Document, kind: str, path: Path) -> Iterator[Written[Any]]:
    shape = FILES[kind]
    if get_origin(shape) is list:
        if not isinstance(document.data, list):
            raise AuthorError(
                [Problem(document.file, 1, "", "ce fichier doit être une liste : chaque entrée commence par « - »")]
            )
        (item_shape,) = get_args(shape)
        items: list[tuple[tuple[Any, ...], Any]] = [((index,), data) for index, data in enumerate(document.data)]
    else:
        item_shape, items = shape, [((), document.data)]
    adapters = [(model, TypeAdapter(model)) for model in get_args(item_shape) or (item_shape,)]
    problems: list[Problem] = []
    for item_path, data in items:
        model, adapter = max(adapters, key=lambda known: _shared_keys(known[0], data))
        try:
            entry = adapter.validate_python(data)
        except ValidationError as error:
            problems.extend(shape_problems(document, item_path, data, model, error))
        else:
            yield Written(entry, document, item_path, path.stem, path.parent.name)
    if problems:
        raise AuthorError(problems)

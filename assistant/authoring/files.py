"""From YAML files to entries of the right shape, each with its place; a wrong shape is told in French with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

from assistant.authoring.schema import hands as handschema
from assistant.authoring.schema import knowledge as schema
from assistant.authoring.schema import sanctions as sanctionschema
from assistant.authoring.yamlfile import Document, read_yaml
from assistant.errors import AuthorError, Problem, listing, nearest
from assistant.model import Place

Shape = TypeVar("Shape", bound=BaseModel)

FILES: dict[str, Any] = {
    "sources": list[schema.Source],
    "clauses": list[schema.Clause],
    "families": list[schema.Family],
    "words": list[schema.Word],
    "facts": list[schema.Fact],
    "incidents": list[schema.Incident],
    "sanctions": sanctionschema.Sanctions,
    "ruleset": schema.Ruleset,
    "rules": list[schema.Rule],
    "cases": list[schema.Case],
    "hands": handschema.Hands,
    "tiles": handschema.Tiles,
}


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
    clauses: list[Written[schema.Clause]]
    facts: list[Written[schema.Fact]]
    incidents: list[Written[schema.Incident]]
    sanctions: Written[sanctionschema.Sanctions]
    rulesets: list[Written[schema.Ruleset]]
    rules: list[Written[schema.Rule]]
    cases: list[Written[schema.Case]]
    families: list[Written[schema.Family]]
    words: list[Written[schema.Word]]
    hands: list[Written[handschema.Hands]]
    tiles: list[Written[handschema.Tiles]]


def yaml_files(folder: Path) -> list[Path]:
    """The YAML files below a folder, in a fixed order."""
    return sorted(path for path in folder.rglob("*.yaml") if path.is_file())


def read_files(knowledge: Path, rules: Path) -> Files:
    """Read and shape-check every file; raise AuthorError with all mistakes of all files at once."""
    problems: list[Problem] = []

    def entries(path: Path, root: Path, kind: str) -> list[Written[Any]]:
        shown = f"{root.name}/{path.relative_to(root).as_posix()}"
        try:
            return list(_entries(read_yaml(path, shown), kind, path))
        except AuthorError as error:
            problems.extend(error.problems)
            return []

    def folder(name: str) -> list[Written[Any]]:
        paths = yaml_files(knowledge / name)
        if not paths:
            problems.append(Problem(f"{knowledge.name}/{name}", 0, "", "aucun fichier .yaml dans ce dossier"))
        return [entry for path in paths for entry in entries(path, knowledge, name)]

    def single(name: str) -> list[Written[Any]]:
        path = knowledge / f"{name}.yaml"
        if not path.is_file():
            problems.append(Problem(f"{knowledge.name}/{name}.yaml", 0, "", "ce fichier manque"))
            return []
        return entries(path, knowledge, name)

    for root in (knowledge, rules):
        problems.extend(
            Problem(
                f"{root.name}/{path.relative_to(root).as_posix()}",
                0,
                "",
                "ce fichier n'est pas lu : renommez-le en .yaml",
            )
            for path in sorted(root.rglob("*.yml"))
        )
    problems.extend(
        Problem(f"{rules.name}/{path.name}", 0, "", "le fichier ruleset.yaml manque dans ce dossier")
        for path in sorted(rules.iterdir())
        if path.is_dir() and yaml_files(path) and not (path / "ruleset.yaml").is_file()
    )
    by_kind: dict[str, list[Written[Any]]] = {"ruleset": [], "hands": [], "rules": []}
    for path in yaml_files(rules):
        kind = path.stem if path.stem in ("ruleset", "hands") else "rules"
        by_kind[kind].extend(entries(path, rules, kind))
    sources, sanctions = single("sources"), single("sanctions")
    families, words, tiles = (
        single(name) if (knowledge / f"{name}.yaml").is_file() else [] for name in ("families", "words", "tiles")
    )
    clauses, facts, incidents, cases = (folder(name) for name in ("clauses", "facts", "incidents", "cases"))
    if problems:
        raise AuthorError(problems)
    return Files(
        sources, clauses, facts, incidents, sanctions[0], by_kind["ruleset"], by_kind["rules"], cases, families, words,
        by_kind["hands"], tiles,
    )  # fmt: skip


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
    adapter = TypeAdapter(item_shape)
    problems: list[Problem] = []
    for item_path, data in items:
        try:
            entry = adapter.validate_python(data)
        except ValidationError as error:
            problems.extend(_translate(document, item_path, data, item_shape, error))
        else:
            yield Written(entry, document, item_path, path.stem, path.parent.name)
    if problems:
        raise AuthorError(problems)


def _translate(
    document: Document, path: tuple[Any, ...], data: Any, shape: Any, error: ValidationError
) -> list[Problem]:
    """Pydantic's errors as French sentences, each at its line; of a choice between shapes only the closest is told."""
    found: dict[tuple[tuple[Any, ...], str], Problem] = {}
    name = data.get("id") if isinstance(data, dict) else None
    for one in error.errors():
        loc = _real_path(data, one["loc"])
        full = (*path, *loc)
        key = ".".join(str(part) for part in ((name,) if name else ()) + loc)
        message = _message(one, loc, data, shape)
        found.setdefault((full, message), Problem(document.file, document.line(full), key, message))
    return _closest(found)


def _closest(found: dict[tuple[tuple[Any, ...], str], Problem]) -> list[Problem]:
    """Of the shapes tried at one place, what is wrong with the closest; if none comes close, all that is allowed."""
    kept: list[Problem] = []
    wanted: dict[tuple[Any, ...], list[Problem]] = {}
    for (path, message), problem in found.items():
        if message.startswith(EXPECTED):
            wanted.setdefault(path, []).append(problem)
        else:
            kept.append(problem)
    paths = [path for (path, message) in found if not message.startswith(EXPECTED)]
    for path, problems in wanted.items():
        if any(other[: len(path)] == path for other in paths):
            continue
        allowed = list(dict.fromkeys(problem.message[len(EXPECTED) :].split(" ; trouvé")[0] for problem in problems))
        first = problems[0]
        message = f"{EXPECTED}{' ou '.join(allowed)} ; trouvé{first.message.split(' ; trouvé', 1)[1]}"
        kept.append(Problem(first.file, first.line, first.key, message))
    return kept


EXPECTED = "attendu : "


def _real_path(data: Any, loc: tuple[Any, ...]) -> tuple[Any, ...]:
    """The part of Pydantic's location that exists in the file (it adds the names of the shapes it tried)."""
    result: list[Any] = []
    here = data
    for index, part in enumerate(loc):
        if isinstance(here, dict) and part in here:
            here = here[part]
        elif isinstance(here, list) and isinstance(part, int) and part < len(here):
            here = here[part]
        elif (
            index == len(loc) - 1
            and isinstance(here, dict)
            and isinstance(part, str)
            and part.islower()
            and not part.startswith(("list[", "dict[", "constrained"))
            and part not in ("str", "int")
        ):
            pass
        else:
            continue
        result.append(part)
    return tuple(result)


def _allowed_keys(shape: Any, loc: tuple[Any, ...]) -> list[str]:
    """The keys a shape allows at a location, for the message about an unknown one."""
    for part in loc:
        if isinstance(part, str):
            shape = _step(shape, part)
    models = _models(shape)
    return sorted({field.alias or name for model in models for name, field in model.model_fields.items()})


def _step(shape: Any, key: str) -> Any:
    for model in _models(shape):
        for name, field in model.model_fields.items():
            if key in (name, field.alias):
                return field.annotation
    return shape


def _models(shape: Any) -> list[type[BaseModel]]:
    if isinstance(shape, type) and issubclass(shape, BaseModel):
        return [shape]
    return [model for argument in get_args(shape) for model in _models(argument)]


ID_FORMS = {
    "/": "texte/section/nom, par exemple ema-2016/5.2.2/annonce-vide",
    "\\.": "règlement.famille.nom, par exemple ema-2016.victoire.montree",
    "_": "des minuscules sans accent, des chiffres et des soulignés, par exemple tuiles_montrees",
    "-": "des minuscules sans accent, des chiffres et des tirets, par exemple main-morte",
}
TYPES = {
    "string_type": "un texte (un nombre se met entre guillemets)",
    "int_type": "un nombre entier",
    "bool_type": "true ou false",
    "list_type": "une liste",
    "dict_type": "des clés et des valeurs",
    "model_type": "des clés et des valeurs",
    "model_attributes_type": "des clés et des valeurs",
}
CONDITION = "une valeur, ou {in: […]}, {not: …}, {min: …, max: …}"


def shown(value: Any) -> str:
    """A value as an author writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {shown(item)}' for key, item in value.items())}}}"
    return str(value)


def _message(one: Any, loc: tuple[Any, ...], data: Any, shape: Any) -> str:
    kind, given, context = one["type"], one.get("input"), one.get("ctx", {})
    last = one["loc"][-1] if one["loc"] else ""
    if kind == "extra_forbidden":
        allowed = _allowed_keys(shape, loc[:-1])
        return f"clé inconnue « {last} ».{nearest(last, allowed)} Clés permises : {listing(allowed, 30)}."
    if kind == "missing":
        return f"la clé « {last} » manque"
    if kind == "string_pattern_mismatch":
        form = next(form for sign, form in ID_FORMS.items() if sign in context["pattern"])
        return f"« {shown(given)} » n'a pas la forme d'un identifiant : {form}"
    if kind == "literal_error":
        words = re.findall(r"'([^']*)'", context["expected"])
        return f"« {shown(given)} » n'est pas permis.{nearest(given, words)} Permis : {', '.join(words)}."
    if kind in TYPES:
        wanted = CONDITION if len(loc) == 2 and loc[0] in ("if", "only_if") else TYPES[kind]
        return f"{EXPECTED}{wanted} ; trouvé : « {shown(given)} »"
    if kind in ("too_long", "too_short"):
        bound = (
            f"{context.get('max_length')} au plus" if kind == "too_long" else f"{context.get('min_length')} au moins"
        )
        return f"trop {'d’éléments' if kind == 'too_long' else 'peu d’éléments'} : {len(given)} au lieu de {bound}"
    if kind in ("greater_than_equal", "less_than_equal"):
        return f"« {shown(given)} » est hors des bornes : {'au moins' if 'ge' in context else 'au plus'} {context.get('ge', context.get('le'))}"
    return f"valeur refusée : « {shown(given)} »"

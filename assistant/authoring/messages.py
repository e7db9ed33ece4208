"""What is wrong with the shape of an entry, as French sentences with their lines."""

from __future__ import annotations

import re
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from assistant.authoring.yamlfile import Document, Path_
from assistant.errors import Problem, listing, nearest

Told = dict[tuple[Path_, str], Problem]
EXPECTED = "attendu : "


def shape_problems(document: Document, path: Path_, data: Any, shape: Any, error: ValidationError) -> list[Problem]:
    """Pydantic's errors as French sentences, each at its line; of a choice between shapes only the closest is told."""
    told: Told = {}
    name = data.get("id") if isinstance(data, dict) else None
    for detail in error.errors():
        loc = _real_path(data, detail["loc"])
        full = (*path, *loc)
        key = ".".join(str(part) for part in ((name,) if name else ()) + loc)
        message = _message(detail, loc, shape)
        told.setdefault((full, message), Problem(document.file, document.line(full), key, message))
    return _closest(told)


def _closest(told: Told) -> list[Problem]:
    """Of the shapes tried at one place, what is wrong with the closest; if none comes close, all that is allowed."""
    kept: list[Problem] = []
    wanted: dict[Path_, list[Problem]] = {}
    for (path, message), problem in told.items():
        if message.startswith(EXPECTED):
            wanted.setdefault(path, []).append(problem)
        else:
            kept.append(problem)
    paths = [path for (path, message) in told if not message.startswith(EXPECTED)]
    for path, problems in wanted.items():
        if any(other[: len(path)] == path for other in paths):
            continue
        allowed = list(dict.fromkeys(problem.message[len(EXPECTED) :].split(" ; trouvé")[0] for problem in problems))
        first = problems[0]
        message = f"{EXPECTED}{' ou '.join(allowed)} ; trouvé{first.message.split(' ; trouvé', 1)[1]}"
        kept.append(Problem(first.file, first.line, first.key, message))
    return kept


def _real_path(data: Any, loc: Path_) -> Path_:
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


def _allowed_keys(shape: Any, loc: Path_) -> list[str]:
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


def _message(detail: ErrorDetails, loc: Path_, shape: Any) -> str:
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    last = detail["loc"][-1] if detail["loc"] else ""
    if kind == "extra_forbidden":
        allowed = _allowed_keys(shape, loc[:-1])
        return f"clé inconnue « {last} ».{nearest(last, allowed)} Clés permises : {listing(allowed, 30)}."
    if kind == "missing":
        return f"la clé « {last} » manque"
    if kind == "string_pattern_mismatch":
        form = next(form for sign, form in ID_FORMS.items() if sign in context["pattern"])
        return f"« {shown(value)} » n'a pas la forme d'un identifiant : {form}"
    if kind == "literal_error":
        words = re.findall(r"'([^']*)'", context["expected"])
        return f"« {shown(value)} » n'est pas permis.{nearest(value, words)} Permis : {', '.join(words)}."
    if kind in TYPES:
        wanted = CONDITION if len(loc) >= 2 and loc[-2] in ("if", "only_if") else TYPES[kind]
        return f"{EXPECTED}{wanted} ; trouvé : « {shown(value)} »"
    if kind == "too_long" and loc[-1:] == ("change",):
        return f"une variante change un seul fait, et {len(value)} sont donnés ({', '.join(value)}) : écrivez une variante pour chacun, ou un autre cas"
    if kind in ("too_long", "too_short"):
        if kind == "too_long":
            return f"trop d’éléments : {len(value)} au lieu de {context.get('max_length')} au plus ; ôtez-en"
        rest = "ôtez la clé, ou écrivez-en" if not value else "écrivez-en d’autres"
        return f"trop peu d’éléments : {len(value)} au lieu de {context.get('min_length')} au moins ; {rest}"
    if kind in ("greater_than_equal", "less_than_equal"):
        return f"« {shown(value)} » est hors des bornes : {'au moins' if 'ge' in context else 'au plus'} {context.get('ge', context.get('le'))}"
    return f"valeur refusée : « {shown(value)} »"

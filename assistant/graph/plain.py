"""Things of the model as plain data and back: names of fields, sets sorted, nothing written that goes without saying."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from assistant.model import Place

Thing = TypeVar("Thing")
Data = Any  # what JSON holds


def plain(thing: object) -> Data:
    """A thing as plain data; of a field that is left out its type says what it is, and nobody reads where an author wrote it."""
    if isinstance(thing, Enum):
        return thing.value
    if (names := getattr(thing, "_fields", None)) is not None:
        kind: Any = type(thing)
        missing = _missing(kind)
        said = {name: getattr(thing, name) for name in names if getattr(thing, name) != missing[name]}
        return {name: plain(value) for name, value in said.items() if not isinstance(value, Place)}
    if isinstance(thing, Mapping):
        return {str(key): plain(value) for key, value in thing.items()}
    if isinstance(thing, (set, frozenset)):
        return sorted(map(plain, thing), key=json.dumps)
    if isinstance(thing, (list, tuple)):
        return [plain(value) for value in thing]
    return thing


def restored(kind: type[Thing], data: Data) -> Thing:
    """The thing of this type that plain data says; it was written nowhere."""
    thing: Thing = _restored(kind, data)
    return thing


def _restored(hint: Any, data: Data) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        some = [argument for argument in arguments if argument is not NoneType]
        return data if data is None or len(some) > 1 else _restored(some[0], data)
    if origin is frozenset:
        return frozenset(_restored(arguments[0], one) for one in data)
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return tuple(_restored(arguments[0], one) for one in data)
        return tuple(_restored(argument, one) for argument, one in zip(arguments, data, strict=True))
    if not isinstance(hint, type):
        return data
    if issubclass(hint, Enum):
        return hint(data)
    if hasattr(hint, "_fields"):
        kind: Any = hint
        hints, missing = _hints(kind), _missing(kind)
        return kind(**{name: _restored(hints[name], data[name]) if name in data else missing[name] for name in hints})
    return data


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _missing(kind: Any) -> dict[str, Any]:
    """What each field of a type is where nothing is said of it."""
    defaults: dict[str, Any] = getattr(kind, "_field_defaults", {})
    return {name: defaults.get(name, _nothing(hint)) for name, hint in _hints(kind).items()}


def _nothing(hint: Any) -> Any:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return None if NoneType in get_args(hint) else ...
    if hint is Place:
        return Place("", 0)
    return {frozenset: frozenset(), tuple: ()}.get(origin, False if hint is bool else ...)

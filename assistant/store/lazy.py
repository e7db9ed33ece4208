"""Parts of the kept library that are opened only when somebody reads them: a ruling needs one ruleset and no case."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from assistant.model import Library

Entry = TypeVar("Entry")


class Shelf(Mapping[str, Entry], Generic[Entry]):
    """A mapping kept packed until it is first read."""

    def __init__(self, entries: Mapping[str, Entry]):
        self._packed: bytes | None = pickle.dumps(dict(entries), protocol=pickle.HIGHEST_PROTOCOL)
        self._entries: dict[str, Entry] = {}

    def _open(self) -> dict[str, Entry]:
        packed = self._packed
        if packed is not None:
            self._entries = pickle.loads(packed)
            self._packed = None
        return self._entries

    def __getitem__(self, key: str) -> Entry:
        return self._open()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._open())

    def __len__(self) -> int:
        return len(self._open())

    def __contains__(self, key: object) -> bool:
        return key in self._open()


class Shelves(Mapping[str, Entry], Generic[Entry]):
    """Shelves side by side; the part of a key before its slash says on which it stands."""

    def __init__(self, entries: Mapping[str, Entry]):
        groups: dict[str, dict[str, Entry]] = {}
        for key, entry in entries.items():
            groups.setdefault(key.partition("/")[0], {})[key] = entry
        self._shelves = {name: Shelf(group) for name, group in groups.items()}

    def __getitem__(self, key: str) -> Entry:
        return self._shelves[key.partition("/")[0]][key]

    def __iter__(self) -> Iterator[str]:
        for shelf in self._shelves.values():
            yield from shelf

    def __len__(self) -> int:
        return sum(len(shelf) for shelf in self._shelves.values())

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._shelves.get(key.partition("/")[0], {})


class Drawers(Mapping[str, Entry], Generic[Entry]):
    """Each entry packed by itself: what is there is known at once, and one is opened without the others, anew each time."""

    def __init__(self, entries: Mapping[str, Entry]):
        self._packed = {key: pickle.dumps(entry, protocol=pickle.HIGHEST_PROTOCOL) for key, entry in entries.items()}

    def __getitem__(self, key: str) -> Entry:
        entry: Entry = pickle.loads(self._packed[key])
        return entry

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)

    def __contains__(self, key: object) -> bool:
        return key in self._packed


def shelved(library: Library) -> Library:
    """The library as it is kept: clauses by source, rules by ruleset, cases and the values of hands apart."""
    rulesets: dict[str, Any] = {
        name: ruleset._replace(rules=Shelf(ruleset.rules)) for name, ruleset in library.rulesets.items()
    }
    return library._replace(
        clauses=Shelves(library.clauses), cases=Shelf(library.cases), hands=Shelf(library.hands), rulesets=rulesets
    )

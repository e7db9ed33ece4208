"""What the last proof of other knowledge had and this has not: an incident that no rule of a ruleset decides any more."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import NamedTuple

from assistant.model import Library
from assistant.store import cache
from assistant.store.paths import data_folder

KIND = "incidents"


class Seen(NamedTuple):
    """The incidents that each ruleset decided when it was proved."""

    version: str
    made: str
    incidents: dict[str, tuple[str, ...]]


def remember(library: Library) -> None:
    """Note what this knowledge decides, beside what the one before it did."""
    incidents = {name: tuple(incident.id for incident in library.incidents_of(name)) for name in library.rulesets}
    now = Seen(library.version, datetime.now(UTC).date().isoformat(), incidents)
    cache.keep(KIND, _folder(), [*_before(library), now])


def lost(library: Library, ruleset: str | None = None) -> list[str]:
    """Each incident that the proof before had for a ruleset and this knowledge has not."""
    return [
        f"{name} ne décide plus l'incident « {incident} », décidé à la preuve du {seen.made} : une règle s'est-elle perdue ?"
        for seen in _before(library)
        for name, incidents in seen.incidents.items()
        if ruleset in (None, name)
        for incident in incidents
        if incident not in library.incidents or name not in library.incidents[incident].rulesets
    ]


def _before(library: Library) -> list[Seen]:
    """The last that was proved of other knowledge in this folder, if anything was."""
    seen = cache.kept(KIND, _folder(), list) or []
    return [known for known in seen if isinstance(known, Seen) and known.version != library.version][-1:]


def _folder() -> str:
    """Where the knowledge lies, as a name: another folder has other incidents."""
    places = [str(data_folder(name).resolve()) for name in ("knowledge", "rules_yaml")]
    return hashlib.sha256("\n".join(places).encode()).hexdigest()

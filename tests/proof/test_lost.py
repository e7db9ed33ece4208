"""An incident that the last proof of other knowledge had and this has not is named, by ruleset and day."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.model import Library
from assistant.proof.lost import lost, remember


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path))


def without(library: Library, incident: str) -> Library:
    """Other knowledge, in which no rule decides an incident."""
    incidents = {name: one for name, one in library.incidents.items() if name != incident}
    return library._replace(version="after", incidents=incidents)


def test_nothing_is_lost_where_nothing_was_proved(made: Library) -> None:
    assert lost(made) == []


def test_nothing_is_lost_of_the_same_knowledge(made: Library) -> None:
    remember(made)
    assert lost(made) == []
    assert lost(made._replace(version="after")) == []


def test_a_lost_incident_is_named_for_each_ruleset_that_had_it(made: Library) -> None:
    remember(made)
    incident = next(one for one in made.incidents.values() if len(one.rulesets) > 1)
    after = without(made, incident.id)
    told = lost(after)
    assert len(told) == len(incident.rulesets)
    today = datetime.now(UTC).date().isoformat()
    for ruleset in incident.rulesets:
        assert lost(after, ruleset) == [one for one in told if one.startswith(f"{ruleset} ne décide plus")]
        assert f"« {incident.id} »" in lost(after, ruleset)[0] and today in lost(after, ruleset)[0]


def test_it_is_told_again_after_the_next_proof(made: Library) -> None:
    """The proof before is the last of other knowledge, however often this one is proved."""
    remember(made)
    after = without(made, next(iter(made.incidents)))
    remember(after)
    remember(after)
    assert lost(after)

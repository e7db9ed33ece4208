"""How often the incident that is meant is found, by half and register, and what a search costs beside a page that has nothing to do.

`python -m benchmarks.search` prints it alone, with every phrase that is not among the first three; with `tune`, those of that half only,
so that whoever improves the search does not see the other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import thread_time
from typing import NamedTuple
from urllib.parse import urlencode

import yaml

from assistant.search.finder import Finder
from assistant.store.library import load
from web import create_app

PHRASES = Path(__file__).resolve().parent.parent / "tests" / "data" / "phrases.yaml"
HALVES = ("tune", "score")
REGISTERS = ("spoken", "typos", "japanese", "chinese", "english", "vague")
FIRST, AMONG, MISSING, REGISTER = 0.88, 0.97, 0.01, 0.75  # the aims, of the half that is only counted
TURNS = 200


class Phrase(NamedTuple):
    """Something said, and the incident that is meant."""

    said: str
    incident: str
    half: str
    register: str | None
    ruleset: str | None
    story: str | None
    origin: str | None = None


class Found(NamedTuple):
    """A phrase, and at which place its incident was found (None: not at all)."""

    phrase: Phrase
    place: int | None
    instead: tuple[str, ...]


class Shares(NamedTuple):
    number: int
    first: float
    among: float
    missing: float


def phrases() -> list[Phrase]:
    """All phrases of the file."""
    written: Mapping[str, list[dict[str, str]]] = yaml.load(
        PHRASES.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    )
    return [
        Phrase(one["said"], incident, one["half"], one.get("register"), one.get("ruleset"), one.get("story"), one.get("origin"))
        for incident, told in written.items()
        for one in told
    ]


def found(finder: Finder, said: Iterable[Phrase]) -> list[Found]:
    """Where each phrase finds its incident, in the ruleset it was said under."""
    places = []
    for phrase in said:
        names = [hit.id for hit in finder.incidents(phrase.ruleset).find(phrase.said)]
        place = names.index(phrase.incident) + 1 if phrase.incident in names else None
        places.append(Found(phrase, place, tuple(names[:3])))
    return places


def shares(places: Iterable[Found]) -> Shares:
    """How many are first, among the first three, not found."""
    told = [one.place for one in places]
    count = len(told) or 1
    return Shares(
        len(told),
        sum(place == 1 for place in told) / count,
        sum(place is not None and place <= 3 for place in told) / count,
        sum(place is None for place in told) / count,
    )


def cost() -> tuple[float, float]:
    """How many times as long as the page of help, made anew each time, the page of a search and its data take.

    Time of the processor: on a busy machine the longer page would also wait for others more often.
    """
    client = create_app().test_client()
    said = [phrase for phrase in phrases() if phrase.ruleset]
    seconds: dict[str, list[float]] = {"help": [], "page": [], "data": []}
    for turn, phrase in enumerate(islice(cycle(said[:: max(1, len(said) // TURNS)]), 2 * TURNS)):
        query = {"q": phrase.said, "_n": turn}
        for name, address in (
            ("help", f"/aide?_n={turn}"),
            ("page", f"/?{urlencode({**query, 'reglement': phrase.ruleset})}"),
            ("data", f"/api/v1/search?{urlencode({'q': phrase.said, 'ruleset': phrase.ruleset})}"),
        ):
            begun = thread_time()
            with client.get(address) as answer:
                if answer.status_code != 200:
                    raise SystemExit(f"{address} was not answered well: {answer.status_code}")
            if turn >= TURNS:  # the first time every index is opened
                seconds[name].append(thread_time() - begun)
    return median(seconds["page"]) / median(seconds["help"]), median(seconds["data"]) / median(seconds["help"])


def main(misses: Iterable[str] = ()) -> None:
    """Print the figures of both halves, the aims, and the cost."""
    places = found(Finder(load(), lasting=True), phrases())
    print(f"{'':8} {'register':10} {'phrases':>7} {'first':>6} {'three':>6} {'missing':>7}")
    for half in HALVES:
        own = [one for one in places if one.phrase.half == half]
        for register in (*REGISTERS, None):
            group = [one for one in own if one.phrase.register == register]
            if group:
                _line(half, register or "earlier", shares(group))
        _line(half, "all", shares(own))
    counted = [one for one in places if one.phrase.half == "score"]
    whole = shares(counted)
    by_register = {
        name: shares(one for one in counted if one.phrase.register == name).first
        for name in REGISTERS
    }
    worst = min(by_register, key=lambda name: by_register[name])
    for told, figure, met in (
        ("first", whole.first, whole.first >= FIRST),
        ("among three", whole.among, whole.among >= AMONG),
        ("missing", whole.missing, whole.missing < MISSING),
        (f"first in the worst register, {worst}", by_register[worst], by_register[worst] >= REGISTER),
    ):
        print(f"  counted half, {told}: {figure:.1%}: {'met' if met else 'NOT MET'}")
    page, data = cost()
    print(f"  a search / a trivial page (the help, made anew): {page:.2f}, as data {data:.2f}, aim at most 2: "
          f"{'met' if page <= 2 else 'NOT MET'}")  # fmt: skip
    for one in places:
        if one.phrase.half in misses and (one.place is None or one.place > 3):
            print(f"  {one.phrase.half}: « {one.phrase.said} » means {one.phrase.incident}, found {one.place or 'nowhere'}; "
                  f"first {', '.join(one.instead)}")  # fmt: skip


def _line(half: str, name: str, told: Shares) -> None:
    print(f"{half:8} {name:10} {told.number:7} {told.first:6.0%} {told.among:6.0%} {told.missing:7.1%}")


if __name__ == "__main__":
    main(misses=sys.argv[1:] or HALVES)

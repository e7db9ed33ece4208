"""Many consultations as one JSON document, to be compared under several hash seeds and orders of rules.

`python -m tests.support.consultations FOLDER SHUFFLE` consults the made-up base written in FOLDER: every complete and many partial answers
of every incident in every ruleset, disputes included. FOLDER `-` takes the project's own knowledge and its cases. With SHUFFLE other than 0
the rules, facts, incidents, sanctions and cases stand in another order in memory, as if the files had been written in another order.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.errors import AuthorError, Hole, InputError
from assistant.model import INCIDENT, Library, Value
from assistant.store.library import load, read_library

T = TypeVar("T")
PER_INCIDENT = {
    True: 3,
    False: 25,
}  # tellings drawn for each incident: of the project's own knowledge, of a made-up base


def mixed(entries: Mapping[str, T], random: Random) -> dict[str, T]:
    items = list(entries.items())
    random.shuffle(items)
    return dict(items)


def shuffled(library: Library, random: Random) -> Library:
    """The same knowledge in another order; the order of facts that authors chose (their rank) stays."""
    rulesets = {
        name: ruleset._replace(rules=mixed(ruleset.rules, random)) for name, ruleset in library.rulesets.items()
    }
    return library._replace(
        rulesets=rulesets,
        facts=mixed(library.facts, random),
        incidents=mixed(library.incidents, random),
        clauses=mixed(library.clauses, random),
    )


def tellings(library: Library, own: bool) -> Iterator[tuple[str, dict[str, Value]]]:
    """Rulesets and facts: the cases, then answers drawn by a fixed seed."""
    seen: set[tuple[str, str]] = set()
    incidents = sorted(library.incidents)[
        :: 3 if own else 1
    ]  # building the engines takes the time, not the consultations
    for name in sorted(library.cases):
        case = library.cases[name]
        if case.incident not in incidents:
            continue
        for ruleset in sorted(library.incidents[case.incident].rulesets):
            if own and (ruleset, case.incident) in seen:
                continue  # there are hundreds: one of each incident in each ruleset will do
            seen.add((ruleset, case.incident))
            yield ruleset, dict(case.facts)
    random = Random(7)
    facts = [library.facts[name] for name in sorted(library.facts)]
    for incident in incidents:
        for ruleset in sorted(library.incidents[incident].rulesets):
            for _ in range(PER_INCIDENT[own]):
                told: dict[str, Value] = {INCIDENT: incident}
                for fact in facts:
                    values: list[Value] = [value.id for value in library.incidents[incident].asks(fact).values] or [
                        fact.low or 0,
                        (fact.low or 0) + 1,
                        fact.high or 0,
                    ]
                    kind = random.random()
                    if fact.derived or kind < 0.25:
                        continue
                    contested = kind < 0.35 and fact.scope != "contexte"
                    told[fact.id] = NOT_ESTABLISHED if contested else random.choice(values)
                yield ruleset, told


def documents(library: Library, own: bool) -> Iterator[Any]:
    """What each telling gets; of the project's many cases without the search for what would change them."""
    consultant = Consultant(library)
    for ruleset, told in tellings(library, own):
        try:
            yield consultant.consult([ruleset], told, explain=not own)["consultations"]
        except (Hole, InputError) as error:
            yield {"error": type(error).__name__, "message": str(error)}


def library_in(folder: str) -> Library:
    if folder == "-":
        return load()
    return read_library(Path(folder) / "knowledge", Path(folder) / "rules_yaml", "essai")


def main(folder: str, shuffle: str) -> int:
    try:
        library = library_in(folder)
    except AuthorError as error:
        print(error, file=sys.stderr)
        return 3
    if shuffle != "0":
        library = shuffled(library, Random(int(shuffle)))
    json.dump(list(documents(library, folder == "-")), sys.stdout, ensure_ascii=False)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""The chains that cases tell, of two events and more: what must hold of every case holds of each of them, in every way it leaves open."""

from __future__ import annotations

from assistant.consultation.forks import Explorer
from assistant.consultation.intake import understand
from assistant.engine.engines import Engines
from assistant.errors import Conflict, Hole
from assistant.model import INCIDENT, Case, Library
from assistant.proof.invariants import broken, told

Broken = tuple[str, str, str]  # the case, the invariant, what is wrong


def prove_chains(library: Library, engines: Engines, ruleset: str) -> tuple[int, list[Broken]]:
    """How many whole cases were looked at, and what does not hold of one; a case that must still be asked of is left to its own proof."""
    count = 0
    problems: dict[Broken, None] = {}
    for case in library.cases.values():
        if not case.further or not _occurs(library, case, ruleset):
            continue
        try:
            events = understand(library, [ruleset], case.flat_facts()).events
            leaves = Explorer(library, engines, ruleset).standing(events).leaves
            for leaf in leaves:
                count += 1
                whole = told(library, library.rulesets[ruleset], leaf.judged)
                problems.update(dict.fromkeys((case.id, title, problem) for title, problem in broken(whole)))
        except (Conflict, Hole) as trouble:
            problems[case.id, "chaque cas se décide", str(trouble)] = None
    return count, list(problems)


def _occurs(library: Library, case: Case, ruleset: str) -> bool:
    """Whether every incident of a case can occur in a ruleset."""
    return all(ruleset in library.incidents[str(facts[INCIDENT])].rulesets for facts in case.every_facts())

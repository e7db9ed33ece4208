"""A precision begun: in a supplement, a clause still to be written and the rule that stands for one of the base's."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

import yaml

from assistant.errors import InputError

CLAUSES, RULES = "clauses", "rules"
OVERRIDES = "overrides"
KEPT = ("if", OVERRIDES, "adds")  # what says when the base's rule holds, and beside what
CLAUSE = """\
- id: {clause}
  quote: À écrire, la précision, mot pour mot.
"""
HEADING = """\
- section: "{section}"
  heading: À écrire, un titre
"""
RULE = """\
- id: {rule}
  title: {title}
{kept}{then}  cites: [{clause}, {cites}]
"""
DECIDES = """\
  # Ce que la précision décide : « sanction: … » (arbitre list sanctions), et ce que deviennent les cases (« donne: continue »).
  then:
    silence: À écrire, remplacer par ce que la précision décide
"""
DERIVES = """\
  # Cette règle ne décide rien : elle dit ce que vaut un fait, que d'autres règles lisent. Gardez la valeur, ou changez-la, ou les conditions.
  then: {then}
"""
TOP = re.compile(r"[^\s#-]")  # what begins a line that belongs to no list above it


def precision(supplement: str, section: str | None, rule: Mapping[str, Any], taken: Collection[str] = ()) -> tuple[str, str]:
    """The entries of a clause, under a heading of its own where the supplement has none yet, and of the rule that replaces this one.

    Rules of two families may have one name; their clauses stand side by side, and the second (`taken`) is named with its family.
    """
    _, family, name = rule["id"].split(".")
    clause = f"{supplement}/{section or '1'}/{name}"
    if clause in taken:
        clause = f"{supplement}/{section or '1'}/{family}-{name}"
    cites = [rule["cites"]] if isinstance(rule["cites"], str) else list(rule["cites"])
    kept = "".join(f"  {key}: {_flow(_own(rule[key], supplement) if key == OVERRIDES else rule[key])}\n" for key in KEPT if key in rule)
    then = DERIVES.format(then=_flow(rule["then"])) if "fact" in rule["then"] else DECIDES
    heading = "" if section else HEADING.format(section="1")
    told = RULE.format(rule=f"{supplement}.{family}.{name}", title=_flow(rule["title"]), kept=kept, then=then, clause=clause, cites=", ".join(cites))
    return heading + CLAUSE.format(clause=clause), told


def _own(overridden: Any, supplement: str) -> Any:
    """The rules that yield, by the names that they have in the supplement; « {sanction: …} » names none."""
    if isinstance(overridden, str):
        return ".".join([supplement, *overridden.split(".")[1:]])
    return [_own(one, supplement) for one in overridden] if isinstance(overridden, list) else overridden


def _flow(value: Any) -> str:
    """A value on one line, as an author would write it."""
    written = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10**6)
    return written.removesuffix("...\n").strip()


def inserted(text: str, key: str, entry: str) -> str:
    """The file with one more entry at the end of a list, indented as the list is; a list that is not there is begun."""
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    at = next((number for number, line in enumerate(lines) if line.startswith(f"{key}:")), None)
    if at is None:
        return "".join([*lines, f"\n{key}:\n", _indented(entry, "  ")])
    if lines[at].partition(":")[2].partition("#")[0].strip():
        raise InputError(f"la liste « {key} » est écrite sur une ligne ; rien n'a été écrit. Mettez une entrée par ligne sous « {key}: ».")
    end = next((number for number in range(at + 1, len(lines)) if TOP.match(lines[number])), len(lines))
    while end > at + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
        end -= 1
    first = next((line for line in lines[at + 1 : end] if line.lstrip().startswith("- ")), "  - ")
    return "".join([*lines[:end], _indented(entry, first[: len(first) - len(first.lstrip())]), *lines[end:]])


def _indented(entry: str, indent: str) -> str:
    return "".join(f"{indent}{line}" for line in entry.splitlines(keepends=True))

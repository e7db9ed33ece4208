"""From each entry of the atlas one step to a precision: whatever rule it names, the entry that is begun stands in a supplement that is served."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assistant.authoring.precision import CLAUSES, RULES, inserted, precision
from assistant.authoring.yamlfile import read_yaml
from assistant.consultation.agenda import agenda, precising
from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.store.library import read_library
from tests.conftest import ROOT
from tests.support.drawing import Drawing

pytestmark = pytest.mark.walk
BEGUN = """\
id: {id}
supplements: {base}
title: Toutes
short: T
edition: essai
text: {{publisher: x, prevails: x, licence: x, attribution: x}}
clauses:
  - section: "1"
    heading: Tout
"""


def test_every_step_loads(tmp_path: Path, library: Library, engines: Engines, drawing: Drawing) -> None:
    files, begun = [], dict[str, list[str]]()
    for told in agenda(library, engines, drawing.sample("atlases whose steps are taken", list(library.rulesets), 1))["atlases"]:
        base = told["ruleset"]
        steps = [step for family in told["families"] for opening in family["openings"] for step in precising(library, base, opening)]
        begun[base] = list(dict.fromkeys(step.split()[3] for step in steps))
        written: dict[str, Any] = {}
        for name in begun[base]:
            file = library.rulesets[base].rules[name].place.file
            written.update({one["id"]: one for one in read_yaml(ROOT / file, file).data})
        text, taken = BEGUN.format(id=f"tous-{base}", base=base), set[str]()
        for name in begun[base]:
            clause, rule = precision(f"tous-{base}", "1", written[name], taken)
            taken.add(clause.partition("id: ")[2].partition("\n")[0])
            text = inserted(inserted(text, CLAUSES, clause), RULES, rule)
        path = tmp_path / f"tous-{base}.yaml"
        path.write_text(text, encoding="utf-8")
        files.append(path)
    known = read_library(ROOT / "knowledge", ROOT / "rules_yaml", "essai", files)
    for base, names in begun.items():
        own = known.rulesets[f"tous-{base}"].rules
        assert len(names) > 100 and all(f"tous-{name}" in own for name in names)

"""One mistake in what is one ruleset's own, in the knowledge as it is: that ruleset is set aside with the place of the mistake, and the others rule."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from assistant.store.library import load, read_what_stands
from assistant.store.paths import data_folder

TWO_OF_FOUR = ("ema-2016", "mcr-2015")  # a text with points of its own and one without; the others are cut of the same cloth
SPOILED = [
    pytest.param("rules_yaml/{}/tuiles.yaml", r"sanction: correction\b", "sanction: corection", id="a sanction misspelt"),
    pytest.param("knowledge/clauses/{}.yaml", "  quote:", "  qote:", id="a key misspelt in the text"),
    pytest.param("knowledge/clauses/{}.yaml", "- id: ", "- id: [", id="the text is no YAML"),
]


@pytest.mark.parametrize("ruleset", TWO_OF_FOUR)
@pytest.mark.parametrize(("file", "old", "new"), SPOILED)
def test_the_others_rule(tmp_path: Path, ruleset: str, file: str, old: str, new: str) -> None:
    for name in ("knowledge", "rules_yaml"):
        shutil.copytree(data_folder(name), tmp_path / name)
    spoiled = tmp_path / file.format(ruleset)
    text, count = re.subn(old, new, spoiled.read_text(encoding="utf-8"), count=1)
    assert count
    spoiled.write_text(text, encoding="utf-8")
    known = read_what_stands(tmp_path / "knowledge", tmp_path / "rules_yaml", "essai")
    assert list(known.rulesets) == [name for name in load().rulesets if name != ruleset]
    assert list(known.aside) == [ruleset] and known.aside[ruleset][0].startswith(f"{file.format(ruleset)}:")
    assert not any(clause.source == ruleset for clause in known.clauses.values())
    assert not any(ruleset in one.rulesets for one in known.incidents.values())

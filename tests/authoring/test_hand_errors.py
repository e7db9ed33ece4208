"""What an author can get wrong about hands and computed facts, told with its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from assistant.errors import AuthorError
from assistant.store.library import read_library
from tests.conftest import ROOT

MISTAKES = [
    ("knowledge/tiles.yaml", "wrong_count: mauvais-nombre-de-tuiles", "wrong_count: mauvais-nombre", "incident inconnu"),
    ("knowledge/tiles.yaml", "  tuile_gagnante:", "  tuile_perdante:", "fait inconnu"),
    ("knowledge/tiles.yaml", "    pioche: [tsumo]", "    piochee: [tsumo]", "valeur inconnue"),
    ("knowledge/facts/victoire.yaml", "wrong_count: mauvais-nombre}", "wrong_count: mauvais}", "valeur inconnue"),
    ("knowledge/facts/victoire.yaml", "{by: wait, gives: {waiting: oui", "{by: wait, gives: {attend: oui", "résultat inconnu"),
    ("knowledge/facts/victoire.yaml", "{by: wait, gives", "{by: waits, gives", "n'est pas permis"),
    ("rules_yaml/ema-2016/hands.yaml", "no_yaku: [ema-2016/3.2/yaku]", "no_yaku: [ema-2016/3.2/yakus]", "clause inconnue"),
    ("rules_yaml/ema-2016/hands.yaml", "game: riichi", "game: mcr", "ruleset.yaml dit"),
    ("rules_yaml/mcr-2015/hands.yaml", 'includes: ["38", "49"', 'includes: ["138", "49"', "figure inconnu"),
    ("rules_yaml/mcr-2015/hands.yaml", 'excludes: {"62": mcr-2015/3.9.1.6/inclusion, "79"', 'excludes: {"162": mcr-2015/3.9.1.6/inclusion, "79"', "figure inconnu"),
    ("rules_yaml/mcr-2015/hands.yaml", "clause: mcr-2015/3.8.1/figure-1,", "clause: mcr-2015/3.8.1/figure-100,", "clause inconnue"),
    ("knowledge/tiles.yaml", "incident: kong-en-riichi}", "incident: kong-en-ri}", "incident inconnu"),
    ("knowledge/tiles.yaml", "{tuiles_montrees: aucune}", "{tuiles_montrees: zero}", "valeur inconnue"),
]  # fmt: skip


def test_a_line_without_its_clause_is_told(copy: Path) -> None:
    path = copy / "rules_yaml/wrc-2015/hands.yaml"
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace("  penchan: ", "  pench: ", 1), encoding="utf-8")
    try:
        with pytest.raises(AuthorError, match="il manque les clauses de « penchan »"):
            read_library(copy / "knowledge", copy / "rules_yaml", "x")
    finally:
        path.write_text(before, encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hands")
    for name in ("knowledge", "rules_yaml"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


@pytest.mark.parametrize(("file", "old", "new", "says"), MISTAKES)
def test_mistakes_are_told(copy: Path, file: str, old: str, new: str, says: str) -> None:
    path = copy / file
    before = path.read_text(encoding="utf-8")
    assert old in before
    path.write_text(before.replace(old, new, 1), encoding="utf-8")
    try:
        with pytest.raises(AuthorError) as caught:
            read_library(copy / "knowledge", copy / "rules_yaml", "x")
    finally:
        path.write_text(before, encoding="utf-8")
    told = [problem for problem in caught.value.problems if says in problem.message]
    assert told, caught.value
    line = next(number for number, text in enumerate(before.splitlines(), 1) if old in text)
    assert any(problem.file == file and problem.line == line for problem in told) or "by: waits" in new, caught.value

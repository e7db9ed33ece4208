"""What an author can get wrong about hands and computed facts, told with its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from assistant.errors import AuthorError, Problem
from assistant.store.library import read_library
from tests.conftest import ROOT

pytestmark = pytest.mark.walk  # the whole knowledge is read
FACTS, TILES = "knowledge/facts/victoire.yaml", "knowledge/tiles.yaml"
EMA, WRC = "rules_yaml/ema-2016/hands.yaml", "rules_yaml/wrc-2015/hands.yaml"
MCR_2006, MCR_2015 = "rules_yaml/mcr-2006/hands.yaml", "rules_yaml/mcr-2015/hands.yaml"
MISSPELT = [  # (file, written, misspelt, key, what is told)
    (TILES, "wrong_count: mauvais-nombre-de-tuiles", "wrong_count: mauvais-nombre", "wrong_count", "incident inconnu : « mauvais-nombre »."),
    (TILES, "  en_riichi:", "  en_richi:", "circumstances.en_richi", "fait inconnu : « en_richi ». Vouliez-vous dire « en_riichi » ?"),
    (TILES, "    pioche: [tsumo]", "    piochee: [tsumo]", "circumstances.tuile_gagnante", "valeur inconnue : « piochee »."),
    (TILES, "    ecart: [ron]", "    ecart: [rom]", "circumstances.tuile_gagnante.ecart", "circonstance inconnue : « rom ». Vouliez-vous dire « ron » ?"),
    (TILES, '    oui: ["siege:est"]', '    oui: ["siege:haut"]', "circumstances.joueur_est.oui", "siege : est, sud, ouest ou nord."),
    (TILES, "incident: kong-en-riichi}", "incident: kong-en-ri}", "leads.4", "incident inconnu : « kong-en-ri »."),
    (TILES, "{tuiles_montrees: aucune}", "{tuiles_montrees: zero}", "leads.1", "valeur inconnue : « zero »."),
    (FACTS, "wrong_count: mauvais-nombre}", "wrong_count: mauvais}", "main_complete", "computed : valeur inconnue : « mauvais »."),
    (FACTS, "{by: wait, gives: {waiting: oui", "{by: wait, gives: {attend: oui", "en_attente", "computed : résultat inconnu : « attend »."),
    (EMA, "no_yaku: [ema-2016/3.2/yaku]", "no_yaku: [ema-2016/3.2/yakus]", "cites.no_yaku", "clause inconnue : « ema-2016/3.2/yakus »."),
    (MCR_2015, 'includes: ["38", "49"', 'includes: ["138", "49"', "figures.1", "figure inconnue : « 138 »."),
    (MCR_2015, '    excludes: {"57": mcr-2015/3.8.1/trois-kongs,', '    excludes: {"157": mcr-2015/3.8.1/trois-kongs,', "figures.5", "figure inconnue : « 157 »."),
    (MCR_2015, "clause: mcr-2015/3.8.1/figure-2,", "clause: mcr-2015/3.8.1/figure-100,", "figures.2", "clause inconnue : « mcr-2015/3.8.1/figure-100 »."),
    (EMA, "  round_up: false", "  rund_up: false", "options.rund_up", "option inconnue : « rund_up ». Vouliez-vous dire « round_up » ? Connues : concealed_ron_apart, round_up."),
    (EMA, "  treize-han-sanbaiman:", "  treize-hans-sanbaiman:", "remarks.treize-hans-sanbaiman", "remarque inconnue : « treize-hans-sanbaiman ». Vouliez-vous dire « treize-han-sanbaiman » ?"),
    (EMA, "  tanyao: {name", "  tanyo: {name", "figures.tanyo", "figure inconnue : « tanyo ». Vouliez-vous dire « tanyao » ?"),
    (WRC, "  penchan: [", "  pench: [", "cites.pench", "ligne inconnue : « pench ». Vouliez-vous dire « penchan » ?"),
    (WRC, "  ron_10: [", "  base_30: [", "cites.base_30", "ligne inconnue : « base_30 »."),
    (MCR_2006, "  kongs-caches-en-plus:", "  kongs-caches:", "remarks.kongs-caches", "remarque inconnue : « kongs-caches ». Vouliez-vous dire « kongs-caches-en-plus » ?"),
    (MCR_2006, "  neuf-portes-sans-pung:", "  presque-mangan:", "remarks.presque-mangan", "remarque inconnue : « presque-mangan »."),
    (MCR_2006, '  "81": {name', '  "181": {name', "figures.181", "figure inconnue : « 181 »."),
    (MCR_2015, "game: mcr", "game: mcr\noptions: {round_up: true}", "options.round_up", "option inconnue : « round_up ». Il n'y en a aucune."),
    (MCR_2015, "fleur, points: 1}", "fleur}", "figures.81", "il manque ses points"),
]  # fmt: skip
Told = tuple[list[Problem], dict[str, list[str]]]  # the problems, and the lines of each misspelt file
LEFT_OUT = [  # what each misspelling leaves out
    (EMA, "options", "il manque « round_up », true ou false"),
    (EMA, "figures", "il manque la figure « tanyao »"),
    (WRC, "cites", "il manque les clauses de « penchan »"),
    (WRC, "cites", "il manque les clauses de « ron_10 »"),
    (MCR_2006, "figures", "il manque la figure « 81 »"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hands")
    for name in ("knowledge", "rules_yaml"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def told(copy: Path) -> Told:
    """Everything that is told of a knowledge in which all these names are misspelt, and the lines of its files."""
    before = {file: (copy / file).read_text(encoding="utf-8") for file, *_ in MISSPELT}
    after = dict(before)
    for file, written, misspelt, *_ in MISSPELT:
        assert after[file].count(written) == 1, written
        after[file] = after[file].replace(written, misspelt)
    for file, text in after.items():
        (copy / file).write_text(text, encoding="utf-8")
    with pytest.raises(AuthorError) as caught:
        read_library(copy / "knowledge", copy / "rules_yaml", "x")
    for file, text in before.items():
        (copy / file).write_text(text, encoding="utf-8")
    return caught.value.problems, {file: text.splitlines() for file, text in after.items()}


@pytest.mark.parametrize(("file", "written", "misspelt", "key", "says"), MISSPELT, ids=lambda one: str(one)[:20])
def test_a_misspelt_name_is_told(told: Told, file: str, written: str, misspelt: str, key: str, says: str) -> None:
    """With its file, its line and its key; the nearest name and what is allowed, where there is one."""
    problems, lines = told
    (mine,) = [one for one in problems if (one.file, one.key) == (file, key) and one.message.startswith(says)]
    assert misspelt.splitlines()[-1] in lines[file][mine.line - 1]


@pytest.mark.parametrize(("file", "key", "says"), LEFT_OUT)
def test_a_name_left_out_is_told(told: Told, file: str, key: str, says: str) -> None:
    assert any((problem.file, problem.key, problem.message) == (file, key, says) for problem in told[0])


def test_nothing_else_is_told(told: Told) -> None:
    assert len(told[0]) == len(MISSPELT) + len(LEFT_OUT), told[0]


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (FACTS, "{by: wait, gives", "{by: waits, gives", "« waits » n'est pas permis. Vouliez-vous dire « wait » ?"),
        (EMA, "game: riichi", "game: mcr", "ruleset.yaml dit « riichi »"),
    ],
)
def test_mistakes_that_hide_others_are_told(copy: Path, file: str, old: str, new: str, says: str) -> None:
    path = copy / file
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace(old, new, 1), encoding="utf-8")
    try:
        with pytest.raises(AuthorError) as caught:
            read_library(copy / "knowledge", copy / "rules_yaml", "x")
    finally:
        path.write_text(before, encoding="utf-8")
    (told,) = [problem for problem in caught.value.problems if problem.message.startswith(says)]
    assert told.file == file
    assert old in before.splitlines()[told.line - 1]

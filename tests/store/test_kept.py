"""Proof and library are kept in a cache, found again, and made anew when damaged; and the command that proves."""

from __future__ import annotations

import errno
import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.model import Library
from assistant.proof.prove import KIND, Proof, counts, keep, kept, prove
from assistant.store import cache as cache_module
from assistant.store import library as library_module
from assistant.store.cache import cache_path
from assistant.store.library import fingerprint, load, read_library
from tests.conftest import ROOT
from tests.support.make import EDITION, RULES_B, Base
from tests.support.modules import product


def place(base: Base, file: str, passage: str) -> str:
    return f"{file}:{base.line(file, passage)}"


# --- what is kept -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def loaded(base: Base) -> Library:
    return load(*base.write())


def test_a_kept_proof_is_found_again(tmp_path: Path, cache: Path) -> None:
    library = loaded(Base(tmp_path / "base"))
    assert kept(library) is None
    proof = prove(library, workers=1)
    keep(library, proof)
    again = kept(library)
    assert again is not None
    assert again == proof
    assert again.walks == proof.walks
    assert cache in cache_path(KIND, library.version).parents


def test_a_proof_of_a_part_is_not_kept(tmp_path: Path, cache: Path) -> None:
    library = loaded(Base(tmp_path / "base"))
    keep(library, prove(library, "beta", workers=1))
    assert kept(library) is None


@pytest.mark.parametrize(
    "damage",
    [b"", b"rien", pickle.dumps("autre chose"), "autre chose", Proof("autre version")],
    ids=["empty", "garbage", "without digest", "other", "stale"],
)
def test_a_damaged_proof_is_made_anew(tmp_path: Path, cache: Path, damage: object) -> None:
    library = loaded(Base(tmp_path / "base"))
    proof = prove(library, workers=1)
    keep(library, proof)
    if isinstance(damage, bytes):
        cache_path(KIND, library.version).write_bytes(damage)
    else:
        cache_module.keep(KIND, library.version, damage)
    assert kept(library) is None
    keep(library, proof)
    assert kept(library) == proof


def test_changed_knowledge_has_no_proof_yet(tmp_path: Path, cache: Path) -> None:
    base = Base(tmp_path / "base")
    library = loaded(base)
    keep(library, prove(library, workers=1))
    changed = loaded(base.replace(RULES_B, "title: Bonne victoire", "title: Très bonne victoire"))
    assert changed.version != library.version
    assert kept(changed) is None
    assert kept(library) is not None


def test_the_code_of_every_room_is_in_the_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = Base(tmp_path / "base").write()
    read: set[Path] = set()
    whole = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: (read.add(path), whole(path))[1])
    fingerprint(*folders)
    code = {path for name, path in product().items() if name.startswith("assistant")}
    assert code | {path for folder in folders for path in folder.rglob("*.yaml")} == read


@pytest.mark.parametrize("module", ["training/exercises/stage.py", "authoring/schema/base.py", "cli.py"])
def test_a_module_changed_deep_in_a_room_makes_everything_anew(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    shutil.copytree(library_module.PACKAGE, tmp_path / "code", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(library_module, "PACKAGE", tmp_path / "code")
    base = Base(tmp_path / "base")
    library = loaded(base)
    keep(library, prove(library, workers=1))
    assert kept(loaded(base)) is not None
    with (tmp_path / "code" / module).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert loaded(base).version != library.version and kept(loaded(base)) is None


@pytest.mark.parametrize("damage", [b"", b"rien", pickle.dumps({"autre": "chose"})], ids=["empty", "garbage", "other"])
def test_a_damaged_library_is_read_anew(tmp_path: Path, cache: Path, damage: bytes) -> None:
    folders = Base(tmp_path / "base").write()
    library = load(*folders)
    (path,) = cache.rglob(f"library-{fingerprint(*folders)}*")
    assert load(*folders) == library
    path.write_bytes(damage)
    assert load(*folders) == library
    assert path.read_bytes() != damage
    assert read_library(*folders, library.version) == library


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("un fichier, pas un dossier", encoding="utf-8")
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "cache"))
    library = loaded(Base(tmp_path / "base"))
    keep(library, prove(library, "beta", workers=1))
    assert kept(library) is None


def test_what_cannot_be_kept_whole_leaves_nothing_behind(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: str, target: Path) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "replace", full)
    cache_module.keep("essai", "1", {"a": 1})
    assert cache_module.kept("essai", "1", dict) is None
    assert not [path for path in cache.rglob("*") if path.is_file()]


def test_only_the_latest_versions_of_a_kind_stay(cache: Path) -> None:
    for number in range(6):
        cache_module.keep("essai", str(number), number, most=2)
        os.utime(cache_path("essai", str(number)), (number, number))
    cache_module.keep("autre", "1", 1)
    assert [cache_module.kept("essai", str(number), int) for number in range(6)] == [None, None, None, None, 4, 5]
    assert cache_module.kept("autre", "1", int) == 1


# --- the command ------------------------------------------------------------------------------------------------------------------


def verify(base: Base, *arguments: str) -> subprocess.CompletedProcess[str]:
    base.write()
    environment = {**os.environ, "ARBITRE_DATA": str(base.root), "ARBITRE_CACHE": str(base.root / "cache")}
    return subprocess.run(
        [sys.executable, "-m", "assistant", "verify", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.walk
def test_verify_says_that_all_is_proved(tmp_path: Path) -> None:
    done = verify(Base(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Tout est prouvé" in done.stdout
    assert "alpha" in done.stdout
    assert "beta" in done.stdout


@pytest.mark.walk
def test_verify_fails_and_names_both_places(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "complete: non, tuiles: {not: toutes}}", "complete: non}")
    done = verify(base, "--ruleset", "beta", "--incident", "victoire")
    assert done.returncode == 1
    for name in ("beta.essai.vide", "beta.essai.montree"):
        assert f"{name} ({place(base, RULES_B, f'- id: {name}')})" in done.stdout


@pytest.mark.walk
def test_verify_names_an_incident_that_is_no_longer_decided(tmp_path: Path) -> None:
    """Said of the same knowledge as often as it is proved, and of the ruleset in question alone."""
    base = Base(tmp_path).with_edition()
    assert "ne décide plus" not in verify(base).stdout
    base.append(EDITION, "drop: [beta.essai.bonne, beta.essai.vide, beta.essai.montree]\n")
    for arguments in (["--ruleset", "gamma"], [], []):
        done = verify(base, *arguments)
        assert "gamma ne décide plus l'incident « victoire »" in done.stdout, done.stdout + done.stderr
    assert "ne décide plus" not in verify(base, "--ruleset", "alpha").stdout


@pytest.mark.walk
def test_verify_tells_what_does_not_load(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "sanction: avertissement", "sanction: avertisement")
    done = verify(base)
    assert done.returncode not in (0, None)
    assert place(base, RULES_B, "sanction: avertisement") in done.stdout
    assert "règlement « beta » écarté, les autres restent servis" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_table_of_a_proof_is_plain_data(tmp_path: Path) -> None:
    library = Base(tmp_path).library()
    rows = counts(library, prove(library, workers=1))
    assert json.loads(json.dumps(rows)) == rows

"""What is kept is read only when it is whole, ours, and for the name asked for; nothing is left where it cannot be kept."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from assistant.model import Library
from assistant.store import cache as cache_module
from assistant.store.cache import cache_path, keep, kept, unwritable
from assistant.store.library import fingerprint, load
from assistant.store.making import alone
from tests.conftest import ROOT
from tests.support.make import Base

FLIPS = 300
owners = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system knows no owners of files")
as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give a file to another"
)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "arbitre"


class Trap:
    """What tells on itself when it is unpacked."""

    def __init__(self, path: Path):
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


def test_every_flipped_bit_is_noticed_and_the_library_made_anew(tmp_path: Path, cache: Path) -> None:
    folders = Base(tmp_path / "base").write()
    library = load(*folders)
    path = cache_path("library", fingerprint(*folders))
    whole = path.read_bytes()
    dice = random.Random(15)
    bits = [*range(8 * 16, 8 * 64, 7), *(dice.randrange(8 * len(whole)) for _ in range(FLIPS))]
    for bit in bits:
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        assert kept("library", library.version, Library) is None, bit
    assert load(*folders) == library
    assert kept("library", library.version, Library) == library, "made anew and kept again"


@pytest.mark.parametrize("cut", [0, 1, 40, -1])
def test_a_file_cut_short_or_longer_is_noticed(cache: Path, cut: int) -> None:
    keep("essai", "1", {"a": 1})
    path = cache_path("essai", "1")
    whole = path.read_bytes()
    for content in (whole[:cut], whole + b"\0"):
        path.write_bytes(content)
        assert kept("essai", "1", dict) is None


def test_a_file_under_another_name_is_not_that_thing(cache: Path) -> None:
    keep("essai", "1", {"a": 1})
    os.replace(cache_path("essai", "1"), cache_path("essai", "2"))
    assert kept("essai", "2", dict) is None
    os.replace(cache_path("essai", "2"), cache_path("autre", "1"))
    assert kept("autre", "1", dict) is None


@owners
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666, 0o660])
def test_what_others_may_write_is_not_read(cache: Path, tmp_path: Path, mode: int) -> None:
    keep("essai", "1", Trap(tmp_path / "sprung"))
    cache_path("essai", "1").chmod(mode)
    assert kept("essai", "1", object) is None and not (tmp_path / "sprung").exists()
    cache_path("essai", "1").chmod(0o644)
    kept("essai", "1", object)
    assert (tmp_path / "sprung").exists(), "the trap works"


@as_root
def test_what_another_planted_is_not_read(cache: Path, tmp_path: Path) -> None:
    keep("essai", "1", Trap(tmp_path / "sprung"))
    os.chown(cache_path("essai", "1"), 65534, 65534)
    assert kept("essai", "1", object) is None and not (tmp_path / "sprung").exists()


@owners
def test_neither_a_link_nor_a_pipe_nor_a_folder_is_read(cache: Path, tmp_path: Path) -> None:
    keep("essai", "1", {"a": 1})
    os.replace(cache_path("essai", "1"), tmp_path / "elsewhere")
    cache_path("essai", "1").symlink_to(tmp_path / "elsewhere")
    assert kept("essai", "1", dict) is None
    os.mkfifo(cache_path("essai", "2"))
    assert kept("essai", "2", dict) is None
    cache_path("essai", "3").mkdir()
    assert kept("essai", "3", dict) is None


@owners
def test_what_is_kept_is_for_us_alone(cache: Path) -> None:
    keep("essai", "1", {"a": 1})
    with alone("essai"):
        assert {path.stat().st_mode & 0o077 for path in (cache, *cache.iterdir())} == {0}


@as_root
def test_a_lock_of_another_is_not_waited_for(cache: Path) -> None:
    import fcntl

    cache.mkdir(parents=True)
    planted = cache / "essai.making"
    planted.touch()
    os.chown(planted, 65534, 65534)
    with planted.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with alone("essai"):
            pass


LIMITED = """
import resource
from assistant.store import cache
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
cache.keep("essai", "1", b"x" * 1_000_000)
assert cache.kept("essai", "1", bytes) is None
"""


@owners
def test_what_does_not_fit_leaves_nothing_behind(cache: Path) -> None:
    """The system refuses in the middle of the file, as a full disk does."""
    subprocess.run([sys.executable, "-c", LIMITED], cwd=ROOT, timeout=60, check=True)
    assert cache.is_dir() and not list(cache.iterdir())


def test_what_the_killed_left_is_swept_and_what_is_being_written_is_not(cache: Path) -> None:
    cache.mkdir(parents=True)
    old, new, former = cache / "old.partial", cache / "new.partial", cache / "library-1.pickle"
    for path in (old, new, former):
        path.touch()
    for path in (old, former):
        os.utime(path, (time.time() - 2 * cache_module.ABANDONED,) * 2)
    keep("essai", "1", 1)
    assert {path.name for path in cache.iterdir()} == {"new.partial", cache_path("essai", "1").name}


def test_a_folder_says_why_it_cannot_be_written(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert unwritable() == "" and not list(cache.iterdir())
    (tmp_path / "file").touch()
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "file"))
    assert unwritable() == "un fichier porte le nom du dossier"

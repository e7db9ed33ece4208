"""Where things lie, for a user who has no home too."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.store.paths import cache_folder, user_folder
from assistant.store.unusable import Unusable


def test_a_user_without_home_has_a_cache_and_is_told_of_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("ARBITRE_CACHE", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_folder().is_absolute()
    with pytest.raises(Unusable, match="ARBITRE_PROGRESS"):
        user_folder()


def test_what_is_named_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "d"))
    assert cache_folder() == tmp_path / "c" / "arbitre" and user_folder() == tmp_path / "d" / "arbitre"

"""The secret that signs forms: whoever draws it at the same moment as another gets the other's."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assistant.store import secret as module
from assistant.store.secret import secret


def test_one_who_saw_none_and_comes_too_late_takes_what_another_has_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "formulaires.secret"
    drawn = secret(path)
    read, looks = module._read, iter([True])
    monkeypatch.setattr(module, "_read", lambda place: None if next(looks, False) else read(place))
    assert secret(path) == drawn == read(path)


def test_all_who_draw_at_once_have_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as many:
        for number in range(20):
            assert len(set(many.map(secret, [tmp_path / f"{number}.secret"] * 8))) == 1

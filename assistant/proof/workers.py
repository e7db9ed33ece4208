"""Work on a library shared out among processes, each with the library and its engines at hand."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, Protocol, TypeVar

from assistant.engine.engines import Engines, RememberingEngines
from assistant.model import Library
from assistant.store.library import load

Result = TypeVar("Result")
Folders = tuple[Path | None, Path | None]  # of the knowledge and of the rules; None for the project's own


class Spread(Protocol):
    """Does a task, which may be pickled, for each of these arguments, and gives the results in their order."""

    def __call__(self, task: Callable[..., Result], arguments: Iterable[tuple[Any, ...]], /) -> Iterable[Result]: ...


SELDOM = 100_000  # objects made between two looks for cycles: what a proof makes is kept or has none

_at_hand: tuple[Library, Engines] | None = None


def _end_with_the_parent() -> None:
    """Nobody reads the work of one whose parent was killed."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _start(folders: Folders) -> None:
    global _at_hand
    Thread(target=_end_with_the_parent, daemon=True).start()
    library = load(*folders)
    _at_hand = (library, RememberingEngines(library))
    gc.freeze()
    gc.set_threshold(SELDOM)


def _done(task: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
    assert _at_hand is not None
    return task(*_at_hand, *arguments)


@contextmanager
def at_work(library: Library, count: int, folders: Folders = (None, None)) -> Iterator[Spread]:
    """So many processes, or this one alone; every task is called with a library, its engines and its own arguments."""
    if count > 1:
        with ProcessPoolExecutor(count, get_context("spawn"), _start, (folders,)) as pool:
            yield lambda task, arguments: pool.map(partial(_done, task), arguments)
    else:
        engines = RememberingEngines(library)
        yield lambda task, arguments: [task(library, engines, *each) for each in arguments]

"""What takes long is made beside when it is missing: each artefact by itself, once, and again when its maker dies."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask.testing import FlaskClient

import web.artefacts
import web.beside
from assistant.compare import comparison
from assistant.consultation.foresight import GRAPH as GRAPH_KIND
from assistant.consultation.foresight import Foreseeing
from assistant.model import Library
from assistant.proof import prove
from assistant.proof.prove import Proof
from assistant.store.cache import cache_path
from assistant.store.library import fingerprint
from assistant.training import book
from tests.conftest import ROOT
from tests.support.artefacts import book_of, some_of_the_graph, some_of_the_pocket
from tests.support.make import Base
from tests.support.serving import serving
from tests.web.test_server import alive, command, descendants, get
from web import create_app, parcel
from web.artefacts import ARTEFACTS, COMPARISON, GRAPH, PROOF, Artefact, missing
from web.beside import BOARD, Beside, trouble
from web.maker import main, make_missing
from web.release import release, release_of

pytestmark = pytest.mark.walk  # processes beside the server

WAITING = "en préparation"
linux = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux's /proc")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def small(tmp_path: Path, cache: Path) -> Library:
    """The small base, of which only the proof is kept."""
    library = Base(tmp_path / "base").library(f"essai-{tmp_path.name}")
    prove.keep(library, prove.prove(library, workers=1))
    return library


def damage(library: Library) -> None:
    comparison.kept_or_made(library)
    cache_path(comparison.KIND, library.version).write_bytes(b"damaged")


@pytest.mark.parametrize("before", [lambda _: None, damage], ids=["missing", "damaged"])
def test_a_kept_proof_without_comparison_becomes_whole(small: Library, before: Callable[[Library], None]) -> None:
    before(small)
    proof = cache_path(prove.KIND, small.version).read_bytes()
    assert COMPARISON in missing(small) and PROOF not in missing(small)
    asked: list[int] = []

    def want() -> None:
        asked.append(make_missing(small))

    client = create_app(small, want).test_client()
    with client.get("/comparer") as first, client.get("/comparer") as second:
        assert WAITING in first.get_data(as_text=True) and first.headers["Cache-Control"] == "no-store"
        assert WAITING not in second.get_data(as_text=True) and "/comparer/" in second.get_data(as_text=True)
    assert asked == [0] and not missing(small)
    assert cache_path(prove.KIND, small.version).read_bytes() == proof
    assert client.get("/comparer.json").get_json()["rows"]
    assert asked == [0], "nobody is asked for what is there"


def test_pages_infer_until_the_graph_is_there(small: Library) -> None:
    """It is wanted by the first page that would read it, and nobody sees whether it was there."""
    wanted: list[Library] = []
    client = create_app(small, lambda: wanted.append(small)).test_client()
    cases = [(ruleset, case.flat_facts()) for case in small.cases.values() for ruleset in case.expect]

    def pages(of: FlaskClient) -> list[object]:
        return [
            [of.get(path, query_string={"reglement": ruleset, **facts}).get_data() for path in ("/cas", "/cas.json")]
            for ruleset, facts in cases
        ]

    inferred = pages(client)
    assert GRAPH in missing(small) and wanted
    GRAPH.make(small)
    assert GRAPH not in missing(small)
    wanted.clear()
    beside = create_app(small, lambda: wanted.append(small))
    assert pages(beside.test_client()) == inferred and not wanted
    assert isinstance(beside.extensions["arbitre"].consultant.beside, Foreseeing)


@pytest.mark.parametrize("lacking", ARTEFACTS, ids=lambda one: one.name)
def test_each_is_made_whatever_the_others_have(
    small: Library, monkeypatch: pytest.MonkeyPatch, lacking: Artefact[object]
) -> None:
    """Where all others fail, too."""
    made: list[str] = []

    def stand_in(artefact: Artefact[object]) -> Artefact[object]:
        def make(_: Library) -> object:
            if artefact is not lacking:
                raise RuntimeError("cannot be made")
            made.append(artefact.name)
            return 1

        return Artefact(artefact.name, lambda _: 1 if artefact.name in made else None, make)

    monkeypatch.setattr(web.artefacts, "ARTEFACTS", tuple(map(stand_in, ARTEFACTS)))
    assert make_missing(small) == 1
    assert made == [lacking.name]


def test_what_cannot_be_made_is_told(
    small: Library, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(_: Library) -> object:
        raise RuntimeError("plus de place")

    monkeypatch.setattr(web.artefacts, "ARTEFACTS", (Artefact("la comparaison", lambda _: None, fail),))
    assert make_missing(small) == 1
    assert "n'a pas pu faire la comparaison : plus de place" in capfd.readouterr().err


def test_a_cache_that_cannot_be_written_is_told_before_anything_is_made(
    small: Library, cache: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(cache)
    cache.write_text("a file where the folder should be", encoding="utf-8")
    assert make_missing(small) == 1
    assert str(cache) in capfd.readouterr().err


def test_knowledge_that_has_changed_is_not_made_for_another(
    library: Library, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main("another version") == 1
    assert "ont changé" in capfd.readouterr().err


MAKING = """
import sys, time
from pathlib import Path
from assistant.store import cache
from assistant.store.making import kept_or_made
log, seconds = Path(sys.argv[1]), float(sys.argv[2])
def make():
    with log.open("a") as file:
        file.write("made\\n")
    time.sleep(seconds)
    return "thing"
assert kept_or_made("trial", "1", lambda: cache.kept("trial", "1", str), make) == "thing"
"""


def maker(log: Path, seconds: float) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", MAKING, str(log), str(seconds)], cwd=ROOT)


def until(true: Callable[[], bool], seconds: float = 60) -> bool:
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    return true()


def made(log: Path) -> int:
    return log.read_text(encoding="utf-8").count("made") if log.exists() else 0


def test_many_want_it_and_one_makes_it(cache: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    wanting = [maker(log, 1.0) for _ in range(4)]
    assert [one.wait(60) for one in wanting] == [0] * 4
    assert made(log) == 1


def test_a_dead_maker_holds_nothing(cache: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    first = maker(log, 600)
    assert until(lambda: made(log) == 1)
    second = maker(log, 0)
    time.sleep(0.5)
    assert second.poll() is None and made(log) == 1, "the second waits for the first"
    first.send_signal(signal.SIGKILL)
    assert second.wait(60) == 0 and made(log) == 2
    assert first.wait(60) == -signal.SIGKILL


def test_why_it_failed_is_told_until_it_succeeds() -> None:
    """Once for all processes that are forked afterwards; one that was killed is replaced without a word."""
    failing = "import sys; print('Arbitre ne peut pas : le disque est plein.'); sys.exit(1)"
    beside = Beside((sys.executable, "-c", failing))
    beside.want()
    process = process_of(beside)
    assert process is not None and process.wait() == 1
    beside.look()
    beside.end()
    assert trouble() == "Arbitre ne peut pas : le disque est plein."
    killed = Beside(SLEEPING)
    killed.want()
    process = process_of(killed)
    assert process is not None
    process.kill()
    process.wait()
    killed.look()
    killed.end()
    assert trouble() == ""


def test_a_read_only_cache_is_told_on_the_pages(small: Library, cache: Path) -> None:
    """The promise to come back in a minute would be kept by nobody."""
    shutil.rmtree(cache)
    cache.write_text("a file where the folder should be", encoding="utf-8")
    maker = "import sys; from web.maker import make_missing; from tests.web.test_beside import here; sys.exit(make_missing(here()))"
    beside = Beside((sys.executable, "-c", maker))
    client = create_app(small, beside.want).test_client()
    try:
        with client.get("/comparer") as first:
            assert WAITING in first.get_data(as_text=True)
        process = process_of(beside)
        assert process is not None and process.wait(60) == 1
        beside.look()
        for page in ("/comparer", "/comparer/surprises"):
            with client.get(page) as answer:
                told = answer.get_data(as_text=True)
                assert WAITING not in told and f"rien ne se garde dans {cache}" in told
    finally:
        beside.end()
        BOARD.write("")


def here() -> Library:
    """The library of the tests, for a process beside."""
    with TemporaryDirectory() as folder:
        return Base(Path(folder)).library()


SLEEPING = (sys.executable, "-c", "import time; time.sleep(600)")


def process_of(beside: Beside) -> subprocess.Popen[bytes] | None:
    return beside._process


def test_one_maker_at_a_time_and_another_when_it_dies() -> None:
    beside = Beside(SLEEPING)
    try:
        assert beside.look() is None and process_of(beside) is None, "nobody wants anything"
        beside.want()
        first = process_of(beside)
        assert first is not None
        beside.want()
        assert process_of(beside) is first
        first.send_signal(signal.SIGKILL)
        first.wait()
        beside.look()
        second = process_of(beside)
        assert second is not None and second is not first and second.poll() is None
    finally:
        beside.end()
    assert second.poll() is not None


def test_one_that_fails_again_and_again_is_tried_ever_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(web.beside.time, "monotonic", lambda: now[0])
    beside = Beside((sys.executable, "-c", "raise SystemExit(1)"))
    beside.want()
    pauses = []
    for _ in range(5):
        failing = process_of(beside)
        assert failing is not None
        failing.wait()
        pauses.append(beside.look())
        beside.want()
        assert process_of(beside) is None or pauses[-1] is None, "wanting does not hurry it"
        now[0] += pauses[-1] or 0
        beside.look()
    assert pauses == [None, 10, 60, 600, 600]
    beside.end()


def test_one_that_is_done_is_started_anew_only_when_wanted() -> None:
    beside = Beside((sys.executable, "-c", ""))
    beside.want()
    first = process_of(beside)
    assert first is not None and first.wait() == 0
    assert beside.look() is None and process_of(beside) is None
    beside.want()
    assert process_of(beside) is not None
    beside.end()


def makers(pid: int) -> list[int]:
    return [one for one in descendants(pid) if b"web.maker" in command(one)]


@linux
def test_a_maker_ended_half_way_leaves_nothing_and_says_nothing(tmp_path: Path) -> None:
    base = Base(tmp_path / "base")
    version = fingerprint(*base.write())
    environment = {**os.environ, "ARBITRE_DATA": str(base.root), "ARBITRE_CACHE": str(tmp_path / "cache")}
    maker = subprocess.Popen(
        [sys.executable, "-m", "web.maker", release_of(version)],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert until(lambda: sum(b"spawn_main" in command(one) for one in descendants(maker.pid)) == 2)
    os.killpg(maker.pid, signal.SIGTERM)
    assert maker.communicate(timeout=60)[1] == b"" and maker.returncode == -signal.SIGTERM


@linux
def test_the_server_makes_what_is_damaged_and_replaces_a_killed_maker(
    library: Library, proof: Proof, tmp_path: Path
) -> None:
    book_of(library)
    some_of_the_graph(library)
    some_of_the_pocket(library)
    cache = tmp_path / "cache" / "arbitre"
    cache.mkdir(parents=True)
    for kind in (prove.KIND, book.KIND, GRAPH_KIND):
        shutil.copy(cache_path(kind, library.version), cache)
    shutil.copy(cache_path(parcel.KIND, release(library)), cache)
    (cache / cache_path(comparison.KIND, library.version).name).write_bytes(b"damaged")
    with serving(tmp_path / "cache") as server:
        assert WAITING in get(server, "/comparer")[2]
        assert until(lambda: len(makers(server.pid)) == 1)
        (first,) = makers(server.pid)
        os.kill(first, signal.SIGKILL)
        assert until(lambda: bool(makers(server.pid)) and first not in makers(server.pid))
        assert len(makers(server.pid)) == 1
        assert until(lambda: WAITING not in get(server, "/comparer")[2], 300)
        assert until(lambda: not makers(server.pid))
        (cache / cache_path(comparison.KIND, library.version).name).unlink()
        workers = descendants(server.pid)  # those that come after them have read nothing
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        assert until(lambda: not any(alive(pid) for pid in workers))
        assert WAITING in get(server, "/comparer")[2]
        assert until(lambda: len(makers(server.pid)) == 1)


def test_a_process_that_cannot_be_started_is_tried_again(capfd: pytest.CaptureFixture[str]) -> None:
    """The server serves on: nothing is raised, the reason is told, and it waits longer each time."""
    beside = Beside(("/nulle/part/python",))
    beside.want()
    assert beside.look() is not None
    assert "ne peut pas faire à côté ce qui manque" in capfd.readouterr().err

"""The command `arbitre serve`: the web application on waitress, in as many processes as there are cores.

The engine holds Python's lock while it infers, so that processes serve engine pages faster than threads. The parent opens the
socket, starts the workers, replaces those that die, has made beside what they miss, and stops them all; where processes cannot be
forked, one process does it all. What each takes upon itself stands in `connections`, under which names it is called in `hosts`.
"""

from __future__ import annotations

import argparse
import errno
import gc
import logging
import os
import select
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from types import FrameType
from typing import TYPE_CHECKING, Any

from assistant.errors import InputError, refusal
from assistant.proof.quotes import texts_folder
from assistant.store.library import load
from web.beside import Beside
from web.connections import BODY, serve_on
from web.hosts import Hosts, noting_peer, only_known, read_names
from web.journal import Journal, announce, logged, tell
from web.lifeline import Lifeline

if TYPE_CHECKING:
    from flask import Flask

MOST_WORKERS = 4
THREADS = 2  # in each
SELDOM = 20_000  # objects made between two looks for garbage
FORKS = hasattr(os, "fork")
Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
JOURNAL = Journal()


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADRESSE", help="où écouter (127.0.0.1 : cette machine seule)"
    )
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="le port (8000 si absent)")
    parser.add_argument(
        "--trusted-proxy",
        metavar="ADRESSE",
        help="croire les en-têtes X-Forwarded-* du mandataire à cette adresse (sinon de personne)",
    )
    parser.add_argument(
        "--allowed-host",
        action="append",
        default=[],
        metavar="NOM",
        help="répondre aussi sous ce nom (plusieurs fois permis) ; les adresses et les noms du réseau local le sont toujours",
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    return serve(
        options.host, options.port, trusted_proxy=options.trusted_proxy, allowed_hosts=tuple(options.allowed_host)
    )


def serve(
    host: str,
    port: int,
    workers: int | None = None,
    trusted_proxy: str | None = None,
    allowed_hosts: Sequence[str] = (),
) -> int:
    """Serve until stopped; say where, and plainly when the port is taken."""
    options = proxy_options(trusted_proxy)
    hosts = Hosts(read_names(allowed_hosts), options.get("trusted_proxy"))
    texts_folder()  # a wrong one is told here, before the proof made beside meets it
    with open_socket(host, port) as listening, suppress(KeyboardInterrupt):
        signal.signal(signal.SIGTERM, _stop)
        shown = "localhost" if host in ("127.0.0.1", "::1") else host
        _serve(listening, shown, workers or min(MOST_WORKERS, os.cpu_count() or 1), options, hosts)
    announce("Arbitre s'est arrêté.")
    return 0


def _serve(listening: socket.socket, shown: str, count: int, options: dict[str, Any], hosts: Hosts) -> None:
    """The application on this socket, with what it misses made beside."""
    from web import create_app  # before the fork: the workers share what is loaded
    from web.artefacts import missing
    from web.release import release

    library = load()
    beside = Beside((sys.executable, "-m", "web.maker", release(library)))
    bell = Bell() if FORKS else None
    try:
        made = create_app(library, bell.ring if bell else beside.want)
        if missing(library):
            beside.want()
        announce(f"Arbitre est prêt : http://{shown}:{listening.getsockname()[1]}/  (Ctrl-C pour arrêter)")
        app = logged(only_known(made.wsgi_app, hosts), JOURNAL)
        run(app, listening, count, {**options, "larger": _larger(made)}, bell, beside)
    finally:
        beside.end()


def _larger(app: Flask) -> dict[str, int]:
    """Where more than a form may be sent, and how much: a learner brings a file."""
    from assistant.training.learners.transfer import LARGEST_FILE
    from web.pages.training.learners import bring, pages

    rules = app.url_map.iter_rules(f"{pages.name}.{bring.__name__}")
    return {rule.rule: LARGEST_FILE + BODY for rule in rules}


def proxy_options(address: str | None) -> dict[str, Any]:
    """What waitress must know of a reverse proxy: its headers count only when they come from this address."""
    if address is None:
        return {"clear_untrusted_proxy_headers": True}
    try:
        known = str(ip_address(address))
    except ValueError as error:
        raise InputError(
            f"--trusted-proxy attend l'adresse du mandataire, par exemple 127.0.0.1 ; trouvé : {address}"
        ) from error
    return {
        "clear_untrusted_proxy_headers": True,
        "trusted_proxy": known,
        "trusted_proxy_count": 1,
        "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"},
    }


class Bell:
    """How the workers call their parent, which sleeps until one rings or a process ends."""

    RUNG = b"\xff"  # no signal has this number

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)

    def ring(self) -> None:
        """Something is missing."""
        with suppress(BlockingIOError):  # it has been rung often enough
            os.write(self._write, self.RUNG)

    def hear(self) -> None:
        """Wake up when a process ends, too."""
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)

    @staticmethod
    def be_deaf() -> None:
        """A worker hears of nobody's end."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)

    def wait(self, seconds: float | None) -> bool:
        """Sleep until something happens, so long at most; whether somebody rang."""
        select.select([self._read], [], [], seconds)
        try:
            return self.RUNG in os.read(self._read, 4096)
        except BlockingIOError:
            return False


def run(
    app: Wsgi,
    listening: socket.socket,
    count: int,
    options: dict[str, Any],
    bell: Bell | None = None,
    beside: Beside | None = None,
) -> None:
    """Serve an application on this socket with so many processes, until interrupted; what they ring for is made beside."""
    if not FORKS:
        return _work(app, listening, options)
    bell = bell or Bell()
    lifeline = Lifeline()
    children: list[int] = []
    gc.collect()
    gc.freeze()  # what is loaded stays shared between the workers
    gc.set_threshold(SELDOM, 20, 20)  # a page makes thousands of objects that end with it: looking for circles among them costs a tenth of it
    bell.hear()
    try:
        for _ in range(count):
            children.append(_start(app, listening, options, lifeline))
        while True:
            rung = bell.wait(beside.look() if beside else None)
            if rung and beside:
                beside.want()
            for child in [child for child in children if os.waitpid(child, os.WNOHANG)[0]]:
                children.remove(child)
                time.sleep(0.2)
                children.append(_start(app, listening, options, lifeline))
    finally:
        bell.be_deaf()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)
        for child in children:
            with suppress(ChildProcessError):
                os.waitpid(child, 0)
        lifeline.let_go()


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def open_socket(host: str, port: int) -> socket.socket:
    """The listening socket, or a plain word about why there is none."""
    if not 0 <= port <= 65535:
        raise InputError(f"le port {port} n'existe pas ; choisissez un nombre de 1 à 65535")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror as error:
        raise InputError(f"adresse inconnue : {host}") from error
    opened = socket.socket(family, kind, protocol)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind(address)
        opened.listen(128)
    except OSError as error:
        opened.close()
        if error.errno == errno.EADDRINUSE:
            reason = "est déjà pris"
        elif error.errno == errno.EACCES:
            reason = "n'est pas permis à cet utilisateur"
        else:
            raise InputError(f"impossible d'écouter sur {host} : {refusal(error)}") from error
        other = port + 1 if port < 65535 else 8000
        raise InputError(
            f"le port {port} {reason} ; choisissez-en un autre : --port {other} (ou make run PORT={other})"
        ) from error
    opened.setblocking(False)
    return opened


def _start(app: Wsgi, listening: socket.socket, options: dict[str, Any], lifeline: Lifeline) -> int:
    """A worker process."""
    child = os.fork()
    if child == 0:
        Bell.be_deaf()
        try:
            lifeline.follow(listening)
            _work(app, listening, options)
        except KeyboardInterrupt:
            pass
        except Exception:
            tell(traceback.format_exc())
        finally:
            JOURNAL.end()
            os._exit(0)
    return child


def _work(app: Wsgi, listening: socket.socket, options: dict[str, Any]) -> None:
    logging.raiseExceptions = False  # a journal that cannot be written is no reason to fail
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits a moment is no news
    larger: dict[str, int] = options.pop("larger", {})
    server = serve_on(app, listening, THREADS, larger, **options)
    server.application = noting_peer(server.application)
    server.run()

"""How much a server takes upon itself: connections, headers, bodies and time, for a hall of two hundred phones and six connections each.

What is too long is refused when it is announced, before anything of it is kept. An idle connection never stands in anybody's way: when
there are too many, the one that has been idle longest is closed. Whoever sends a request drop by drop has so many seconds for it.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Any, ClassVar

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]

CONNECTIONS = 1000  # at once in each process
SPARE = 100  # files that a process opens besides
HEADERS = 32 * 1024  # bytes of the address and the headers together
BODY = 64 * 1024  # bytes of a form
IDLE = 60  # seconds without a request before a connection is closed
SENDING = 20  # seconds that a request may take to arrive
LARGE_SENDING = 120  # a file takes longer
LOOK = 5  # seconds between two looks at them
WORDS = {
    400: "Cette demande ne peut pas être lue.",
    413: "C'est trop long : un formulaire fait 64 Kio au plus, un fichier de progression est borné aussi.",
    431: "Cette adresse ou ses en-têtes sont trop longs : 32 Kio au plus.",
    501: "Cette façon d'envoyer n'est pas comprise.",
}
FAILED = "Quelque chose n'a pas marché ; recommencez."


class Refusal(ErrorTask):
    """What the server itself refuses, told in French."""

    def execute(self) -> None:
        request: Any = self.request
        error = request.error
        body = f"{WORDS.get(error.code, FAILED)}\n".encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "no-store"),
        ]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Parser(HTTPRequestParser):
    """One request as it arrives; how long its body may be depends on where it goes."""

    larger: ClassVar[Mapping[str, int]] = {}  # paths that take more than a form, and how many bytes
    path: str
    command: Any  # text, whatever its stub says

    def __init__(self, adj: Adjustments):
        super().__init__(adj)
        self.begun = time.time()
        self.large = False

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # an address that makes no sense
            raise ParsingError("Bad URI") from error
        most = self.larger.get(self.path)
        if most is not None and self.command == "POST":
            self.large = True
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = most

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        if self.error is not None:
            self.expect_continue = False  # nobody is asked to go on with what is refused
        return consumed


class Channel(HTTPChannel):
    """One connection."""

    parser_class = Parser
    error_task_class = Refusal

    @property
    def working(self) -> bool:
        """A request is being answered, or its answer sent."""
        return bool(self.requests or self.total_outbufs_len)

    def late(self, now: float) -> bool:
        """It has been sending one request for too long."""
        request: Any = self.request  # a Parser
        if request is None or self.requests:
            return False
        return bool(now - request.begun > (LARGE_SENDING if request.large else SENDING))


class Server(TcpWSGIServer):
    """A process of the server."""

    channel_class = Channel
    active_channels: Any  # by their numbers

    def maintenance(self, now: int) -> None:
        """Close what is idle, and what never ends sending."""
        super().maintenance(now)
        for channel in list(self.active_channels.values()):
            if channel.late(now):
                channel.will_close = True

    def handle_accept(self) -> None:
        """One more connection; whoever is idle longest makes room."""
        super().handle_accept()
        if len(self.active_channels) < self.adj.connection_limit - SPARE // 2:
            return
        resting = [channel for channel in self.active_channels.values() if not (channel.working or channel.will_close)]
        if resting:
            min(resting, key=lambda channel: channel.last_activity).will_close = True


def serve_on(app: Wsgi, listening: socket.socket, threads: int, larger: Mapping[str, int], **options: Any) -> Server:
    """A server on this socket, which somebody has opened."""
    Parser.larger = larger
    adjustments = Adjustments(
        sockets=[listening],
        threads=threads,
        ident=None,
        connection_limit=room() + SPARE // 2,
        asyncore_use_poll=True,
        channel_timeout=IDLE,
        cleanup_interval=LOOK,
        max_request_header_size=HEADERS,
        max_request_body_size=BODY + 1,  # waitress refuses what reaches the limit
        log_socket_errors=False,
        **options,
    )
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(threads)
    return Server(
        app,
        {},
        _sock=listening,
        dispatcher=dispatcher,
        adj=adjustments,
        sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
        bind_socket=False,
    )


def room() -> int:
    """How many connections this process can hold: as many files as the system lets it open are asked for."""
    try:
        import resource
    except ImportError:
        return CONNECTIONS // 2
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + 2 * SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return CONNECTIONS if soft == resource.RLIM_INFINITY else max(20, min(CONNECTIONS, soft - 2 * SPARE))

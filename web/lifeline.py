"""What ties the workers to their parent: however it ends, `kill -9` included, they leave the port and go."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import suppress
from threading import Thread


class Lifeline:
    """A pipe of which the parent alone holds one end; at the other end each worker hears when there is nobody left."""

    def __init__(self) -> None:
        self._heard, self._held = os.pipe()

    def follow(self, listening: socket.socket) -> None:
        """In a worker: from now on it lives no longer than its parent."""
        os.close(self._held)
        Thread(target=self._wait, args=(listening,), daemon=True).start()

    def let_go(self) -> None:
        """In the parent, at the end."""
        for end in (self._heard, self._held):
            with suppress(OSError):
                os.close(end)

    def _wait(self, listening: socket.socket) -> None:
        with suppress(OSError):
            os.read(self._heard, 1)
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)  # whoever starts anew may have the port at once
        os.kill(os.getpid(), signal.SIGTERM)  # what is being answered is still answered

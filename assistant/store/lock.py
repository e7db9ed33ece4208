"""A file that only one process holds at a time: the system lets go of it when it is closed, or when whoever held it dies."""

from __future__ import annotations

import sys

if sys.platform == "win32":

    def hold(handle: int) -> None:
        """Wait for this open file: its first byte, asked for again and again until it is free."""
        import msvcrt

        while True:
            try:
                return msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
            except OSError:
                continue

else:

    def hold(handle: int) -> None:
        """Wait for this open file."""
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)

"""The runner's output: each line with the name of its process."""

import queue
import sys
import threading
from typing import TextIO

COLOURS = (36, 33, 35, 32, 34, 96, 93, 95)
HIDDEN = "••••••••"


class Console:
    """Print lines from several processes on one terminal.

    A separate thread writes from a bounded queue: a blocked terminal (Ctrl-S, a paused
    window, a full pipe) must block neither the runner nor its processes. Lines that do not fit are
    counted.
    """

    def __init__(
        self, stream: TextIO | None = None, *, names: tuple[str, ...] = (), room: int = 2000
    ) -> None:
        """Start the writing thread.

        Args:
            stream: the output; standard output by default.
            names: of all processes, for the width of the column and the colours.
            room: maximum number of waiting lines.
        """
        self._stream = stream or sys.stdout
        self.colour = self._stream.isatty()
        self._names = names
        self._width = max((len(name) for name in names), default=0)
        self._waiting: queue.Queue[str | None] = queue.Queue(maxsize=room)
        self._lost = 0
        self._secrets: list[str] = []
        self._writer = threading.Thread(target=self._write, name="console", daemon=True)
        self._writer.start()

    def hide(self, secret: str) -> None:
        """Mask a secret in all further output of processes."""
        if secret:
            self._secrets.append(secret)

    def process_says(self, name: str, text: str) -> None:
        """Print a line that a process wrote; empty ones are left out."""
        if not text.strip():
            return
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        self._put(f"{self._label(name)} {text}")

    def say(self, text: str) -> None:
        """Print the runner's own text unchanged; it may have several lines."""
        self._put(text)

    @property
    def waiting(self) -> int:
        """Return the number of waiting lines."""
        return self._waiting.qsize()

    def close(self) -> None:
        """Write the waiting lines, for at most a second, so that a blocked terminal does not delay the
        end.
        """
        try:
            self._waiting.put(None, timeout=1)
        except queue.Full:
            return
        self._writer.join(timeout=1)

    def _label(self, name: str) -> str:
        label = f"{name:<{self._width}} |"
        if not self.colour or name not in self._names:
            return label
        return f"\x1b[{COLOURS[self._names.index(name) % len(COLOURS)]}m{label}\x1b[0m"

    def _put(self, line: str) -> None:
        if self._lost and not self._fits(f"({self._lost} lines were not shown: nobody read them)"):
            self._lost += 1
            return
        self._lost = 0 if self._fits(line) else 1

    def _fits(self, line: str) -> bool:
        try:
            self._waiting.put_nowait(line)
        except queue.Full:
            return False
        return True

    def _write(self) -> None:
        last = False
        while not last:
            line = self._waiting.get()
            last = line is None
            try:
                if line is not None:
                    self._stream.write(line + "\n")
                if last or self._waiting.empty():
                    self._stream.flush()
            except (OSError, ValueError):
                continue  # the terminal is gone; the room continues

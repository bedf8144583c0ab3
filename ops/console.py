"""What the runner shows: each line with the name of the process that said it."""

import queue
import sys
import threading
from typing import TextIO

COLOURS = (36, 33, 35, 32, 34, 96, 93, 95)
HIDDEN = "••••••••"


class Console:
    """Lines from several processes on one terminal.

    Writing happens in a thread of its own behind a bounded queue: a terminal that is held (Ctrl-S, a paused
    window, a full pipe) must hold neither the runner nor the processes behind it. What does not fit is
    counted.
    """

    def __init__(
        self, stream: TextIO | None = None, *, names: tuple[str, ...] = (), room: int = 2000
    ) -> None:
        """Begin to write.

        Args:
            stream: where to; standard output unless told.
            names: the names that will speak, for the width of the column and the colours.
            room: lines that may wait.
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
        """From now on, blot this out of whatever a process says."""
        if secret:
            self._secrets.append(secret)

    def process_says(self, name: str, text: str) -> None:
        """Show one line that a process wrote; empty ones are left out."""
        if not text.strip():
            return
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        self._put(f"{self._label(name)} {text}")

    def say(self, text: str) -> None:
        """Show something of the runner's own, as it is; may have several lines."""
        self._put(text)

    @property
    def waiting(self) -> int:
        """Lines that nobody has read yet."""
        return self._waiting.qsize()

    def close(self) -> None:
        """Let what is waiting be written, for at most a second (a held terminal holds nobody up)."""
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
                continue  # the terminal is gone; the room goes on

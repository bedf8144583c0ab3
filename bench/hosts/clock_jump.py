"""The wall clock of one host, which can be set without touching the machine's.

Time namespaces move only the clocks that nobody sets, so a small library is preloaded that moves the other one.
"""

import mmap
import shutil
import struct
import subprocess
from pathlib import Path

_SOURCE = Path(__file__).with_name("clock_jump.c")


class JumpingClock:
    """The clock of one host."""

    def __init__(self, directory: Path) -> None:
        """Compile the library; without a compiler the clock cannot be moved."""
        self._file = directory / "clock-jump"
        self._file.write_bytes(struct.pack("q", 0))
        self._file.chmod(0o644)
        self._library = directory / "clock-jump.so"
        compiler = shutil.which("cc")
        self.works = compiler is not None
        if compiler:
            words = [compiler, "-shared", "-fPIC", "-O2", "-o", str(self._library), str(_SOURCE), "-ldl"]
            subprocess.run(words, check=True, capture_output=True)

    def environment(self) -> dict[str, str]:
        """Return what the processes of the host need."""
        if not self.works:
            return {}
        return {"LD_PRELOAD": str(self._library), "CLOCK_JUMP_FILE": str(self._file)}

    def move(self, milliseconds: int) -> None:
        """Set the clock of the host to the true time plus this."""
        with self._file.open("r+b") as file, mmap.mmap(file.fileno(), 8) as shared:
            shared[:8] = struct.pack("q", milliseconds)

"""The runner's start screen: the addresses, a QR code for phones, the login."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import segno

from ops.login import Login

PAGES = (
    ("Lobby", "/"),
    ("TV display", "/tv/"),
    ("Clock control", "/staff/"),
    ("API docs", "/api/docs"),
    ("Health", "/health/"),
)
# Black on white regardless of the terminal's colours, so that every phone reads it.
BLACK_ON_WHITE, PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def banner(
    *, port: int, addresses: Sequence[str], data: Path, login: Login | None, colour: bool, public: str = ""
) -> str:
    """Return the text with addresses, QR code and logins.

    Args:
        port: of the web process.
        addresses: of this machine on the room's network, most likely first; may be empty.
        data: the data directory.
        login: the first logins; passwords are shown if they are known.
        colour: whether the terminal supports colours.
        public: the address at which phones reach the room, if one was set (`PUBLIC_URL`).
    """
    here = f"http://localhost:{port}"
    lines = ["", "The room is open.", ""]
    lines += [f"  {name:<14}{here}{path}" for name, path in PAGES]
    if public:
        there = f"{public.rstrip('/')}/"
        lines += ["", f"  In the room {there}", "", qr(there, colour=colour)]
    elif addresses:
        there = f"http://{addresses[0]}:{port}/"
        lines += ["", f"  In the room {there}"]
        lines += [f"              http://{other}:{port}/" for other in addresses[1:3]]
        lines += ["", qr(there, colour=colour)]
    else:
        lines += ["", "  Only this machine can open these pages: it is on no network, or listens on none."]
    if login is not None:
        lines += ["", f"  Login       {login.name}"]
        if login.password:
            lines += [
                f"  Password    {login.password}",
            ]
            for name, password in login.others.items():
                lines += [f"  Login       {name}", f"  Password    {password}"]
            lines += [
                "              Write it down: it is shown this once. To set another one:",
                f"              .venv/bin/python manage.py changepassword {login.name}",
            ]
    lines += ["", f"  Data        {data}", "  Ctrl-C stops everything.", ""]
    return "\n".join(lines)


def qr(url: str, *, colour: bool) -> str:
    """Return a QR code of an address for a terminal, two rows of modules per line.

    Without colours light modules are drawn and dark ones left empty, which suits a dark terminal.
    """
    rows = [[bool(module) for module in row] for row in segno.make(url, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    if len(rows[0]) + 4 > shutil.get_terminal_size().columns:
        return "  (The window is too narrow for the QR code.)"
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        drawn = "".join(
            HALVES[(a, b) if colour else (not a, not b)] for a, b in zip(upper, lower, strict=True)
        )
        lines.append(f"    {BLACK_ON_WHITE}{drawn}{PLAIN}" if colour else f"    {drawn}")
    return "\n".join(lines)

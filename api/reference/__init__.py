"""The reference in docs/reference, written from the registries and settings: `make docs`."""

from api.reference.boards import boards_page, declarations
from api.reference.commands import commands_page
from api.reference.settings import settings_page

# What each file of docs/reference is written by.
PAGES = {
    "boards.d.ts": declarations,
    "boards.md": boards_page,
    "commands.md": commands_page,
    "settings.md": settings_page,
}

"""The reference in docs/reference, written from the registries and settings: `make docs`."""

from api.reference.boards import boards_page, declarations
from api.reference.commands import commands_page
from api.reference.commands import declarations as command_declarations
from api.reference.desk import declarations as desk_declarations
from api.reference.metrics import metrics_page
from api.reference.overlay import declarations as overlay_declarations
from api.reference.settings import settings_page
from api.reference.webhooks import webhooks_page

# What each file of docs/reference is written by.
PAGES = {
    "boards.d.ts": declarations,
    "boards.md": boards_page,
    "commands.d.ts": command_declarations,
    "commands.md": commands_page,
    "desk.d.ts": desk_declarations,
    "metrics.md": metrics_page,
    "overlay.d.ts": overlay_declarations,
    "settings.md": settings_page,
    "webhooks.md": webhooks_page,
}

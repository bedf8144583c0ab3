"""Paper of the desk's prints: an 80 mm roll, or sheets."""

from django.http import HttpRequest

from desk.boards.printing import print_settings
from desk.models import PrintSettings

_PAPER_SIZES = PrintSettings.PAPER_SIZES


def paper_size(request: HttpRequest) -> str:
    """Return the paper of a single print: the chosen one, else that of the settings."""
    paper = request.GET.get("paper", "")
    return paper if paper in _PAPER_SIZES else print_settings().paper


def sheets_of(request: HttpRequest) -> str:
    """Return the paper for many prints: the chosen one, else sheets even if single prints use a roll."""
    asked = request.GET.get("paper", "")
    usual = print_settings().paper
    return asked if asked in _PAPER_SIZES else ("a4" if usual == "roll" else usual)

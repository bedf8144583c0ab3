"""Compression of what a phone or a display loads: the player's page, the lobby, the display, and their files."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

_KINDS = ("text/", "application/json", "application/manifest+json", "image/svg+xml", "application/javascript")
_PATHS = ("/static/", "/p/", "/tv/", "/words/", "/room.css")


class CompressionMiddleware(GZipMiddleware):
    """Compress text at the addresses that phones and displays request, and leave other responses alone.

    No page here repeats what a stranger put into its address, and Django pads what it compresses, so that the
    length of a response discloses nothing.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress the response, or return it unchanged."""
        wanted = request.path == "/" or request.path.startswith(_PATHS)
        if not wanted or not response.headers.get("Content-Type", "").startswith(_KINDS):
            return response
        return super().process_response(request, response)

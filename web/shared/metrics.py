"""Metrics for Prometheus."""

import hmac

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from operations.services.figures import registry
from tourney.access.viewers import address_of_request
from tourney.edge.metrics import merge_counts
from tourney.edge.peers import ADDRESS_UNKNOWN, is_within, networks_of


@never_cache
@require_GET
def metrics(request: HttpRequest) -> HttpResponse:
    """Show what this server measures, to METRICS_ADDRESSES and with METRICS_TOKEN. Names no person or event."""
    if not _may_read(request):
        return HttpResponse("Not allowed; see METRICS_ADDRESSES and METRICS_TOKEN.\n", "text/plain", 403)
    return HttpResponse(generate_latest(merge_counts()) + generate_latest(registry()), CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    token = settings.METRICS_TOKEN
    if token and kind.lower() == "bearer" and hmac.compare_digest(secret.strip().encode(), token.encode()):
        return True
    if ADDRESS_UNKNOWN in getattr(request, "scope", {}):
        return False
    return is_within(address_of_request(request), networks_of(settings.METRICS_ADDRESSES))

"""Entry point of requests and sockets."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

from tourney.edge.gc_settings import collect_less_often, keep_imports

collect_less_often()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django_application = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import path, re_path, reverse  # noqa: E402

from tourney.edge import tracing  # noqa: E402
from tourney.edge.bodies import BodyBounds  # noqa: E402
from tourney.edge.database_connections import share_connections  # noqa: E402
from tourney.edge.lifespan import lifespan  # noqa: E402
from tourney.edge.peers import ForwardedPeers  # noqa: E402
from tourney.edge.requests import Requests  # noqa: E402
from tourney.live.feed import feed, no_such_socket  # noqa: E402
from tourney.live.public_polls import PublicPolls  # noqa: E402
from tourney.live.readiness import Readiness  # noqa: E402
from tourney.periodic import FallbackScheduler  # noqa: E402

share_connections()
# Channels routes ASGI functions with Django's paths, whose types only allow views.
sockets: list[Any] = [path("ws/live/", feed), re_path("", no_such_socket)]  # type: ignore[arg-type]
application = ForwardedPeers(
    ProtocolTypeRouter(
        {
            "http": Readiness(Requests(PublicPolls(BodyBounds(django_application)))),
            "websocket": AllowedHostsOriginValidator(URLRouter(sockets)),
            **({"lifespan": lifespan} if tracing.is_on() else {}),
        }
    )
)

# Django loads all URLs and their views with the first request, for a second in which no screen would get an answer.
reverse("poll", args=["room"])
keep_imports()
if settings.FALLBACK_SCHEDULER:
    FallbackScheduler().start()

"""Create values before or after a command: secrets of tokens and webhooks, and names of pictures and sounds."""

import secrets
from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Router
from pydantic import BaseModel, ConfigDict, Field

from api.auth import allowed
from api.commands import CommandId
from api.responses import answer
from api.schemas import core
from api.schemas.core import REFUSALS
from displays.services.sound_store import keep_sound
from tourney.access import reads
from tourney.access.roles import Permission
from tourney.access.viewers import digest_of_secret
from tourney.commands import issue_token
from tourney.edge.request_body import bytes_of, object_of
from tourney.journal.arguments import checked
from tourney.journal.refused import Refused
from tourney.services.picture_store import keep_picture
from webhooks.commands.webhooks import add_webhook
from webhooks.models import Webhook
from webhooks.services.secrets import secret_of


class TokenInput(BaseModel):
    """A token to be issued."""

    model_config = ConfigDict(extra="forbid", strict=True)
    label: Annotated[str, Field(min_length=1, max_length=80, description="What it is for.")]
    role: Annotated[
        Literal["director", "floor", "desk", "dealer", "display"],
        Field(description="What its holder may do."),
    ]


class WebhookInput(BaseModel):
    """A webhook to be added."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: Annotated[str, Field(min_length=1, max_length=80, description="What it is for.")]
    url: Annotated[str, Field(min_length=1, max_length=500, description="Where messages are sent.")]
    kinds: Annotated[list[str], Field(max_length=40, description="Kinds of messages.")]


def _file(*kinds: str) -> dict[str, Any]:
    """Return the description of a body that is a file of one of these content types."""
    content = {kind: {"schema": {"type": "string", "format": "binary"}} for kind in kinds}
    return {"requestBody": {"required": True, "content": content}}


def _input(name: str) -> dict[str, Any]:
    """Return the description of a body of one of the schemas."""
    schema = {"schema": {"$ref": f"#/components/schemas/{name}"}}
    return {"requestBody": {"required": True, "content": {"application/json": schema}}}


def add_makes(router: Router) -> None:
    """Add the endpoints of tokens, webhooks, pictures and sounds."""

    @router.post(
        "/tokens",
        response={200: core.NewToken, **REFUSALS},
        operation_id="make_token",
        summary="Issue a token to a program, and get its secret.",
        description="For directors. The secret is in this answer and nowhere else: a repeated `Idempotency-Key` is "
        "refused, because the secret cannot be shown twice. Revoke it with `room/token/revoke`.",
        tags=["Ground floor"],
        openapi_extra=_input("TokenInput"),
    )
    def make_token(request: HttpRequest, command: CommandId) -> HttpResponse:
        actor = allowed(request, reads.LOGINS)
        given = checked(TokenInput, object_of(request))
        secret = secrets.token_urlsafe(32)
        try:
            done = issue_token(actor=actor, command_id=command, digest=digest_of_secret(secret), **given)
        except Refused as error:
            if error.code != "command_reused":
                raise
            text = _(
                "This Idempotency-Key was used before. A secret is shown only once: if it was lost, "
                "revoke the token and issue a new one."
            )
            raise Refused("command_reused", text) from None
        return answer({"seq": done.seq, "token": (done.answer or {})["token"], "secret": secret})

    @router.post(
        "/webhooks",
        response={200: core.NewWebhook, **REFUSALS},
        operation_id="make_webhook",
        summary="Add a webhook, and get its secret.",
        description="For directors. As `room/webhook/add`, with the secret in the answer: it is nowhere else, and a "
        "repeated `Idempotency-Key` is refused. Make a new one on the page of the webhook.",
        tags=["Ground floor"],
        openapi_extra=_input("WebhookInput"),
    )
    def make_webhook(request: HttpRequest, command: CommandId) -> HttpResponse:
        actor = allowed(request, reads.WEBHOOKS)
        given = checked(WebhookInput, object_of(request))
        done = add_webhook(actor=actor, command_id=command, **given)
        if done.repeated:
            text = _("This Idempotency-Key was used before. A secret is shown only once: make a new one.")
            raise Refused("command_reused", text)
        row = Webhook.objects.get(pk=(done.answer or {})["webhook"])
        return answer({"seq": done.seq, "webhook": row.pk, "secret": secret_of(row)})

    @router.post(
        "/pictures",
        response={200: core.Picture, **REFUSALS},
        operation_id="make_picture",
        summary="Keep a picture, to be shown as an event's logo.",
        description="For directors. The picture is the body: PNG, JPEG or WebP, at most 1 MB. It is kept under the "
        "name of its contents, so sending it again changes nothing. Show it with `event/logo`.",
        tags=["Ground floor"],
        openapi_extra=_file("image/png", "image/jpeg", "image/webp"),
    )
    def make_picture(request: HttpRequest) -> HttpResponse:
        allowed(request, Permission.MANAGE_EVENTS)
        return answer({"logo": keep_picture(bytes_of(request))})

    @router.post(
        "/sounds",
        response={200: core.Sound, **REFUSALS},
        operation_id="make_sound",
        summary="Keep a sound, to be heard on displays.",
        description="For directors. The sound is the body: WAV, MP3 or Ogg (Opus or Vorbis), at most 1 MB and 15 "
        "seconds. It is kept under the name of its contents, so sending it again changes nothing. Set it with "
        "`look/sound`.",
        tags=["Ground floor"],
        openapi_extra=_file("audio/wav", "audio/mpeg", "audio/ogg"),
    )
    def make_sound(request: HttpRequest) -> HttpResponse:
        allowed(request, Permission.MANAGE_EVENTS)
        return answer({"sound": keep_sound(bytes_of(request))})

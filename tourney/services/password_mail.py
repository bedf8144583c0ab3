"""Send links for new passwords by mail. The requester learns nothing; all that is looked up happens here, later."""

import hashlib
import logging
import secrets
import uuid
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import F, Q
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tourney.access.roles import Actor, Role
from tourney.commands.password_links import make_password_link
from tourney.models import PasswordRequest, Room, User
from tourney.now import room_now

log = logging.getLogger(__name__)
PASSWORD_MAILER = Actor("system:mail", "Password mail", Role.DIRECTOR)
# A mail server that does not answer is tried again after this time, this often.
RETRY_AFTER = timedelta(minutes=1)
MOST_TRIES = 5
# Several logins may have one address.
_MOST_LOGINS = 5


def sends_links() -> bool:
    """Return whether the server can send links. Their host is never taken from a request: a stranger chooses that."""
    return bool(settings.EMAIL_URL and settings.PUBLIC_URL)


def waiting() -> list[int]:
    """Return the requests that nobody is working on."""
    now = room_now()
    free = Q(taken_at__isnull=True) | Q(taken_at__lt=now - RETRY_AFTER)
    return list(PasswordRequest.objects.filter(free).values_list("pk", flat=True))


def send(request: int) -> None:
    """Send the mails of a request, unless another process has just taken it."""
    now = room_now()
    free = Q(taken_at__isnull=True) | Q(taken_at__lt=now - RETRY_AFTER)
    if not PasswordRequest.objects.filter(free, pk=request).update(taken_at=now, tries=F("tries") + 1):
        return
    row = PasswordRequest.objects.get(pk=request)
    try:
        for user in User.objects.filter(email__iexact=row.email, is_active=True)[:_MOST_LOGINS]:
            _send_link(user, row)
    except OSError as error:
        log.warning("A mail with a link for a new password could not be sent: %s", error)
        if row.tries < MOST_TRIES:
            return
    row.delete()


def _send_link(user: User, row: PasswordRequest) -> None:
    secret = secrets.token_urlsafe(32)
    make_password_link(
        actor=PASSWORD_MAILER,
        command_id=uuid.uuid4(),
        user=user.pk,
        digest=hashlib.sha256(secret.encode()).hexdigest(),
        way="mail",
    )
    room = Room.objects.filter(id=1).first() or Room()
    with translation.override(user.language or row.language):
        text = _(
            "A new password has been requested for the login “%(name)s” at %(room)s. Use this link to set "
            "it, once, within an hour:\n\n%(link)s\n\nIf you did not request it, do nothing: the current "
            "password stays valid."
        )
        link = f"{row.base}{reverse('login_new_password', args=[secret])}"
        body = text % {"name": user.username, "room": room.name, "link": link}
        subject = _("New password for %(room)s") % {"room": room.name}
        EmailMessage(" ".join(subject.split()), body, settings.EMAIL_FROM, [user.email]).send()

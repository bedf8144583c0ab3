"""What belongs to a staff login besides its password: second factors, sessions, and the room's policy."""

from typing import ClassVar

from django.contrib.sessions.models import Session
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tourney.access.field_permissions import FieldPermission
from tourney.access.roles import Permission
from tourney.models.access import User

HOURS = (1, 24 * 14)
IDLE_MINUTES = 24 * 60
PASSWORD_LENGTHS = (8, 64)
_TWO_WEEKS = HOURS[1]


class Authenticator(models.Model):
    """A second factor of a login."""

    APP, PASSKEY = "app", "passkey"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="authenticators")
    kind = models.CharField(max_length=8, choices=[(APP, APP), (PASSKEY, PASSKEY)])
    # Of a passkey, as its owner calls it; a login has one app at most.
    name = models.CharField(max_length=60, blank=True)
    # Of an app: the encrypted secret (tourney/access/sealed.py). Of a passkey: the public key.
    key = models.TextField()
    # Of a passkey: its id, as the browser names it.
    credential = models.CharField(max_length=1400, blank=True)
    # Of an app: the time step of the last accepted code. Of a passkey: its signature counter.
    counter = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("second factor")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(kind="app"), name="a_login_has_one_app"),
            models.UniqueConstraint(
                fields=["credential"], condition=~Q(credential=""), name="a_passkey_belongs_to_one_login"
            ),
            models.CheckConstraint(
                condition=Q(kind="app", credential="") | (Q(kind="passkey") & ~Q(credential="")),
                name="a_passkey_has_an_id",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RecoveryCode(models.Model):
    """A code that stands in for a second factor, once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    # Keyed hash of the code (`digest_of_code`).
    digest = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="a_recovery_code_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pk}"


class LoginSession(models.Model):
    """A browser in which a login is used. It disappears with its session.

    Attributes:
        verified: whether a second factor was used, or the login came from a provider that checks one.
    """

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="login")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="login_sessions")
    verified = models.BooleanField(default=False, db_column="proven")
    address = models.CharField(max_length=45)
    # The browser's User-Agent header.
    browser = models.CharField(max_length=300)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["-seen_at", "-id"]

    def __str__(self) -> str:
        return f"{self.user_id} {self.address}"


class LoginPolicy(models.Model):
    """What the room demands of staff logins. Without a row, the defaults hold."""

    # Roles whose logins need a second factor.
    factor_roles = models.JSONField(default=list, blank=True)
    # After these hours a session ends; dealers' sessions keep two weeks.
    session_hours = models.PositiveIntegerField(
        default=_TWO_WEEKS, validators=[MinValueValidator(HOURS[0]), MaxValueValidator(HOURS[1])]
    )
    # After this time without a request a session ends, dealers' excepted; 0: never.
    idle_minutes = models.PositiveIntegerField(default=0, validators=[MaxValueValidator(IDLE_MINUTES)])
    password_length = models.PositiveIntegerField(
        default=PASSWORD_LENGTHS[0],
        validators=[MinValueValidator(PASSWORD_LENGTHS[0]), MaxValueValidator(PASSWORD_LENGTHS[1])],
    )

    class Meta:
        verbose_name = _("login policy")
        constraints = [models.CheckConstraint(condition=Q(id=1), name="there_is_one_login_policy")]

    def __str__(self) -> str:
        return f"{self.factor_roles} {self.session_hours} h"


class PasswordLink(models.Model):
    """A link with which a login gets a new password, once. Only the hash of its secret is kept.

    Attributes:
        way: how the person gets it, as in `LINK_HOURS`; "" for links from before this was recorded.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="password_links")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    way = models.CharField(max_length=10, blank=True, default="", db_default="")

    def __str__(self) -> str:
        return f"{self.user_id} {self.pk}"


class PasswordRequest(models.Model):
    """A request for a link by mail, until it has been dealt with. Whether a login has the address is not known yet.

    Attributes:
        base: the address of the server, for the link.
        language: of the page, for logins without a language of their own.
        taken_at: when a process began to work on it; null: none has.
    """

    email = models.CharField(max_length=254)
    base = models.CharField(max_length=300)
    language = models.CharField(max_length=5)
    asked_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.pk)


class LoginIdentity(models.Model):
    """A person whom a provider of single sign-on knows, and the login they use."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="identities")
    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    journal_permissions: ClassVar = {
        "issuer": FieldPermission(Permission.MANAGE_PEOPLE),
        "subject": FieldPermission(Permission.MANAGE_PEOPLE),
    }

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="an_identity_has_one_login")
        ]

    def __str__(self) -> str:
        return f"{self.subject} at {self.issuer}"

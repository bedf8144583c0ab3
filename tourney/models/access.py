"""Logins of staff, tokens for displays, players and programs, and failed attempts."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from tourney.access.field_permissions import SECRET, FieldPermission
from tourney.access.roles import Permission, Role


class User(AbstractUser):
    """A staff login. The role decides its permissions."""

    role = models.CharField(
        max_length=12, choices=[(role.value, role.value) for role in Role], default=Role.FLOOR.value
    )
    language = models.CharField(max_length=5, blank=True)
    # How often the login was disabled. Sessions are bound to this count, so a login that is enabled again needs new
    # ones.
    switched_off = models.PositiveIntegerField(default=0, editable=False)
    journal_permissions: ClassVar = {"email": FieldPermission(Permission.MANAGE_PEOPLE)}

    class Meta:
        verbose_name = _("person")
        constraints = [
            models.CheckConstraint(
                condition=Q(role__in=[role.value for role in Role if role.for_people]),
                name="a_login_has_a_staff_role",
            )
        ]

    def get_session_auth_hash(self) -> str:
        """Return the hash that sessions of this login must carry: it changes with the password and when the
        login is disabled.
        """
        carried = super().get_session_auth_hash()
        return salted_hmac(str(self.switched_off), carried).hexdigest() if self.switched_off else carried


class Token(models.Model):
    """A revocable key of a display, a player or a program. Only the hash of its secret is kept."""

    label = models.CharField(max_length=80)
    role = models.CharField(max_length=12, choices=[(role.value, role.value) for role in Role])
    # SHA-256 of the secret, as hexadecimal digits.
    digest = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, null=True, blank=True)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    journal_permissions: ClassVar = {"digest": SECRET}

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(role=Role.PLAYER.value, player__isnull=False)
                | (~Q(role=Role.PLAYER.value) & Q(player__isnull=True)),
                name="a_players_token_names_the_player",
            )
        ]

    def __str__(self) -> str:
        return self.label


class Attempt(models.Model):
    """A wrong token or code. Too many from one address in a short time lock that address out."""

    kind = models.CharField(max_length=20)
    address = models.CharField(max_length=45)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["kind", "address", "at"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.address}"

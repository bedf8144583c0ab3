"""Players."""

from collections.abc import Iterable
from datetime import date
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.rules.player_fields import PLAYER_FIELDS
from tourney.access.field_permissions import PERSONAL, FieldPermission
from tourney.rules.search_text import search_text

PRIVACY = ("full", "short", "nickname")
# Columns that are kept only with a noted consent.
CONTACTS = ("email", "phone")


def _kept_with_consent(contact: str) -> Q:
    """Return a constraint: a contact and the consent to keep it are stored together or not at all."""
    at, by = f"{contact}_consent_at", f"{contact}_consent_by"
    without = Q(**{contact: "", f"{at}__isnull": True, by: ""})
    return without | (~Q(**{contact: ""}) & Q(**{f"{at}__isnull": False}) & ~Q(**{by: ""}))


class SearchText(models.TextField):  # type: ignore[type-arg]
    """The normalised words for searching a person, updated whenever the row is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Return the words of the other columns as they are now."""
        assert isinstance(model_instance, Player)
        row = model_instance
        born = row.birth_date
        # A row created from form text has no date yet.
        day = date.fromisoformat(born) if isinstance(born, str) else born
        words = search_text(row.name, row.nickname, row.card, day)
        row.search = words
        return words


class Player(models.Model):
    """A player, known to the room beyond one event."""

    name = models.CharField(_("name"), max_length=120)
    nickname = models.CharField(_("nickname"), max_length=60, blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    # Number of the card or membership, as scanned.
    card = models.CharField(_("card number"), max_length=40, blank=True)
    # Spoken languages, as codes separated by spaces: "de en".
    languages = models.CharField(_("languages"), max_length=60, blank=True)
    # Constraints for the draw: accessible seats are drawn first.
    needs_access = models.BooleanField(_("needs an accessible seat"), default=False)
    needs = models.CharField(_("special needs"), max_length=200, blank=True)
    staff_notes = models.TextField(_("notes to staff"), max_length=2000, blank=True)
    # Name of the stored file, as for pictures of the room; "" for none.
    photo = models.CharField(_("photo"), max_length=80, blank=True)
    email = models.CharField(_("e-mail"), max_length=254, blank=True)
    # When the consent to keep the address was recorded, and by whom.
    email_consent_at = models.DateTimeField(_("consent to keep the e-mail noted"), null=True, blank=True)
    email_consent_by = models.CharField(_("consent to keep the e-mail noted by"), max_length=150, blank=True)
    # In international format: "+491701234567".
    phone = models.CharField(_("phone"), max_length=16, blank=True)
    phone_consent_at = models.DateTimeField(
        _("consent to keep the phone number noted"), null=True, blank=True
    )
    phone_consent_by = models.CharField(
        _("consent to keep the phone number noted by"), max_length=150, blank=True
    )
    # The name in public: in full, "Anna B.", or by nickname.
    privacy = models.CharField(
        _("name in public"), max_length=10, choices=[(one, one) for one in PRIVACY], default="full"
    )
    created_at = models.DateTimeField()
    # Set: this record was merged into another one, which is used from then on.
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged_from"
    )
    # Generated for a simulated event: listed and found in that event only.
    demo = models.BooleanField(_("demo"), default=False)
    # Stands for somebody of a home game whose name is not known: listed in that event only, until it gets a name.
    unnamed = models.BooleanField(_("without a name"), default=False)
    # Set: the person asked for erasure; results remain under a neutral name.
    anonymised_at = models.DateTimeField(null=True, blank=True)
    journal_permissions: ClassVar = {
        **{name: FieldPermission(field.bulk) for name, field in PLAYER_FIELDS.items()},
        # These columns show that a contact is kept.
        **{f"{contact}_consent_at": PERSONAL for contact in CONTACTS},
        **{f"{contact}_consent_by": PERSONAL for contact in CONTACTS},
    }
    # Derived from the columns above, and therefore not journalled.
    search = SearchText(default="", blank=True, editable=False)

    class Meta:
        verbose_name = _("player")
        ordering = ["name"]
        indexes = [models.Index(fields=["birth_date"]), models.Index(fields=["nickname"])]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="a_player_has_a_name"),
            models.UniqueConstraint(
                fields=["card"], condition=~Q(card=""), name="a_card_belongs_to_one_player"
            ),
            models.CheckConstraint(
                condition=_kept_with_consent("email"), name="an_email_is_kept_with_consent"
            ),
            models.CheckConstraint(
                condition=_kept_with_consent("phone"), name="a_phone_is_kept_with_consent"
            ),
            models.CheckConstraint(
                condition=Q(privacy__in=PRIVACY), name="a_name_is_shown_in_one_of_three_ways"
            ),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | ~Q(merged_into=F("id")),
                name="a_player_is_merged_into_another",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Save the row; its search text follows its name, nickname, card and date of birth."""
        if update_fields is not None:
            update_fields = {*update_fields, "search"}
        super().save(*args, update_fields=update_fields, **kwargs)

"""Labels of command arguments."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

_LABELS = {
    "accent": lazy("Accent colour"),
    "amount": lazy("Amount"),
    "ante": lazy("Ante"),
    "ante_kind": lazy("Who pays the ante"),
    "at": lazy("When"),
    "at_once_seconds": lazy("Seconds that count as “at once”"),
    "big_blind": lazy("Big blind"),
    "before_seconds": lazy("Time before it"),
    "birth_date": lazy("Date of birth"),
    "book": lazy("Rulebook"),
    "button": lazy("Button"),
    "capacity": lazy("Capacity"),
    "card": lazy("Card"),
    "chip_set": lazy("Chips"),
    "chips": lazy("Chips"),
    "code": lazy("Code"),
    "colour_up": lazy("Colour-up"),
    "confirmed_by": lazy("Confirmed by"),
    "consent": lazy("Consent"),
    "contact": lazy("Contact"),
    "contact_consent": lazy("Contact consent"),
    "counted": lazy("Counted"),
    "currency": lazy("Currency"),
    "delay": lazy("Delay in minutes"),
    "duration": lazy("Length"),
    "edge": lazy("Edge colour"),
    "email": lazy("E-mail"),
    "ends_day": lazy("Ends the day"),
    "ends_on": lazy("Last day"),
    "entry": lazy("Player"),
    "entries": lazy("Entries"),
    "entries_by": lazy("Entries"),
    "extra_chips": lazy("Extra chips"),
    "extras": lazy("Rebuy and add-on"),
    "face": lazy("Face colour"),
    "first": lazy("First table"),
    "from_row": lazy("From row"),
    "game": lazy("Game"),
    "group": lazy("Group"),
    "hand": lazy("Hand"),
    "key": lazy("Key"),
    "kind": lazy("Kind"),
    "knocked_out_by": lazy("Who won the chips"),
    "label": lazy("Label"),
    "language": lazy("Language"),
    "languages": lazy("Languages"),
    "last": lazy("Last table"),
    "late_at": lazy("Late registration until"),
    "late_row": lazy("Last row of late registration"),
    "layout": lazy("Layout"),
    "layout_seconds": lazy("Layout for (seconds)"),
    "left": lazy("Players left"),
    "left_by": lazy("Players left"),
    "levels": lazy("Levels"),
    "logo": lazy("Logo"),
    "lookup_by_name": lazy("Page found by name"),
    "message": lazy("Message"),
    "message_seconds": lazy("Message for (seconds)"),
    "minimum_age": lazy("Minimum age"),
    "minutes": lazy("Minutes"),
    "ms": lazy("Time"),
    "name": lazy("Name"),
    "needs": lazy("Special needs"),
    "needs_access": lazy("Needs an accessible seat"),
    "nickname": lazy("Nickname"),
    "note": lazy("Note"),
    "number": lazy("Table"),
    "offer_seconds": lazy("Seconds to respond"),
    "opening_float": lazy("Opening float"),
    "password": lazy("Password"),
    "payments": lazy("Payments"),
    "phone": lazy("Phone"),
    "photo": lazy("Photo"),
    "planned_start": lazy("Planned start"),
    "priority": lazy("Priority"),
    "privacy": lazy("Name in public"),
    "reason": lazy("Reason"),
    "recalls": lazy("Extra calls"),
    "repeat_minutes": lazy("Repeat every (minutes)"),
    "role": lazy("Role"),
    "rule": lazy("Rule"),
    "screens": lazy("Displays"),
    "seat": lazy("Seat"),
    "seats": lazy("Seats"),
    "seconds": lazy("Seconds"),
    "show_seconds": lazy("Each time for (seconds)"),
    "shown_on": lazy("Show on"),
    "small_blind": lazy("Small blind"),
    "sound": lazy("Sound"),
    "spoken": lazy("Spoken text"),
    "stack": lazy("Stack"),
    "staff_notes": lazy("Notes to staff"),
    "starting_stack": lazy("Starting stack"),
    "structure": lazy("Structure"),
    "table": lazy("Table"),
    "tendered": lazy("Cash given"),
    "text": lazy("Text"),
    "times": lazy("Quantity"),
    "to": lazy("Row"),
    "tournament": lazy("Event"),
    "until_row": lazy("Until row"),
    "username": lazy("Name"),
    "value": lazy("Value"),
    "volume": lazy("Volume"),
    "wants": lazy("Requests"),
}


def label_of(path: str) -> str:
    """Return the label of an argument: "Starting stack", "Row 4, Big blind"; its name if it has no label.

    Args:
        path: as in `Refused.fields`: "levels.3.big_blind".
    """
    words: list[str] = []
    previous = ""
    for part in path.split("."):
        if part.isascii() and part.isdigit():
            number = int(part) + 1
            slide = previous == "slides"
            words[-1:] = [
                _("Slide %(number)s") % {"number": number} if slide else _("Row %(row)s") % {"row": number}
            ]
        else:
            words.append(str(_LABELS.get(part, part)))
        previous = part
    return ", ".join(words)

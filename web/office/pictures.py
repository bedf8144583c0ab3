"""Uploaded pictures of office forms."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tourney.journal.refused import Refused
from tourney.services.picture_store import MOST_BYTES, keep_picture
from web.shared.forms import Form, upload_of


def kept_picture(request: HttpRequest, form: Form, field: str = "logo") -> str:
    """Store the uploaded picture of a field and return its file name; an invalid file is an error of the field."""
    file = upload_of(request, field)
    if file is None or not file.size:
        form.fail(field, _("Choose a picture first.") if file is None else _("This file is empty."))
        return ""
    try:
        # One byte over the limit is enough to detect a file that is too large.
        return keep_picture(file.read(MOST_BYTES + 1), field)
    except Refused as error:
        form.refuse(error)
        return ""

"""The file of everything that is held about one person, for that person: data for programs, and a page to read."""

import io
import json
import zipfile

from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.models import Player
from players.services.personal_data import entries_about, rows_about
from players.services.photos import photo_of_player
from players.services.records import records_of
from tourney.access import reads
from tourney.models import Room
from tourney.now import room_now
from web.office.player_data_page import readable_page
from web.shared.access import staff_page
from web.shared.forms import Form

FORMAT = "personal-data/1"


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.PERSONAL_DATA_OF_ONE)
def player_data(request: HttpRequest, player_id: int) -> HttpResponse:
    """Say what the file contains; once the form is submitted, which the journal records, return it."""
    records = Player.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True)
    player = records.filter(pk=player_id).first()
    if player is None:
        raise Http404
    form = Form.sent(request) if request.method == "POST" else Form()
    if request.method == "POST" and form.act(request, "player.export_data", player=player.pk) is not None:
        headers = {"Content-Disposition": f'attachment; filename="personal-data-{player.pk}.zip"'}
        return HttpResponse(file_of(player), content_type="application/zip", headers=headers)
    context = {"player": player, "form": form}
    return render(request, "office/player_data.html", context, status=422 if form.is_wrong else 200)


def file_of(player: Player) -> bytes:
    """Return a ZIP with `data.json`, `data.html` in the language of the page, and the photo."""
    records = records_of(player)
    rows, entries, at = rows_about(records), list(entries_about(records)), room_now()
    room = Room.objects.get_or_create(id=1)[0].name
    photos = {
        f"photo-{record.pk}{path.suffix}": path
        for record in records
        if record.photo and (path := photo_of_player(record.photo)) is not None
    }
    document = {
        "format": FORMAT,
        "room": room,
        "made_at": at,
        "person": player.pk,
        "rows": rows,
        "journal": entries,
        "files": list(photos),
    }
    page = readable_page(player, room, at, rows, entries)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "data.json", json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        )
        archive.writestr("data.html", page)
        for name, path in photos.items():
            archive.writestr(name, path.read_bytes())
    return file.getvalue()

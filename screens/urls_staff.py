"""Addresses of the staff's other pages, below /staff/."""

from django.urls import path

from screens.views import (
    books,
    desk,
    details,
    editor,
    event_structure,
    forms,
    journal,
    journal_export,
    people,
    players,
    players_files,
    room,
    rules,
    structure_files,
    structures,
    tables,
    tokens,
    void_sale,
)

urlpatterns = [
    # the desk
    path("desk/", desk.desk, name="desk"),
    path("desk/<id:tournament_id>/", desk.desk, name="desk_event"),
    path("desk/find/", desk.find, name="desk_find"),
    path("desk/person/<id:player_id>/", desk.person, name="desk_person"),
    path("desk/refunds/", desk.own_refunds, name="desk_refunds"),
    path("desk/<id:tournament_id>/void/", void_sale.void_sale, name="desk_void"),
    path("desk/paper/", desk.paper, name="desk_paper"),
    path("undo/", forms.undo, name="room_undo"),
    path("t/<id:tournament_id>/undo/", forms.undo, name="undo"),
    # structures
    path("structures/", structures.structures, name="structures"),
    path("structures/new/", structures.new_structure, name="structure_new"),
    path("structures/look/", editor.look, name="structure_look"),
    path("structures/import/", structure_files.upload, name="structure_import"),
    path("structures/<id:structure_id>/", structures.structure, name="structure"),
    path("structures/<id:structure_id>/rows/", structures.rows, name="structure_rows"),
    path("structures/<id:structure_id>/remove/", structures.remove, name="structure_remove"),
    path("structures/<id:structure_id>/export.<str:ending>", structure_files.export, name="structure_export"),
    path("t/<id:tournament_id>/structure/", event_structure.event_structure, name="event_structure"),
    path(
        "t/<id:tournament_id>/structure/export.<str:ending>",
        structure_files.export_of_event,
        name="event_structure_export",
    ),
    # journals
    path("journal/", journal.journal, name="journal"),
    path("journal/<id:seq>/", journal.line, name="journal_line"),
    path("journal/export.<str:ending>", journal_export.export, name="journal_export"),
    path("t/<id:tournament_id>/journal/", journal.journal, name="event_journal"),
    path("t/<id:tournament_id>/journal/<id:seq>/", journal.line, name="event_journal_line"),
    path(
        "t/<id:tournament_id>/journal/export.<str:ending>",
        journal_export.export,
        name="event_journal_export",
    ),
    # rulebooks
    path("books/", books.shelf, name="books"),
    path("books/compare/", books.compare, name="books_compare"),
    path("books/<str:key>/", books.book, name="book"),
    path("books/<str:key>/edit/", books.edit, name="book_edit"),
    path("books/<str:key>/copy/", books.copy, name="book_copy"),
    path("books/<str:key>/remove/", books.remove, name="book_remove"),
    path("rules/", rules.rules, name="rules"),
    path("rules/found/", rules.found, name="rules_found"),
    # people and what they show at the door
    path("people/", people.people, name="people"),
    path("people/<id:user_id>/", people.person, name="person"),
    path("people/tokens/", tokens.tokens, name="tokens"),
    path("people/tokens/<id:token_id>/revoke/", tokens.revoke, name="token_revoke"),
    # the room
    path("room/", room.settings_of_room, name="room_settings"),
    path("room/chips/", room.chips, name="chips"),
    path("room/tables/", tables.tables, name="tables"),
    path("room/tables/<id:number>/", tables.table, name="table"),
    path("room/players/", players.players, name="players"),
    path("room/players/import/", players_files.upload, name="players_import"),
    path("room/players/export.csv", players_files.export, name="players_export"),
    path("room/players/<id:player_id>/", players.player, name="player"),
    path("players/photo/<str:name>", players.photo, name="player_photo"),
    path("players/like/", players.like, name="players_like"),
    path("t/<id:tournament_id>/details/", details.details, name="details"),
]

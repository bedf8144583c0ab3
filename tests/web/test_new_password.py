"""New passwords by links: from a director, or by mail. A link works once and for a time."""

import re
import socketserver
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from tests.access.second_factors import CODE, enrol, is_in, log_in
from tests.fixtures.room import PASSWORD, press
from tests.fixtures.wall import Wall
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import change_person
from tourney.commands.password_links import set_email
from tourney.models import JournalEntry, PasswordLink, PasswordRequest, User
from tourney.periodic_jobs import send_password_mails
from tourney.services import password_mail

NEW = "a fine new password"
FORGOTTEN = "/login/forgotten/"
pytestmark = pytest.mark.django_db


def number_of(actor: Actor) -> int:
    """Return the id of a login."""
    return int(actor.key.partition(":")[2])


def link_in(text: str) -> str:
    """Return the path of the link on a page or in a mail."""
    found = re.search(r"/login/new/[A-Za-z0-9_-]{40,}/", text)
    assert found, text
    return found[0]


def from_director(director: Actor, login: Actor) -> str:
    """Return a link that a director has made on the login's page."""
    return link_in(text_of(send(client_of(director), f"/staff/people/{number_of(login)}/", what="link")))


def test_a_link_of_the_director_sets_a_password_once(director: Actor, floor: Actor) -> None:
    session = client_of(floor)
    link = from_director(director, floor)
    for _look in range(2):
        assert Client().get(link).status_code == 200, "looking at it does not use it up"
    assert send(Client(), link, password="short").status_code == 422
    assert is_in(session), "the old password stays until the link is used"
    assert send(Client(), link, password=NEW)["Location"] == "/login/"
    assert not is_in(session)
    assert log_in(Client(), "flo", NEW).status_code == 302
    assert log_in(Client(), "flo").status_code == 200
    assert send(Client(), link, password="yet another one").status_code == 404
    written = str(list(JournalEntry.objects.values("arguments", "answer", "changes")))
    assert NEW not in written
    assert link.split("/")[3] not in written
    used = JournalEntry.objects.get(kind="login.use_link")
    assert used.actor == floor.key


@pytest.mark.parametrize("why", ["time", "newer", "inactive", "password"])
def test_a_link_stops_working(director: Actor, floor: Actor, wall: Wall, why: str) -> None:
    link = from_director(director, floor)
    if why == "time":
        wall.passes(minutes=24 * 60 + 1)
    elif why == "newer":
        from_director(director, floor)
    elif why == "inactive":
        press(change_person, by=director, user=number_of(floor), role="floor", active=False)
    else:
        send(client_of(director), f"/staff/people/{number_of(floor)}/", what="password", password=NEW)
    assert send(Client(), link, password="yet another one").status_code == 404
    assert not User.objects.get(username="flo").check_password("yet another one")


def test_a_new_password_does_not_replace_the_second_factor(director: Actor, floor: Actor, wall: Wall) -> None:
    client = Client()
    log_in(client, "flo")
    enrol(client, wall, "/staff/own/app/", password=PASSWORD)
    send(Client(), from_director(director, floor), password=NEW)
    assert log_in(Client(), "flo", NEW)["Location"] == CODE


def test_guessed_links_are_counted_and_only_directors_make_links(director: Actor, floor: Actor) -> None:
    for _guess in range(20):
        assert Client().get(f"/login/new/{'x' * 43}/").status_code == 404
    assert Client().get(f"/login/new/{'x' * 43}/").status_code == 429
    assert Client().get(from_director(director, floor)).status_code == 200, "a real one is not held up"
    assert send(client_of(floor), f"/staff/people/{number_of(director)}/", what="link").status_code == 403
    assert PasswordLink.objects.count() == 1


# --- by mail ------------------------------------------------------------------------------------------
@pytest.fixture
def with_mail(settings: Any, floor: Actor) -> None:
    """Configure mail, and give a login an address."""
    settings.EMAIL_URL, settings.EMAIL_FROM = "smtp://mail.example", "room@example.com"
    settings.PUBLIC_URL = "https://room.example"
    press(set_email, by=FIRST_START, user=number_of(floor), email="Flo@example.com")


def test_without_mail_nobody_is_offered_a_link(db: None) -> None:
    assert Client().get(FORGOTTEN).status_code == 404
    assert FORGOTTEN not in text_of(Client().get("/login/"))


def test_the_requester_never_chooses_the_host_of_the_link(with_mail: None, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    Client().post(FORGOTTEN, {"email": "flo@example.com"}, HTTP_HOST="evil.example")
    send_all()
    assert "https://room.example/login/new/" in mail.outbox[0].body
    settings.PUBLIC_URL = ""
    assert Client().post(FORGOTTEN, {"email": "flo@example.com"}, HTTP_HOST="evil.example").status_code == 404
    assert FORGOTTEN not in text_of(Client().get("/login/"))


def test_a_link_comes_by_mail_and_works(with_mail: None, wall: Wall) -> None:
    assert FORGOTTEN in text_of(Client().get("/login/"))
    Client().post(FORGOTTEN, {"email": "flo@EXAMPLE.com"})
    assert not mail.outbox, "the request itself looks nothing up"
    send_all()
    assert [one.to for one in mail.outbox] == [["Flo@example.com"]]
    link = link_in(mail.outbox[0].body)
    assert send(Client(), link, password=NEW).status_code == 302
    assert log_in(Client(), "flo", NEW).status_code == 302
    assert not PasswordRequest.objects.exists()
    Client().post(FORGOTTEN, {"email": "flo@example.com"})
    send_all()
    wall.passes(minutes=61)
    assert Client().get(link_in(mail.outbox[1].body)).status_code == 404


def test_a_request_by_mail_leaves_the_directors_link(
    with_mail: None, director: Actor, floor: Actor, wall: Wall
) -> None:
    link = from_director(director, floor)
    for _time in range(2):
        Client().post(FORGOTTEN, {"email": "flo@example.com"})
        send_all()
    first, second = (link_in(one.body) for one in mail.outbox)
    assert [Client().get(path).status_code for path in (link, first, second)] == [200, 404, 200]
    newer = from_director(director, floor)
    assert [Client().get(path).status_code for path in (link, second, newer)] == [404, 404, 200]


def test_the_answer_does_not_say_whether_the_address_is_known(with_mail: None) -> None:
    token = re.compile(r'(csrfmiddlewaretoken|nonce)"?[ =][^>]+')
    known, unknown = (
        token.sub("", text_of(Client().post(FORGOTTEN, {"email": email})))
        for email in ("flo@example.com", "nobody@example.com")
    )
    assert known == unknown
    assert PasswordRequest.objects.count() == 2
    send_all()
    assert len(mail.outbox) == 1


def test_requests_are_limited_by_sender_and_by_address(with_mail: None, wall: Wall) -> None:
    def asks(email: str, address: str) -> int:
        return Client().post(FORGOTTEN, {"email": email}, REMOTE_ADDR=address).status_code

    assert [asks("flo@example.com", f"203.0.113.{n}") for n in range(4)] == [200, 200, 200, 429]
    assert [asks(f"a{n}@example.com", "203.0.113.99") for n in range(11)] == [200] * 10 + [429]
    wall.passes(minutes=61)
    assert asks("flo@example.com", "203.0.113.99") == 200


def send_all() -> None:
    """Do what a worker does with the requests that wait."""
    for request in password_mail.waiting():
        password_mail.send(request)


class _Mailbox(socketserver.StreamRequestHandler):
    """As much of SMTP as a client needs."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        body = False
        for line in self.rfile:
            if body:
                self.server.received.append(line.decode())  # type: ignore[attr-defined]
                body = line != b".\r\n"
                answer = b"" if body else b"250 ok\r\n"
            else:
                word = line[:4].upper()
                body = word == b"DATA"
                answer = {b"DATA": b"354 go on\r\n", b"QUIT": b"221 bye\r\n"}.get(word, b"250 ok\r\n")
            self.wfile.write(answer)


@pytest.fixture
def mailbox() -> Iterator[socketserver.TCPServer]:
    """Run a mail server on loopback."""
    with socketserver.TCPServer(("127.0.0.1", 0), _Mailbox) as server:
        server.received = []  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()


def test_a_mail_server_that_is_away_is_tried_again(
    with_mail: None, settings: Any, mailbox: socketserver.TCPServer, wall: Wall
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    Client().post(FORGOTTEN, {"email": "flo@example.com"})
    send_all()
    assert PasswordRequest.objects.get().tries == 1
    send_all()
    assert PasswordRequest.objects.get().tries == 1, "not at once"
    settings.EMAIL_PORT = mailbox.server_address[1]
    wall.passes(minutes=2)
    send_password_mails()
    send_all()
    assert not PasswordRequest.objects.exists()
    text = "".join(mailbox.received).replace("=\r\n", "")  # type: ignore[attr-defined]
    assert "To: Flo@example.com" in text
    assert Client().get(link_in(text)).status_code == 200

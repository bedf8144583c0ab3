"""Single sign-on against a small provider on loopback: what it signs is checked, and nothing else is believed."""

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from django.test import Client

from tests.access.second_factors import ENROL, enrol, is_in, log_in
from tests.fixtures.room import press
from tests.fixtures.wall import Wall
from tests.web.visitors import send, text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import change_person, set_login_policy
from tourney.commands.password_links import set_email
from tourney.models import JournalEntry, LoginIdentity, LoginSession, User

SIGN_ON = "/login/sso/"
CLIENT, SECRET = "the-room", "a client secret"
KEY, OTHER_KEY = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _key in range(2))
pytestmark = pytest.mark.django_db


class Provider(ThreadingHTTPServer):
    """A provider of OpenID Connect.

    Attributes:
        claims: what the next token says besides the usual.
        asked: what the browser was sent with.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.claims: dict[str, Any] = {}
        self.signed: dict[str, Any] = {"key": KEY, "algorithm": "RS256", "headers": {"kid": "one"}}
        self.asked: dict[str, str] = {}
        self.redeemed: list[dict[str, str]] = []

    def token(self) -> str:
        """Return a signed token with the claims."""
        now = int(time.time())
        usual = {
            "iss": self.url, "aud": CLIENT, "sub": "ann-7", "iat": now, "exp": now + 300,
            "nonce": self.asked.get("nonce"), "preferred_username": "ann", "groups": ["staff", "poker-floor"],
        }  # fmt: skip
        return jwt.encode({**usual, **self.claims}, **self.signed)


class _Answers(BaseHTTPRequestHandler):
    server: Provider

    def log_message(self, *_arguments: Any) -> None:
        """Stay silent."""

    def do_GET(self) -> None:
        url = self.server.url
        if self.path.endswith("/openid-configuration"):
            self._answer(
                {
                    "issuer": url,
                    "authorization_endpoint": f"{url}/authorize",
                    "token_endpoint": f"{url}/token",
                    "jwks_uri": f"{url}/keys",
                }
            )
        else:
            key = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key()))
            self._answer({"keys": [{**key, "kid": "one", "use": "sig"}]})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {name: values[0] for name, values in parse_qs(body).items()}
        kind, _blank, pair = self.headers.get("Authorization", "").partition(" ")
        given = base64.b64decode(pair).decode() if kind == "Basic" else ""
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest())
        right = (
            given == f"{CLIENT}:a%20client%20secret"
            and challenge.decode().rstrip("=") == self.server.asked["code_challenge"]
            and form["redirect_uri"] == self.server.asked["redirect_uri"]
            and form["code"] == "a-code"
        )
        self.server.redeemed.append(form)
        self._answer(
            {"id_token": self.server.token()} if right else {"error": "invalid_grant"}, 200 if right else 400
        )

    def _answer(self, found: Any, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(found).encode())


@pytest.fixture
def provider(settings: Any, tmp_path: Any) -> Iterator[Provider]:
    """Run a provider, and configure the room for it."""
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    with Provider() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.OIDC_ISSUER, settings.OIDC_CLIENT_ID = server.url, CLIENT
        settings.OIDC_SECRET_FILE = str(tmp_path / "secret")
        settings.OIDC_ROLES = [("poker-directors", "director"), ("poker-floor", "floor")]
        yield server
        server.shutdown()


def sign_on(provider: Provider, client: Client | None = None, **changed: str) -> Client:
    """Go to the provider and come back."""
    client = client or Client()
    address = urlsplit(client.get(SIGN_ON, {"next": "/staff/journal/"})["Location"])
    assert f"{address.scheme}://{address.netloc}{address.path}" == f"{provider.url}/authorize"
    provider.asked = {name: values[0] for name, values in parse_qs(address.query).items()}
    assert provider.asked["code_challenge_method"] == "S256"
    answer = {"code": "a-code", "state": provider.asked["state"], **changed}
    client.get(urlsplit(provider.asked["redirect_uri"]).path, answer)
    return client


def test_a_person_signs_on_gets_a_login_and_finds_it_again(provider: Provider) -> None:
    assert SIGN_ON in text_of(Client().get("/login/"))
    assert is_in(sign_on(provider))
    user = User.objects.get()
    assert (user.username, user.role, user.has_usable_password()) == ("ann", "floor", False)
    provider.claims = {"preferred_username": "married", "email": "new@example.com"}
    assert is_in(sign_on(provider))
    assert LoginIdentity.objects.get().user == User.objects.get(), "issuer and subject decide"
    provider.claims = {"sub": "another-ann"}
    assert is_in(sign_on(provider))
    assert set(User.objects.values_list("username", flat=True)) == {"ann", "ann-2"}
    assert SECRET not in str(list(JournalEntry.objects.values("arguments", "answer", "changes")))


@pytest.mark.parametrize(
    ("claims", "signed"),
    [
        ({"nonce": "another"}, {}),
        ({"nonce": None}, {}),
        ({"aud": "another-client"}, {}),
        ({"aud": [CLIENT, "another"], "azp": "another"}, {}),
        ({"iss": "http://127.0.0.1:1"}, {}),
        ({"exp": 1_700_000_000}, {}),
        ({"exp": None}, {}),
        ({"sub": ""}, {}),
        ({}, {"key": OTHER_KEY}),
        ({}, {"key": None, "algorithm": "none"}),
        # Signed with the public key, as if it were a shared secret.
        ({}, {"key": CLIENT * 8, "algorithm": "HS256"}),
        ({}, {"headers": {"kid": "unknown"}}),
    ],
    ids=["nonce", "no nonce", "audience", "azp", "issuer", "expired", "no expiry",
         "no subject", "another key", "alg none", "symmetric", "unknown key"],
)  # fmt: skip
def test_a_token_that_is_not_for_this_login_is_refused(
    provider: Provider, claims: dict[str, Any], signed: dict[str, Any]
) -> None:
    provider.claims = claims
    provider.signed |= signed
    assert not is_in(sign_on(provider))
    assert not User.objects.exists()
    assert provider.redeemed, "the provider was asked"


def test_an_answer_is_taken_once_from_the_browser_that_asked(provider: Provider) -> None:
    assert not is_in(sign_on(provider, state="another"))
    victim = Client()
    victim.get("/login/sso/callback/", {"code": "a-code", "state": provider.asked["state"]})
    assert not is_in(victim)
    assert not is_in(sign_on(provider, code="a-wrong-code"))
    client = sign_on(provider)
    client.post("/logout/")
    client.get("/login/sso/callback/", {"code": "a-code", "state": provider.asked["state"]})
    assert not is_in(client)


def test_roles_follow_the_groups_and_without_one_nobody_comes_in(provider: Provider, director: Actor) -> None:
    assert is_in(sign_on(provider))
    provider.claims = {"groups": ["poker-directors", "poker-floor"]}
    sign_on(provider)
    assert User.objects.get(username="ann").role == "director"
    provider.claims = {"groups": ["poker"]}
    assert not is_in(sign_on(provider))
    provider.claims = {}
    press(change_person, by=FIRST_START, user=User.objects.get(username="ann").pk, role="floor", active=False)
    assert not is_in(sign_on(provider))


def test_a_login_is_linked_by_a_verified_address_only_if_the_room_allows_it(
    provider: Provider, settings: Any, director: Actor
) -> None:
    settings.OIDC_ROLES = []
    number = int(director.key.partition(":")[2])
    press(set_email, by=FIRST_START, user=number, email="dora@example.com")
    provider.claims = {"email": "dora@example.com", "email_verified": True}
    assert not is_in(sign_on(provider))
    settings.OIDC_LINK_BY_EMAIL = True
    for unverified in (False, "true", None):
        provider.claims["email_verified"] = unverified
        assert not is_in(sign_on(provider))
    provider.claims["email_verified"] = True
    assert is_in(sign_on(provider))
    provider.claims["sub"] = "who-got-the-address-later"
    assert not is_in(sign_on(provider)), "the login is linked already"


def test_the_room_asks_for_its_second_factor_unless_the_provider_does(
    provider: Provider, settings: Any
) -> None:
    policy = {"factor_roles": ["floor"], "session_hours": 336, "idle_minutes": 0, "password_length": 8}
    press(set_login_policy, by=FIRST_START, **policy)
    client = sign_on(provider)
    assert not is_in(client)
    assert client.get(ENROL).status_code == 200
    settings.OIDC_SECOND_FACTOR = True
    assert is_in(sign_on(provider))
    assert LoginSession.objects.get().verified


def test_a_link_to_the_sign_on_logs_nobody_out(provider: Provider, floor: Actor) -> None:
    client = Client()
    log_in(client, "flo")
    key = client.session.session_key
    assert client.get(SIGN_ON)["Location"].startswith("/")
    assert client.get(SIGN_ON, {"next": "/staff/journal/"})["Location"] == "/staff/journal/"
    client.get(f"{SIGN_ON}callback/", {"code": "a-code", "state": "guessed"})
    assert (is_in(client), client.session.session_key) == (True, key)


@pytest.mark.parametrize(
    ("stored", "linked"),
    [("Mike@Example.com", True), ("m\u0131ke@example.com", False), ("mi\u212ae@example.com", False)],
)
def test_only_the_same_address_links_a_login(
    provider: Provider, settings: Any, floor: Actor, stored: str, linked: bool
) -> None:
    settings.OIDC_LINK_BY_EMAIL = True
    press(set_email, by=FIRST_START, user=int(floor.key.partition(":")[2]), email=stored)
    provider.claims = {"email": "mike@example.com", "email_verified": True}
    sign_on(provider)
    assert (LoginIdentity.objects.get().user.username == "flo") is linked


def test_passwords_may_be_turned_off_but_for_emergencies(
    provider: Provider, settings: Any, director: Actor, floor: Actor
) -> None:
    settings.PASSWORD_LOGINS = ["dora"]
    refused = log_in(Client(), "flo")
    assert (refused.status_code, "by single sign-on only" in text_of(refused)) == (200, True)
    assert log_in(Client()).status_code == 302


def test_a_login_that_may_not_use_its_password_changes_factors_soon_after_a_login(
    provider: Provider, settings: Any, floor: Actor, wall: Wall
) -> None:
    client = Client()
    log_in(client, "flo")
    settings.PASSWORD_LOGINS = ["dora"]
    assert 'name="password"' not in text_of(client.get("/staff/own/app/"))
    enrol(client, wall, "/staff/own/app/")
    wall.passes(minutes=16)
    refused = send(client, "/staff/own/", what="codes")
    assert (refused.status_code, "Log out and in again" in text_of(refused)) == (422, True)


def test_a_provider_that_is_away_or_not_reached_over_tls_is_reported(
    provider: Provider, settings: Any
) -> None:
    for issuer in ("http://127.0.0.1:1", "http://login.example"):
        settings.OIDC_ISSUER = issuer
        answer = Client().get(SIGN_ON, follow=True)
        assert "reached at the moment" in text_of(answer)


def test_without_a_provider_there_is_no_sign_on(db: None) -> None:
    assert Client().get(SIGN_ON).status_code == 404
    assert Client().get(f"{SIGN_ON}callback/").status_code == 404
    assert SIGN_ON not in text_of(Client().get("/login/"))

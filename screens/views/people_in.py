"""Logging in and out, and the language of one's pages."""

import uuid
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_POST

from tourney.access.language import known
from tourney.access.viewers import viewer_of_user
from tourney.actions import choose_language
from tourney.models import User

_YEAR = 365 * 24 * 3600


class LoginForm(AuthenticationForm):
    """Name and password, in the words of the house."""

    error_messages = {
        "invalid_login": lazy("Name or password is wrong. After several wrong tries the login is locked."),
        "inactive": lazy("This login has been switched off. Ask a director."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = lazy("Name")
        self.fields["username"].widget = forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        )
        self.fields["password"].label = lazy("Password")


class Login(LoginView):
    """The staff entry."""

    authentication_form = LoginForm
    template_name = "screens/login.html"
    redirect_authenticated_user = True


class Logout(LogoutView):
    """The way out; by POST only, so that no link can log anybody out."""


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of this browser, and of the person who is logged in.

    What the server does not speak changes nothing. Goes back to the page the form stood on.
    """
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = reverse("lobby")
    response = HttpResponseRedirect(back)
    code = known(request.POST.get("language"))
    if code is None:
        return response
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=_YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    actor = viewer_of_user(request.user).actor
    if actor is not None and isinstance(request.user, User) and request.user.language != code:
        choose_language(actor=actor, command_id=uuid.uuid4(), language=code)
    return response

"""Login, logout, and the language of the pages."""

import math
import uuid
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_POST

from tourney.access import guard, logins
from tourney.access.decisions import log_logout, log_wrong_password
from tourney.access.language import known
from tourney.access.login_policy import may_use_password
from tourney.access.passwords import TURNS, Busy
from tourney.access.sessions import stored_key
from tourney.access.single_sign_on import is_configured
from tourney.access.viewers import address_of_request, viewer_of_user
from tourney.commands import choose_language
from tourney.live.publish import tell_hubs
from tourney.models import User
from tourney.services import wrong_passwords
from tourney.services.password_mail import sends_links
from web.public.ended_login import forget_login, has_ended
from web.public.pending_login import finish
from web.shared.access import LONGEST_ADDRESS
from web.shared.errors import too_busy
from web.shared.landing import landing_page

_YEAR = 365 * 24 * 3600
# When to try again if others are checked at this moment, in seconds.
_SOON = 1.0


class LoginForm(AuthenticationForm):
    """The login form with our own error messages.

    Attributes:
        wait: seconds until another password is checked; 0 if this one was.
    """

    wait = 0.0

    error_messages = {
        "invalid_login": lazy("Wrong name or password. After several wrong attempts the login is locked."),
        "inactive": lazy("This login is inactive. Ask a director."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = lazy("Name")
        self.fields["username"].widget = forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        )
        self.fields["password"].label = lazy("Password")

    def clean(self) -> dict[str, Any]:
        """Check the password, unless there were too many wrong ones.

        Raises:
            forms.ValidationError: it is wrong, or was not checked yet.
        """
        name = self.cleaned_data.get("username")
        if not isinstance(self.request, HttpRequest) or not name or not self.cleaned_data.get("password"):
            return super().clean()
        guesses = self.guesses(self.request, name)
        locked = guesses.lock()
        self.wait = max(locked, guesses.wait())
        if locked > 0:
            text = _(
                "Too many wrong passwords for this name from this device. The login unlocks %(minutes)s "
                "minutes after the last attempt; a director can’t unlock it sooner. The right password works "
                "at once from another device."
            )
            minutes = math.ceil(settings.LOGIN_LOCKED_HOURS * 60)
            raise forms.ValidationError(text, code="locked_out", params={"minutes": minutes})
        self._refuse_while_waiting()
        noted = guesses.note()
        # Recomputed without this attempt: others may have been recorded meanwhile. They may turn out to be right.
        self.wait = max(_SOON if guesses.lock(but=noted) else 0.0, guesses.wait(but=noted))
        if self.wait > 0:
            guard.withdraw(noted)
        self._refuse_while_waiting()
        try:
            with TURNS:
                cleaned = super().clean()
        except Busy:
            # No password was checked.
            guard.withdraw(noted)
            raise
        except forms.ValidationError:
            address = address_of_request(self.request)
            log_wrong_password(address, self.request.user.pk)
            wrong_passwords.report(name, address)
            raise
        guard.withdraw(noted)
        guesses.forget()
        return cleaned

    def guesses(self, request: HttpRequest, name: str) -> logins.Guesses:
        """Return where the attempts for this name are counted."""
        return logins.guesses_at_login(request, name)

    def _refuse_while_waiting(self) -> None:
        if self.wait > 0:
            text = _("Too many wrong passwords. Try again in %(seconds)s s.")
            raise forms.ValidationError(text, code="too_many", params={"seconds": math.ceil(self.wait)})


class ApprovalForm(LoginForm):
    """Name and password of a supervisor who approves at another login's desk."""

    def guesses(self, request: HttpRequest, name: str) -> logins.Guesses:
        """Return where the attempts are counted: at the requesting login."""
        return logins.guesses_at_approval(int(request.user.pk or 0), name)


class Login(LoginView):
    """The staff login."""

    authentication_form = LoginForm
    template_name = "public/login.html"
    redirect_authenticated_user = True

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Return what the page shows besides the form."""
        return super().get_context_data(
            mail_is_sent=sends_links(), signs_on=is_configured(), has_ended=has_ended(self.request), **more
        )

    def get_redirect_url(self) -> str:
        """Return the page to go to after the login; "" if none of ours was named."""
        address: str = super().get_redirect_url()
        return address if len(address) <= LONGEST_ADDRESS else ""

    def get_default_redirect_url(self) -> str:
        """Return the page where this role works."""
        actor = viewer_of_user(self.request.user).actor
        return super().get_default_redirect_url() if actor is None else landing_page(actor)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Log in by name and password; 503 while too many passwords are being checked."""
        try:
            return super().post(request, *args, **kwargs)
        except Busy:
            return too_busy(request)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, or go on to the second factor."""
        user = form.get_user()
        if not isinstance(user, User):
            raise TypeError("Logins are rows of User.")
        if not may_use_password(user):
            form.add_error(None, _("This login works by single sign-on only."))
            return self.form_invalid(form)
        return finish(self.request, user, self.get_redirect_url(), verified=False)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show the form's errors; 429 if the password was not checked."""
        response = super().form_invalid(form)
        if isinstance(form, LoginForm) and form.wait > 0:
            response.status_code = 429
            response["Retry-After"] = str(math.ceil(form.wait))
        return response


class Logout(LogoutView):
    """Log out, by POST only so that no link can do it, and close the open sockets."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Log out."""
        key, user = request.session.session_key, request.user.pk
        response = super().post(request, *args, **kwargs)
        if key:
            tell_hubs({"close_sessions": [stored_key(key)]})
        if user is not None:
            log_logout(user)
            messages.info(request, _("You are logged out in this browser."))
        forget_login(response)
        return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of this browser, and of the person who is logged in.

    An unsupported language changes nothing. Returns to the page of the form.
    """
    back = request.POST.get("next", "")
    if len(back) > LONGEST_ADDRESS or not url_has_allowed_host_and_scheme(
        back, {request.get_host()}, require_https=request.is_secure()
    ):
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

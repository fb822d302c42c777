"""Django's forms of accounts with our words, without autofocus, and with tries counted before they are carried out."""

import logging
import threading
from smtplib import SMTPException
from typing import Any, Final

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, PasswordResetForm, UserCreationForm
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from codex.accounts.lookalikes import check_name
from codex.accounts.throttle import BOUNDS, Act, succeeded, too_many

THROTTLED: Final = "throttled"
_TOO_MANY: Final = _("Too many tries from here. Wait a while, then try again.")
_log = logging.getLogger(__name__)


def check_tries(request: HttpRequest, act: Act, account: str = "") -> None:
    """Count a try (raises ValidationError when it is one too many); says nothing of whether the account exists."""
    if too_many(request, act, account):
        raise ValidationError(_TOO_MANY, code=THROTTLED, params={"seconds": BOUNDS[act].seconds})


def mark_throttled(response: HttpResponseBase, form: forms.BaseForm) -> None:
    """Make the answer 429, with the time to wait, when the form was sent too often; any other stays as it is."""
    for error in (one for errors in form.errors.as_data().values() for one in errors):
        if error.code == THROTTLED and error.params:
            response.status_code = 429
            response.headers["Retry-After"] = str(error.params["seconds"])


class CountedSignIn(AuthenticationForm):
    """Counts tries by the name that was typed, existing or not."""

    error_messages = {
        "invalid_login": _("Name and password do not fit together. Capital letters count."),
        "inactive": _("Name and password do not fit together. Capital letters count."),
    }

    def clean(self) -> dict[str, Any]:
        """Check name and password, unless too many were tried before."""
        name = self.cleaned_data.get("username", "")
        if self.request is None or not (name and self.cleaned_data.get("password")):
            return super().clean()
        check_tries(self.request, "sign-in", name)
        cleaned = super().clean()
        succeeded(self.request, "sign-in", name)
        return cleaned


class AdminSignInForm(CountedSignIn, AdminAuthenticationForm):
    """The same for the admin's own door, which lets in staff only."""

    error_messages = {**AdminAuthenticationForm.error_messages}


class SignInForm(CountedSignIn):
    """The one of our page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")
        self.fields["username"].widget.attrs.pop("autofocus", None)

    def clean(self) -> dict[str, Any]:
        """What is wrong stands beside the field that is typed again."""
        try:
            return super().clean()
        except ValidationError as error:
            self.add_error("password", error)
        return self.cleaned_data


class SignUpForm(UserCreationForm):  # type: ignore[type-arg]
    """A name, a password typed twice, and an address for the day it is forgotten."""

    email = forms.EmailField(
        label=_("E-mail address (optional)"),
        required=False,
        max_length=254,
        help_text=_("Only for a forgotten password."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("username", "email", "password1", "password2")

    class Meta(UserCreationForm.Meta):
        """The two columns that are asked for."""

        fields = ("username", "email")

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request
        self.fields["username"].label = _("User name")
        self.fields["username"].widget.attrs.pop("autofocus", None)

    def clean_username(self) -> str:
        """A name that nobody has, and that nobody takes for another's."""
        name: str | None = super().clean_username()  # None: the name is had, which is told already
        if name:
            check_name(name)
        return name or ""

    def clean(self) -> dict[str, Any]:
        """Count every try: also those that only ask whether a name is taken."""
        check_tries(self._request, "sign-up")
        return super().clean() or self.cleaned_data


class ChangeForm(PasswordChangeForm):
    """Whoever found a session open cannot guess the password with it either."""

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request
        self.fields["old_password"].widget.attrs.pop("autofocus", None)

    def clean_old_password(self) -> str:
        """Count a try as one of signing in."""
        name = self.user.get_username()
        check_tries(self._request, "sign-in", name)
        password = super().clean_old_password()
        succeeded(self._request, "sign-in", name)
        return password


class ResetForm(PasswordResetForm):
    """Answers alike, and as fast, whether there is an account with that address or not."""

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request
        self.fields["email"].label = _("E-mail address")

    def clean_email(self) -> str:
        """Count a try by the address that was typed."""
        address: str = self.cleaned_data["email"]
        check_tries(self._request, "reset", address)
        return address

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,
    ) -> None:
        """Send in the background: how long a mail server takes would tell that there is an account."""
        subject = " ".join(render_to_string(subject_template_name, context).split())
        send(EmailMessage(subject, render_to_string(email_template_name, context), from_email, [to_email]))


def send(mail: EmailMessage) -> None:
    """Send a mail in a thread of its own."""
    threading.Thread(target=_send, args=(mail,), name="codex-mail").start()


def _send(mail: EmailMessage) -> None:
    try:
        mail.send()
    except (SMTPException, OSError) as error:
        _log.error("A mail could not be sent: %s.", type(error).__name__)

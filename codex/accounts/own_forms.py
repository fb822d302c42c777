"""Forms for what only the owner of an account may do: each asks for the password, and counts the tries."""

from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from codex.accounts.forms import check_tries, send
from codex.accounts.throttle import succeeded


class OwnForm(forms.Form):
    """The password of whoever is signed in."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request

    @property
    def user(self) -> User:
        """Whose account it is."""
        return cast("User", self._request.user)

    def clean_password(self) -> str:
        """Count a try as one of signing in: whoever found a session open cannot guess the password here either."""
        name = self.user.get_username()
        check_tries(self._request, "sign-in", name)
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(_("This is not the password of this account."), code="password_incorrect")
        succeeded(self._request, "sign-in", name)
        return password


class MailForm(OwnForm):
    """Another address for the day the password is forgotten, or none."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        help_text=_("Only for a forgotten password; leave it empty to have none kept."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "password")

    def save(self) -> None:
        """Keep it, and tell the former address: whoever did not do this should hear of it."""
        user, former = self.user, self.user.email
        user.email = self.cleaned_data["email"]
        user.save(update_fields=["email"])
        if former and former != user.email:
            send(_notice(user.get_username(), former, self._request.get_host()))


class CloseForm(OwnForm):
    """The password is all that it asks."""


def _notice(name: str, address: str, site: str) -> EmailMessage:
    told = {"name": name, "site_name": site}
    subject = " ".join(render_to_string("account/mail/changed_subject.txt", told).split())
    return EmailMessage(subject, render_to_string("account/mail/changed.txt", told), None, [address])

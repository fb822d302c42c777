"""Pages for what only the owner of an account may do: another mail address, and closing it (SEC-04)."""

from typing import Any, cast

from django.contrib.auth import logout
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.models import User
from django.contrib.messages.views import SuccessMessageMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView

from codex.accounts import closing
from codex.accounts.own_forms import CloseForm, MailForm
from codex.accounts.views import Counted, Page


@method_decorator(sensitive_post_parameters(), name="dispatch")
class ChangeMail(LoginRequiredMixin, SuccessMessageMixin, Page, Counted, FormView):  # type: ignore[type-arg]
    """Another address, or none."""

    form_class = MailForm
    template_name = "account/mail.html"
    success_url = reverse_lazy("account:home")
    heading = _("Change your e-mail address")
    success_message = _("Your e-mail address was changed.")

    def get_initial(self) -> dict[str, Any]:
        """The one that is kept now."""
        return {"email": cast("User", self.request.user).email}

    def form_valid(self, form: MailForm) -> HttpResponse:
        """Keep it."""
        form.save()
        return super().form_valid(form)


@method_decorator(sensitive_post_parameters(), name="dispatch")
class Close(LoginRequiredMixin, Page, Counted, FormView):  # type: ignore[type-arg]
    """Say what goes and what stays, ask for the password, then close the account for good."""

    form_class = CloseForm
    template_name = "account/close.html"
    heading = _("Close your account")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With what goes, what stays, and whether the owner alone can do it."""
        user = cast("User", self.request.user)
        told = {"held": list(closing.held(user)), "kept": list(closing.kept())}
        return super().get_context_data(**kwargs) | told | {"closable": closing.is_closable(user)}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Accounts of the staff are not closed here, whatever is sent."""
        if not closing.is_closable(cast("User", request.user)):
            return self.render_to_response(self.get_context_data(), status=403)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: CloseForm) -> HttpResponse:
        """Close it, and say so to whoever nobody is by then."""
        closing.close(form.user)
        logout(self.request)
        return render(self.request, "account/closed.html", {"heading": gettext("Your account is closed")})

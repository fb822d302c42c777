"""The pages of accounts (SEC-04): Django's views with our forms, leading nowhere off this site."""

from typing import Any

from django.contrib.auth import login, views
from django.contrib.auth.decorators import login_required
from django.contrib.messages.views import SuccessMessageMixin
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView

from codex import belongings
from codex.accounts.forms import ChangeForm, ResetForm, SignInForm, SignUpForm, mark_throttled
from codex.accounts.throttle import remember
from codex.callers import caller_of
from codex.live import options
from codex.metering.admission import standing_of
from codex.metering.today import table_of
from codex.web.local import local_path


class Page:
    """A heading for every page, and 429 for a form that was sent too often."""

    heading: Any = ""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the heading."""
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        return context | {"heading": self.heading, "signup": options().allow_signup}

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """The form again."""
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        mark_throttled(response, form)
        return response


class LeadsBack(views.RedirectURLMixin):
    """On to where the visitor came from, when that is on this site; signing in leads to no second sign-in."""

    request: HttpRequest

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        """The address that was sent along; nothing when there is none, or none to be trusted."""
        sent = local_path(self.request.POST.get("next", self.request.GET.get("next")))
        return "" if sent.startswith((reverse("account:sign-in"), reverse("account:sign-up"))) else sent


class Counted:
    """For forms that count tries, which they do by the address that sends them."""

    request: HttpRequest

    def get_form_kwargs(self) -> dict[str, Any]:
        """With the request."""
        kwargs: dict[str, Any] = super().get_form_kwargs()  # type: ignore[misc]
        return kwargs | {"request": self.request}


class SignIn(Page, LeadsBack, views.LoginView):
    """Name and password."""

    form_class = SignInForm
    template_name = "account/sign_in.html"
    heading = _("Sign in")
    redirect_authenticated_user = True


class SignOut(LeadsBack, views.LogoutView):
    """By POST alone, so that no other site can do it."""

    next_page = "codex:home"


@method_decorator(sensitive_post_parameters(), name="dispatch")
class SignUp(Page, Counted, LeadsBack, FormView):  # type: ignore[type-arg]
    """An account of one's own, where `allow-signup` is on; elsewhere there is no such page."""

    form_class = SignUpForm
    template_name = "account/sign_up.html"
    heading = _("Make an account")
    next_page = "account:home"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Only while staff allow it, and only for those who have none."""
        if not options().allow_signup:
            raise Http404
        if request.user.is_authenticated:
            return redirect("account:home")
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With where the visitor came from."""
        return super().get_context_data(**kwargs) | {"next": self.get_redirect_url()}

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Make the account and sign in to it."""
        login(self.request, form.save())
        return super().form_valid(form)


class ChangePassword(SuccessMessageMixin, Page, Counted, views.PasswordChangeView):  # type: ignore[type-arg]
    """The old password and a new one; other sessions of the account end."""

    form_class = ChangeForm
    template_name = "account/change_password.html"
    success_url = reverse_lazy("account:home")
    heading = _("Change your password")
    success_message = _("Your password was changed.")


class Reset(Page, Counted, views.PasswordResetView):
    """Ask for a mail with a link."""

    form_class = ResetForm
    template_name = "account/reset.html"
    subject_template_name = "account/mail/reset_subject.txt"
    email_template_name = "account/mail/reset.txt"
    success_url = reverse_lazy("account:reset-sent")
    heading = _("Forgotten your password?")


class ResetSent(Page, views.PasswordResetDoneView):
    """Says the same whether there is such an account or not."""

    template_name = "account/reset_sent.html"
    heading = _("Look into your mail")


class ResetConfirm(Page, views.PasswordResetConfirmView):
    """Choose a new password; a link works once and for a day."""

    template_name = "account/reset_confirm.html"
    success_url = reverse_lazy("account:reset-done")
    heading = _("Choose a new password")

    def form_valid(self, form: Any) -> HttpResponse:
        """Whoever got the mail may sign in from here, whatever others try meanwhile."""
        response = super().form_valid(form)
        remember(self.request, form.user.get_username())
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """A link that does not work is told in the heading."""
        context = super().get_context_data(**kwargs)
        return context if self.validlink else context | {"heading": gettext("This link does not work any more")}


class ResetDone(Page, views.PasswordResetCompleteView):
    """Sign in with it."""

    template_name = "account/reset_done.html"
    heading = _("Your password was changed")


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """What the account may do today, and what can be done with it."""
    caller = caller_of(request)
    today = table_of(standing_of(caller, options()), *belongings.today(caller))
    return render(request, "account/home.html", {"heading": gettext("Your account"), "today": today})

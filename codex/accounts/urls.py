"""The addresses of accounts."""

from django.urls import path

from codex.accounts import own_views, views
from codex.accounts.private import private

app_name = "account"
urlpatterns = [
    path("", private(views.home), name="home"),
    path("sign-in/", private(views.SignIn.as_view()), name="sign-in"),
    path("sign-out/", private(views.SignOut.as_view()), name="sign-out"),
    path("sign-up/", private(views.SignUp.as_view()), name="sign-up"),
    path("password/", private(views.ChangePassword.as_view()), name="password"),
    path("mail/", private(own_views.ChangeMail.as_view()), name="mail"),
    path("close/", private(own_views.Close.as_view()), name="close"),
    path("reset/", private(views.Reset.as_view()), name="reset"),
    path("reset/sent/", private(views.ResetSent.as_view()), name="reset-sent"),
    path("reset/done/", private(views.ResetDone.as_view()), name="reset-done"),
    path("reset/<uidb64>/<token>/", private(views.ResetConfirm.as_view()), name="reset-confirm"),
]

"""Where each address leads; apps are named by string, never imported."""

from django.contrib import admin
from django.urls import include, path

admin.autodiscover()
urlpatterns = [
    # In front: the admin takes every address below its own.
    path("admin/", include("codex.staff.urls")),
    path("admin/", admin.site.urls),
    path("account/", include("codex.accounts.urls")),
    path("", include("codex.urls")),
    path("", include("grounded.urls")),
]
handler400 = "codex.web.handlers.bad_request"
handler403 = "codex.web.handlers.forbidden"
handler404 = "codex.web.handlers.not_found"
handler500 = "codex.web.handlers.server_error"

"""Where each address leads; apps are named by string, never imported."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("codex.urls")),
]
handler400 = "codex.views.bad_request"
handler403 = "codex.views.forbidden"
handler404 = "codex.views.not_found"
handler500 = "codex.views.server_error"

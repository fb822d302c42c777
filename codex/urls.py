"""The codex app's addresses."""

from django.urls import URLPattern

app_name = "codex"
urlpatterns: list[URLPattern] = []

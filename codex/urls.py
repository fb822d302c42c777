"""The codex app's addresses."""

from django.urls import URLPattern, URLResolver, include, path

from codex import added, views
from codex.api import api
from codex.health.metrics_view import metrics
from codex.mcp import mcp
from codex.pages import browse_views, discovery, keeping_views, reading_views, suggest_views
from codex.rest.lane import search_first
from codex.rest.openapi import openapi
from codex.web.look import look

app_name = "codex"
for router in added.routers:
    api.add_router("", router)
urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("search", views.search_page, name="search"),
    path("collections", browse_views.collections, name="collections"),
    path("read", reading_views.read, name="read"),
    path("kept", keeping_views.kept, name="kept"),
    path("look", look, name="look"),
    path("suggest", suggest_views.suggest, name="suggest"),
    path("robots.txt", discovery.robots, name="robots"),
    path("llms.txt", discovery.llms, name="llms"),
    path("opensearch.xml", discovery.opensearch, name="opensearch"),
    path("api/v1/openapi.json", openapi, name="openapi"),
    path("api/v1/", include(search_first(api.urls))),
    path("mcp", mcp, name="mcp"),
    path("metrics", metrics, name="metrics"),
]

"""The staff's page of what was used, and each of its tables for a spreadsheet (ADM-01)."""

from datetime import UTC, datetime
from typing import Any, Final

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from codex.core.suggest import spellings
from codex.live import options
from codex.pages import wording
from codex.shelf import shelf
from codex.usage import tables
from codex.usage.period import USUAL, Period, PeriodForm
from codex.usage.plots import plot_of
from codex.usage.searches import searches
from codex.usage.tables import Part, Table, as_file, packed_csv

SEE: Final = "codex.view_usage"
#: Queries that found nothing, as the page lists them; the CSV has more.
LISTED: Final = 50
#: For so many of them the archive is asked what is like them.
_NEAREST: Final = 20


def page(request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200) -> TemplateResponse:
    """A page among the admin's."""
    return TemplateResponse(request, template, admin.site.each_context(request) | context, status=status)


def require(allowed: bool) -> None:
    """Refuse whoever may not (raises PermissionDenied)."""
    if not allowed:
        raise PermissionDenied


def _parts(period: Period) -> list[Part]:
    return [source(period) for source in (searches, *tables.sources())]


@require_safe
def usage(request: HttpRequest) -> HttpResponse:
    """Numbers in large, plots with their tables, and what was looked for in vain."""
    require(request.user.has_perm(SEE))
    form = PeriodForm(request.GET, datetime.now(UTC).date())
    parts = _parts(form.period)
    shown = [table for part in parts for table in part.tables]
    context = {
        "title": gettext("Usage"),
        "form": form,
        "usual": USUAL,
        "period": form.period,
        "tiles": [tile for part in parts for tile in part.tiles],
        "figures": [(table, plot_of(table)) for table in shown if table.name != "missing"],
        "missing": _missing(next(table for table in shown if table.name == "missing")),
        "keep_days": options().query_log_days,
    }
    return page(request, "admin/codex/usage/usage.html", context, status=400 if form.is_bound and form.errors else 200)


@require_safe
def usage_csv(request: HttpRequest, name: str) -> HttpResponse:
    """One table of the same days, for a spreadsheet."""
    require(request.user.has_perm(SEE))
    form = PeriodForm(request.GET, datetime.now(UTC).date())
    found = [table for part in _parts(form.period) for table in part.tables if table.name == name]
    if not found:
        raise Http404
    return _file(name, form.period, "csv", as_file(found[0]), "text/csv; charset=utf-8")


@require_safe
def usage_zip(request: HttpRequest) -> HttpResponse:
    """All tables of the same days at once, each as the CSV that it is alone."""
    require(request.user.has_perm(SEE))
    form = PeriodForm(request.GET, datetime.now(UTC).date())
    packed = packed_csv(table for part in _parts(form.period) for table in part.tables)
    return _file("usage", form.period, "zip", packed, "application/zip")


def _file(name: str, period: Period, ending: str, content: bytes, content_type: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-{period.first}-{period.last}.{ending}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _missing(table: Table) -> dict[str, Any]:
    codes = {str(name): code for code, name in wording.TONGUES.items()}
    rows = [
        (*words, _nearest(str(row[0]), codes.get(str(row[1]), "en")) if n < _NEAREST else "")
        for n, (words, row) in enumerate(_listed(table))
    ]
    return {"table": table, "rows": rows, "more": max(0, len(table.rows) - LISTED)}


def _listed(table: Table) -> list[tuple[list[str], tuple[tables.Cell, ...]]]:
    return list(zip(table.words, table.rows, strict=True))[:LISTED]


def _nearest(words: str, lang: str) -> str:
    """What the archive in memory has that is like them, first in the tongue of the search; nothing is read for it."""
    edition = shelf.held
    found = spellings(edition.index, words, lang) if edition else ()
    return found[0] if found else ""

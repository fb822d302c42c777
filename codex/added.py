"""What other apps add to this one, each part named by string: nothing of it is imported before it is asked for."""

from collections.abc import Iterator
from typing import Any, Final

from django.utils.module_loading import import_string


class Named:
    """Parts in the order they were added; names are like `app.module.NAME`."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}

    def add(self, name: str) -> None:
        """Have it used from now on, once however often it is added; an app does so when it is ready."""
        self._names[name] = None

    def __iter__(self) -> Iterator[Any]:
        """Each part, imported by now (raises ImportError)."""
        for name in self._names:
            yield import_string(name)


#: To the pages of a search: each a `codex.pages.extras.Extra`.
extras: Final = Named()
#: To the numbers for Prometheus: each a `codex.health.metrics.Source`.
numbers: Final = Named()
#: What is kept of an account: each a `codex.belongings.Belongings`.
belongings: Final = Named()
#: To the page that says what this site keeps: each a function that makes a `codex.pages.keeping.Section`.
sections: Final = Named()
#: To what staff see of the site's use: each a `codex.usage.tables.Source`.
tables: Final = Named()
#: To the start page of staff: each a tuple of `codex.staff.doors.Door`.
doors: Final = Named()
#: To the first steps of a new site: each a `codex.staff.steps.Source`.
steps: Final = Named()
#: Operations of the JSON face: each a ninja Router, joined to it where addresses are made of them.
routers: Final = Named()

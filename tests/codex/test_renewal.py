"""Between processes: what another left behind a moment ago is taken, and nobody waits for ever."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from codex.core.errors import FetchError
from codex.models import ArchiveSnapshot
from codex.store import snapshots
from codex.store.renewal import Renewal
from tests import scripts
from tests.codex.archives import archive_bytes, copy_of, options_for, titles_of
from tests.codex.conftest import Open

pytestmark = pytest.mark.django_db
DATA = archive_bytes("Lumen")
GOOD = scripts.json_bytes(DATA)


@pytest.fixture
def just_before(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Let another process end its work between this one's look and its lease."""

    def arrange(work: Callable[[], object]) -> None:
        lease = snapshots.lease

        def late(*args: Any, **how: Any) -> bool:
            work()
            return lease(*args, **how)

        monkeypatch.setattr("codex.store.renewal.snapshots.lease", late)

    return arrange


def test_a_copy_kept_a_moment_ago_is_taken_and_the_lease_given_back(open_server: Open, just_before: Any) -> None:
    server = open_server(GOOD)
    options = options_for(server)
    now = datetime.now(UTC)
    just_before(lambda: snapshots.save(options.codex_index_url, copy_of(DATA, checked_at=now, fetched_at=now)))
    assert titles_of(Renewal().renewed(options, None).edition) == ["Lumen"]
    assert server.requests == []
    assert ArchiveSnapshot.objects.get().leased_until is None


def test_a_failure_of_a_moment_ago_is_taken_too(open_server: Open, just_before: Any) -> None:
    server = open_server(GOOD)
    options = options_for(server)
    ArchiveSnapshot.objects.create(index_url=options.codex_index_url)
    just_before(lambda: snapshots.fail(options.codex_index_url, "fetch_connect", datetime.now(UTC)))
    with pytest.raises(FetchError, match="could not be reached"):
        Renewal().renewed(options, None)
    assert server.requests == []
    assert ArchiveSnapshot.objects.get().leased_until is None


def test_an_older_failure_is_no_reason_not_to_ask(open_server: Open) -> None:
    options = options_for(open_server(GOOD))
    ArchiveSnapshot.objects.create(index_url=options.codex_index_url)
    snapshots.fail(options.codex_index_url, "fetch_connect", datetime.now(UTC) - timedelta(seconds=1))
    assert titles_of(Renewal().renewed(options, None).edition) == ["Lumen"]


def test_a_process_that_waited_its_turns_asks_for_itself(open_server: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    options = options_for(open_server(GOOD))
    snapshots.lease(options.codex_index_url, datetime.now(UTC), seconds=60)
    # Three turns of half a second, beside a holder that neither ends nor dies.
    monkeypatch.setattr("codex.store.renewal.LEASE_SECONDS", 0.5 - options.codex_timeout)
    assert titles_of(Renewal(poll=0.01).renewed(options, None).edition) == ["Lumen"]

"""What is over is deleted, and nothing else (CDX-06, SEC-04)."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from codex.core.options import DEFAULT_INDEX_URL
from codex.models import ArchiveChunk, ArchiveSnapshot, DailyUse, QueryCount, Tries, UsageCount, UsageTime
from codex.purging import ARCHIVES_KEPT, COUNTS_KEPT, Gone, purge
from codex.store import chunks
from tests.shelving import change_settings

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LONG_AGO = NOW - ARCHIVES_KEPT - timedelta(hours=1)
FORMER = "https://former.example/search-index.json"


def archive(url: str, digest: str = "d1", **moments: Any) -> ArchiveSnapshot:
    chunks.write(digest, b"[]")
    seen = {"fetched_at": LONG_AGO, "checked_at": LONG_AGO, "tried_at": LONG_AGO} | moments
    return ArchiveSnapshot.objects.create(index_url=url, digest=digest, size_bytes=2, **seen)


def test_an_archive_of_a_former_address_goes_with_its_bytes_after_a_while() -> None:
    archive(FORMER)
    assert purge(now=NOW).archives == 1
    assert not ArchiveSnapshot.objects.exists()
    assert not ArchiveChunk.objects.exists()


@pytest.mark.parametrize("moment", ["fetched_at", "checked_at", "tried_at", "leased_until"])
def test_one_that_was_used_lately_stays(moment: str) -> None:
    archive(FORMER, "d1", **{moment: NOW - ARCHIVES_KEPT + timedelta(hours=1)})
    assert purge(now=NOW).archives == 0


def test_the_archive_of_the_address_in_force_stays_however_old() -> None:
    archive(DEFAULT_INDEX_URL)
    assert purge(now=NOW).archives == 0
    assert ArchiveChunk.objects.exists()


def test_bytes_that_another_address_shares_stay() -> None:
    archive(FORMER), archive(DEFAULT_INDEX_URL)
    assert purge(now=NOW).archives == 1
    assert ArchiveChunk.objects.get().digest == "d1"


def test_counts_go_after_a_year_and_a_bit() -> None:
    for kept in (COUNTS_KEPT, COUNTS_KEPT + timedelta(days=1)):
        DailyUse.objects.create(kind="user", caller="1", day=(NOW - kept).date(), used=1)
    assert purge(now=NOW).counts == 1
    assert DailyUse.objects.get().day == (NOW - COUNTS_KEPT).date()


def test_words_go_when_their_days_are_over_and_at_once_when_none_are_kept() -> None:
    for days in (0, 29, 30, 31):
        QueryCount.objects.create(day=(NOW - timedelta(days=days)).date(), lang="en", words="psalm", count=1)
    assert purge(now=NOW).words == 2
    change_settings(query_log_days=0)
    assert purge(now=NOW).words == 2


def test_counts_of_use_go_after_a_year_and_a_bit() -> None:
    for age in (COUNTS_KEPT, COUNTS_KEPT + timedelta(days=1)):
        UsageCount.objects.create(hour=NOW - age, face="page", outcome="found", count=1)
        UsageTime.objects.create(day=(NOW - age).date(), face="page", place=9, count=1)
    assert purge(now=NOW).hours == 2
    assert (UsageCount.objects.count(), UsageTime.objects.count()) == (1, 1)


def test_tries_and_sessions_go_when_they_end() -> None:
    for number, seconds in enumerate((-1, 60)):
        Tries.objects.create(key=str(number), count=1, ends_at=NOW + timedelta(seconds=seconds))
        session = SessionStore()
        session.set_expiry(seconds * 1_000)
        session.save()
    assert purge(now=NOW) == Gone(counts=0, tries=1, archives=0, hours=0, words=0)
    assert (Tries.objects.count(), Session.objects.count()) == (1, 1)


def test_the_command_tells_what_went() -> None:
    archive(FORMER)
    out = StringIO()
    call_command("codex", "purge", stdout=out)
    assert out.getvalue() == (
        "Deleted: 0 daily counts, 0 counts of tries, 1 archive of former addresses, 0 counts of use, "
        "0 records of words looked for.\n"
    )

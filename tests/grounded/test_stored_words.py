"""What an archive, a visitor, a model or staff wrote is markup on no page that shows it (SEC-03, SEC-04)."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from codex.live import store
from codex.metering.bot_tokens import make
from codex.models import CallerAct, CodexSettings, LimitOverride
from grounded.models import Consultation, Feedback
from tests.grounded.asking import answering
from tests.grounded.conftest import Provide
from tests.grounded.pages import consult
from tests.grounded.replies import wrote
from tests.shelving import entry, put_on_shelf

PAYLOADS = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(2)>",
    "<svg/onload=alert(3)>",
    "</title></textarea></script><iframe src=//evil.example>",
    "{{ 7|add:7 }}{% debug %}",
    "javascript:alert(4)",
)
HOSTILE = "valve " + " ".join(PAYLOADS)
#: As a browser would have to see them to be caught.
CAUGHT = (
    "<script>alert",
    "<img src=x",
    "<svg/onload",
    "<iframe",
    'href="javascript:',
    "href='javascript:",
    'onerror="',
)


def clean(answer: Any) -> str:
    text: str = answer.content.decode()
    assert answer.status_code != 500
    assert not [sign for sign in CAUGHT if sign in text.lower()]
    return text


@pytest.fixture
def hostile(tmp_path: Path, transactional_db: None) -> None:
    inscriptions = [
        entry(HOSTILE, "/en/one/", HOSTILE[:80], HOSTILE, HOSTILE),
        entry("Valve two", '/en/two/?"><script>alert(1)</script>', "Rites", "A valve.", ""),
        entry("Valve three", "javascript:alert(1)", "Rites", "A valve.", ""),
        entry("Valve four", "https://evil.example/", "Rites", "A valve.", ""),
    ]
    put_on_shelf(tmp_path, inscriptions)


@pytest.mark.parametrize(
    "path", ["/", "/search?q=valve", "/search?q=valve&format=md", "/collections", "/search?lang=en"]
)
def test_an_archive_puts_no_markup_on_a_page(client: Client, hostile: None, path: str) -> None:
    clean(client.get(path))


def test_an_archive_s_links_stay_at_its_site(client: Client, hostile: None) -> None:
    found = client.get("/api/v1/search?q=valve&limit=50").json()["results"]
    assert found
    assert all(one["url"].startswith("https://binaric.tech/") and "<" not in one["url"] for one in found)


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("name", ["q", "lang", "collection", "page", "go", "format", "pick", "unknown"])
def test_a_visitor_s_words_come_back_as_text(client: Client, hostile: None, name: str, payload: str) -> None:
    clean(client.get("/search", {"q": "valve", name: payload}))
    clean(client.get("/read", {"url": payload}))
    clean(client.get(f"/{payload}"))


def test_json_is_never_taken_for_a_page(client: Client, hostile: None) -> None:
    answer = client.get("/api/v1/search?q=valve")
    assert answer.headers["Content-Type"].startswith("application/json")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.fixture
def answered(provider: Provide, client: Client) -> str:
    provider(answering(wrote(f"{HOSTILE} [s1].", ["s1"])))
    consult(client, question=HOSTILE)
    return Consultation.objects.get().pk


def test_neither_question_nor_answer_nor_note_is_markup(client: Client, super_client: Client, answered: str) -> None:
    clean(client.get(f"/ask/{answered}/"))
    row = Consultation.objects.get()
    Feedback.objects.create(consultation=row, reason=Feedback.Reason.values[0], note=HOSTILE)
    for path in ("", "feedback/", "consultation/", f"feedback/{Feedback.objects.get().pk}/change/"):
        clean(super_client.get(f"/admin/grounded/{path}", follow=True))


def test_what_staff_typed_is_text_for_other_staff(super_client: Client, super_user: User, tmp_path: Path) -> None:
    user = User.objects.create_user(HOSTILE[:140])
    make(HOSTILE[:80], ["search"], expires_at=timezone.now(), by=super_user, reason=HOSTILE[:200])
    LimitOverride.objects.create(kind="user", caller=str(user.pk), amount=1, reason=HOSTILE[:200])
    put_on_shelf(tmp_path, pause_search=False)
    row = CodexSettings.objects.get()
    row.pause_message = row.persona_line = HOSTILE[:190]
    row.pause_search = True
    store(row, by=super_user, note=HOSTILE[:190])
    assert CallerAct.objects.exists()
    pages = [
        "codex/bottoken/",
        "codex/settingchange/",
        "codex/limitoverride/",
        "codex/calleract/",
        "codex/dailyuse/",
        "codex/codexsettings/1/change/",
        "auth/user/",
        f"codex/caller/user/{user.pk}/",
        "codex/codexsettings/",
    ]
    for page in pages:
        clean(super_client.get(f"/admin/{page}", follow=True))
    clean(super_client.get("/search?q=valve"))

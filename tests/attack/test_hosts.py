"""Forged hosts and forwarding headers change nothing that anybody else sees (SEC-04)."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client, override_settings

from tests.codex.archives import eventually
from tests.shelving import put_on_shelf

pytestmark = pytest.mark.django_db(transaction=True)
EVIL = "evil.example"
PAGES = ["/", "/search?q=valve", "/account/sign-in/", "/admin/login/", "/llms.txt", "/opensearch.xml", "/ask/mine/"]
API = ["/api/v1/search?q=valve", "/api/v1/openapi.json", "/mcp"]
HOSTS = [EVIL, "testserver.evil.example", "testserver:x", "testserver@evil.example", "", "a b"]
ELSEWHERE = [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\thttps:evil.example",
    "/x\r\nSet-Cookie: a=b",
    "javascript:alert(1)",
    "/%0d%0aX: y\n",
]
#: What some proxies and frameworks take for the address that was asked for.
FORWARDING = {
    "X-Forwarded-Host": EVIL,
    "X-Host": EVIL,
    "X-Original-Host": EVIL,
    "X-Forwarded-Server": EVIL,
    "Forwarded": f"host={EVIL};proto=https",
    "X-Original-URL": "/admin/",
    "X-Rewrite-URL": "/admin/",
    "X-HTTP-Method-Override": "DELETE",
    "X-Forwarded-Prefix": f"//{EVIL}",
    "X-Forwarded-Scheme": "https",
    "X-Forwarded-Port": "1",
    "X-Forwarded-For": "198.51.100.7",
}


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


@pytest.mark.parametrize("path", [*PAGES, *API])
@pytest.mark.parametrize(
    "host", [EVIL, "testserver.evil.example", "testserver:x", "testserver@evil.example", "", "a b"]
)
def test_another_host_is_refused_and_not_repeated(client: Client, path: str, host: str) -> None:
    answer = client.get(path, headers={"host": host})
    assert answer.status_code == 400
    assert EVIL not in answer.content.decode()
    if path in API:
        assert answer.json()["code"] == "bad_request"


@pytest.mark.parametrize("path", [*PAGES[:5], *API[:2]])
def test_no_forwarding_header_gets_into_what_a_cache_may_keep(path: str) -> None:
    plain, forged = Client().get(path), Client(headers=FORWARDING).get(path)
    assert plain.status_code == forged.status_code
    assert EVIL not in forged.content.decode() + str(forged.headers)
    assert _stable(plain) == _stable(forged)


def _stable(answer: Any) -> tuple[int, dict[str, str], int]:
    changing = ("X-Request-ID", "RateLimit", "Set-Cookie", "Content-Length", "Expires", "Last-Modified")
    return answer.status_code, {k: v for k, v in answer.headers.items() if k not in changing}, len(answer.cookies)


@pytest.mark.parametrize(("proxies", "status"), [(0, 301), (1, 200)])
def test_only_a_declared_proxy_says_that_tls_was_used(proxies: int, status: int) -> None:
    header = ("HTTP_X_FORWARDED_PROTO", "https") if proxies else None
    with override_settings(SECURE_SSL_REDIRECT=True, SECURE_PROXY_SSL_HEADER=header):
        assert Client(headers={"X-Forwarded-Proto": "https"}).get("/robots.txt").status_code == status


def test_a_mail_that_resets_a_password_never_names_a_forged_host() -> None:
    User.objects.create_user("brann", "brann@lore.example", "a long incense stick")
    sent = Client(headers=FORWARDING).post("/account/reset/", {"email": "brann@lore.example"})
    assert (sent.status_code, eventually(lambda: len(mail.outbox) == 1)) == (302, True)
    assert "testserver" in mail.outbox[0].body
    assert EVIL not in mail.outbox[0].body
    refused = Client(headers={"host": EVIL}).post("/account/reset/", {"email": "brann@lore.example"})
    assert refused.status_code == 400


@pytest.mark.parametrize("path", ["/search?q=valve", "/api/v1/search?q=valve", "/account/sign-in/", "/read?url=x"])
def test_what_differs_by_visitor_is_kept_by_no_shared_cache(client: Client, path: str) -> None:
    told = client.get(path).headers.get("Cache-Control", "")
    assert "private" in told or "no-store" in told or "no-cache" in told, told
    assert "public" not in told


@pytest.mark.parametrize("path", [*PAGES, "/no/such/page", "/metrics", "/search?q="])
def test_no_page_can_be_framed(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("next_page", ELSEWHERE)
def test_no_redirect_leads_to_another_site_or_splits_an_answer(client: Client, next_page: str) -> None:
    user = User.objects.create_user("brann", "", "a long incense stick")
    for path in ("/account/sign-in/", "/admin/login/"):
        fresh = Client()
        answer = fresh.post(path, {"username": "brann", "password": "a long incense stick", "next": next_page})
        assert _leads_home(answer)
    client.force_login(user)
    assert _leads_home(client.post("/account/sign-out/", {"next": next_page}))
    assert _leads_home(client.get("/search", {"go": next_page}))


def _leads_home(answer: Any) -> bool:
    place = answer.headers.get("Location", "/")
    return place.startswith("/") and not place.startswith(("//", "/\\")) and "\n" not in place and EVIL not in place

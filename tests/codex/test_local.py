"""Where `next` may lead: to a path of this site, and nowhere else (SEC-04)."""

import pytest

from codex.web.local import local_path


@pytest.mark.parametrize(
    "path", ["/", "/account/", "/search?q=slow+valve&lang=de", "/search?q=%D0%BA#top", "/ä", "/a//b"]
)
def test_paths_of_this_site_are_taken(path: str) -> None:
    assert local_path(path) == path


@pytest.mark.parametrize(
    "way",
    [
        None,
        "",
        "search",
        "?q=x",
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        " /search",
        "/search\n",
        "/sea rch",
        "/\u00a0x",
        "/\u2028x",
        "/x\x00",
        "https://evil.example/",
        "http:/evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "/" + "x" * 2_001,
    ],
)
def test_everything_else_is_dropped(way: str | None) -> None:
    assert local_path(way) == ""

"""Links joined to the site and held to its host (CDX-03)."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.inscriptions import Unfit
from codex.core.links import MAX_LINK, join, site_of

INDEX = "https://lore.example/no/search-index.json"
SITE = site_of(INDEX)


def refusal(link: str) -> str:
    with pytest.raises(Unfit) as caught:
        join(SITE, link)
    return caught.value.reason


@pytest.mark.parametrize(
    ("link", "url"),
    [
        ("/de/a/", "https://lore.example/de/a/"),
        ("a/b", "https://lore.example/no/a/b"),
        ("./a", "https://lore.example/no/a"),
        ("../a", "https://lore.example/a"),
        ("../../../a", "https://lore.example/a"),
        ("/.//a", "https://lore.example//a"),
        ("", "https://lore.example/no/"),
        (" /a ", "https://lore.example/a"),
        ("#part", "https://lore.example/no/#part"),
        ("?q=1", "https://lore.example/no/?q=1"),
        ("a/?q=1#x/../y", "https://lore.example/no/a/?q=1#x/../y"),
        (".hidden", "https://lore.example/no/.hidden"),
        ("https://lore.example/a", "https://lore.example/a"),
        ("http://lore.example/a", "http://lore.example/a"),
        ("HTTPS://LORE.EXAMPLE:443/A", "https://lore.example/A"),
        ("https://lore.example./a", "https://lore.example/a"),
        ("//lore.example/a", "https://lore.example/a"),
        ("https://lore.example", "https://lore.example"),
        ("https://lore.example?a", "https://lore.example?a"),
        ("/a/undefined/b", "https://lore.example/a/undefined/b"),
        ("nullify", "https://lore.example/no/nullify"),
    ],
)
def test_a_link_is_joined_to_the_site(link: str, url: str) -> None:
    assert join(SITE, link).url == url


@pytest.mark.parametrize(
    ("link", "url"),
    [
        ("/Die Größe", "/Die%20Gr%C3%B6%C3%9Fe"),
        ("/100%/", "/100%25/"),
        ("/a%20b%C3%a9", "/a%20b%C3%a9"),
        ('/"<b>"', "/%22%3Cb%3E%22"),
        ("/\u202etxt", "/%E2%80%AEtxt"),
        ("/a?q=ж#ж", "/a?q=%D0%B6#%D0%B6"),
        ("/[a]", "/%5Ba%5D"),
    ],
)
def test_a_link_is_escaped_to_ascii(link: str, url: str) -> None:
    assert join(SITE, link).url == f"https://lore.example{url}"


@pytest.mark.parametrize(
    "link",
    [
        "https://other.example/",
        "//other.example/a",
        "//a/b",
        "https://lore.example.other.example/",
        "https://www.lore.example/",
        "https://lore.example:8443/",
        "http:other.example",
        "https://other.example#@lore.example/",
    ],
)
def test_a_link_to_another_host_is_refused(link: str) -> None:
    assert refusal(link) == "url_foreign"


@pytest.mark.parametrize(
    "link",
    ["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "mailto:a@lore.example", "ftp://lore.example/a"],
)
def test_other_schemes_are_refused(link: str) -> None:
    assert refusal(link) == "url_scheme"


@pytest.mark.parametrize(
    "link",
    [
        "/\\other.example/",
        "\\\\other.example/",
        "/\t/other.example/",
        "java\nscript:alert(1)",
        "/a\x00b",
        "/a\x7f",
        "https://user@lore.example/",
        "https://lore.example@other.example/",
        "https://lore.example:port/",
        "https://[lore/",
        "https:///other.example/",
        "///other.example/",
        "https://",
        "https://lore。example/",
        "/" + "a" * MAX_LINK,
    ],
)
def test_what_parsers_read_differently_is_refused(link: str) -> None:
    assert refusal(link) == "url_invalid"


@pytest.mark.parametrize(
    "link",
    [
        "undefined",
        "/undefined",
        "/undefined/",
        "//undefined",
        "/en/undefined",
        "/en-US/null/",
        "null",
        "NaN",
        "[object Object]",
        "/undefined.html",
        "/undefined#part",
        "https://lore.example/undefined",
    ],
)
def test_words_a_template_writes_for_nothing_are_refused(link: str) -> None:
    assert refusal(link) == "url_undefined"


@given(st.text() | st.text("/\\.:@?#[]%ajx\t\x00 "))
def test_no_link_ever_leaves_the_site(link: str) -> None:
    with suppress(Unfit):
        url = join(SITE, link.encode("utf-8", "ignore").decode()).url
        assert url.isascii()
        assert re.fullmatch(r"https?://lore\.example(?:[/?#].*)?", url)


@pytest.mark.parametrize(
    "other",
    [
        "/page",
        "//lore.example/page",
        "http://lore.example/page/",
        "/page/index.html",
        "/page/index.htm",
        "/page//",
        "/x/../page",
        "/%70age",
        "/page#",
        "/page/?",
    ],
)
def test_spellings_of_one_page_are_the_same_page(other: str) -> None:
    assert join(SITE, other).page == join(SITE, "/page/").page


@pytest.mark.parametrize("other", ["/page/#part", "/page?q", "/Page", "/page.html", "/page/index", "/no/page"])
def test_other_pages_are_not_the_same_page(other: str) -> None:
    assert join(SITE, other).page != join(SITE, "/page/").page


def test_the_site_may_be_another_than_the_indexs() -> None:
    site = site_of("https://cdn.example/build/7/index.json", site_origin="https://lore.example")
    links = [join(site, link).url for link in ("/a", "b", "https://lore.example/c")]
    assert links == ["https://lore.example/a", "https://lore.example/b", "https://lore.example/c"]


def test_a_base_path_goes_before_links_that_lack_it() -> None:
    site = site_of("https://lore.example/codex/index.json", site_origin="https://lore.example/codex/")
    links = [join(site, link).url for link in ("/a", "/codex/b", "/codex", "/codexes", "c")]
    assert links == [f"https://lore.example/codex{end}" for end in ("/a", "/b", "", "/codexes", "/c")]


def test_relative_links_start_at_the_indexs_folder_when_the_site_has_the_same_host() -> None:
    site = site_of("http://lore.example/no/index.json?v=2", site_origin="https://lore.example")
    assert join(site, "a").url == "https://lore.example/no/a"


@pytest.mark.parametrize(
    ("index_url", "url"),
    [
        ("https://lore.example/search/search_index.json", "https://lore.example/a"),
        ("https://lore.example/v2/search/search_index.json", "https://lore.example/v2/a"),
        ("https://lore.example/research/search_index.json", "https://lore.example/research/a"),
        ("https://lore.example/search_index.json", "https://lore.example/a"),
        ("https://lore.example", "https://lore.example/a"),
    ],
)
def test_a_generators_own_folder_is_no_part_of_its_links(index_url: str, url: str) -> None:
    assert join(site_of(index_url, below="search"), "a").url == url


@pytest.mark.parametrize(
    ("index_url", "tongue"),
    [(INDEX, "no"), ("https://lore.example/docs/nb-NO/index.json", "no"), ("https://lore.example/a/b/de/i.json", None)],
)
def test_the_index_address_may_name_a_tongue(index_url: str, tongue: str | None) -> None:
    assert site_of(index_url).tongue == tongue


def test_the_port_of_a_local_site_is_kept() -> None:
    site = site_of("http://127.0.0.1:8000/index.json")
    assert join(site, "/a").url == join(site, "http://127.0.0.1:8000/a").url == "http://127.0.0.1:8000/a"

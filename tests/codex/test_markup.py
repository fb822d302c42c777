"""Markup taken out of outside text (SEC-03), and the one import of bleach."""

import html
import json
import re
from pathlib import Path

import nh3
import pytest

from codex.core.markup import MAX_UNCLOSED, PIECE, pieces, strip_markup
from codex.core.text import sanitize_external_text

ROOT = Path(__file__).parents[2]
HOSTILE = [
    case["in"]
    for name in ("sanitize_text", "sanitize_more")
    for case in json.loads((ROOT / "tests/data" / f"{name}.json").read_text("utf-8"))
]
PAGES = [
    "<h1>Litany</h1><p>of <em>oil</em>, <a href='/x' title='a > b'>read</a> it.</p>",
    "<ul><li>one<li>two</ul><hr/><img src=x alt='y'>three <!-- four --> five",
    "<script>alert('</p>')</script><style>p{}</style><table><tr><td>6<td>7</table>",
    "<div class=a data-b='<c>'><span>C++ &lt; Rust</span> &amp; <code>x</code></div>",
    "<details open><summary>Ĉu</summary>М’ята</details><br/>Ærlig<wbr>het<p/>",
]


def letters(text: str) -> str:
    return "".join(text.split())


def read_by_nh3(markup: str) -> str:
    return html.unescape(nh3.clean(markup, tags=set()))


def test_bleach_is_imported_in_one_place() -> None:
    files = [path for package in ("codex", "lumasite", "grounded") for path in (ROOT / package).rglob("*.py")]
    users = [
        path.name for path in files if re.search(r"^\s*(import|from) bleach", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert users == ["markup.py"]


@pytest.mark.parametrize("markup", PAGES)
def test_well_formed_pages_read_as_nh3_reads_them(markup: str) -> None:
    assert letters(sanitize_external_text(markup)) == letters(read_by_nh3(markup))


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nh3_finds_no_markup_in_what_is_left_of_hostile_text(text: str) -> None:
    safe = sanitize_external_text(text).replace("&", "+")  # nh3 also reads references without a semicolon
    assert read_by_nh3(safe) == safe


@pytest.mark.parametrize("name", ["script", "style", "template", "iframe", "noembed", "noframes"])
def test_what_a_browser_never_shows_goes_with_its_element(name: str) -> None:
    assert strip_markup(f"a<{name} x>hidden</{name.upper()} y>b") == "a b"


def test_an_opener_without_its_end_hides_its_line_only() -> None:
    assert strip_markup("a <script> b\nc <script> d\ne") == "a  \nc  \ne"


def test_an_opener_without_its_end_hides_no_long_line() -> None:
    assert strip_markup("<!--" + "x" * MAX_UNCLOSED + "shown") == " shown"


def test_long_text_loses_every_tag_though_bleach_sees_it_in_pieces() -> None:
    text = "<b>Öl &amp; R&D <i>Blut</i> 1 < 2 > 1</b> " * (PIECE // 10)
    assert strip_markup(text) == "Öl &amp; R&D Blut 1 < 2 > 1 " * (PIECE // 10)


def test_pieces_are_short_and_no_tag_is_cut() -> None:
    text = "<b>x</b>" * PIECE
    assert "".join(pieces(text)) == text
    assert {piece[0] for piece in pieces(text)} == {"<"}
    assert max(map(len, pieces(text))) < PIECE + 10


def test_tags_of_running_text_join_and_others_part() -> None:
    assert strip_markup("a<b>b</b>c<p>d</p>e").split() == ["abc", "d", "e"]


@pytest.mark.parametrize("text", ["a < b", "1<2", "<3", "<-", "<=>", "<>", "a << 2", "no markup > at all"])
def test_signs_that_open_no_tag_stay(text: str) -> None:
    assert strip_markup(text) == text


@pytest.mark.parametrize("text", ["List<String>", "a<b and c>d", "<file name>", "<name>", "x<y", "</ b>", "<img src=x"])
def test_what_only_resembles_a_tag_is_broken_and_kept(text: str) -> None:
    assert strip_markup(text) == text.replace("<", "< ")


@pytest.mark.parametrize(
    "tag", ["<name/>", "<name a=b>", "<video controls>", "<name></name>", "</name>", "<plaintext>"]
)
def test_what_is_a_tag_goes(tag: str) -> None:
    assert strip_markup(f"a {tag}b").split() == ["a", "b"]

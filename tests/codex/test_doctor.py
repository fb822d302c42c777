"""The archive doctor's report: facts, losses and remarks in plain words."""

import json
from dataclasses import replace

import pytest

from codex.core.archive import survey_archive
from codex.core.doctor import Loss, Origin, Report, examine, report_lines
from tests.codex.reading import INDEX, fixture, page, survey


def examined(data: bytes, *, max_bytes: int = 4_000_000, origin: Origin | None = None) -> Report:
    archive = survey_archive(data, INDEX)
    return examine(archive, data_bytes=len(data), max_bytes=max_bytes, origin=origin)


def remarks(*entries: object) -> str:
    return "\n".join(examine(survey(*entries), data_bytes=1, max_bytes=1_000).remarks)


def test_a_report_is_read_from_top_to_bottom() -> None:
    assert report_lines(examined(fixture("hugo"), max_bytes=10_000)) == [
        "Shape: a list of entries (Hugo, Astro, Quarto, Eleventy).",
        "Size: 631 of 10,000 bytes (6.3%).",
        "Made: the index does not say when.",
        "Field: title ← title (2)",
        "Field: summary ← description (1)",
        "Field: body ← content (2)",
        "Field: link ← uri (2)",
        "Field: collection ← section (1), categories (1)",
        "Field: tongue ← (link) (2)",
        "Kept: 2 entries; dropped: 1.",
        "Dropped: 1 × The entry is marked as a draft. (draft; at 2)",
        "Tongues: English 1, German 1.",
        "Bodies: 39 characters in the middle, 43 at most.",
        "First link: https://lore.example/en/rites/brass-choir/",
        "Remark: 1 of 2 entries has no summary: the start of the body is shown and scores nothing.",
    ]


def test_losses_are_told_by_reason_with_the_first_places() -> None:
    report = examine(survey(page(), *[{}] * 7, *[page()] * 2), data_bytes=1, max_bytes=1_000)
    assert report.losses == (Loss("title_missing", 7, (1, 2, 3, 4, 5)), Loss("duplicate", 2, (8, 9)))
    assert "Dropped: 7 × The entry has no title. (title_missing; at 1, 2, 3, 4, 5, …)" in report_lines(report)


def test_the_fetch_is_told_when_it_is_known() -> None:
    origin = Origin(status=200, etag='"abc"', age_seconds=60, wire_bytes=3_000)
    lines = report_lines(examined(fixture("hugo"), origin=origin))
    assert 'Fetch: status 200, ETag "abc", age in seconds 60 (60 seconds), 3,000 bytes on the wire.' in lines


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(-5, "0 seconds"), (119, "119 seconds"), (120, "2 minutes"), (7_200, "2 hours"), (200_000_000, "2,314 days")],
)
def test_an_age_is_told_in_a_fitting_unit(seconds: int, told: str) -> None:
    lines = report_lines(examined(fixture("hugo"), origin=Origin(age_seconds=seconds)))
    assert f"Fetch: age in seconds {seconds:,} ({told})." in lines


def test_what_a_server_says_of_itself_is_made_safe() -> None:
    lines = report_lines(examined(fixture("hugo"), origin=Origin(etag="<b>\x1b[31m" + "x" * 200)))
    (fetch,) = (line for line in lines if line.startswith("Fetch"))
    assert "<b>" not in fetch
    assert "\x1b" not in fetch
    assert len(fetch) < 130


def test_a_server_without_validators_is_told_about() -> None:
    lines = report_lines(examined(fixture("hugo"), origin=Origin()))
    assert "Fetch: nothing is known." in lines
    assert "Fetch: without ETag and Last-Modified the whole file is read anew each time." in lines


def test_the_date_of_the_index_is_told() -> None:
    assert "Made: 2031-05-06T07:08:09Z." in report_lines(examined(fixture("astro-entries")))


@pytest.mark.parametrize(("max_bytes", "told"), [(1_000, False), (650, True)])
def test_a_file_near_the_limit_is_remarked_on(max_bytes: int, told: bool) -> None:
    found = any("raise codex-max-bytes" in remark for remark in examined(fixture("hugo"), max_bytes=max_bytes).remarks)
    assert found is told


def test_an_empty_archive_is_remarked_on() -> None:
    report = examined(b"[]")
    assert report.remarks == ("The archive is empty.",)
    assert "Kept: 0 entries; dropped: 0." in report_lines(report)


def test_an_archive_of_which_nothing_can_be_used_names_the_host_it_is_for() -> None:
    told = remarks(page(url="https://www.lore.example/a"), page(url="//www.lore.example/b"), page(url="//b.example"))
    assert "No entry can be used." in told
    assert "2 entries lead to https://www.lore.example; if that is the site, make it codex-site-origin." in told


def test_titles_that_are_only_slugs_are_remarked_on() -> None:
    told = "\n".join(examined(fixture("quirk-front-matter")).remarks)
    assert "The titles of 3 entries are only the last part of their link" in told
    assert "Leaked front matter (---, title: …) in 3 entries" in told
    assert "3 bodies end at 80 characters" in told


def test_titles_that_only_look_like_links_are_not() -> None:
    assert "last part" not in remarks(page(title="Notes", url="/Notes/"), page(title="a-b", url="/x/c-d/"))


def test_a_missing_tongue_is_remarked_on() -> None:
    assert "names the tongue of 2 entries" in remarks(page(), page(url="/b"), page(url="/de/c"))
    assert "such as https://host/de/" in remarks(page())
    assert "names the tongue" not in remarks(page(url="/de/c"))


def test_naming_the_site_with_its_tongue_is_the_remedy() -> None:
    archive = survey_archive(json.dumps([page()]).encode(), INDEX, site_origin="https://lore.example/de/")
    assert [one.lang for one in archive.inscriptions] == ["de"]
    assert "names the tongue" not in "\n".join(examine(archive, data_bytes=1, max_bytes=1_000).remarks)


def test_one_cut_body_is_told_as_one() -> None:
    archive = replace(survey(page()), traits={"cut_bodies": 1, "cut_at": 80})
    assert "1 body ends at 80 characters" in "\n".join(examine(archive, data_bytes=1, max_bytes=1_000).remarks)


def test_a_text_in_another_tongue_than_its_link_is_remarked_on() -> None:
    german = "Der Ofen ist aus und die Glut wird mit der Hand aus dem Ofen genommen, bis er kalt ist. "
    told = remarks(page(content=german), page(url="/de/b", content=german), page(url="/c", content="Short."))
    assert "1 of 3 entries looked at count as English but read like German." in told


def test_a_large_archive_is_sampled_for_its_tongue() -> None:
    german = "Der Ofen ist aus und die Glut wird mit der Hand aus dem Ofen genommen, bis er kalt ist. "
    told = remarks(*(page(url=f"/{number}", content=german) for number in range(900)))
    assert "300 of 300 entries looked at" in told


def test_links_made_of_names_alone_are_remarked_on() -> None:
    assert "Links are made of “slug” alone" in remarks({"title": "T", "slug": "t"})
    assert "alone" not in remarks({"title": "T", "slug": "t"}, page())
    assert not any("alone" in remark for remark in examined(fixture("quartz-map")).remarks)


def test_a_suffix_that_was_added_is_remarked_on() -> None:
    assert any(".html was added" in remark for remark in examined(fixture("sphinx")).remarks)


def test_missing_bodies_are_remarked_on() -> None:
    assert "All entries have no body: only title" in remarks(page())
    assert "2 of 3 entries have no body: only title" in remarks(page(), page(url="/b"), page(url="/c", content="x"))


def test_what_stands_in_for_bodies_is_remarked_on() -> None:
    told = remarks(page(tags=["x"]), page(url="/b", content="x"))
    assert "1 of 2 entries has no body: headings, keywords and tags are searched instead." in told


def test_titles_that_are_shared_are_remarked_on() -> None:
    assert "2 entries share their title with another." in remarks(page(), page(url="/b"), page(title="Other", url="/c"))
    assert "share" not in remarks(page(), page(title="Other", url="/c"))


def test_summaries_that_repeat_the_title_are_remarked_on() -> None:
    assert "The summary of 1 entry only repeats the title." in remarks(page(description="Page"), page(url="/b"))


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("<p>a</p>", "HTML tags in 1 entry: they are taken out."),
        ("a&amp;b", "Character references (&amp;, &#39;) in 1 entry: they are decoded."),
        ("GrÃ¶ße", "Wrongly decoded letters (Ã¼ for ü, �) in 1 entry: the generator reads its files"),
        ("a\u030a", "Accents apart from their letters (NFD) in 1 entry: they are joined."),
        ("[a](b)", "Markdown marks in 1 entry: the generator writes the source of its pages, not their text."),
    ],
)
def test_traits_of_the_text_are_remarked_on(text: str, remark: str) -> None:
    assert remark in remarks(page(content=text))


def test_a_sound_archive_gets_no_remark() -> None:
    names = ("Ofen", "Amboss")
    assert remarks(*(page(title=name, url=f"/de/{name}", description="Kurz.", content="x") for name in names)) == ""


def test_a_report_of_any_fixture_is_plain_lines() -> None:
    for name in ("docusaurus", "gatsby", "just-the-docs", "zola", "two-lists", "bookdown", "quirk-links", "quirk-text"):
        lines = report_lines(examined(fixture(name)))
        assert all(line and "\n" not in line for line in lines)
        assert json.dumps(lines)

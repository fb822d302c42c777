"""What the archive doctor remarks on: one small check for each way in which an index is known to ail.

Every check takes what was read and returns one sentence for the archive's owner, or nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

from codex.core.inscriptions import Archive, Inscription
from codex.core.shapes import LONG, SHAPES
from codex.core.stopwords import STOPWORDS
from codex.core.tongues import ENGLISH_NAMES
from codex.core.words import words

#: From here on the file is called nearly too large.
NEARLY_FULL: Final = 0.9
#: Names that hold a page's name rather than its address.
_ONLY_NAMES: Final = frozenset({"slug", "id", "s", "(key)"})
#: Shapes whose keys are the pages' addresses.
_KEYED_BY_PAGE: Final = ("map", "elasticlunr", "stores")
#: So many inscriptions, evenly spread, tell the language of an archive.
_SAMPLED: Final = 300
_GUESS_CHARS: Final = 800
_GUESS_LEAST: Final = 8

#: Traits of the raw text (traits.py): what is there, and what comes of it.
_TRAITS: Final = {
    "front_matter": ("Leaked front matter (---, title: …)", "it is searched and shown as if it were text"),
    "mojibake": ("Wrongly decoded letters (Ã¼ for ü, �)", "the generator reads its files in the wrong charset"),
    "markdown": ("Markdown marks", "the generator writes the source of its pages, not their text"),
    "markup": ("HTML tags", "they are taken out"),
    "entities": ("Character references (&amp;, &#39;)", "they are decoded"),
    "decomposed": ("Accents apart from their letters (NFD)", "they are joined"),
    "cut_character": ("Half a character at the end", "the generator cuts text between the halves; it is taken out"),
    "tongue_differs": ("One tongue in the link and another in a field", "the link decides"),
}


@dataclass(frozen=True, slots=True)
class Subject:
    """What the checks look at."""

    archive: Archive
    data_bytes: int
    max_bytes: int

    @property
    def kept(self) -> Sequence[Inscription]:
        """The inscriptions."""
        return self.archive.inscriptions


def remarks_on(subject: Subject) -> tuple[str, ...]:
    """All remarks, the gravest first."""
    grave = (check(subject) for check in _GRAVE)
    light = (check(subject) for check in _LIGHT)
    return tuple(remark for remark in (*grave, *_traits(subject.archive), *light) if remark)


def entries(count: int) -> str:
    """A number of entries in words."""
    return "1 entry" if count == 1 else f"{count:,} entries"


def _size(subject: Subject) -> str:
    share = subject.data_bytes / subject.max_bytes
    if share <= NEARLY_FULL:
        return ""
    return f"The file fills {share:.0%} of the limit; raise codex-max-bytes before it grows past it."


def _emptiness(subject: Subject) -> str:
    if subject.kept:
        return ""
    return "No entry can be used." if subject.archive.dropped else "The archive is empty."


def _foreign(subject: Subject) -> str:
    if not subject.archive.foreign:
        return ""
    origin, count = max(subject.archive.foreign.items(), key=lambda item: item[1])
    return f"The links of {entries(count)} lead to {origin}; if that is the site, make it codex-site-origin."


def _slug_titles(subject: Subject) -> str:
    count = sum(_is_slug(inscription) for inscription in subject.kept)
    if 2 * count < len(subject.kept) or not count:
        return ""
    return f"The titles of {entries(count)} are only the last part of their link; the generator misses the real titles."


def _is_slug(inscription: Inscription) -> bool:
    last = unquote(urlsplit(inscription.url).path).rstrip("/").rpartition("/")[2]
    return inscription.title == last and ("-" in last or "_" in last) and " " not in last


def _shared_titles(subject: Subject) -> str:
    titles = Counter(inscription.title for inscription in subject.kept)
    count = sum(number for number in titles.values() if number > 1)
    return f"{entries(count)} share their title with another." if 5 * count >= len(subject.kept) > 0 else ""


def _repeated_titles(subject: Subject) -> str:
    count = sum(inscription.own_summary and inscription.summary == inscription.title for inscription in subject.kept)
    return f"The summary of {entries(count)} only repeats the title." if count else ""


def _cut(subject: Subject) -> str:
    count = subject.archive.traits.get("cut_bodies", 0)
    length = subject.archive.traits.get("cut_at", 0)
    told = "1 body ends" if count == 1 else f"{count:,} bodies end"
    return f"{told} at {length:,} characters: what comes after cannot be found." if count else ""


def _no_body(subject: Subject) -> str:
    count = sum(not inscription.body for inscription in subject.kept)
    return f"{_part(count, subject)} no body: only title and summary can be found." if count else ""


def _instead_of_body(subject: Subject) -> str:
    names = subject.archive.fields.get("body", {})
    stand_ins = {name: count for name, count in names.items() if name.split(", ")[0] in (*LONG["words"], "a")}
    if not stand_ins:
        return ""
    count = sum(stand_ins.values())
    return f"{_part(count, subject)} no body: headings, keywords and tags are searched instead."


def _no_summary(subject: Subject) -> str:
    count = sum(not inscription.own_summary for inscription in subject.kept)
    return f"{_part(count, subject)} no summary: the start of the body is shown and scores nothing." if count else ""


def _part(count: int, subject: Subject) -> str:
    if count == len(subject.kept):
        return "All entries have"
    return f"{count:,} of {entries(len(subject.kept))} {'has' if count == 1 else 'have'}"


def _no_tongue(subject: Subject) -> str:
    count = subject.archive.fields.get("lang", {}).get("(default)", 0)
    if not count:
        return ""
    return (
        f"No link, field or index address names the tongue of {entries(count)}: they count as English. "
        "If they are not, name the site with its tongue as codex-site-origin, such as https://host/de/."
    )


def _reads_otherwise(subject: Subject) -> str:
    step = max(1, len(subject.kept) // _SAMPLED)
    pairs = Counter((inscription.lang, _guess(inscription)) for inscription in subject.kept[::step])
    wrong = {(lang, guess): count for (lang, guess), count in pairs.items() if guess and guess != lang}
    if not wrong:
        return ""
    (lang, guess), count = max(wrong.items(), key=lambda item: item[1])
    looked = pairs.total()
    return (
        f"{count:,} of {entries(looked)} looked at count as {ENGLISH_NAMES[lang]} but read like {ENGLISH_NAMES[guess]}."
    )


def _guess(inscription: Inscription) -> str:
    """The tongue whose stopwords fill the text most, by far; empty when none does."""
    found = words(inscription.body[:_GUESS_CHARS])
    scores = {tongue: sum(word in stopwords for word in found) for tongue, stopwords in STOPWORDS.items()}
    best = max(scores, key=scores.__getitem__)
    return best if scores[best] >= max(_GUESS_LEAST, 2 * scores[inscription.lang]) else ""


def _bare_names(subject: Subject) -> str:
    names = subject.archive.fields.get("url", {})
    if not names or not set(names) <= _ONLY_NAMES or subject.archive.shape in _KEYED_BY_PAGE:
        return ""
    return f"Links are made of “{next(iter(names))}” alone: see whether pages lie there, such as {subject.kept[0].url}."


def _suffix(subject: Subject) -> str:
    suffix = SHAPES[subject.archive.shape].suffix
    return f"The index names pages without a suffix; {suffix} was added to their links." if suffix else ""


def _traits(archive: Archive) -> Iterator[str]:
    for trait, (what, consequence) in _TRAITS.items():
        count = archive.traits.get(trait, 0)
        if count:
            yield f"{what} in {entries(count)}: {consequence}."


_Checks = tuple[Callable[[Subject], str], ...]
_GRAVE: Final[_Checks] = (
    _size,
    _emptiness,
    _foreign,
    _slug_titles,
    _no_tongue,
    _reads_otherwise,
    _bare_names,
    _suffix,
    _cut,
)
_LIGHT: Final[_Checks] = (_no_body, _instead_of_body, _no_summary, _repeated_titles, _shared_titles)

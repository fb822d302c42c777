"""The same inscription in other tongues: its link with another tongue's segment, or without one."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from codex.core.inscriptions import Inscription
from codex.core.tongues import TONGUES, tongue_of

#: So many tongue segments of an archive's links are tried; one with more names no tongues by them.
_MOST: Final = 40


class _Cut(NamedTuple):
    """A link before the segment that names its tongue, that segment (empty without one), and what follows it."""

    before: str
    code: str
    rest: str


def codes(urls: Iterable[str]) -> frozenset[str]:
    """The segments that name a tongue in any of the links, each as it is written."""
    found = {code for url in urls if (code := _cut(url).code)}
    return frozenset(islice(sorted(found), _MOST))


def siblings(one: Inscription, by_url: Mapping[str, Inscription], codes: Iterable[str]) -> tuple[Inscription, ...]:
    """Inscriptions in other tongues whose links differ by nothing but the tongue's segment; one a tongue, in order."""
    found: dict[str, Inscription] = {}
    for url in _candidates(one.url, codes):
        other = by_url.get(url)
        if other and other.lang != one.lang:
            found.setdefault(other.lang, other)
    return tuple(found[tongue] for tongue in TONGUES if tongue in found)


def _candidates(url: str, codes: Iterable[str]) -> Iterator[str]:
    cut, segments = _cut(url), sorted(codes)
    if cut.code:
        yield from (f"{cut.before}{code}/{cut.rest}" for code in segments)
        yield cut.before + cut.rest
        return
    # A site's own tongue often has no segment; the others' stands first, or behind the folder of the site.
    first, slash, others = cut.rest.partition("/")
    yield from (f"{cut.before}{code}/{cut.rest}" for code in segments)
    if slash:
        yield from (f"{cut.before}{first}/{code}/{others}" for code in segments)


def _cut(url: str) -> _Cut:
    """Cut a link at the first of its first two segments that is a tongue's (CDX-04)."""
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    before = f"{scheme}://{host}/"
    first, slash, others = path.partition("/")
    if slash and tongue_of(first):
        return _Cut(before, first, others)
    second, slash, last = others.partition("/")
    if slash and tongue_of(second):
        return _Cut(f"{before}{first}/", second, last)
    return _Cut(before, "", path)

"""HTML taken out of outside text: hidden parts cut, tags stripped (SEC-03). The one place that uses bleach.

bleach has had its last release and takes quadratic time on some input, so it is one step of many: it gets short pieces
with bare tags and no other `<` or `&`, may keep no tag at all, and the caller looks again at what it returns.
"""

import re
from collections.abc import Iterator
from typing import Final

import bleach

from codex.core.elements import HIDDEN, INLINE, KNOWN

#: The most that an opener without its end (`<!--`, `<script>`) may hide: a stray one must not empty an inscription.
MAX_UNCLOSED: Final = 1_000
#: Text with tags is cut for bleach at the first tag after so many characters.
PIECE: Final = 8_192

_FLAGS: Final = re.IGNORECASE | re.ASCII
_HIDDEN: Final = re.compile(rf"<(!--|(?:{'|'.join(sorted(HIDDEN))})(?=[\s/>]))", _FLAGS)
_CDATA: Final = re.compile(r"<!\[CDATA\[", _FLAGS)
_OPENER: Final = re.compile(r"<(?=[A-Za-z/!?])")
_STOP: Final = re.compile(r"[<>]|=\s*[\"']")
_CLOSED_NAME: Final = re.compile(r"</([A-Za-z][^\s/<>]*)")
_TAG: Final = re.compile(r"<(/?)(([A-Za-z][A-Za-z0-9]{0,15})[^\s/>]*)(.*)>", re.DOTALL)
_DECLARATION: Final = re.compile(r"<(?:!\[?[A-Za-z-]|\?[A-Za-z=]|/>)")
_ADDRESS: Final = re.compile(r"<((?:https?://|mailto:)\S+|[^\s@/]+@[^\s@/]+)>", _FLAGS)

#: Stand-ins from the private use area, which the character step has emptied before.
_AMPERSAND, _LESS_THAN = "\ue000", "\ue001"
_NO_TAG: Final = re.compile(r"<(?!/?[a-z])")


def strip_markup(text: str) -> str:
    """Take HTML out of text: what a browser hides goes with its tags, what it shows stays.

    Tags of running text join what they part, all others become line breaks; a `<` that belongs to no tag but could be
    completed to one is followed by a blank. Private-use characters must be gone before.
    """
    if not _OPENER.search(text):
        return text
    return _without_tags(_with_bare_tags(_without_hidden(_without_cdata(text))))


def _without_cdata(text: str) -> str:
    """Unwrap CDATA sections: feeds keep their text in them."""
    unwrapped, count = _CDATA.subn("\n", text)
    return unwrapped.replace("]]>", "\n") if count else text


def _without_hidden(text: str) -> str:
    """Cut comments and elements whose content is never shown, from left to right as a browser meets them."""
    kept, done, unclosed = [], 0, set[str]()
    while opener := _HIDDEN.search(text, done):
        kept.append(text[done : opener.start()])
        done = _hidden_end(text, opener, unclosed)
    return " ".join([*kept, text[done:]])


def _hidden_end(text: str, opener: re.Match[str], unclosed: set[str]) -> int:
    """Where the hidden part ends; kinds that are closed nowhere are remembered, so that each is looked for once."""
    kind = opener.group(1).lower()
    if kind not in unclosed:
        # A comment may close with its own dashes: <!--> and <!---> are whole.
        start, closer = (opener.start() + 2, "--!?>") if kind == "!--" else (opener.end(), rf"</{kind}(?=[\s/>])[^>]*>")
        if found := re.compile(closer, _FLAGS).search(text, start):
            return found.end()
        unclosed.add(kind)
    limit = min(len(text), opener.end() + MAX_UNCLOSED)
    line_end = text.find("\n", opener.end(), limit)
    return line_end if line_end >= 0 else limit


def _with_bare_tags(text: str) -> str:
    """Settle every `<` that could open a tag: whole tags lose all but their name, the others are broken."""
    closed = {name.lower() for name in _CLOSED_NAME.findall(text)}
    settled, done = [], 0
    while opener := _OPENER.search(text, done):
        start = opener.start()
        end, whole = _span(text, start + 1)
        settled.append(text[done:start])
        span, before = text[start:end], text[max(start - 1, 0) : start]
        settled.append(_settled(span, before, closed) if whole else _broken(span))
        done = end
    return "".join([*settled, text[done:]])


def _span(text: str, at: int) -> tuple[int, bool]:
    """Where a tag ends, quoted attribute values being opaque, and whether a `>` ends it rather than a `<` or the text.

    Nothing is read twice: a quote that is never closed can be opened only once.
    """
    while stop := _STOP.search(text, at):
        mark = stop.group()
        if mark in "<>":
            return (stop.end(), True) if mark == ">" else (stop.start(), False)
        at = max(text.find(mark[-1], stop.end()) + 1, stop.end())
    return len(text), False


def _broken(span: str) -> str:
    return span.replace("<", "< ")


def _settled(span: str, before: str, closed: set[str]) -> str:
    """A bare tag if the span is one, an address without its brackets, a blank for declarations; else broken."""
    if address := _ADDRESS.fullmatch(span):
        return f" {address.group(1)} "
    tag = _TAG.fullmatch(span)
    if tag and _is_tag(tag, before, closed):
        bare = f"<{tag.group(1)}{tag.group(3).lower()}>"
        return bare if tag.group(2).lower() in INLINE else f"\n{bare}\n"
    return " " if _DECLARATION.match(span) else _broken(span)


def _is_tag(tag: re.Match[str], before: str, closed: set[str]) -> bool:
    """Tell a tag from a comparison (`a<b and c>d`), a type (`List<int>`) or a placeholder (`<file name>`)."""
    slash, name, _, rest = tag.groups()
    known = name.lower() in KNOWN
    if slash or rest.endswith("/") or "=" in rest:
        return True
    if rest.strip():
        return known and not before.isalnum()
    return known or name.lower() in closed


def _without_tags(text: str) -> str:
    """Let bleach strip the bare tags; it would escape every `&`, `<` and `>`, so the first two are hidden from it."""
    shielded = _NO_TAG.sub(_LESS_THAN, text).replace("&", _AMPERSAND)
    if "<" not in shielded:
        return text
    stripped = "".join(bleach.clean(piece, tags=set(), attributes={}, strip=True) for piece in pieces(shielded))
    return stripped.replace("&gt;", ">").replace(_AMPERSAND, "&").replace(_LESS_THAN, "<")


def pieces(text: str) -> Iterator[str]:
    """Cut text before tags, into pieces with so few tags that bleach's gathering of text takes no quadratic time."""
    start = 0
    while (cut := text.find("<", start + PIECE)) >= 0:
        yield text[start:cut]
        start = cut
    yield text[start:]

"""The form to ask with: what was picked, which passages of it, the question, and the tongue of the answer."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext

from codex.core.inscriptions import Inscription
from codex.core.tongues import NAMES, TONGUES, UI_CODES
from codex.pages import wording
from codex.results import Refusal
from codex.search import inscriptions
from grounded.answer import Offer, Pick
from grounded.asking import Asking, key_of
from grounded.core import limits
from grounded.excerpts import text_of
from grounded.live import options
from grounded.options import READER
from grounded.paragraphs import paragraphs

_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Choice:
    """A paragraph to begin or end with: its number, how it begins, and all of it."""

    number: int
    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PickedText:
    """A picked inscription as the form shows it; without choices there is nothing to choose from."""

    url: str
    key: str
    title: str
    lang: str
    tongue: str
    collection: str
    told: str
    choices: tuple[Choice, ...]
    first: int | None
    last: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskPage:
    """The form's page; `fault` is what was wrong with it, `tongues` is empty when staff chose the answer's tongue."""

    heading: str
    asking: Asking
    lang: str
    picks: tuple[PickedText, ...]
    #: How many picks the archive does not hold.
    missing: str
    fault: str
    receiver: str
    tongues: tuple[tuple[str, str, str], ...]
    question_bytes: int


def ask_page(asking: Asking, lang: str, offered: Offer, fault: str = "") -> AskPage:
    """Make the page; `lang` is the tongue that stands chosen."""
    found = inscriptions(pick.url for pick in asking.picks)
    reading = () if isinstance(found, Refusal) else found.inscriptions
    by_url = {one.url: one for one in reading}
    fixed = options().answer_lang != READER
    return AskPage(
        heading=gettext("Ask the archive"),
        asking=asking,
        lang=asking.lang or lang,
        picks=tuple(_picked(pick, by_url[pick.url], asking) for pick in asking.picks if pick.url in by_url),
        missing=_missing(len(asking.picks) - len(by_url)),
        fault=fault or _too_many(len(by_url)),
        receiver=offered.receiver.host if offered.receiver else "",
        tongues=() if fixed else tuple((code, UI_CODES[code], NAMES[code]) for code in TONGUES),
        question_bytes=limits.QUESTION_BYTES,
    )


def _picked(pick: Pick, inscription: Inscription, asking: Asking) -> PickedText:
    text = text_of(inscription)
    pieces = paragraphs(text, asking.question, inscription.lang)
    choices = tuple(
        Choice(piece.number, _label(text[piece.start : piece.end]), text[piece.start : piece.end]) for piece in pieces
    )
    return PickedText(
        url=inscription.url,
        key=key_of(inscription.url),
        title=inscription.title,
        lang=UI_CODES[inscription.lang],
        tongue=NAMES[inscription.lang],
        collection=inscription.collection,
        told=_told(len(text.encode()), len(pieces)),
        choices=choices if len(choices) > 1 else (),
        first=pick.first,
        last=pick.last,
    )


def _label(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN].rstrip()} …"


def _told(size: int, count: int) -> str:
    told = {"bytes": wording.number(size), "count": wording.number(count)}
    sentence = ngettext("%(bytes)s bytes in %(count)s paragraph", "%(bytes)s bytes in %(count)s paragraphs", count)
    if size > limits.SOURCE_BYTES:
        sentence = gettext("%(bytes)s bytes in %(count)s paragraphs: too long to be sent whole, 16 KiB are the limit")
    return sentence % told


def _missing(count: int) -> str:
    if not count:
        return ""
    sentence = ngettext(
        "%(count)d pick is not in the archive any more and was left out.",
        "%(count)d picks are not in the archive any more and were left out.",
        count,
    )
    return sentence % {"count": count}


def _too_many(count: int) -> str:
    over = count - limits.SOURCES
    if over < 1:
        return ""
    sentence = ngettext(
        "You picked %(count)d; 8 at most can be asked about. Untick %(over)d.",
        "You picked %(count)d; 8 at most can be asked about. Untick %(over)d of them.",
        over,
    )
    return sentence % {"count": count, "over": over}

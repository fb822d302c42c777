"""The page before anything is sent: exactly what would leave, where to, and how much of it (GRD-05)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from codex.core.tongues import NAMES, UI_CODES
from codex.pages import wording
from grounded.answer import Preview
from grounded.asking import Asking, with_picks
from grounded.core import limits
from grounded.excerpts import Excerpt, Pick
from grounded.pages.fields import HOST_CLASSES, excerpts, kib, passage

#: What never leaves, in a fixed order.
NOT_SENT: Final = (
    _("Your name or account"),
    _("Your address on the network"),
    _("Cookies"),
    _("Your searches"),
    _("The rest of the archive"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownExcerpt:
    """One excerpt as it would leave; `remarks` say what it is of its inscription, and what was changed in it."""

    id: str
    title: str
    lang: str
    tongue: str
    collection: str
    url: str
    size: str
    paragraphs: tuple[str, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filled:
    """A row of bytes against its bound; `width` is for an SVG of 100 units."""

    part: str
    size: str
    bound: str
    percent: int
    width: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentPage:
    """What a reader agrees to; `asking` asks for the very same again."""

    id: str
    heading: str
    lead: str
    proposed: str
    act: str
    token: str
    asking: Asking
    excerpts: tuple[ShownExcerpt, ...]
    receiver: str
    host_class: tuple[object, object]
    model: str
    tongue: str
    kept: str
    costs: str
    sizes: tuple[Filled, ...]
    not_sent: tuple[object, ...]
    body: str
    bytes: str
    sha256: str
    until: str


def consent_page(shown: Preview, asking: Asking, *, is_linked: bool = False) -> ConsentPage:
    """Make the page of a preview that has a receiver; `is_linked`: the answer will be whoever's that has its link."""
    receiver = shown.receiver
    host = receiver.host if receiver else ""
    return ConsentPage(
        id=shown.id,
        heading=gettext("Before anything is sent"),
        lead=_lead(shown, host),
        proposed=_proposed(shown),
        act=_act(shown, host),
        token=shown.token,
        asking=with_picks(asking, (Pick(one.url, one.first, one.last) for one in shown.excerpts)),
        excerpts=tuple(_shown(one) for one in shown.excerpts),
        receiver=host,
        host_class=HOST_CLASSES[receiver.host_class] if receiver else ("", ""),
        model=receiver.model if receiver else "",
        tongue=str(wording.TONGUES[shown.lang]),
        kept=_kept(shown.keep_days, is_linked=is_linked),
        costs=_costs(shown),
        sizes=tuple(_sizes(shown)),
        not_sent=NOT_SENT,
        body=shown.body.decode(),
        bytes=wording.number(len(shown.body)),
        sha256=shown.sha256,
        until=wording.minute(shown.expires_at),
    )


def _lead(shown: Preview, host: str) -> str:
    count = len(shown.excerpts)
    told = {"excerpts": excerpts(count), "host": host}
    if shown.question.strip():
        sentence = gettext(
            "If you agree, your question and %(excerpts)s go to %(host)s, once. Nothing has left so far."
        )
        return sentence % told
    sentence = ngettext(
        "If you agree, %(excerpts)s goes to %(host)s, once. Nothing has left so far.",
        "If you agree, %(excerpts)s go to %(host)s, once. Nothing has left so far.",
        count,
    )
    return sentence % told


def _proposed(shown: Preview) -> str:
    if not shown.is_proposed:
        return ""
    return gettext("You picked nothing, so these passages were proposed by a search. Change them as you like.")


def _act(shown: Preview, host: str) -> str:
    """What the button does; empty when nothing can be sent today."""
    if shown.allowance and shown.allowance.left == 0:
        return ""
    count = len(shown.excerpts)
    sentence = ngettext("Send this %(count)d excerpt to %(host)s", "Send these %(count)d excerpts to %(host)s", count)
    return sentence % {"count": count, "host": host}


def _shown(one: Excerpt) -> ShownExcerpt:
    sent = one.source.as_sent()
    return ShownExcerpt(
        id=sent.id,
        title=sent.title,
        lang=UI_CODES[one.lang],
        tongue=NAMES[one.lang],
        collection=one.collection,
        url=one.url,
        size=_bytes(one.size),
        paragraphs=tuple(_paragraphs(one, sent.text)),
        remarks=tuple(_remarks(one, sent.text)),
    )


def _paragraphs(one: Excerpt, text: str) -> Iterator[str]:
    """The sent text in its paragraphs: turning brackets round moves nothing."""
    pieces = one.paragraphs[one.first - 1 : one.last]
    for piece in pieces:
        yield text[piece.start - pieces[0].start : piece.end - pieces[0].start]


def _remarks(one: Excerpt, sent: str) -> Iterator[str]:
    yield passage(one.first, one.last, len(one.paragraphs))
    if sent != one.source.text:
        yield gettext("Square brackets were turned round, so that nothing in it can pass for a citation.")
    if one.is_title_cut:
        yield gettext("Its title is longer than 512 bytes and was cut.")


def _bytes(count: int) -> str:
    return ngettext("%(told)s byte", "%(told)s bytes", count) % {"told": wording.number(count)}


def _kept(days: int, *, is_linked: bool) -> str:
    if is_linked:
        sentence = ngettext(
            "%(days)d day, for whoever has the address of its page, which nobody can guess; you can delete it sooner",
            "%(days)d days, for whoever has the address of its page, which nobody can guess; you can delete it sooner",
            days,
        )
        return sentence % {"days": days}
    sentence = ngettext(
        "%(days)d day, for you alone; you can delete it sooner",
        "%(days)d days, for you alone; you can delete it sooner",
        days,
    )
    return sentence % {"days": days}


def _costs(shown: Preview) -> str:
    allowance = shown.allowance
    if allowance is None or allowance.limit is None or allowance.left is None:
        return ""
    if allowance.left == 0:
        moment = {"moment": wording.minute(allowance.resets_at)}
        return gettext("No answers left for today") + ". " + gettext("New answers from %(moment)s on.") % moment
    told = {"limit": wording.number(allowance.limit), "left": wording.number(allowance.left - 1)}
    return gettext("1 of your %(limit)s answers today; %(left)s will be left") % told


def _sizes(shown: Preview) -> Iterator[Filled]:
    names = {
        "question": gettext("Your question"),
        "excerpts": gettext("All excerpts"),
        "request": gettext("The whole request"),
    }
    for size in shown.sizes:
        part = names.get(size.part) or gettext("Excerpt %(id)s") % {"id": size.id}
        share = min(100.0, 100 * size.size / size.bound)
        yield Filled(part, wording.number(size.size), kib(size.bound), round(share), f"{share:.1f}")


#: What the page says of the answer, in bytes and seconds.
ANSWER_BOUNDS: Final = {"kib": limits.ANSWER_BYTES // 1024, "seconds": int(limits.SECONDS)}

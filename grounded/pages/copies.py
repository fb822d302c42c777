"""An answer to take away: Markdown with footnotes, and plain text; the label goes with each (GRD-06)."""

import json
import re
from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext

from grounded.answer import Standing
from grounded.core.citations import Cited, Draft
from grounded.labels import label_of
from grounded.pages.answer import archive
from grounded.pages.fields import passage, second
from grounded.receipt import receipt
from grounded.sources import SentSource
from grounded.states import State

#: A line of these makes a heading of the one above.
_RULES: Final = re.compile(r"^([ \t]*)([=-]+[ \t]*)$", re.MULTILINE)
#: Whatever could be read as markup; a copy stays the plain text that it was.
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def markdown(found: Standing) -> str:
    """The answer in Markdown: its citations are footnotes, which hold title and full address."""
    answer, heading = found.answer, str(found.state.label)
    blocks = [f"# {heading}"]
    if asked := found.question.strip():
        blocks.append("\n".join(f"> {_escaped(line)}" for line in asked.splitlines()))
    blocks += [f"**{_escaped(line)}**" for line in (label_of(found.state, found.model), *_cautions(found))]
    blocks += [_footnoted(answer)] if answer else []
    blocks += [f"**{gettext('End of uncited draft')}**"] if found.state == State.DRAFT else []
    blocks += [f"*{_escaped(line)}*" for line in _origin(found)]
    blocks += [f"[^{source.id}]: {_source(source)}" for source in found.cited]
    if found.uncited:
        idle = "\n".join(f"- {_source(source)}" for source in found.uncited)
        blocks.append(f"{gettext('Sent, not cited:')}\n\n{idle}")
    return "\n\n".join(blocks) + "\n"


def plain(found: Standing) -> str:
    """The same as plain text."""
    blocks = [str(found.state.label).upper()]
    blocks += [found.question.strip()] if found.question.strip() else []
    blocks += [label_of(found.state, found.model), *_cautions(found)]
    blocks += [found.answer.answer] if found.answer else []
    blocks += [gettext("End of uncited draft").upper()] if found.state == State.DRAFT else []
    blocks += [_plain_source(source) for source in found.cited]
    if found.uncited:
        blocks.append("\n".join([gettext("Sent, not cited:"), *map(_plain_source, found.uncited)]))
    return "\n\n".join([*blocks, *_origin(found)]) + "\n"


def as_json(found: Standing) -> str:
    """The receipt as a file."""
    return json.dumps(receipt(found), ensure_ascii=False, indent=2) + "\n"


def _footnoted(answer: Cited | Draft) -> str:
    pieces, place = [], 0
    for marker in answer.markers:
        pieces += [_behind(_escaped(answer.answer[place : marker.start])), f"[^{marker.id}]"]
        place = marker.end
    return _RULES.sub(r"\1\\\2", "".join([*pieces, _behind(_escaped(answer.answer[place:]))]))


def _behind(text: str) -> str:
    """What follows a footnote's mark, so that it makes no link and no definition of it."""
    return f"\\{text}" if text.startswith(("(", ":")) else text


def _cautions(found: Standing) -> Iterator[str]:
    if found.answer and "cut_short" in found.answer.warnings:
        yield gettext("The end of the answer is missing.")


def _origin(found: Standing) -> Iterator[str]:
    if found.sent_at:
        told = {"model": found.model, "host": found.receiver, "moment": second(found.sent_at)}
        yield gettext("%(model)s at %(host)s, %(moment)s.") % told
    yield gettext("Archive %(archive)s.") % {"archive": archive(found)}


def _source(source: SentSource) -> str:
    return f"{_escaped(source.title)}. {passage(source.first, source.last, source.of)} <{source.url}>"


def _plain_source(source: SentSource) -> str:
    return f"[{source.id}] {source.title}. {passage(source.first, source.last, source.of)} {source.url}"


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)

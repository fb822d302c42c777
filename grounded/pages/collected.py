"""All answers of an owner in one file, each as its own copy has it."""

import json
import re
from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext

from grounded.answer import Standing
from grounded.pages.copies import markdown
from grounded.receipt import receipt

_NOTE: Final = re.compile(r"(?<!\\)\[\^")
FORM: Final = "lumasite-answers/1"


def joined_json(found: Iterator[Standing]) -> Iterator[str]:
    """One object whose `answers` are the receipts, the newest first."""
    yield f'{{"form": "{FORM}", "answers": ['
    for number, one in enumerate(found):
        yield ",\n" if number else "\n"
        yield json.dumps(receipt(one), ensure_ascii=False)
    yield "\n]}\n"


def joined_markdown(found: Iterator[Standing]) -> Iterator[str]:
    """One document: each answer under its heading, with footnotes of its own."""
    number = 0
    for number, one in enumerate(found, start=1):
        if number > 1:
            yield "\n---\n\n"
        yield _numbered(markdown(one), number)
    if not number:
        yield gettext("There are no answers.") + "\n"


def _numbered(text: str, number: int) -> str:
    """The footnotes of one answer get names that no other's have; what is escaped is text."""
    return _NOTE.sub(f"[^{number}-", text)

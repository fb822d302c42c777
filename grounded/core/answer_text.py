"""What a model wrote, as it is shown: no controls, invisibles or escapes; tags and markers stay the text they are."""

from typing import Final

from codex.core.characters import clean_characters

#: Dropping one thing can join two others; honest text is settled after one round.
_ROUNDS: Final = 4


def sanitize_answer(text: str) -> str:
    """The text without what cannot be seen or commands a terminal, in NFC, lines ending in "\\n" (GRD-04).

    The result is plain text: each face escapes it for its own medium.
    """
    for _ in range(_ROUNDS):
        text = clean_characters(text.replace("\r\n", "\n")).strip()
    return text

"""Marks in outside text that steer a language model or a Markdown renderer (SEC-03): broken or dropped, words kept.

Chat tokens are broken, not deleted: hosted services drop them from a request, local servers often obey them.
"""

import re
from typing import Final

_BARS: Final = "|¦ǀ∣❘｜￨"
_COLONS: Final = ":∶꞉︓﹕："
_BRACKETED: Final = (
    "INST SYS SYSTEM USER HUMAN ASSISTANT SYSTEM_PROMPT MODEL_SETTINGS AVAILABLE_TOOLS TOOL_CALLS TOOL_RESULTS "
    "TOOL_CONTENT TOOLS ARGS CALL_ID THINK IMG IMG_BREAK IMG_END AUDIO BEGIN_AUDIO TRANSCRIBE PREFIX MIDDLE SUFFIX "
    "BOS EOS PAD UNK CLS SEP MASK gMASK sMASK"
)
#: `<|` and `[INST` of chat templates, and tags in full-width brackets; one set of openers first makes `re` fast.
_TOKEN: Final = re.compile(
    rf"[<＜﹤\[［](?:(?<=[<＜﹤])(?=[{_BARS}])|(?<=[＜﹤])(?=[/!?A-Za-z])"
    rf"|(?<=[\[［])(?=/?(?:{'|'.join(_BRACKETED.split())})[\]］]))"
)
_SPACE: Final = r" \t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
#: A role at the start of a line, perhaps emphasised; the words of instruction templates only as headings.
_ROLE: Final = re.compile(
    rf"([\n\r](?:[#>*_\-|\"'(\[{_SPACE}]*"
    r"(?:system(?:\s+(?:prompt|message))?|developer|user|human|assistant|ai|tool|function)"
    rf"|[{_SPACE}]*\#{{1,6}}\s*(?:instructions?|input|response))"
    rf"\s*(?:[*_\"')\]]{{1,4}}\s*)?)[{_COLONS}]",
    re.IGNORECASE,
)
#: Twenty pairs of parentheses at most: `re` takes memory for each.
_TARGET: Final = r"\]\([^()]*(?:\([^()]*\)[^()]*){0,20}\)"
_IMAGE: Final = re.compile(rf"!\[([^\[\]]*)(?:{_TARGET}|\]\[[^\[\]]*\])")
_LINK: Final = re.compile(rf"\[([^\[\]]*){_TARGET}")
_DEFINITION: Final = re.compile(
    r"\n[^\S\n]{0,8}\[[^\[\]\n]+\]:[^\S\n]*(?:<[^<>\n]*>|(?=\S*(?:[/#]|\.\w))\S+)"
    r"(?:[^\S\n]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?"
)
_LATE_DEFINITION: Final = re.compile(r"\]:(?=\s*(?:(?:https?|ftp|data|javascript|mailto):|//))", re.IGNORECASE)
_FENCE: Final = re.compile(r"~{3,}|`{3,}")


def break_steering(text: str) -> str:
    """Break chat tokens and role lines, drop Markdown's addresses and fences; lines end in "\\n".

    `[text](address)` and `![text](address)` leave their text, `[id]: address` leaves nothing.
    """
    text = _TOKEN.sub(r"\g<0> ", text)
    if _has_fence(text):
        text = _FENCE.sub(" ", text)
    if "[" in text or "](" in text:
        text = _without_targets(text)
    return _ROLE.sub(r"\1 – ", "\n" + text)[1:]


def has_fence_or_role(text: str) -> bool:
    """Whether a fence or a role line is there, the two of these marks that ordinary characters can form."""
    return _has_fence(text) or _ROLE.search("\n" + text) is not None


def _has_fence(text: str) -> bool:
    return "~~~" in text or "```" in text


def _without_targets(text: str) -> str:
    text = _LINK.sub(r"\1", _IMAGE.sub(r" \1 ", text))
    text = _DEFINITION.sub("\n", "\n" + text)[1:]
    return _LATE_DEFINITION.sub("]", text).replace("](", "] (").replace("![", "! [")

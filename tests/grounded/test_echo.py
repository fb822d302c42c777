"""A key that a reply holds is found however it is written (GRD-01)."""

import json
from base64 import b64encode, urlsafe_b64encode

import pytest

from grounded.core.chat import ChatError
from grounded.core.echo import echoes
from tests.grounded.asking import KEY, answering, endpoint, question
from tests.grounded.replies import completion, wrote


def cut(text: str, size: int) -> list[str]:
    return [text[place : place + size] for place in range(0, len(text), size)]


HEX = KEY.encode().hex()
ESCAPED = "".join(f"\\u{ord(letter):04x}" for letter in KEY)
FULL_WIDTH = "".join(chr(ord(letter) + 0xFEE0) for letter in KEY)
WAYS = {
    "plain": wrote(f"It is {KEY} [s1].", ["s1"]),
    "escaped once": json.dumps({"answer": "KEY [s1]"}).replace("KEY", ESCAPED).encode(),
    "escaped in the object": completion(f'{{"answer": "{ESCAPED} [s1]", "citations": ["s1"]}}'),
    "unseen between": wrote("\u200b".join(KEY) + " [s1]", ["s1"]),
    "blanks between": wrote(" ".join(KEY) + " [s1]", ["s1"]),
    "lines between": wrote("\n".join(KEY) + " [s1]", ["s1"]),
    "full width": wrote(f"{FULL_WIDTH} [s1]", ["s1"]),
    "base64": wrote(f"It is {b64encode(KEY.encode()).decode()} [s1].", ["s1"]),
    "base64 of a header": wrote(b64encode(f"Authorization: Bearer {KEY}\r\nHost: a".encode()).decode(), []),
    "base64 of a header, moved by one": wrote(b64encode(f"authorization: bearer  {KEY}.".encode()).decode(), []),
    "base64url in lines": wrote("\n".join(cut(urlsafe_b64encode(f"~~?{KEY}".encode()).decode(), 20)), []),
    "hexadecimal": wrote(HEX, []),
    "hexadecimal bytes": wrote(", ".join(f"0x{pair.upper()}" for pair in cut(HEX, 2)), []),
    "hexadecimal escapes": wrote("".join(f"\\x{pair}" for pair in cut(HEX, 2)), []),
    "percent": wrote("".join(f"%{pair}" for pair in cut(HEX, 2)), []),
    "percent of percent": wrote("".join(f"%2525{pair}" for pair in cut(HEX, 2)), []),
    "entities": wrote("".join(f"&#{ord(letter)};" for letter in KEY), []),
    "backwards": wrote(KEY[::-1], []),
    "pieces in another order": wrote(" and ".join(reversed(cut(KEY, 8))), []),
    "pieces backwards": wrote(" and ".join(piece[::-1] for piece in cut(KEY, 8)), []),
    "signs between": wrote("-".join(KEY), []),
    "all but its end": wrote(KEY[:-4], []),
    "a terminal's commands between": wrote("\x1b[0m".join((KEY[:9], KEY[9:])), []),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_key_is_found_however_it_is_written(way: str) -> None:
    assert echoes(WAYS[way], KEY)


@pytest.mark.parametrize("key", ['sk-"quoted"-\\key', "sk-back\\nslash-n", "sk-\\u0041-escape-0412"])
def test_a_key_of_odd_characters_is_found(key: str) -> None:
    assert echoes(wrote(f"The key is {key} [s1].", ["s1"]), key)


@pytest.mark.parametrize("key", [None, "", "ollama", KEY])
def test_what_is_no_key_or_not_there_is_not_found(key: str | None) -> None:
    assert not echoes(wrote("Ask ollama [s1].", ["s1"]), key)


@pytest.mark.parametrize(
    "text", [KEY[: len(KEY) // 2], "0123456789abcdef" * 64, "sk-" * 200, " and ".join(cut(KEY, 3))]
)
def test_what_tells_less_than_most_of_a_key_is_let_through(text: str) -> None:
    assert not echoes(wrote(text, []), KEY)


@pytest.mark.parametrize("key", ["-" * 12, "a-long-one-of-dashes", "sk-a.b.c.d.e"])
def test_a_key_of_signs_breaks_nothing(key: str) -> None:
    assert not echoes(wrote("Ask the priest [s1].", ["s1"]), key)


def test_an_answer_with_an_escaped_key_is_withheld() -> None:
    with endpoint(answering(WAYS["escaped in the object"])) as (_, client), pytest.raises(ChatError) as refusal:
        client.generate(question())
    assert refusal.value.code == "key_echoed"


def test_a_run_of_backslashes_takes_no_time() -> None:
    assert not echoes(b"\\" * 60_000 + b"u", KEY)

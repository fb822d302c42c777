"""The form of a bot's token: its checksum, what is kept of it, and how a leaked one is known (API-01)."""

import re
import zlib

import pytest

from codex.core.tokens import ALPHABET, LEAK_PATTERN, checksum, digest, holds_token, is_token, new_token

# CRC32 of 32 zeros is 0xa0f292d0 = 2700251856, in base62 2wjyrI.
ZEROS = "luma_" + "0" * 32 + "2wjyrI"


def test_a_new_token_is_one() -> None:
    assert all(is_token(new_token()) for _ in range(200))


def test_no_two_tokens_are_alike() -> None:
    assert len({new_token() for _ in range(200)}) == 200


def test_a_token_has_its_stated_form() -> None:
    assert re.fullmatch(r"luma_[0-9A-Za-z]{32}[0-9A-Za-z]{6}", new_token())


def test_the_checksum_is_the_crc32_in_base62() -> None:
    secret = new_token()[5:37]
    number = sum(ALPHABET.index(digit) * 62**place for place, digit in enumerate(reversed(checksum(secret))))
    assert number == zlib.crc32(secret.encode())


def test_a_known_token_stays_one() -> None:
    assert is_token(ZEROS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "luma_",
        ZEROS[:-1],
        ZEROS + "0",
        ZEROS[:-1] + "J",
        ZEROS.replace("0", "1", 1),
        ZEROS.swapcase(),
        ZEROS.replace("luma_", "lumo_"),
        f" {ZEROS}",
        f"{ZEROS}\n",
        ZEROS.replace("0", "٠"),
        "x" * 100_000,
    ],
)
def test_anything_else_is_none(text: str) -> None:
    assert not is_token(text)


def test_what_is_kept_is_a_sha_256() -> None:
    assert digest(ZEROS) != digest(new_token())
    assert re.fullmatch(r"[0-9a-f]{64}", digest(ZEROS))


@pytest.mark.parametrize("text", [ZEROS, f"token={ZEROS}&q=x", ZEROS[:30], f"Bearer {ZEROS}"])
def test_a_token_is_known_wherever_it_stands(text: str) -> None:
    assert holds_token(text)


@pytest.mark.parametrize("text", ["", "luma_", "q=luma_search", "luma_" + "a" * 19])
def test_other_words_are_no_token(text: str) -> None:
    assert not holds_token(text)


def test_the_leak_pattern_finds_every_token_and_nothing_shorter() -> None:
    assert all(re.search(LEAK_PATTERN, f'KEY="{new_token()}"') for _ in range(50))
    assert not re.search(LEAK_PATTERN, new_token()[:-1])

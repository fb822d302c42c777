"""How deep a JSON text is nested, told before it is read: what Python itself bears differs by release (CDX-05)."""

from typing import Final

_MARKS: Final = b'"[]{}'
_OTHERS: Final = bytes(set(range(256)) - set(_MARKS))
_STEPS: Final = [1 if byte in b"[{" else -1 for byte in range(256)]


def nests_deeper(text: str | bytes, most: int) -> bool:
    """Whether more than `most` arrays and objects stand inside each other; linear, and strings do not count.

    Of what is no JSON it says something too; reading it says that it is none.
    """
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    # Without escapes every quotation mark begins or ends a string.
    plain = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    brackets = b"".join(plain.translate(None, _OTHERS).split(b'"')[::2])
    depth = 0
    for step in map(_STEPS.__getitem__, brackets):
        depth += step
        if depth > most:
            return True
    return False

"""Texts end to end as bytes, which can lie in a mapped file: decoded one by one when asked for, or all at once."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Self, overload

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

#: Stands between words that are read all at once; none of ours holds a line's end.
_BETWEEN: Final = "\n"
_LINE: Final = _BETWEEN.encode()


class Texts(Sequence[str]):
    """UTF-8 of all texts, and where each begins; one more place says where the last ends."""

    def __init__(self, data: Bytes, starts: NDArray[np.int64]) -> None:
        self.data, self.starts = data, starts
        self._data, self._starts = data.data, starts.data

    def __len__(self) -> int:
        """How many there are."""
        return len(self.starts) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...

    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        """One text, or several."""
        if isinstance(place, slice):
            return tuple(self[one] for one in range(*place.indices(len(self))))
        return self.at(range(len(self))[place])

    def at(self, place: int) -> str:
        """One text by its place, counted from the first."""
        return str(self._data[self._starts[place] : self._starts[place + 1]], "utf-8")

    def each(self, places: NDArray[np.intp]) -> list[str]:
        """Several texts by their places, decoded at once; none of them may hold a line's end."""
        if not len(places):
            return []
        bounds = zip(self.starts[places].tolist(), self.starts[places + 1].tolist(), strict=True)
        return str(_LINE.join([self._data[start:end] for start, end in bounds]), "utf-8").split(_BETWEEN)

    def bytes_at(self, place: int) -> memoryview:
        """The same in UTF-8, without a copy."""
        return self._data[self._starts[place] : self._starts[place + 1]]

    def lengths_of(self, places: NDArray[Any]) -> NDArray[np.int64]:
        """The bytes of several."""
        lengths: NDArray[np.int64] = self.starts[places + 1] - self.starts[places]
        return lengths

    def arrays(self, name: str) -> dict[str, NDArray[Any]]:
        """Both arrays, under names that `within` reads them by."""
        return {name: self.data, f"{name}.starts": self.starts}

    @classmethod
    def within(cls, arrays: Mapping[str, NDArray[Any]], name: str) -> Self:
        """The texts that were kept under a name."""
        return cls(arrays[name], arrays[f"{name}.starts"])


def texts_of(texts: Iterable[str | bytes]) -> Texts:
    """Put texts end to end; those that are UTF-8 already may be given as such."""
    encoded = [text.encode() if isinstance(text, str) else text for text in texts]
    starts = np.zeros(len(encoded) + 1, dtype=np.int64)
    np.cumsum([len(text) for text in encoded], out=starts[1:])
    return Texts(np.frombuffer(b"".join(encoded), dtype=np.uint8), starts)


def joined(words: Sequence[str]) -> Bytes:
    """Words to be read all at once (raises ValueError when one holds a line's end)."""
    text = _BETWEEN.join(["", *words])
    if text.count(_BETWEEN) != len(words):
        raise ValueError("a word holds a line's end")
    return np.frombuffer(text.encode(), dtype=np.uint8)


def split(data: Bytes) -> list[str]:
    """The words that were joined."""
    return str(data.data, "utf-8").split(_BETWEEN)[1:]

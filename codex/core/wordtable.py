"""Words by number and numbers by word, in arrays that can lie in a mapped file: a hash table without a dict."""

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from codex.core.runs import runs
from codex.core.texts import Texts, texts_of

#: From so many words on arrays are faster than steps.
_MANY: Final = 24

Arrays = dict[str, NDArray[Any]]


class WordTable:
    """Distinct words; word `n` stands in the drawer that its CRC32 names, with the few others that it names."""

    def __init__(self, texts: Texts, drawers: NDArray[np.int32], contents: NDArray[np.int32]) -> None:
        self.texts = texts
        self._arrays = (drawers, contents)
        self._drawers, self._contents = drawers.data, contents.data
        self._mask = len(drawers) - 2

    def __len__(self) -> int:
        """How many words there are."""
        return len(self.texts)

    def __getitem__(self, number: int) -> str:
        """The word of a number."""
        return self.texts.at(number)

    def find(self, word: str) -> int:
        """The number of a word; -1 when it is none of these."""
        encoded = word.encode("utf-8", "replace")
        drawer = zlib.crc32(encoded) & self._mask
        for place in range(self._drawers[drawer], self._drawers[drawer + 1]):
            number: int = self._contents[place]
            if self.texts.bytes_at(number) == encoded:
                return number
        return -1

    def find_all(self, words: Sequence[str]) -> list[int]:
        """The numbers of several words; of many only those of fitting length are looked at one by one."""
        if len(words) < _MANY:
            return [self.find(word) for word in words]
        encoded = [word.encode("utf-8", "replace") for word in words]
        drawers, contents = self._arrays
        drawer = np.array([zlib.crc32(word) for word in encoded], dtype=np.int64) & self._mask
        counts = (drawers[drawer + 1] - drawers[drawer]).astype(np.int64)
        asked, numbers = np.repeat(np.arange(len(words)), counts), contents[runs(drawers[drawer], counts)]
        lengths = np.array([len(word) for word in encoded], dtype=np.int64)
        fitting = (self.texts.lengths_of(numbers) == lengths[asked]).nonzero()[0]
        found = [-1] * len(words)
        for place, number in zip(asked[fitting].tolist(), numbers[fitting].tolist(), strict=True):
            if self.texts.bytes_at(number) == encoded[place]:
                found[place] = number
        return found

    def arrays(self, name: str) -> Arrays:
        """What `table_in` reads it from."""
        drawers, contents = self._arrays
        return self.texts.arrays(name) | {f"{name}.drawers": drawers, f"{name}.contents": contents}


def table_of(words: Sequence[str]) -> WordTable:
    """Number words by their order."""
    encoded = [word.encode() for word in words]
    drawers = 1 << max(len(words) - 1, 0).bit_length()
    drawer = np.array([zlib.crc32(word) for word in encoded], dtype=np.uint32).astype(np.int64) & (drawers - 1)
    contents = np.argsort(drawer, kind="stable").astype(np.int32)
    starts = np.searchsorted(drawer[contents], np.arange(drawers + 1)).astype(np.int32)
    return WordTable(texts_of(encoded), starts, contents)


def table_in(arrays: Mapping[str, NDArray[Any]], name: str) -> WordTable:
    """The table whose arrays were kept under a name."""
    return WordTable(Texts.within(arrays, name), arrays[f"{name}.drawers"], arrays[f"{name}.contents"])

"""What a stem is worth in an inscription: the formula of CDX-03, in fixed point."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codex.core.tokenise import Ints

#: The one fixed point of scores: 2¹⁸ steps to a unit, rounded once, when the impact is stored.
SCALE: Final = 1 << 18
#: Up to this many inscriptions in a tongue the seed's integers decide in both rankings (CDX-03).
SMALL: Final = 16
TITLE, SUMMARY, BODY = 1, 2, 4

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Held:
    """Arrays in parallel, one place a posting: the inscription, the fields that hold the stem, how often the body does.

    `dfs` has one place a stem: how many inscriptions hold it, and so how many postings in a row are its own.
    """

    docs: Ints
    fields: NDArray[np.uint8]
    frequency: Ints
    dfs: NDArray[np.int64]


def mixing(size: int, ranking: str) -> float:
    """λ: the share of R against the seed's integers for a tongue of `size` inscriptions (CDX-03)."""
    return 0.001 if ranking == "seed" else max(0.001, 1 - (SMALL / max(size, 1)) ** 2)


def impacts(held: Held, lengths: Ints, share: float) -> Ints:
    """`(1−λ)·(8T+3S+B) + λ·R` for every posting; never 0, so that a hit is always a hit.

    `lengths` are the words of each title, summary and body, in rows of three.
    """
    lengths = lengths.reshape(-1, 3)
    title, summary, body = ((held.fields & bit) > 0 for bit in (TITLE, SUMMARY, BODY))
    seed = 8 * title + 3 * summary + 1 * body
    shares = [_length_share(lengths[:, field])[held.docs] for field in (0, 1)]
    x = held.frequency / (0.25 + 0.75 * _relative_length(lengths[:, 2])[held.docs])
    v = 8 * title * (1 - 0.45 * shares[0]) + 3 * summary * (1 - 0.45 * shares[1]) + x / (x + 10)
    rarity = np.repeat(_rarity(held.dfs, len(lengths)), held.dfs)
    worth = (1 - share) * seed + share * (rarity * 8.1 * v / (v + 0.1))
    scaled: Ints = np.maximum(np.rint(worth * SCALE), 1).astype(np.int32)
    return scaled


def _length_share(lengths: Ints) -> Reals:
    """`l / (l + average)` for each inscription."""
    real = lengths.astype(np.float64)
    share: Reals = real / np.maximum(real + _average(real), 1e-9)
    return share


def _relative_length(lengths: Ints) -> Reals:
    real = lengths.astype(np.float64)
    relative: Reals = real / max(_average(real), 1e-9)
    return relative


def _average(lengths: Reals) -> float:
    return float(lengths.mean()) if len(lengths) else 0.0


def _rarity(dfs: NDArray[np.int64], size: int) -> Reals:
    """ρ: inverse document frequency relative to that of a word held by one inscription."""
    idf = np.log(1 + (size - dfs + 0.5) / (dfs + 0.5))
    rarity: Reals = idf / np.log(1 + (size - 0.5) / 1.5)
    return rarity

"""An archive that was read and indexed, kept in one file: mapped by every process of a host, read-only, without a copy.

The file holds all that pages need of the archive and all that searching needs of the index, and is never executed or
unpickled. What was read under other settings, by another version, or is torn or damaged, is refused as a whole.
"""

import unicodedata
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from codex.core import flatfile
from codex.core.catalogue import Catalogue, catalogue
from codex.core.columns import columns_in, columns_of
from codex.core.flatfile import FlatFile, FlatFileError
from codex.core.inscriptions import Archive, Dropped
from codex.core.ranking import Index, index_in
from codex.core.titles import Titles
from codex.core.wordtable import Arrays

__all__ = ["FlatFileError", "Reading", "open_saved", "read", "save"]

#: Raised whenever the file's arrays, or what stands in them, come to mean something else.
FORMAT: Final = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """All that is made of an archive's bytes, once: the archive, its index, and where its inscriptions stand."""

    archive: Archive
    index: Index
    catalogue: Catalogue


def read(archive: Archive, *, ranking: str = "seed") -> Reading:
    """Index a parsed archive; `ranking` is the setting codex-ranking."""
    inscriptions = archive.inscriptions
    return Reading(archive, Index(inscriptions, ranking=ranking), catalogue(inscriptions))


def save(reading: Reading, path: Path, *, of: str) -> None:
    """Write one file, all or nothing, that only its owner can read (raises OSError).

    `of` names what was read: the bytes' digest and every setting that decides what is made of them. An earlier file of
    that path is replaced; whoever has it mapped keeps it.
    """
    columns = columns_of(reading.catalogue)
    facts = _told(reading.archive) | {"names": list(columns.names)}
    facts |= {"ranking": reading.index.ranking, "collections": reading.index.names()}
    arrays = {f"archive.{name}": array for name, array in columns.arrays().items()}
    arrays |= {f"index.{name}": array for name, array in reading.index.arrays().items()}
    arrays |= {
        f"typed.{tongue}.{name}": array
        for tongue, titles in reading.catalogue.titles.items()
        for name, array in titles.arrays().items()
    }
    flatfile.write(path, _content(of), arrays | {"order": reading.catalogue.order}, facts)


def open_saved(path: Path, *, of: str) -> Reading:
    """Map the file of that name (raises FlatFileError when it cannot be used, or holds something else)."""
    found = flatfile.read(path, _content(of))
    try:
        return _reading(found)
    except (KeyError, TypeError, ValueError, IndexError):  # a header that is whole, but not one of ours
        raise FlatFileError from None


def _content(of: str) -> str:
    """What a file is asked for by: stems come from libraries, and depend on their versions."""
    stemmers = ", ".join(f"{name} {version(name)}" for name in ("PyStemmer", "simplemma"))
    return f"archive {FORMAT}; {stemmers}; Unicode {unicodedata.unidata_version}; {of}"


def _told(archive: Archive) -> dict[str, Any]:
    facts = {"shape": archive.shape, "fields": archive.fields, "generated": archive.generated}
    facts |= {"traits": archive.traits, "foreign": archive.foreign}
    return facts | {"dropped": [list(asdict(one).values()) for one in archive.dropped]}


def _reading(found: FlatFile) -> Reading:
    facts = found.facts
    columns = columns_in(_under("archive.", found), tuple(facts["names"]))
    told = {name: facts[name] for name in ("shape", "fields", "generated", "traits", "foreign")}
    archive = Archive(columns, dropped=tuple(Dropped(*one) for one in facts["dropped"]), **told)
    typed = {tongue: Titles.within(_under(f"typed.{tongue}.", found), tongue) for tongue in facts["collections"]}
    order = found.arrays["order"]
    shelves = Catalogue(columns, columns.tongue_of, tuple(columns.names), columns.collection_of, order, typed)
    index = index_in(_under("index.", found), columns, facts["collections"], ranking=facts["ranking"])
    return Reading(archive, index, shelves)


def _under(prefix: str, found: FlatFile) -> Arrays:
    return {name.removeprefix(prefix): array for name, array in found.arrays.items() if name.startswith(prefix)}

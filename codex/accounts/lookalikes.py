"""User names that cannot be told apart by eye: letters of two scripts in one, or one that looks like another's.

After Unicode's UTS 39: a name is reduced to what it looks like, and two names of one look are not both given out.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

#: Small letters, and the digits, of other looks and scripts beside the Latin ones that they are taken for.
_LOOKS: Final = str.maketrans(
    {
        "0": "o", "1": "l", "ı": "i", "ɑ": "a", "ɡ": "g", "ȷ": "j",
        # Cyrillic
        "а": "a", "в": "b", "е": "e", "к": "k", "м": "m", "н": "h", "о": "o", "р": "p", "с": "c", "т": "t",
        "у": "y", "х": "x", "ѕ": "s", "і": "i", "ї": "ï", "ё": "ë", "ј": "j", "һ": "h", "ԁ": "d", "ԛ": "q",
        "ԝ": "w", "ӏ": "l", "ү": "y", "г": "r", "п": "n", "ь": "b",
        # Greek
        "α": "a", "β": "b", "γ": "y", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "m", "ν": "v", "ο": "o",
        "ρ": "p", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "ϲ": "c", "ϳ": "j",
        # Armenian
        "ո": "n", "ս": "u", "օ": "o", "հ": "h", "զ": "q", "ց": "g",
    }
)  # fmt: skip
_MIXED: Final = _("Use the letters of one alphabet.")
_TAKEN: Final = _("This name looks like one that is taken.")
#: Scripts that are written together, as Japanese and Korean names are.
_TOGETHER: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL"})


def look_of(name: str) -> str:
    """What a name looks like: the same for names that are taken for each other."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFC", plain.translate(_LOOKS))


def scripts_of(name: str) -> frozenset[str]:
    """The scripts of a name's letters, as Unicode calls them; those that are written together count as one."""
    return frozenset(_scripts(unicodedata.normalize("NFKC", name)))


def check_name(name: str) -> None:
    """Refuse a name that could be taken for another (raises ValidationError).

    All names are looked through, in memory: a tenth of a second for 100,000.
    """
    if len(scripts_of(name)) > 1:
        raise ValidationError(_MIXED, code="mixed_scripts")
    look = look_of(name)
    names = get_user_model()._default_manager.values_list("username", flat=True)
    if any(look_of(taken) == look for taken in names.iterator()):
        raise ValidationError(_TAKEN, code="lookalike")


def _scripts(name: str) -> Iterator[str]:
    for letter in name:
        if letter.isalpha():
            script = unicodedata.name(letter, "UNKNOWN").replace("-", " ").split()[0]
            yield "CJK" if script in _TOGETHER else script

"""Words that end in a full stop without ending a sentence, a short list a tongue; stops inside them are left out."""

import re
from typing import Final

_ALWAYS: Final = {
    "en": "approx ca capt cf col dept dr eg gen gov hon ie jr mr mrs ms prof rev sgt sr st vs",
    "de": """
        allg anm ausg bes betr bez bspw bzgl bzw ca chr dgl dr ebd evtl geb gegr gen gest ggf hl hr hrsg inkl jh jhd
        lat max min mio mrd prof sog st str tel urspr usf vgl
    """,
    "eo": "bv dro ekz ekzz kp kv nro prof sankt sino sro st vd tn",
    "no": "adm bla ca dr dvs eks ekskl el evt feks fra gl hhv inkl jf jfr kl maks mht min pga pr prof st",
    "uk": """
        акад англ бл буд вид вул гр див доц заст зб зокр ім інж кол лат млн млрд напр нар нім обл оз прибл проф просп
        рр св скор смт тзв тел тис укр хв
    """,
}
#: The same where a number follows: without one they are words of their own, or end the sentence.
_BEFORE_NUMBERS: Final = {
    "en": "art ch chap fig no nos para pl pp sec vol",
    "de": "abb abs art bd kap nr nrn tab taf ziff",
    "eo": "ĉap fig paĝ vol",
    "no": "art fig kap nr nrn",
    "uk": "арк гл мал рис розд ст стор табл",
}
_WORDS: Final = {tongue: frozenset(text.split()) for tongue, text in _ALWAYS.items()}
_COUNTED: Final = {tongue: frozenset(text.split()) for tongue, text in _BEFORE_NUMBERS.items()}
#: Tongues in which an ordinal is a number with a full stop: 3. Mai, 17. mai.
_ORDINALS: Final = frozenset({"de", "no"})
#: What can end a sentence all the same: words of one letter, "and so on", hours of the day.
_CAN_END: Final = frozenset({"i", "я", "ktp", "am", "pm"})
_LAST: Final = re.compile(r"[^\W_](?:[\w.'’ʼ-]{0,24})\Z")


def is_abbreviated(before: str, after: str, tongue: str) -> bool:
    """Whether a full stop between two pieces of text belongs to the word or number before it."""
    found = _LAST.search(before[-26:])
    word = found.group().lower() if found else ""
    if word.isdecimal():
        return tongue in _ORDINALS and len(word) <= 2
    plain = word.replace(".", "").replace("-", "")
    if plain in _CAN_END:
        return False
    counted = plain in _COUNTED[tongue] and after[:1].isdecimal()
    return len(word.rpartition(".")[2]) == 1 or plain in _WORDS[tongue] or counted

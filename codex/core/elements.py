"""The names of HTML's elements, as far as turning markup into text has to tell them apart (HTML Living Standard)."""

from typing import Final

_RUNNING_TEXT: Final = """
a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb ruby s samp small span strike
strong sub sup time tt u var wbr
"""
_CONTENT_NOT_SHOWN: Final = "iframe noembed noframes script style template"
_OTHERS: Final = """
address applet area article aside audio base blockquote body br button canvas caption center col colgroup dd details
dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr
html image img input legend li link main map marquee math menu meta meter nav noscript object ol optgroup option output
p param picture plaintext pre progress rp rt rtc search section select slot source summary svg table tbody td textarea
tfoot th thead title tr track ul video xmp
"""

#: Elements inside a line: taking out their tags joins the words they part, as a browser shows them.
INLINE: Final = frozenset(_RUNNING_TEXT.split())
#: Elements whose content a browser never shows.
HIDDEN: Final = frozenset(_CONTENT_NOT_SHOWN.split())
KNOWN: Final = INLINE | HIDDEN | frozenset(_OTHERS.split())

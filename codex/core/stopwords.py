"""Words that carry no subject, one short list a tongue; a query made of nothing else keeps them (CDX-03)."""

from typing import Final

from codex.core.folds import fold

_WORDS: Final = {
    "en": """
        a about after all also am an and any are as at be because been before being both but by can could did do
        does doing don't for from had has have having he her here hers him his how i if in into is it it's its
        just me more most my no nor not now of off on once only or other our out over own same she should so
        some such than that the their them then there these they this those through to too under until up us
        very was we were what when where which while who whom why will with would you your
    """,
    "de": """
        aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass dem den denn der des die
        dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es euch
        für gegen haben hat hatte hier ich ihm ihn ihr ihre im in ins ist ja kann kein keine mein mich mir mit
        nach nicht noch nun nur ob oder ohne sehr sein seine sich sie sind so über um und uns unter vom von vor
        war waren warum was weil wenn wer werden wie wieder wir wird wo wurde wurden zu zum zur
    """,
    "eo": """
        al ankaŭ antaŭ apud aŭ ajn ĉar ĉe ĉi ĉiu ĉu da de do dum ekster el en eĉ estas estis esti estos ĝi ĝia
        ĝin ĝis ili ilia ilin iu ja jam je jen ke kaj kia kiam kial kie kiel kio kion kiu kiuj kiun kun kvankam
        la li lia lin mi mia min ne nek ni nia nin nu nun nur ol oni per pli plej plu por post preter pri pro se
        sed sen ŝi ŝia ŝin si sia sin sub super sur tamen tia tiam tial tie tiel tio tion tiu tiuj tiun tra
        trans tre tro tuj unu vi via vin
    """,
    "no": """
        alle at av bare ble blei bli blir da de deg dem den denne der dere deres det dette din disse du eg ein
        eit eller en er et etter for fra før ha hadde han hans har henne hennes her hun hva hvem hvilken hvis
        hvor hvordan hvorfor i ikke ikkje inn jeg kan kom kunne man mange med meg mellom men mer min mitt mot må
        ned noe noen nå når og også om opp oss over på samme seg selv si siden sin sine skal skulle slik som så
        til under ut var ved vi vil ville vår være vært
    """,
    "uk": """
        а або адже аж але б без би був була були було бути в вам вас ваш вже ви від він вона вони воно все всі
        де для до ж же з за зі і із й його йому її їй їм їх із коли кого крім лиш лише між мене мені ми мій моя
        на навіть над нам нас наш не ні ним них ну о об одна один однак ось от перед під по при про саме свій
        своє своєї себе сам та так така такий такі там те тим то тобі того той тому ту тут ти у хоч хто це цей
        ця цього ці чи чого чому що щоб щось як яка який яке які якщо
    """,
}
STOPWORDS: Final = {tongue: frozenset(text.split()) for tongue, text in _WORDS.items()}
_FOLDED: Final = {tongue: frozenset(fold(word, tongue) for word in words) for tongue, words in STOPWORDS.items()}


def is_stopword(word: str, tongue: str) -> bool:
    """Whether a written word (lower case) is one of the tongue's stopwords, in any spelling (`für`, `fuer`)."""
    return fold(word, tongue) in _FOLDED[tongue]

"""Texts as numbers of words: the same words as one text at a time gives."""

from hypothesis import given
from hypothesis import strategies as st

from codex.core.tokenise import COMPOUND, Tokens, tokenise
from codex.core.words import words_and_compounds

texts = st.lists(st.text() | st.text("aÄßжЇ0½ .'-/_+#\u0301\ufdfa", max_size=40))


def words_of(tokens: Tokens) -> list[list[str]]:
    numbers, found = iter(tokens.numbers.tolist()), []
    for count in tokens.counts.tolist():
        found.append([tokens.forms[next(numbers)] for _ in range(count)])
    assert next(numbers, None) is None
    return found


@given(texts)
def test_every_text_has_its_words_and_compounds(some: list[str]) -> None:
    tokens = tokenise(some)
    for text, found, length in zip(some, words_of(tokens), tokens.lengths.tolist(), strict=True):
        plain, compounds = words_and_compounds(text)
        assert [form for form in found if form[0] != COMPOUND] == plain
        assert sorted(form[1:] for form in found if form[0] == COMPOUND) == sorted(compounds)
        assert length == len(plain)


def test_a_word_has_one_number_however_it_is_written() -> None:
    tokens = tokenise(["Lantern lantern", "LANTERN, “lantern”", "ＬＡＮＴＥＲＮ"])
    assert tokens.forms == ("lantern",)
    assert tokens.numbers.tolist() == [0] * 5

"""Copies of an answer to take away: the label goes with each (GRD-06)."""

import json

import pytest
from django.test import Client

from tests.grounded.asking import answering
from tests.grounded.conftest import Provide
from tests.grounded.pages import agree, look, settled
from tests.grounded.replies import completion, wrote
from tests.grounded.site import MANOMETER, VALVE

pytestmark = pytest.mark.django_db(transaction=True)
LABEL = "this proves neither the facts nor that the text was not steered."


def copy(client: Client, kind: str, provider: Provide, answer: str, ids: list[str], **asked: str) -> str:
    provider(answering(wrote(answer, ids)))
    key = agree(client, look(client, **asked)).key
    settled(client, key)
    reply = client.get(f"/ask/{key}/answer.{kind}")
    assert reply.headers["Content-Disposition"].startswith('attachment; filename="answer-2')
    assert "no-store" in reply.headers["Cache-Control"]
    return reply.content.decode()


def test_markdown_has_footnotes_with_full_addresses(client: Client, provider: Provide) -> None:
    text = copy(client, "md", provider, "It reads high [s1].\n\nTwice *so* [s1].", ["s1"])
    assert text.startswith("# Cited answer\n\n> Why does the manometer")
    assert LABEL in text
    assert "It reads high [^s1].\n\nTwice \\*so\\* [^s1]." in text
    assert f"[^s1]: The Manometer of Boiler V7. The whole inscription. <{MANOMETER}>" in text
    assert f"Sent, not cited:\n\n- Rite of the Slow Valve. The whole inscription. <{VALVE}>" in text
    assert "forge-mini at 127.0.0.1" in text
    assert "Archive as read on" in text


def test_nothing_a_model_wrote_becomes_markup(client: Client, provider: Provide) -> None:
    text = copy(client, "md", provider, "<b>x</b> ![a](http://evil.example/) [^s1] # h [s1]", ["s1"])
    assert "\\<b\\>x\\</b\\> !\\[a\\](http://evil.example/) \\[^s1\\] \\# h [^s1]" in text


def test_no_mark_becomes_a_link_a_definition_or_part_of_a_heading(client: Client, provider: Provide) -> None:
    written = "It is [s1](http://evil.example/).\n[s1]: http://evil.example/\nCited answer\n===\n ---"
    text = copy(client, "md", provider, written, ["s1"])
    assert "[^s1]\\(http://evil.example/)" in text
    assert "\n[^s1]\\: http" in text
    assert "\n\\===\n \\---\n" in text


def test_plain_text_names_its_sources(client: Client, provider: Provide) -> None:
    text = copy(client, "txt", provider, "It reads high [s1].", ["s1"])
    assert text.startswith("CITED ANSWER\n\nWhy does")
    assert "It reads high [s1].\n\n[s1] The Manometer of Boiler V7. The whole inscription. https://" in text
    assert LABEL in text


@pytest.mark.parametrize("kind", ["md", "txt"])
def test_a_draft_is_a_draft_in_every_copy(kind: str, client: Client, provider: Provide) -> None:
    text = copy(client, kind, provider, "Gauges are old.", [])
    before, _, after = text.partition("Gauges are old.")
    assert "uncited draft" in before.lower()
    assert "it names no source, and nothing of it was checked." in before
    assert "end of uncited draft" in after.lower()


def test_the_receipt_holds_what_was_sent_and_every_check(client: Client, provider: Provide) -> None:
    told = json.loads(copy(client, "json", provider, "It reads high [s1].", ["s1"]))
    assert (told["state"], told["ai_generated"], told["citations"]) == ("cited", True, ["s1"])
    assert told["label"].endswith(LABEL)
    assert len(told["request"]["sha256"]) == 64
    assert told["sources"][0]["url"] == MANOMETER
    assert told["facts"][0]["cited"] == ["s1"]


def test_an_extract_says_in_its_copy_that_no_model_wrote_it(client: Client, archive: None) -> None:
    key = look(client).key
    text = client.get(f"/ask/{key}/answer.md").content.decode()
    assert text.startswith("# Archive extract, no model used")
    assert "sentences of the archive, chosen by counting words." in text
    assert "A quarter turn, until the manometer stops trembling. [^s2]" in text


def test_a_cut_answer_says_so_in_each_copy(client: Client, provider: Provide) -> None:
    content = json.dumps({"answer": "It reads high [s1] [s2].", "citations": ["s1", "s2"]})
    provider(answering(completion(content, finish_reason="length")))
    key = agree(client, look(client)).key
    settled(client, key)
    for kind in ("md", "txt"):
        text = client.get(f"/ask/{key}/answer.{kind}").content.decode()
        assert "The end of the answer is missing." in text
        assert "Sent, not cited" not in text


def test_there_is_no_other_kind_of_copy(client: Client, archive: None) -> None:
    assert client.get(f"/ask/{look(client).key}/answer.html").status_code == 404

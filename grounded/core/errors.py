"""Every refusal on the way to an answer: fixed public sentences, stable codes (GRD-01 to GRD-04).

GroundedError
├── ConfigError      an endpoint that cannot be used as described
├── RequestError     a request outside its bounds; nothing was sent
├── CalledError      a model's tool call in a chat that was not carried out; told to the model
├── ChatError        an exchange with the endpoint that did not end well
└── AnswerRejected   an answer that may not be shown

A sentence never holds anything that came from outside: no URL, no key, no question, no provider's words.
"""

from typing import ClassVar, Final

from codex.core.errors import CodexError, GuardError, Reason

_NO_ADDRESS: Final = ("url_syntax", "url_scheme", "url_credentials", "url_host", "url_port", "url_query")
_NOT_DIALLED: Final = ("address_refused", "private_host")
_NOT_FOUND: Final = ("name_unresolved", "name_timeout")


def _as_the_guard_says(*codes: str) -> dict[str, Reason]:
    return {code: GuardError.reasons[code] for code in codes}


class GroundedError(CodexError):
    """A refusal on the way to an answer."""


class ConfigError(GroundedError):
    """The endpoint cannot be used as it is described (GRD-01); found without contacting anything."""

    reasons: ClassVar[dict[str, Reason]] = _as_the_guard_says(*_NO_ADDRESS, *_NOT_DIALLED) | {
        "model_invalid": Reason("The model's name must be one line of 1 to 256 bytes.", 400),
        "key_invalid": Reason("The key must be 1 to 512 printable ASCII characters without blanks.", 400),
        "key_over_http": Reason("The key would travel unencrypted; use https, or list the endpoint's host:port.", 400),
        "ca_file_invalid": Reason("The file of private authorities could not be read as PEM certificates.", 400),
    }


class RequestError(GroundedError):
    """The request is outside its bounds (GRD-02); nothing was sent."""

    reasons: ClassVar[dict[str, Reason]] = {
        "mode_invalid": Reason("Ask for a summary or ask a question.", 400),
        "lang_invalid": Reason("The answer can be in English, German, Esperanto, Norwegian or Ukrainian.", 400),
        "text_invalid": Reason("A text holds characters that cannot be sent.", 400),
        "question_missing": Reason("Type a question.", 400),
        "question_too_long": Reason("The question is too long; 2 KiB are the limit.", 413),
        "sources_count": Reason("Pick 1 to 8 inscriptions, each of them once.", 400),
        "source_id_invalid": Reason("A source's id must be 1 to 16 letters, digits, hyphens or underscores.", 400),
        "source_ids_repeated": Reason("Two sources have the same id.", 400),
        "title_too_long": Reason("A source's title is too long; 512 bytes are the limit.", 413),
        "location_too_long": Reason("A source's location is too long; 2 KiB are the limit.", 413),
        "source_empty": Reason("An excerpt is empty.", 400),
        "source_too_long": Reason("An excerpt is too long; 16 KiB are the limit.", 413),
        "sources_too_long": Reason("The excerpts together are too long; 32 KiB are the limit.", 413),
        "payload_too_large": Reason("The whole request is too large; 96 KiB are the limit.", 413),
        "messages_count": Reason("A chat needs 1 to 100 messages.", 400),
        "messages_order": Reason(
            "The messages do not follow each other as in a chat: at most one of the system at the start, the result of "
            "every tool call right behind it, and at the end one of the user or of a tool.",
            400,
        ),
        "message_empty": Reason("A message holds neither text nor a tool call.", 400),
        "message_too_long": Reason("A message is too long; 16 KiB are the limit.", 413),
        "chat_tools_invalid": Reason(
            "At most 16 tools can be added, each of at most 4 KiB with a name of its own; codex_search is the site's.",
            400,
        ),
        "chat_too_large": Reason("The conversation has grown too large; 256 KiB are the limit.", 413),
    }


class CalledError(GroundedError):
    """A tool call in a chat that came to nothing (API-04): a result for the model.

    No use was counted, unless a search was carried out whose hits turned out too long, each of them.
    """

    reasons: ClassVar[dict[str, Reason]] = {
        "tool_not_offered": Reason("No tool of this name is offered.", 200),
        "call_repeated": Reason("The same was called before; its result stands above.", 200),
        "too_many_calls": Reason("Too many tool calls at once; call again for what is still needed.", 200),
        "results_too_long": Reason("The conversation is too long for another result; answer from what there is.", 200),
    }


class ChatError(GroundedError):
    """The exchange with the endpoint did not end well (GRD-03); `upstream` is the endpoint's HTTP status, if any."""

    reasons: ClassVar[dict[str, Reason]] = _as_the_guard_says(*_NOT_DIALLED, *_NOT_FOUND) | {
        "unsendable": Reason("The request cannot be sent as it stands.", 500),
        "unreachable": Reason("The endpoint could not be reached.", 502, True),
        "tls_refused": Reason("No secure connection: the endpoint's certificate or protocol is not accepted.", 502),
        "timed_out": Reason("The endpoint did not answer in time.", 504, True),
        "redirect": Reason("The endpoint redirects elsewhere; redirects are not followed.", 502),
        "encoded": Reason("The endpoint packed its answer although that was not asked for.", 502),
        "not_http": Reason("The endpoint's answer is not proper HTTP, or broke off.", 502, True),
        "key_echoed": Reason("The endpoint's answer holds the key that it was sent; it is withheld.", 502),
        "http_400": Reason("The endpoint refuses the request as it is; in a chat, its model may take no tools.", 502),
        "http_401": Reason("The endpoint does not accept the key.", 502),
        "http_403": Reason("The endpoint does not allow this request.", 502),
        "http_404": Reason("The endpoint knows no such address or model.", 502),
        "http_413": Reason("The endpoint finds the request too large.", 502),
        "http_422": Reason("The endpoint refuses the request as it is; in a chat, its model may take no tools.", 502),
        "http_429": Reason("The endpoint takes no more requests at the moment, or its credit is used up.", 502, True),
        "http_NNN": Reason("The endpoint answered with an error.", 502, True),
    }

    def __init__(self, code: str, *, upstream: int | None = None) -> None:
        super().__init__(code)
        self.upstream = upstream

    @classmethod
    def of_status(cls, status: int) -> "ChatError":
        """The refusal for an HTTP status; its code is `http_404` and the like, the sentence one of the table's."""
        code = f"http_{status}"
        refusal = cls(code if code in cls.reasons else "http_NNN", upstream=status)
        refusal.code = code
        return refusal

    def __str__(self) -> str:
        return self.sentence if self.upstream is None else f"{self.sentence} (HTTP {self.upstream})"


class AnswerRejected(GroundedError):  # noqa: N818 - a judgement, not a fault
    """The answer may not be shown (GRD-04); `token` is the unknown id where it is shaped like one, else empty."""

    reasons: ClassVar[dict[str, Reason]] = {
        "response_too_large": Reason("The endpoint's answer is larger than 64 KiB.", 502),
        "invalid_body": Reason("The endpoint's answer is not a JSON object.", 502),
        "no_choices": Reason("The endpoint's answer holds no choices.", 502),
        "no_content": Reason("The model wrote nothing that can be read.", 502, True),
        "content_filter": Reason("The endpoint's content filter withheld the answer.", 502),
        "invalid_json": Reason("The model did not write one JSON object and nothing else.", 502, True),
        "invalid_shape": Reason("The model's object is not an answer with a list of citations.", 502, True),
        "answer_too_large": Reason("The model's answer is longer than 16 KiB.", 502, True),
        "unknown_id": Reason("The answer cites a source that was not sent.", 502, True),
        "mismatch": Reason("The citations in the answer are not the ones in its list.", 502, True),
    }

    def __init__(self, code: str, *, token: str = "") -> None:
        super().__init__(code)
        self.token = token

"""Every refusal Lumasite can give: one tree, fixed public sentences, stable codes.

CodexError
├── GuardError     an address that may not be dialled
├── FetchError     an exchange that did not end well
├── ArchiveError   bytes that are no archive
├── SearchError    a search that was not admitted
├── CallerError    a caller who is not admitted
└── ToolError      a model's tool call that cannot be carried out

A sentence never holds anything that came from outside: no URL, no query, no provider's words.
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Reason:
    """What one code means: a sentence for people and models, an HTTP status, and whether trying again can help."""

    sentence: str
    status: int = 502
    retryable: bool = False


class CodexError(Exception):
    """A refusal with a stable code; the sentence, status and retryability come from the class's table.

    `about` are facts of our own beside the sentence, such as the name of a parameter and its bounds.
    """

    reasons: ClassVar[dict[str, Reason]] = {}

    def __init__(self, code: str, **about: object) -> None:
        self.code = code
        self.about = about
        self.reason = self.reasons[code]
        super().__init__(self.reason.sentence)

    @property
    def sentence(self) -> str:
        """The public sentence."""
        return self.reason.sentence

    @property
    def status(self) -> int:
        """The HTTP status a face answers with."""
        return self.reason.status

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed later."""
        return self.reason.retryable


class GuardError(CodexError):
    """The address may not be dialled (SEC-01)."""

    reasons: ClassVar[dict[str, Reason]] = {
        "url_syntax": Reason("The address is not a plain http or https URL.", 400),
        "url_scheme": Reason("Only http and https addresses are allowed.", 400),
        "url_credentials": Reason("The address must not hold a user name or password.", 400),
        "url_host": Reason("The host name in the address is not allowed.", 400),
        "url_port": Reason("The port in the address is not allowed.", 400),
        "url_fragment": Reason(
            "The address must not hold a fragment (# and what follows); nothing is fetched by it.", 400
        ),
        "url_query": Reason("This address must not hold a query or a fragment.", 400),
        "address_refused": Reason("The address leads to a network that must not be reached from here.", 400),
        "private_host": Reason(
            "The host is not on the public internet; the operator can open it by listing its host:port as allowed.", 400
        ),
        "name_unresolved": Reason("The host name could not be found.", 502, True),
        "name_timeout": Reason("Looking up the host name took too long.", 504, True),
    }


class FetchError(CodexError):
    """The exchange with a vetted address did not end well (SEC-02).

    `answered` is the status that came back, `size` the bytes that were announced; None when not known.
    """

    def __init__(self, code: str, *, answered: int | None = None, size: int | None = None) -> None:
        super().__init__(code)
        self.answered, self.size = answered, size

    reasons: ClassVar[dict[str, Reason]] = {
        "fetch_request": Reason("The request cannot be sent as it stands.", 500),
        "fetch_connect": Reason("The server could not be reached.", 502, True),
        "fetch_tls": Reason("No secure connection: the server's certificate or protocol is not accepted.", 502),
        "fetch_timeout": Reason("The server did not answer in time.", 504, True),
        "fetch_too_large": Reason("The answer is larger than the limit allows.", 502),
        "fetch_redirect": Reason("The server redirects elsewhere; redirects are not followed.", 502),
        "fetch_missing": Reason("The server says that there is nothing at this address.", 502),
        "fetch_status": Reason("The server answered with an error.", 502, True),
        "fetch_encoding": Reason("The answer is packed in a way that is not accepted.", 502),
        "fetch_protocol": Reason("The server's answer is not proper HTTP.", 502, True),
    }


class ArchiveError(CodexError):
    """The bytes are no archive that can be read (CDX-05); `place` is where they stop being JSON, empty when unknown."""

    def __init__(self, code: str, *, place: str = "") -> None:
        super().__init__(code)
        self.place = place

    reasons: ClassVar[dict[str, Reason]] = {
        "archive_not_json": Reason("The archive's index is not valid JSON.", 502),
        "archive_empty": Reason("The archive's index is an empty file.", 502, True),
        "archive_encoding": Reason("The archive's index is not text in UTF-8.", 502),
        "archive_javascript": Reason("The archive's index is a script, not JSON; publish it as JSON.", 502),
        "archive_markup": Reason("The archive's index is a web page, not JSON.", 502),
        "archive_too_deep": Reason("The archive's index is nested too deeply to be read.", 502),
        "archive_error": Reason("The archive answered with an error message instead of its index.", 502, True),
        "archive_no_text": Reason("The index holds a search structure without titles; publish its entries.", 502),
        "archive_shape": Reason("The archive's index has no list of entries that can be read.", 502),
        "archive_no_entries": Reason("No entry of the archive's index could be used.", 502),
        "archive_unusable": Reason("Too many entries of the archive's index cannot be used.", 502),
        "archive_shrunk": Reason("The archive is suddenly empty; the last good copy stays until staff accept it.", 502),
        "archive_file": Reason("The archive file could not be read.", 502),
    }


class SearchError(CodexError):
    """The search was not admitted, or could not be carried out."""

    reasons: ClassVar[dict[str, Reason]] = {
        "query_empty": Reason("Type at least one word to search for.", 400),
        "query_too_long": Reason("The search is too long; 1,000 characters are the limit.", 400),
        "query_invalid": Reason("The search holds characters that cannot be searched for.", 400),
        "parameter_invalid": Reason("A parameter of the request is not valid.", 400),
        "page_out_of_range": Reason("There is no such page of results.", 404),
        "quota_used": Reason("Today's searches are used up.", 429),
        "bot_quota_used": Reason("The searches of this bot for today are used up, for all its pilgrims.", 429),
        "search_closed": Reason("Searching is closed to this caller; only the staff can open it.", 429),
        "too_fast": Reason("Too many searches in a short time; wait a moment.", 429, True),
        "maintenance": Reason("The site is being worked on; try again later.", 503, True),
        "paused": Reason("Searching is paused by the staff; try again later.", 503, True),
        "anonymous_refused": Reason("Searching here needs an account or a token.", 401),
        "archive_unavailable": Reason("The archive cannot be read at the moment.", 503, True),
        "storage_unavailable": Reason("The site's storage is busy or full; try again shortly.", 503, True),
        "not_found": Reason("There is nothing at this address.", 404),
        "method_refused": Reason("This address does not take that kind of request.", 405),
        "forbidden": Reason("This request is not allowed.", 403),
        "form_expired": Reason("The form has expired; go back, load its page anew and send it again.", 403),
        "bad_request": Reason("The request could not be understood.", 400),
        "body_not_json": Reason(
            "The body is not plain JSON in UTF-8: no member twice, no NaN, at most 200 levels.", 400
        ),
        "too_large": Reason("The request is too large.", 413),
        "media_type_refused": Reason("This address takes JSON only; send Content-Type: application/json.", 415),
        "internal": Reason("Something went wrong here; the staff can find it by its number.", 500, True),
    }


class CallerError(CodexError):
    """The token, or the pilgrim it speaks for, is not accepted (API-01)."""

    reasons: ClassVar[dict[str, Reason]] = {
        "token_needed": Reason("This address needs a token; send it as Authorization: Bearer.", 401),
        "token_malformed": Reason("This is no token of this site: it is cut, mistyped or of another kind.", 401),
        "token_unknown": Reason("The token is not known here.", 401),
        "token_expired": Reason("The token has expired; ask the staff for a new one.", 401),
        "token_revoked": Reason("The token was revoked; ask the staff for a new one.", 401),
        "token_in_url": Reason(
            "A token must never stand in a URL, where logs keep it: have it revoked, and send the new one as "
            "Authorization: Bearer.",
            400,
        ),
        "scope_missing": Reason("The token does not hold the scope that this address needs.", 403),
        "pilgrim_invalid": Reason(
            "A pilgrim's id is 1 to 128 printable characters, in the header X-Codex-User or as pilgrim in a body,"
            " the same if in both.",
            400,
        ),
    }


class ToolError(CodexError):
    """A model's tool call cannot be carried out; the model is told why as the call's result, hence 200 (API-02)."""

    reasons: ClassVar[dict[str, Reason]] = {
        "tool_disabled": Reason("The archive is not offered as a tool here; the staff have it switched off.", 200),
        "tool_unknown": Reason("There is no such tool here; the only one is codex_search.", 200),
        "call_invalid": Reason("This is no tool call; it needs a name and arguments.", 200),
        "arguments_not_json": Reason("The arguments of the tool call are not valid JSON.", 200),
        "arguments_too_large": Reason("The arguments of the tool call are too large; a few words are enough.", 200),
        "arguments_invalid": Reason(
            "The arguments must be an object with query (text) and at most lang (text) and limit (1 to 20) besides.",
            200,
        ),
        "reading_invalid": Reason(
            "The arguments must be an object with url (text) and at most page (a number from 1) besides.", 200
        ),
        "inscription_unknown": Reason(
            "The archive holds no inscription with this url; give one exactly as codex_search returned it.", 200
        ),
        "reading_ended": Reason("The inscription has fewer pages; its first page tells how many.", 200),
    }

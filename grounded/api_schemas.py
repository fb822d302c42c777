"""What the JSON face of answers gives, for the OpenAPI document (API-03); shown.py and receipt.py make it."""

from typing import Any, Final, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

Texts = dict[str, Any]


class Receiver(Schema):
    """Which host a question goes to."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"host": "127.0.0.1:11434", "class": "loopback"}]}
    )
    host: str
    host_class: str = Field(alias="class", description="loopback, private or public.")


class PreviewTold(Schema):
    """What would be sent, to the byte, and the token that agrees to just that."""

    model_config = ConfigDict(extra="forbid")
    id: str
    token: str = Field(description="Send it to /api/v1/answers to agree.")
    expires_at: str
    mode: Literal["question", "summary"]
    question: str
    lang: str
    proposed: bool = Field(description="Whether the passages were picked by the archive's search.")
    receiver: Receiver | None
    model: str
    request: Texts | None = Field(description="The body that leaves, and its SHA-256; null when no model is asked.")
    sizes: list[Texts]
    excerpts: list[Texts]
    archive: Texts
    keep_days: int
    allowance: Texts | None


class ReceiptTold(Schema):
    """How an answer stands, with everything that was sent and that came back."""

    model_config = ConfigDict(extra="forbid")
    form: Literal["lumasite-receipt/1"]
    id: str
    state: str = Field(description="sending while it is waited for; cited, draft, rejected and the rest when it ended.")
    code: str
    unknown_id: str = Field(description="What was cited and is no source, where it is shaped like one.")
    error: str
    retryable: bool
    label: str = Field(description="What has to stand beside the answer wherever it is shown.")
    ai_generated: bool
    answer: str | None
    citations: list[str]
    markers: list[Texts] = Field(description="Where in the answer which source is cited, by characters.")
    unwrapped: list[str] = Field(description="What was taken off around the model's object.")
    warnings: list[str]
    content: str | None = Field(description="What the model wrote, before anything was taken off.")
    facts: list[Texts] = Field(description="What each sentence shares with the sources; no verdict.")
    limits: dict[str, str] = Field(description="What such facts cannot see.")
    mode: Literal["question", "summary"]
    question: str
    lang: str
    model: str
    receiver: Receiver
    archive: Texts
    times: Texts
    upstream: int | None = Field(description="The endpoint's HTTP status.")
    sources: list[Texts] = Field(description="Each as the archive has it, and the copy that left as `sent`.")
    request: Texts = Field(description="What was sent, to the byte, and its SHA-256.")
    reply: Texts | None = Field(description="What came back, to the byte.")


#: What each operation may answer besides what any may.
PREVIEWED: Final[dict[Any, Any]] = {200: PreviewTold, 404: None, 409: None}
AGREED: Final[dict[Any, Any]] = {200: ReceiptTold, 202: ReceiptTold, 404: None, 409: None, 410: None, 422: None}
STANDS: Final[dict[Any, Any]] = {200: ReceiptTold}
DELETED: Final[dict[Any, Any]] = {204: None, 409: None}
STOPPED: Final[dict[Any, Any]] = {200: ReceiptTold, 202: ReceiptTold, 409: None}
#: The header that makes a repeated request one call.
KEYED: Final[Texts] = {
    "parameters": [
        {
            "in": "header",
            "name": "Idempotency-Key",
            "description": "An id of your choice; the same one never sends twice.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 128},
        }
    ]
}

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

    model_config = ConfigDict(extra="allow")
    form: Literal["lumasite-receipt/1"]
    id: str
    state: str = Field(description="sending while it is waited for; cited, draft, rejected and the rest when it ended.")
    code: str
    error: str
    retryable: bool
    label: str = Field(description="What has to stand beside the answer wherever it is shown.")
    ai_generated: bool
    answer: str | None
    citations: list[str]
    sources: list[Texts]


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

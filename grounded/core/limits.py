"""The bounds of the second seed, in bytes and seconds (GRD-02 to GRD-04), and those of the chat (API-04)."""

from typing import Final

SOURCES: Final = 8
TITLE_BYTES: Final = 512
LOCATION_BYTES: Final = 2 * 1024
SOURCE_BYTES: Final = 16 * 1024
SOURCES_BYTES: Final = 32 * 1024
QUESTION_BYTES: Final = 2 * 1024
PAYLOAD_BYTES: Final = 96 * 1024
RESPONSE_BYTES: Final = 64 * 1024
ANSWER_BYTES: Final = 16 * 1024
#: Of the list of models that staff may ask for; those of large providers are long.
LISTING_BYTES: Final = 1024 * 1024
SECONDS: Final = 45.0
CONNECT_SECONDS: Final = 5.0

#: Of a chat: what a caller may send, and what may be sent on with all results and replies of its rounds.
CHAT_MESSAGES: Final = 100
CHAT_MESSAGE_BYTES: Final = 16 * 1024
CHAT_TOOLS: Final = 16
CHAT_TOOL_BYTES: Final = 4 * 1024
CHAT_BYTES: Final = 256 * 1024
#: A request, as every body of the JSON face: to go on, a caller sends back all that a turn has added.
CHAT_REQUEST_BYTES: Final = 64 * 1024
#: Calls of one reply that are read at all; further ones are left out of the conversation.
CHAT_CALLS: Final = 16
#: Rounds of tool calls before the model has to answer.
CHAT_ROUNDS: Final = 4

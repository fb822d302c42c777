"""Chat Completions replies, as endpoints write them."""

import json


def completion(content: object, **choice: object) -> bytes:
    """A reply whose first message has this content."""
    message = {"role": "assistant", "content": content}
    return json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": "stop"} | choice]}).encode()


def wrote(answer: object, citations: object) -> bytes:
    """A reply in which the model wrote one proper object."""
    return completion(json.dumps({"answer": answer, "citations": citations}))

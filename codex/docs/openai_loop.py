"""A tool loop with the `openai` package: the model asks, Lumasite searches, the model answers.

    pip install openai requests
    OPENAI_API_KEY=… LUMASITE_TOKEN=luma_… python openai_loop.py http://127.0.0.1:8000 MODEL 'Who opens valve K-12?'

OPENAI_BASE_URL names another provider (Ollama, llama.cpp, vLLM …). Tried by the tests of Lumasite with openai 3.57 and
a scripted provider, in both dialects of the tool.
"""

import json
import os
import sys
from typing import Any

from bot_client import Lumasite
from openai import OpenAI

#: Rounds of tool calls before the model has to answer.
ROUNDS = 4
PERSONA = "You are Luma. Consult the archive before you speak of its lore, and give the url of what you used."


def converse(
    client: OpenAI, luma: Lumasite, model: str, question: str, *, pilgrim: str, dialect: str = "compatible"
) -> str:
    """The model's answer; in its last round it is offered no tool any more."""
    tools = luma.tools(dialect=dialect)
    messages: list[Any] = [{"role": "system", "content": PERSONA}, {"role": "user", "content": question}]
    for left in range(ROUNDS, -1, -1):
        offered: Any = {"tools": tools} if tools and left else {}
        said = client.chat.completions.create(model=model, messages=messages, **offered).choices[0].message
        if not said.tool_calls:
            break
        messages.append(said.model_dump(exclude_none=True))
        for call in said.tool_calls:
            found = luma.carry_out(call.model_dump(), pilgrim=pilgrim)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(found)})
    return said.content or ""


if __name__ == "__main__":
    archive = Lumasite(sys.argv[1], os.environ["LUMASITE_TOKEN"])
    print(converse(OpenAI(), archive, sys.argv[2], sys.argv[3], pilgrim="console"))

"""The samples in codex/docs as a bot imports them: files that lie beside each other."""

import importlib
import sys
from typing import Any

import codex.docs.bot_client


def sample(name: str) -> Any:
    """A sample by its name; `bot_client` lies beside it."""
    sys.modules.setdefault("bot_client", codex.docs.bot_client)
    return importlib.import_module(f"codex.docs.{name}")

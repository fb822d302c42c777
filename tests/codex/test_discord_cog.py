"""The sample cog in discord.py itself, as far as that goes without Discord: it loads, answers at once, calls nobody."""

import asyncio
import warnings
from types import SimpleNamespace
from typing import Any

import pytest

from codex.docs.bot_client import Lumasite
from tests.codex.samples import sample

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # discord.py imports audioop, for voice
    import discord
    from discord.ext import commands

HIT = {"title": "@everyone", "summary": "A quarter turn.", "collection": "rites", "url": "https://lore.example/rite/"}


class Interaction:
    """What Discord hands over when somebody types the command; keeps what is answered."""

    def __init__(self) -> None:
        self.done: list[Any] = []
        self.locale = discord.Locale.german
        self.user = SimpleNamespace(id=41)
        self.response = SimpleNamespace(defer=self.defer)
        self.followup = SimpleNamespace(send=self.send)

    async def defer(self, *, thinking: bool) -> None:
        self.done.append("thinking")

    async def send(self, text: str, *, allowed_mentions: discord.AllowedMentions) -> None:
        self.done.append((text, allowed_mentions.to_dict()))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the cog asks the site; the answer is one hit."""
    heard: list[Any] = []

    def search(self: Lumasite, words: str, *, pilgrim: str, lang: str) -> dict[str, Any]:
        heard.append((words, pilgrim, lang))
        return {"results": [HIT]}

    monkeypatch.setattr(Lumasite, "search", search)
    return heard


def test_it_answers_at_once_then_searches_in_the_person_s_tongue(asked: list[Any]) -> None:
    cog, interaction = sample("discord_cog").Codex(Lumasite("https://luma.example", "x")), Interaction()
    asyncio.run(cog.codex.callback(cog, interaction, "Ventil"))
    assert asked == [("Ventil", "discord:41", "de")]
    assert interaction.done[0] == "thinking"


def test_it_lets_no_mention_through(asked: list[Any]) -> None:
    cog, interaction = sample("discord_cog").Codex(Lumasite("https://luma.example", "x")), Interaction()
    asyncio.run(cog.codex.callback(cog, interaction, "Ventil"))
    text, mentions = interaction.done[1]
    assert "@everyone" not in text
    assert mentions == {"parse": []}


def test_discord_py_loads_it_and_offers_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMASITE_SITE", "https://luma.example")
    monkeypatch.setenv("LUMASITE_TOKEN", "x")
    sample("discord_cog")

    async def load() -> list[str]:
        bot = commands.Bot(command_prefix="!", intents=discord.Intents.none())
        await bot.load_extension("codex.docs.discord_cog")
        return [command.name for command in bot.tree.get_commands()]

    assert asyncio.run(load()) == ["codex"]

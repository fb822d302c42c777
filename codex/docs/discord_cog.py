"""A cog for discord.py: /codex searches the archive for whoever types it.

    pip install discord.py requests      # bot_client.py beside this file
    await bot.load_extension("discord_cog")

It answers "thinking" at once, since Discord waits three seconds only, asks in a thread, and lets no mention through.
Tried by the tests of Lumasite with discord.py 2.7, the site's answers made up and without Discord itself: what Discord
makes of the message was not tried.
"""

import asyncio
import os

import discord
from bot_client import Lumasite, message
from discord import app_commands
from discord.ext import commands


class Codex(commands.Cog):
    """Searches the archive."""

    def __init__(self, luma: Lumasite) -> None:
        self.luma = luma

    @app_commands.command(name="codex", description="Search the Codex Mechanicus")
    @app_commands.describe(words="What to look for")
    async def codex(self, interaction: discord.Interaction, words: str) -> None:
        """Search, in the tongue of the person's Discord."""
        await interaction.response.defer(thinking=True)
        lang, pilgrim = str(interaction.locale), f"discord:{interaction.user.id}"
        found = await asyncio.to_thread(self.luma.search, words, pilgrim=pilgrim, lang=lang)
        await interaction.followup.send(message(found), allowed_mentions=discord.AllowedMentions.none())


async def setup(bot: commands.Bot) -> None:
    """Where discord.py enters."""
    await bot.add_cog(Codex(Lumasite(os.environ["LUMASITE_SITE"], os.environ["LUMASITE_TOKEN"])))

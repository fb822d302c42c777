"""`manage.py codex`: search, check and refresh the archive, read and change the settings."""

from codex.management.check import CHECK
from codex.management.config import CONFIG
from codex.management.purge import PURGE
from codex.management.refresh import REFRESH
from codex.management.search import SEARCH
from codex.management.token import TOKEN
from codex.management.verbs import VerbsCommand


class Command(VerbsCommand):
    """What the operator does with the archive and its settings."""

    help = "Searches, checks and refreshes the archive; reads and changes the settings."
    subcommands = (SEARCH, CHECK, REFRESH, CONFIG, TOKEN, PURGE)

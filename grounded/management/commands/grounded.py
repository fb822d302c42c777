"""`manage.py grounded`: set up answers, judge receipts again, and delete what is kept no longer."""

from codex.management.verbs import VerbsCommand
from grounded.management.config import CONFIG
from grounded.management.purge import PURGE
from grounded.management.verify import VERIFY


class Command(VerbsCommand):
    """What the operator does with answers."""

    help = "Reads and changes the settings of answers; judges receipts again; deletes what is kept no longer."
    subcommands = (CONFIG, VERIFY, PURGE)

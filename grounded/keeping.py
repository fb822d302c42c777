"""What answers add to the page that says what this site keeps (GRD-10)."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from codex.pages.keeping import Section, for_days
from codex.results import Refusal
from grounded.agreement import VALID
from grounded.answer import Offer, offer
from grounded.live import options
from grounded.options import GroundedOptions
from grounded.pages.consent import NOT_SENT
from grounded.pages.fields import HOST_CLASSES
from grounded.purging import COUNTS_KEPT


def section() -> Section:
    """What is kept of questions and answers, and what leaves."""
    found = options()
    return Section(gettext("Questions and answers"), (*_kept(found), *_left(offer()), *_chat(found)))


def _kept(found: GroundedOptions) -> Iterator[str]:
    days = {"days": for_days(found.grounded_keep_days)}
    yield gettext("An answer is kept for %(days)s, with its question, the excerpts, and what came back.") % days
    if found.can_keep_longer:
        longer = {"days": for_days(found.grounded_keep_longer_days)}
        yield gettext("Its owner can keep it longer, for %(days)s at most, and delete it at any time.") % longer
    else:
        yield gettext("Its owner can delete it at any time.")
    yield gettext("With an account an answer is open to its owner alone, without one to whoever has its address.")
    minutes = int(VALID.total_seconds() // 60)
    sentence = ngettext(
        "What was shown before sending, and not agreed to, goes after %(count)d minute.",
        "What was shown before sending, and not agreed to, goes after %(count)d minutes.",
        minutes,
    )
    yield sentence % {"count": minutes}
    yield gettext("A receipt holds nothing else: it is made of what is kept, whenever somebody asks for it.")
    yield gettext("What readers tell the staff about an answer goes with the answer.")
    yield gettext("How many answers somebody asked for is counted by day, and kept for %(days)s.") % {
        "days": for_days(COUNTS_KEPT.days)
    }


def _left(offered: Offer | Refusal) -> Iterator[str]:
    """Where questions go, if they go anywhere."""
    if isinstance(offered, Refusal):
        yield gettext("No model can be asked at the moment, so nothing leaves this site.")
    elif offered.receiver is None:
        yield gettext("No model is asked: answers are sentences of the archive, and nothing leaves this site.")
    else:
        name, told = HOST_CLASSES[offered.receiver.host_class]
        to = {"host": offered.receiver.host, "class": name, "model": offered.receiver.model}
        yield (
            gettext(
                "What you agree to goes to %(host)s, for the model %(model)s: your question and the excerpts, exactly "
                "as they are shown to you before."
            )
            % to
        )
        yield f"{name}: {told}"
        yield gettext("What is kept there is for the receiver to say.")
        yield gettext("Never sent: %(things)s.") % {"things": "; ".join(map(str, NOT_SENT))}


def _chat(found: GroundedOptions) -> Iterator[str]:
    if found.enable_chat:
        yield gettext(
            "What bots ask in a chat goes to the same place, with titles, summaries, collections and addresses of what "
            "they find; nothing of a chat is kept here."
        )

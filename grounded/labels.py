"""What goes with an answer wherever it goes: who wrote it, and what was and was not checked (GRD-06)."""

from django.utils.translation import gettext

from grounded.states import State


def label_of(state: State, model: str) -> str:
    """The label of an answer in the tongue of the pages; empty where there is no answer."""
    told = {"model": model}
    if state == State.CITED:
        sentence = gettext(
            "Written by %(model)s; the citations exist; "
            "this proves neither the facts nor that the text was not steered."
        )
        return sentence % told
    if state == State.DRAFT:
        return gettext("Uncited draft, written by %(model)s: it names no source, and nothing of it was checked.") % told
    if state == State.EXTRACT:
        return gettext("Archive extract, no model used: sentences of the archive, chosen by counting words.")
    return ""

"""What the script of the search box says, made here, where plurals are known."""

from django import template
from django.utils.translation import gettext, ngettext

from codex.suggesting import MOST

register = template.Library()


@register.simple_tag
def offers_told() -> str:
    """The sentences for 0, 1, 2 … suggestions, one a line."""
    told = (ngettext("%(count)d suggestion", "%(count)d suggestions", count) for count in range(1, MOST + 1))
    counted = (sentence % {"count": count} for count, sentence in enumerate(told, 1))
    return "\n".join([gettext("No suggestions"), *counted])

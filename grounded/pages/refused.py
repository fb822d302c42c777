"""The page of a refusal: its own heading, the sentence, when it ends, and the way back with nothing to type again."""

from dataclasses import dataclass
from http import HTTPStatus

from django.utils.translation import gettext

from codex.results import Refusal
from codex.web.problems import HEADING_BY_STATUS, HEADINGS
from grounded import states
from grounded.asking import Asking
from grounded.pages.fields import again


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedPage:
    """Why there is nothing; `asking` is what was asked, if that is known."""

    heading: str
    sentence: str
    again: str
    code: str
    status: int
    asking: Asking | None

    @property
    def is_to_be_changed(self) -> bool:
        """Whether the same again would be refused again."""
        return self.status in (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND)


def refused_page(refused: Refusal, asking: Asking | None = None) -> RefusedPage:
    """Make the page."""
    heading = states.HEADINGS.get(refused.code) or HEADINGS.get(refused.code) or HEADING_BY_STATUS.get(refused.status)
    return RefusedPage(
        heading=str(heading or gettext("There is no answer")),
        sentence=gettext(refused.sentence),
        again=again(refused),
        code=refused.code,
        status=refused.status,
        asking=asking,
    )

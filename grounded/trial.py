"""An endpoint tried out for staff, on their button only; results are in our words, never the endpoint's (ADM-01)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from codex.core.errors import CodexError
from grounded.core.chat import AiClient
from grounded.core.citations import Cited
from grounded.core.config import AiConfig
from grounded.core.errors import AnswerRejected, ChatError, GroundedError
from grounded.core.question import AiMode, AiRequest, AiSource

#: How long staff wait for a list; the probe may take as long as an answer.
SECONDS: Final = 10.0
#: What servers say that list no models, and can be reached all the same.
_NO_LIST: Final = frozenset({400, 404, 405, 501})
#: Words of our own: no inscription leaves for a probe.
_SOURCE: Final = AiSource("s1", "A test", "The bell of the north tower is made of brass.")
_PROBE: Final = AiRequest(AiMode.QUESTION, "What is the bell made of?", (_SOURCE,))


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried, and what came of it in words."""

    name: str
    told: str
    is_good: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """Everything that was tried."""

    findings: tuple[Finding, ...]

    @property
    def is_usable(self) -> bool:
        """Whether nothing failed."""
        return all(finding.is_good for finding in self.findings)

    @property
    def heading(self) -> str:
        """The result in a sentence."""
        good = gettext("The endpoint answers, as far as was tried.")
        return good if self.is_usable else gettext("The endpoint cannot be used as it is typed here.")


def try_listing(config: AiConfig) -> Trial:
    """Ask for the list of models, which costs nothing; keeps and raises nothing."""
    return Trial(tuple(_listing(config)))


def try_probe(config: AiConfig) -> Trial:
    """Ask the model one tiny question about a sentence of ours, which may cost; keeps and raises nothing."""
    return Trial((_address(config), _probe(config)))


def _listing(config: AiConfig) -> Iterator[Finding]:
    yield _address(config)
    try:
        models = AiClient(config, seconds=SECONDS).listed_models()
    except ChatError as error:
        yield Finding(gettext("Reachable"), _reached(error), error.upstream in _NO_LIST)
        return
    except AnswerRejected:
        yield Finding(gettext("Reachable"), gettext("yes, but its list of models is too long to be read"), True)
        return
    except GroundedError as error:
        yield Finding(gettext("Reachable"), _words(error), False)
        return
    yield Finding(gettext("Reachable"), gettext("yes"), True)
    yield _model(config.model, models)


def _model(name: str, models: frozenset[str]) -> Finding:
    if not models:
        return Finding(gettext("Model"), gettext("the endpoint lists none; the probe tells"), True)
    if name in models:
        return Finding(gettext("Model"), gettext("listed"), True)
    return Finding(gettext("Model"), gettext("not among those that the endpoint lists"), False)


def _probe(config: AiConfig) -> Finding:
    try:
        answer = AiClient(config).generate(_PROBE)
    except AnswerRejected as error:
        told = gettext("the model answers, but not as it must: %(why)s") % {"why": _words(error)}
        return Finding(gettext("Probe"), told, False)
    except GroundedError as error:
        return Finding(gettext("Probe"), _words(error), False)
    if isinstance(answer, Cited):
        return Finding(gettext("Probe"), gettext("answered, and cited its source"), True)
    return Finding(gettext("Probe"), gettext("answered, but cited nothing: answers will be uncited drafts"), True)


def _address(config: AiConfig) -> Finding:
    told = {"url": config.url, "class": config.host_class}
    return Finding(gettext("Posts go to"), gettext("%(url)s (%(class)s)") % told, True)


def _reached(error: ChatError) -> str:
    if error.upstream not in _NO_LIST:
        return _words(error)
    return gettext("yes, but it lists no models: %(why)s") % {"why": _words(error)}


def _words(error: CodexError) -> str:
    return f"{gettext(error.sentence)} ({error.code})"

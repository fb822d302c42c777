"""Numbers about answers, beside those of the codex: states, calls, tokens and money, without anybody's words."""

from collections.abc import Iterator
from datetime import UTC, datetime

from django.db.models import Count

from codex.health.metrics import Number
from grounded.budget import MILLION
from grounded.models import Consultation, Spend


def numbers() -> Iterator[Number]:
    """All of them, as the database holds them (raises DatabaseError)."""
    states = Consultation.objects.values_list("state").annotate(Count("pk")).order_by()
    yield Number(
        "answers", "Answers that are kept, by state.", {(state,): count for state, count in states}, ("state",)
    )
    today = datetime.now(UTC).date()
    day = Spend.objects.filter(kind=Spend.Kind.SITE, since=today).first()
    yield Number("answer_calls_today", "Calls of the model on the present UTC day.", {(): day.calls if day else 0})
    month = Spend.objects.filter(kind=Spend.Kind.MONTH, since=today.replace(day=1)).first()
    cost = month.cost / MILLION if month else 0
    yield Number("answer_cost_this_month", "What calls cost this UTC month, in the prices' currency.", {(): cost})

"""What the answers of a test cost."""

from decimal import Decimal

from grounded.models import Spend

PRICES = {"price_in": Decimal(1), "price_out": Decimal(2)}


def month() -> tuple[int, int]:
    """What this month cost, and what is set aside."""
    row = Spend.objects.get(kind=Spend.Kind.MONTH)
    return row.cost, row.held

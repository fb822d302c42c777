"""Every id of the contract that is built has a test that names it; the rest stands in the release checklist."""

from pathlib import Path

import pytest

BUILT = ["CDX-01", "CDX-02", "CDX-03", "CDX-04", "CDX-05", "CDX-06", "SEC-01", "SEC-02", "SEC-03", "PAGE-01", "API-01"]
BUILT += ["CDX-07", "API-02", "API-03", "API-04", "MCP-01", *(f"GRD-{number:02}" for number in range(1, 11))]
TESTS = "\n".join(
    path.read_text(encoding="utf-8") for path in Path("tests").rglob("*.py") if path.name != Path(__file__).name
)


@pytest.mark.parametrize("spec", BUILT)
def test_every_built_id_is_named_by_a_test(spec: str) -> None:
    assert spec in TESTS

"""Ukrainian dates."""

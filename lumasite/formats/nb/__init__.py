"""Norwegian dates."""

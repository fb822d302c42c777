"""Dates in German; all times here are UTC and say so."""

DATE_FORMAT = "j. F Y"
DATETIME_FORMAT = r"j. F Y, H:i \U\T\C"

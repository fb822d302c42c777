"""Dates in Ukrainian; all times here are UTC and say so."""

DATE_FORMAT = "j E Y р."
DATETIME_FORMAT = r"j E Y р., H:i \U\T\C"

"""Dates in Esperanto; all times here are UTC and say so."""

DATE_FORMAT = r"j\-\a \d\e F Y"
DATETIME_FORMAT = r"j\-\a \d\e F Y, H:i \U\T\C"

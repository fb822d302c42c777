"""Esperanto dates."""

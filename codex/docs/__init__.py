"""Samples for others to copy; nothing here is used by the site, and each needs packages that the site does not."""

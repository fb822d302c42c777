"""How dates look in lists of the staff, by tongue; Django looks here first (FORMAT_MODULE_PATH)."""

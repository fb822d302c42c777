"""Whether the site can work, told to machines."""

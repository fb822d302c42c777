"""The staff's own pages beside the admin's lists: the start page, what was used, the archive doctor, first steps."""

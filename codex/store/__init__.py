"""Behind the shelf: where an archive comes from, how it is read, and where it is kept."""

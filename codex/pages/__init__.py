"""What the pages of the archive show, made ready for their templates."""

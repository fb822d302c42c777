"""What the pages of answers show, made ready: sentences, pieces and addresses, so that templates only lay out."""

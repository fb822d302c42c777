"""Who may do how much: limits, tokens, and what is counted."""

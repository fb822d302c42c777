"""Around every request: its tongue, its errors, and answers that need no view."""

"""Accounts: sign in and out, passwords, sign-up where staff allow it; Django's own views and forms, our pages."""

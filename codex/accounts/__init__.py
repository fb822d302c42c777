"""Accounts: sign in and out, passwords, sign-up, closing; Django's own views and forms, our pages."""

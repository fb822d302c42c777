"""Looking after a deployment: what is wrong with it, and copies of its database."""

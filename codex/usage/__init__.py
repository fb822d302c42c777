"""What is counted of searches, kept without anybody's name, and told to staff (ADM-01)."""

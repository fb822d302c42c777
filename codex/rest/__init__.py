"""The JSON face's parts: who calls, what is taken, what is answered."""

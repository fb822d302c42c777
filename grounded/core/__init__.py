"""The pure core of answers: no Django, no logging, no search; one network operation, `AiClient`'s."""

"""The database backend of a fleet: Django's own, over a pool that outlives its server."""

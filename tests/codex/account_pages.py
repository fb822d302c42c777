"""The pages of accounts as a browser uses them."""

from typing import Any

from django.contrib.auth.models import User
from django.test import Client

SECRET = "a long incense stick"
DOOR = "/account/sign-in/"


class Page:
    """An answer, and its parts that tests ask for."""

    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.location: str = response.headers.get("Location", "")
        self.text: str = response.content.decode()


def make_brann() -> User:
    """A user with an address for mails."""
    return User.objects.create_user("brann-3", "brann@lore.example", SECRET)


def sign_in(client: Client, name: str = "brann-3", password: str = SECRET, **more: str) -> Page:
    return Page(client.post(DOOR, {"username": name, "password": password, **more}))


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200

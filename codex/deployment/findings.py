"""What looking at a deployment finds."""

from dataclasses import dataclass
from typing import Final, Literal

Level = Literal["ok", "note", "mend"]
#: As a line begins with it.
MARKS: Final[dict[Level, str]] = {"ok": "ok   ", "note": "note ", "mend": "MEND "}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `hint` says what to do when it is not in order."""

    level: Level
    subject: str
    told: str
    hint: str = ""

    def lines(self) -> list[str]:
        """One line, and one more for what to do."""
        first = f"{MARKS[self.level]}{self.subject}: {self.told}"
        return [first, f"       {self.hint}"] if self.hint else [first]


def ok(subject: str, told: str) -> Finding:
    """In order."""
    return Finding("ok", subject, told)


def note(subject: str, told: str, hint: str) -> Finding:
    """Right for some deployments, and worth knowing."""
    return Finding("note", subject, told, hint)


def mend(subject: str, told: str, hint: str) -> Finding:
    """Wrong for every deployment."""
    return Finding("mend", subject, told, hint)

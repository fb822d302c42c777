"""The README says what there is: every setting, code, command and variable, with the values in force."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import Permission

from codex.api import api
from codex.core.errors import ArchiveError, CallerError, CodexError, FetchError, GuardError, SearchError, ToolError
from codex.core.options import OPTIONS, Option
from codex.core.read_tool import READ
from codex.core.tokens import LEAK_PATTERN
from codex.core.tool import PARAMETERS, Parameter
from codex.management.commands.codex import Command as CodexCommand
from grounded.core.errors import AnswerRejected, CalledError, ChatError, ConfigError, RequestError
from grounded.errors import AnswerError
from grounded.management.commands.grounded import Command as GroundedCommand
from grounded.options import OPTIONS as ANSWER_OPTIONS
from grounded.options import Option as AnswerOption

README = Path("README.md").read_text(encoding="utf-8")
ROWS = {row.split("|")[1].strip().strip("`"): row for row in README.splitlines() if row.startswith("| `")}
SEARCH: list[type[CodexError]] = [SearchError, CallerError, ToolError, ArchiveError, FetchError, GuardError]
ERRORS: list[type[CodexError]] = [
    *SEARCH,
    RequestError,
    CalledError,
    ConfigError,
    ChatError,
    AnswerRejected,
    AnswerError,
]
ALL_OPTIONS: list[Option | AnswerOption] = [*OPTIONS, *ANSWER_OPTIONS]


@pytest.mark.parametrize("option", ALL_OPTIONS, ids=lambda option: option.name)
def test_every_setting_stands_there_with_its_meaning(option: Option | AnswerOption) -> None:
    assert option.help in ROWS[option.name]


@pytest.mark.parametrize("option", [one for one in ALL_OPTIONS if one.kind == "int"], ids=lambda option: option.name)
def test_every_number_stands_there_with_default_and_bounds(option: Option | AnswerOption) -> None:
    assert f"| {option.default:,} {option.unit}" in ROWS[option.name]
    assert f"| {option.low:,} to {option.high:,} |" in ROWS[option.name]


@pytest.mark.parametrize("code", [code for error in ERRORS for code in error.reasons])
def test_every_error_code_stands_there_with_its_sentence(code: str) -> None:
    reason = next(error.reasons[code] for error in ERRORS if code in error.reasons)
    again = "yes" if reason.retryable else "no"
    assert ROWS[code] == f"| `{code}` | {reason.status} | {again} | {reason.sentence} |"


def test_no_code_stands_there_that_does_not_exist() -> None:
    known = {code for error in ERRORS for code in error.reasons}
    listed = {name for name, row in ROWS.items() if re.search(r"\| [245]\d\d \|", row)}
    assert listed == known


@pytest.mark.django_db
def test_every_permission_that_is_named_exists() -> None:
    named = re.findall(r"^\| (Can .+?) \|", README, re.MULTILINE)
    assert len(named) >= 5
    assert not [name for name in named if not Permission.objects.filter(name=name).exists()]


def test_every_command_stands_there() -> None:
    assert all(f"manage.py codex {one.name}" in README for one in CodexCommand.subcommands)
    assert all(f"manage.py grounded {one.name}" in README for one in GroundedCommand.subcommands)
    own = [path.stem for path in Path("codex/management/commands").glob("[a-z]*.py") if path.stem != "codex"]
    assert len(own) >= 4
    assert all(f"manage.py {name}" in README for name in own)


def test_every_address_of_the_json_face_stands_there() -> None:
    addresses = [str(one.pattern) for one in api.urls[0] if str(one.pattern)]
    assert addresses
    assert not [address for address in addresses if f" /api/v1/{address}`" not in README]


@pytest.mark.parametrize("one", [*PARAMETERS, *READ.parameters], ids=lambda one: one.name)
def test_every_argument_of_a_tool_stands_there_as_models_read_it(one: Parameter) -> None:
    assert f"| `{one.name}` | {one.description} |" in README


def test_the_pattern_for_leak_scanners_stands_there() -> None:
    assert f"    {LEAK_PATTERN}\n" in README


def test_every_environment_variable_stands_there() -> None:
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', Path("lumasite/settings.py").read_text(encoding="utf-8")))
    assert not [name for name in read if f"`{name}`" not in README]


def test_the_first_screen_holds_two_lines_to_copy() -> None:
    first = "\n".join(README.splitlines()[:25])
    assert len(re.findall(r"^    \S", first, re.MULTILINE)) == 2

"""Where answers may be asked for (GRD-01): read, judged and shown without contacting anything."""

import socket
from typing import Any

import pytest

from codex.core import resolve
from grounded.core.chat import AiClient
from grounded.core.config import AiConfig
from grounded.core.errors import ConfigError
from tests.grounded.asking import KEY, MODEL
from tests.servers import listening

LOCAL = "http://127.0.0.1:1234/v1"


def config(base_url: str = LOCAL, model: str = MODEL, key: str | None = None, **fields: Any) -> AiConfig:
    return AiConfig(base_url, model, key, **fields)


def refusal_of(*values: Any, **fields: Any) -> str:
    with pytest.raises(ConfigError) as refusal:
        config(*values, **fields)
    return refusal.value.code


@pytest.mark.parametrize(
    ("base_url", "url"),
    [
        ("http://127.0.0.1:1234/v1", "http://127.0.0.1:1234/v1/chat/completions"),
        ("http://127.0.0.1:1234/v1/", "http://127.0.0.1:1234/v1/chat/completions"),
        ("http://127.0.0.1:1234/v1//", "http://127.0.0.1:1234/v1/chat/completions"),
        ("http://localhost", "http://localhost/chat/completions"),
        ("http://[::1]:8080/", "http://[::1]:8080/chat/completions"),
        ("HTTPS://LLM.Acme.com:443/api", "https://llm.acme.com/api/chat/completions"),
        ("https://llm.acme.com/v1/chat/completions", "https://llm.acme.com/v1/chat/completions"),
        ("https://llm.acme.com/v1/chat/completions/", "https://llm.acme.com/v1/chat/completions"),
        ("https://müller.de/v1", "https://xn--mller-kva.de/v1/chat/completions"),
    ],
)
def test_the_path_is_appended_once(base_url: str, url: str) -> None:
    assert config(base_url).url == url


@pytest.mark.parametrize(
    ("base_url", "code"),
    [
        ("127.0.0.1:1234/v1", "url_syntax"),
        (" http://127.0.0.1:1234/v1", "url_syntax"),
        ("http://h\\@evil.com/v1", "url_syntax"),
        ("https://llm.acme.com/" + "x" * 2048, "url_syntax"),
        ("https://llm.acme.com/" + "x" * 2020, "url_syntax"),
        ("ftp://llm.acme.com/v1", "url_scheme"),
        ("file:///etc/passwd", "url_scheme"),
        ("https://user:password@llm.acme.com/v1", "url_credentials"),
        ("https://@llm.acme.com/v1", "url_credentials"),
        ("http:///v1", "url_host"),
        ("http://127.1/v1", "url_host"),
        ("http://2130706433/v1", "url_host"),
        ("https://llm.acme.com:99999/v1", "url_port"),
        ("https://llm.acme.com/v1?key=secret", "url_query"),
        ("https://llm.acme.com/v1?", "url_query"),
        ("https://llm.acme.com/v1#part", "url_query"),
        ("http://169.254.169.254/v1", "address_refused"),
        ("http://0.0.0.0:1234/v1", "address_refused"),
        ("http://[::]:1234/v1", "address_refused"),
        ("http://192.168.1.20:11434/v1", "private_host"),
        ("http://ollama:11434/v1", "private_host"),
        ("http://llm.internal/v1", "private_host"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(base_url: str, code: str) -> None:
    assert refusal_of(base_url) == code


@pytest.mark.parametrize(
    ("base_url", "receiver", "host_class"),
    [
        ("http://127.0.0.1:1234/v1", "127.0.0.1:1234", "loopback"),
        ("http://[::1]/v1", "[::1]", "loopback"),
        ("http://localhost:1234/v1", "localhost:1234", "loopback"),
        ("http://192.168.1.20:11434/v1", "192.168.1.20:11434", "private"),
        ("http://ollama:11434/v1", "ollama:11434", "private"),
        ("http://93.184.216.34/v1", "93.184.216.34", "public"),
        ("https://llm.acme.com:8443/v1", "llm.acme.com:8443", "public"),
    ],
)
def test_the_receiver_and_how_far_it_is_are_read_off_the_address(base_url: str, receiver: str, host_class: str) -> None:
    listed = config(base_url, allowed_hosts=("192.168.1.20:11434", "ollama:11434"))
    assert (listed.receiver, listed.host_class) == (receiver, host_class)


def test_a_listed_name_that_could_be_anywhere_counts_as_public() -> None:
    assert config("https://llm.acme.com/v1", allowed_hosts=("llm.acme.com:443",)).host_class == "public"


def test_a_private_host_is_opened_for_its_own_port_only() -> None:
    assert refusal_of("http://ollama:11435/v1", allowed_hosts=("ollama:11434",)) == "private_host"


def test_metadata_stays_closed_even_when_listed() -> None:
    assert refusal_of("http://169.254.169.254/v1", allowed_hosts=("169.254.169.254:80",)) == "address_refused"


def test_allowed_hosts_may_come_as_a_list() -> None:
    assert config("http://ollama:11434/v1", allowed_hosts=["ollama:11434"]).allowed_hosts == ("ollama:11434",)


@pytest.mark.parametrize("model", ["", " ", "two\nlines", " forge", "half \ud83d", "m" * 257, None, 7])
def test_a_model_is_one_line_of_text(model: Any) -> None:
    assert refusal_of(model=model) == "model_invalid"


@pytest.mark.parametrize("model", ["forge-mini", "acme/Forge 7B:q4", "m" * 256, "модель"])
def test_a_model_may_have_any_name(model: str) -> None:
    assert config(model=model).model == model


@pytest.mark.parametrize("key", ["sk-SECRET\n", "sk SECRET", "sk-SECRETé", "\tsk-SECRET", "k" * 513, b"sk-SECRET"])
def test_a_key_that_no_header_can_hold_is_refused_and_not_shown(key: Any) -> None:
    with pytest.raises(ConfigError) as refusal:
        config(key=key)
    assert refusal.value.code == "key_invalid"
    assert "SECRET" not in repr(refusal.value) + str(refusal.value)
    assert refusal.value.__cause__ is refusal.value.__context__ is None


@pytest.mark.parametrize("key", [None, "", "x", "k" * 512, "sk-!\"#$%&'()*+~"])
def test_a_key_is_optional_and_printable(key: str | None) -> None:
    assert config(key=key).api_key == key


@pytest.mark.parametrize(
    ("base_url", "allowed"),
    [
        ("https://llm.acme.com/v1", ()),
        ("http://127.0.0.1:1234/v1", ()),
        ("http://localhost:1234/v1", ()),
        ("http://[::1]:1234/v1", ()),
        ("http://ollama:11434/v1", ("ollama:11434",)),
        ("http://llm.acme.com/v1", ("llm.acme.com:80",)),
    ],
)
def test_a_key_travels_encrypted_or_not_far(base_url: str, allowed: tuple[str, ...]) -> None:
    assert config(base_url, key=KEY, allowed_hosts=allowed).api_key == KEY


@pytest.mark.parametrize("base_url", ["http://llm.acme.com/v1", "http://93.184.216.34/v1"])
def test_a_key_is_not_sent_over_plain_http(base_url: str) -> None:
    assert refusal_of(base_url, key=KEY) == "key_over_http"
    assert config(base_url).api_key is None


def test_no_form_of_the_configuration_shows_the_key_or_the_path() -> None:
    secret = config("https://llm.acme.com/tenant-412/v1", key=KEY, ca_file="/etc/ca.pem")
    for text in (repr(secret), str(secret), f"{secret}"):
        assert KEY not in text
        assert "tenant-412" not in text


def test_the_key_is_bound_to_an_origin() -> None:
    assert config("https://llm.acme.com/v1").origin == config("https://LLM.acme.com:443/v2/").origin
    assert config("https://llm.acme.com/v1").origin != config("https://llm.acme.com:8443/v1").origin


@pytest.mark.parametrize("given", [{}, {"base_url": LOCAL}, {"model": MODEL}])
def test_no_endpoint_and_no_model_is_a_default(given: dict[str, str]) -> None:
    with pytest.raises(TypeError):
        AiConfig(**given)  # type: ignore[arg-type]


def test_validating_and_constructing_contact_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def touched(*_: object, **__: object) -> None:
        raise AssertionError("the network was touched")

    monkeypatch.setattr(socket, "getaddrinfo", touched)
    monkeypatch.setattr(socket, "socket", touched)
    monkeypatch.setattr(resolve, "look_up", touched)
    made = AiClient(config("https://llm.acme.com/v1", key=KEY))
    assert (made.config.host_class, made.config.url[-17:]) == ("public", "/chat/completions")


def test_a_running_endpoint_hears_nothing_of_being_configured() -> None:
    with listening(lambda connection, stopping: None) as listener:
        AiClient(config(f"http://{listener.netloc}/v1", key=KEY))
        assert listener.connections == 0

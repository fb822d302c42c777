"""The shipped nginx.conf in front of two hosts, on free ports, under a certificate of the test's own."""

import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import trustme

from tests.codex.archives import eventually
from tests.sites import free_port

SHIPPED = Path(__file__).parents[2] / "lumasite" / "deploy" / "nginx.conf"
NAME = "codex.example"
MAIN = """
daemon off;
user root;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    include {folder}/site.conf;
}}
"""


class Proxy:
    """Where it listens, and a client that trusts it."""

    def __init__(self, port: int, authority: trustme.CA) -> None:
        self.port = port
        self.context = ssl.create_default_context()
        authority.configure_trust(self.context)

    def ask(self, method: str, path: str, *, name: str = NAME, content: bytes = b"", **headers: str) -> httpx.Response:
        with httpx.Client(verify=self.context, trust_env=False, timeout=60) as client:
            return client.request(
                method,
                f"https://127.0.0.1:{self.port}{path}",
                headers={"Host": name, **{key.replace("_", "-"): value for key, value in headers.items()}},
                content=content,
                extensions={"sni_hostname": name},
            )

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.ask("GET", path, name=NAME, content=b"", **headers)


@contextmanager
def nginx(folder: Path, *hosts: str) -> Iterator[Proxy]:
    """Run it in front of hosts, each host:port."""
    program = shutil.which("nginx") or pytest.skip("nginx is missing")
    authority, port, plain = trustme.CA(), free_port(), free_port()
    certificate = authority.issue_cert(NAME)
    certificate.private_key_pem.write_to_path(folder / "key.pem")
    with (folder / "fullchain.pem").open("wb") as file:
        file.writelines(one.bytes() for one in certificate.cert_chain_pems)
    (folder / "site.conf").write_text(_placed(folder, port, plain, hosts))
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder))
    process = subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        proxy = Proxy(port, authority)
        assert eventually(lambda: _is_up(proxy)), (folder / "error.log").read_text()
        yield proxy
    finally:
        process.terminate()
        process.wait(20)


def _placed(folder: Path, port: int, plain: int, hosts: tuple[str, ...]) -> str:
    """The shipped file with its places named."""
    text = SHIPPED.read_text()
    for shipped, host in zip(("10.0.0.11:8000", "10.0.0.12:8000"), hosts, strict=True):
        assert shipped in text
        text = text.replace(shipped, host)
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace(
        "listen 80;", f"listen 127.0.0.1:{plain};"
    )
    return text.replace("/etc/ssl/lumasite", str(folder)).replace("/var/log/nginx", str(folder))


def _is_up(proxy: Proxy) -> bool:
    try:
        return proxy.get("/robots.txt").status_code == 200
    except httpx.HTTPError:
        return False

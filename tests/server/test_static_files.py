"""The files of the browser client: compression, caching, and the page for every other address."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from rattus.server.app import make_app
from rattus.server.settings import Settings

Ask = Callable[..., httpx.Response]
SCRIPT = b"let rats = 3;" * 100


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Send a request to a server with a small client."""
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<title>rattus</title>" + " " * 1000)
    (web / "assets" / "main-1a2b.js").write_bytes(SCRIPT)
    (web / "assets" / "large-3c4d.js").write_bytes(SCRIPT * 200)
    (web / "icon.png").write_bytes(bytes(2000))
    (tmp_path / "secret.txt").write_text("secret")
    app = make_app(Settings(database=f"sqlite:///{tmp_path}/tables.sqlite", web=web))

    async def send(path: str, method: str, headers: dict[str, str]) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
            return await client.request(method, path, headers={"accept-encoding": "gzip", **headers})

    return lambda path, method="GET", **headers: asyncio.run(
        send(path, method, {name.replace("_", "-"): value for name, value in headers.items()})
    )


def test_every_address_that_is_no_file_is_the_page(ask: Ask) -> None:
    for path in (
        "/",
        "/t/k3v9tq7xwe",
        "/rules/rattus",
        "/nothing.js",
        "/assets",
        "/assets/",
        "/a%00b",
        "/" + "x" * 5000,
    ):
        answer = ask(path)
        assert answer.status_code == 200
        assert answer.text.startswith("<title>rattus")
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"


def test_files_are_compressed_where_the_client_accepts_it_and_cached(ask: Ask) -> None:
    answer = ask("/assets/main-1a2b.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 100
    assert answer.content == SCRIPT
    assert answer.headers["cache-control"] == "max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "accept-encoding" in answer.headers["vary"].lower()
    plain = ask("/assets/main-1a2b.js", accept_encoding="identity")
    assert "content-encoding" not in plain.headers
    assert plain.content == SCRIPT


def test_a_large_file_comes_whole(ask: Ask) -> None:
    answer = ask("/assets/large-3c4d.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.content == SCRIPT * 200
    assert ask("/assets/large-3c4d.js", accept_encoding="identity").content == SCRIPT * 200


def test_pictures_are_not_compressed_again(ask: Ask) -> None:
    answer = ask("/icon.png")
    assert "content-encoding" not in answer.headers
    assert answer.content == bytes(2000)
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/t/k3v9tq7xwe", "/assets/main-1a2b.js"])
def test_a_client_that_has_the_file_is_not_sent_it_again(ask: Ask, path: str) -> None:
    first = ask(path)
    again = ask(path, if_none_match=first.headers["etag"])
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["cache-control"] == first.headers["cache-control"]
    assert ask(path, if_none_match='"another"').status_code == 200


def test_head_gives_the_headers_alone(ask: Ask) -> None:
    answer = ask("/assets/main-1a2b.js", "HEAD")
    assert (answer.status_code, answer.content) == (200, b"")
    assert "immutable" in answer.headers["cache-control"]


def test_every_answer_has_the_security_headers(ask: Ask) -> None:
    for path in ("/", "/assets/main-1a2b.js", "/icon.png", "/api/nothing"):
        headers = ask(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
        assert headers["x-content-type-options"] == "nosniff"


def test_only_get_and_head_are_for_the_client(ask: Ask) -> None:
    answer = ask("/t/k3v9tq7xwe", "POST")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert ask("/healthz", "POST").status_code == 405


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"]
)
def test_no_file_outside_the_folder_is_served(ask: Ask, path: str) -> None:
    assert "secret" not in ask(path).text


def test_unknown_addresses_of_the_api_are_not_the_page(ask: Ask) -> None:
    assert ask("/api/nothing").status_code == 404
    assert ask("/api/tables").status_code == 405  # only POST is allowed

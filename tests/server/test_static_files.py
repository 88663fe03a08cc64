"""The browser client, as the server hands it out."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from rattus.server.app import make_app
from rattus.server.settings import Settings

Get = Callable[..., httpx.Response]


@pytest.fixture
def get(tmp_path: Path) -> Get:
    """Ask a server of a small client."""
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<title>rattus</title>" + " " * 1000)
    (web / "assets" / "main-1a2b.js").write_text("let rats = 3;" * 100)
    (tmp_path / "secret.txt").write_text("secret")
    app = make_app(Settings(database=f"sqlite:///{tmp_path}/tables.sqlite", web=web))

    async def ask(path: str, encoding: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
            return await client.get(path, headers={"accept-encoding": encoding})

    return lambda path, encoding="gzip": asyncio.run(ask(path, encoding))


def test_every_address_that_is_no_file_is_the_page(get: Get) -> None:
    for path in ("/", "/t/k3v9tq7xwe", "/rules/rattus", "/nothing.js"):
        answer = get(path)
        assert answer.status_code == 200
        assert answer.text.startswith("<title>rattus")
        assert answer.headers["cache-control"] == "no-cache"


def test_files_are_compressed_for_who_can_read_it_and_kept(get: Get) -> None:
    answer = get("/assets/main-1a2b.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 100
    assert answer.content == b"let rats = 3;" * 100
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    plain = get("/assets/main-1a2b.js", "identity")
    assert "content-encoding" not in plain.headers
    assert plain.content == b"let rats = 3;" * 100


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"]
)
def test_nothing_else_is_handed_out(get: Get, path: str) -> None:
    assert "secret" not in get(path).text


def test_the_api_has_no_pages(get: Get) -> None:
    assert get("/api/nothing").status_code == 404
    assert get("/api/tables").status_code == 405  # it can be posted to

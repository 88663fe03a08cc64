"""The browser client: its files, and its page for every other address."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

YEAR = 31_536_000  # seconds
PAGE = "index.html"
COMPRESSED = (".png", ".webp", ".woff2")  # formats that gzip would only slow down
MIN_PACKED_BYTES = 500
FILE_COST = 0.1  # requests that a file counts for: a page has many, and a class of pupils loads it at once


class ClientFiles(StaticFiles):
    """The files of the client, with an ETag; any other path is its page, which routes links such as /t/TABLE itself."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self._files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        self._packed: dict[str, tuple[float, bytes]] = {}  # by path: when it was changed, and its bytes after gzip

    def get_path(self, scope: Scope) -> str:
        """The file for a request."""
        path = str(scope["path"]).lstrip("/")
        return path if path in self._files else PAGE

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The answer: the names of assets change with their contents, so browsers may keep them."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        is_asset = self.get_path(scope).startswith("assets/")
        response.headers["cache-control"] = f"max-age={YEAR}, immutable" if is_asset else "no-cache"
        response.headers["vary"] = "accept-encoding"
        asked = Headers(scope=scope)
        is_whole = status_code == response.status_code and "range" not in asked
        is_text = not str(full_path).endswith(COMPRESSED) and stat_result.st_size >= MIN_PACKED_BYTES
        if isinstance(response, NotModifiedResponse) or not (is_whole and is_text):
            return response
        if "gzip" not in asked.get("accept-encoding", ""):
            return response
        data = self._pack(str(full_path), stat_result.st_mtime)
        kept = {name: value for name, value in response.headers.items() if name != "content-length"}
        return Response(data, status_code, kept | {"content-encoding": "gzip"})

    def _pack(self, path: str, changed_at: float) -> bytes:
        """A file after gzip, which is done once."""
        known = self._packed.get(path)
        if known is None or known[0] != changed_at:
            known = self._packed[path] = changed_at, gzip.compress(Path(path).read_bytes(), 6, mtime=0)
        return known[1]


class BrowserClient:
    """Answers what no route of the API does. `take` says whether an address may have one more, at this cost."""

    def __init__(self, folder: Path, not_found: ASGIApp, take: Callable[[str, float], bool]) -> None:
        self._files = ClientFiles(folder)
        self._not_found, self._take = not_found, take

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file or the page, unless the request is for the API."""
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not is_read or scope["path"].startswith("/api/"):
            await self._not_found(scope, receive, send)
        elif self._take((scope.get("client") or ("", 0))[0], FILE_COST):
            await self._files(scope, receive, send)
        else:
            await PlainTextResponse("too many requests; wait a little", 429)(scope, receive, send)

"""The browser client: its files, and its page for every other address."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

YEAR = 31_536_000  # seconds
PAGE = "index.html"
COMPRESSED = (".png", ".webp", ".woff2")  # formats that gzip would only slow down


class ClientFiles(StaticFiles):
    """The files of the client, with an ETag; any other path is its page, which routes links such as /t/TABLE itself."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self._files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}

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
        return response


class BrowserClient:
    """Answers what no route of the API does."""

    def __init__(self, folder: Path, not_found: ASGIApp) -> None:
        self._files = ClientFiles(folder)
        self._compressing = GZipMiddleware(self._files, compresslevel=6)  # twice as fast as 9, hardly larger
        self._not_found = not_found

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file or the page, unless the request is for the API."""
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not is_read or scope["path"].startswith("/api/"):
            await self._not_found(scope, receive, send)
        elif self._files.get_path(scope).endswith(COMPRESSED):
            await self._files(scope, receive, send)
        else:
            await self._compressing(scope, receive, send)

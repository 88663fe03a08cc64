"""The browser client: its files, and its one page for every address that is none of them."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import Request, Response

YEAR = 31_536_000  # seconds
COMPRESSED = ("font/woff2", "image/png", "image/webp")  # already


class Pages:
    """The client in a folder. Its links, such as /t/TABLE, are made sense of by the client itself."""

    def __init__(self, folder: Path) -> None:
        self._files = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
        self._content = lru_cache(maxsize=2 * len(self._files))(self._read)

    def has(self, request: Request) -> bool:
        """Whether an address that is none of the API is for the client."""
        return request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/")

    def answer(self, request: Request) -> Response:
        """A file, or the page."""
        path = request.url.path.lstrip("/")
        name = path if path in self._files else "index.html"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        zipped = kind not in COMPRESSED and "gzip" in request.headers.get("accept-encoding", "")
        return Response(self._content(name, zipped), media_type=kind, headers=_headers(name, zipped))

    def _read(self, name: str, zipped: bool) -> bytes:
        data = self._files[name].read_bytes()
        return gzip.compress(data) if zipped else data


def _headers(name: str, zipped: bool) -> dict[str, str]:
    lasting = name.startswith("assets/")  # their names change with what is in them
    headers = {"cache-control": f"max-age={YEAR}, immutable" if lasting else "no-cache", "vary": "accept-encoding"}
    return headers | ({"content-encoding": "gzip"} if zipped else {})

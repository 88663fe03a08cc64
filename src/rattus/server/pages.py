"""The browser client: its files, and its one page for every address that is none of them."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

YEAR = 31_536_000  # seconds
SMALL = 500  # bytes that are not worth compressing
COMPRESSED = ("font/woff2", "image/png", "image/webp")  # already


def add_pages(app: FastAPI, folder: Path) -> None:
    """Serve the client from a folder. Its links, such as /t/TABLE, are made sense of by the client itself."""
    files = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}

    @lru_cache(maxsize=len(files))
    def content(name: str, zipped: bool) -> bytes:
        data = files[name].read_bytes()
        return gzip.compress(data) if zipped else data

    @app.get("/{path:path}", include_in_schema=False)
    def pages(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise HTTPException(404, "Not Found")
        name = path if path in files else "index.html"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        zipped = (
            kind not in COMPRESSED
            and files[name].stat().st_size > SMALL
            and "gzip" in request.headers.get("accept-encoding", "")
        )
        return Response(content(name, zipped), media_type=kind, headers=_headers(name, zipped))


def _headers(name: str, zipped: bool) -> dict[str, str]:
    lasting = name.startswith("assets/")  # their names change with what is in them
    headers = {"cache-control": f"max-age={YEAR}, immutable" if lasting else "no-cache", "vary": "accept-encoding"}
    return headers | ({"content-encoding": "gzip"} if zipped else {})

"""The files of the page: compressed on the way, kept by the browser, shown in frames if allowed.

A browser that has been here once keeps all of them by a worker of its own (`page/worker.js`), so
that the page also opens while the server is away, and says so. The worker is served with the list
of the files and a stamp of what is in them: where one of them has changed, the worker has, too,
and the browser fetches all of them again, in one piece (`/shell.json`).
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from trivium.web.guard import framed_policy

PAGE = Path(__file__).parent / "page"
_WORKER = "worker.js"
_EMBEDDED = "embed.html"
_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Of the files that the browser keeps."""
_LEAST_COMPRESSED = 500
"""Bytes below which a file is sent as it is."""
EFFORT = 4
"""Of compressing, from 1 to 9: it is done while others wait."""


class Shell:
    """Everything of the page that is a file, as an ASGI application."""

    def __init__(self, embedders: tuple[str, ...] = ()) -> None:
        """`embedders` are the sites that may show boards in a frame."""
        self._embedders = embedders
        self._files = StaticFiles(directory=PAGE, check_dir=False)
        self._compressed = GZipMiddleware(self._answer, _LEAST_COMPRESSED, EFFORT)

    @staticmethod
    def has(path: str) -> bool:
        """Return whether a path is one of the page's."""
        return path in ("/", "/embed", "/shell.json", f"/{_WORKER}") or path.startswith("/page/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a file."""
        await self._compressed(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._response(scope)
        response.headers["Cache-Control"] = "no-cache"
        await response(scope, receive, send)

    async def _response(self, scope: Scope) -> Response:
        path = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            return _nothing(405, "The page can only be read.")
        if path == "/":
            return FileResponse(PAGE / "index.html")
        if path == f"/{_WORKER}":
            return Response(worker(), media_type="text/javascript")
        if path == "/shell.json":
            return _packed_files(Headers(scope=scope))
        if path == "/embed":
            return self._embedded()
        try:
            below = {**scope, "path": path.removeprefix("/page"), "root_path": ""}
            return await self._files.get_response(self._files.get_path(below), scope)
        except HTTPException:
            return _nothing(404, "There is no such file.")

    def _embedded(self) -> Response:
        if not self._embedders:
            return _nothing(404, "Other sites may not show boards of this server; see --embed.")
        headers = {"Content-Security-Policy": framed_policy(self._embedders)}
        return FileResponse(PAGE / _EMBEDDED, headers=headers)


def kept_files() -> dict[str, dict[str, str]]:
    """Return the files that the browser keeps, by address: all but those for other sites."""
    return {
        address: {"type": _TYPES[path.suffix], "text": path.read_text(encoding="utf-8")}
        for address, path in _kept_paths().items()
    }


def worker() -> str:
    """Return the browser's worker, with what it has to keep."""
    shell = {"version": _pack()[1], "files": list(_kept_paths())}
    source = (PAGE / _WORKER).read_text(encoding="utf-8")
    return f"self.SHELL = {json.dumps(shell)};\n{source}"


def _kept_paths() -> dict[str, Path]:
    apart = {PAGE / _WORKER, PAGE / _EMBEDDED}
    files = {
        f"/page/{path.relative_to(PAGE).as_posix()}": path
        for path in sorted(PAGE.rglob("*"))
        if path.suffix in _TYPES and path not in apart
    }
    return {"/": PAGE / "index.html", **files}


def _pack() -> tuple[bytes, str]:
    """Return all files in one compressed piece, and a stamp of what is in them."""
    changed = tuple(path.stat().st_mtime_ns for path in _kept_paths().values())
    return _packed(changed)


@functools.lru_cache(maxsize=1)
def _packed(changed: tuple[int, ...]) -> tuple[bytes, str]:
    """Do so once, until a file has `changed`: it takes a while, and anybody may ask."""
    content = json.dumps(kept_files()).encode()
    return gzip.compress(content, mtime=0), hashlib.sha256(content).hexdigest()[:16]


def _packed_files(asked: Headers) -> Response:
    packed = _pack()[0]
    if "gzip" not in asked.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), media_type="application/json")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(packed, media_type="application/json", headers=headers)


def _nothing(status: int, sentence: str) -> Response:
    kind = "not-found" if status == 404 else "method"
    return JSONResponse({"error": sentence, "kind": kind}, status)

"""The manual at /docs: the pages of `docs`, made into a site that needs no other host.

An installed Trivium carries the site. A checkout makes it anew, in the background, when somebody
asks for it and something has changed; who waits sees a page that says so and looks again.
"""

from __future__ import annotations

import base64
import hashlib
import html
import importlib.util
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from trivium import files
from trivium.errors import TriviumError

SHIPPED = Path(__file__).parent / "manual"
"""The site in an installed Trivium."""
SOURCES = Path(__file__).parents[3] / "docs"
"""The pages, in a checkout."""
_PACKAGE = Path(__file__).parents[1]
_LOOK_AGAIN = 2
"""Seconds after which a browser that waits for the site asks again."""


def build(into: Path, strict: bool = False) -> None:
    """Make the site out of the checkout's pages; `TriviumError` says what is wrong with them.

    `strict` takes every remark of Sphinx for a mistake, a link that leads nowhere for example.
    """
    command = [sys.executable, "-m", "sphinx", "--quiet", "--builder", "html"]
    command += ["--fail-on-warning", "--keep-going"] if strict else []
    made = subprocess.run(
        [*command, str(SOURCES), str(into)], capture_output=True, text=True, check=False
    )
    shutil.rmtree(into / ".doctrees", ignore_errors=True)
    if made.returncode:
        raise TriviumError(f"The manual cannot be made:\n{made.stderr.strip()}")


def examples() -> Path:
    """Return the folder with the examples of the pages: the checkout's, or what came along."""
    for home in (SOURCES, SHIPPED):
        if (home / "examples").is_dir():
            return home / "examples"
    raise TriviumError("This installation came without its manual, and so without its examples.")


class Manual:
    """Answers for everything below /docs."""

    def __init__(self) -> None:
        self._making: threading.Thread | None = None
        self._problem: tuple[Path, str] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a path that begins with /docs."""
        response = await self._response(scope)
        response.headers["Cache-Control"] = "no-cache"
        await response(scope, receive, send)

    async def _response(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return _notice("The manual can only be read.", 405)
        if scope["path"] == "/docs":
            return RedirectResponse("/docs/")
        site = self._site()
        if isinstance(site, Response):
            return site
        served = StaticFiles(directory=site, html=True)
        below = {**scope, "path": scope["path"].removeprefix("/docs"), "root_path": ""}
        try:
            response = await served.get_response(served.get_path(below), below)
        except HTTPException:
            return _notice('There is no such page. <a href="/docs/">The manual</a>', 404)
        response.headers["Content-Security-Policy"] = _policy(site)
        return response

    def _site(self) -> Path | Response:
        """Return where the site is, or what to say meanwhile."""
        if not (SOURCES / "conf.py").exists():
            if (SHIPPED / "index.html").exists():
                return SHIPPED
            return _notice(
                "This installation came without its manual, which the wheel of a release carries.",
                404,
            )
        site = files.cache_directory() / "manual" / _fingerprint()
        if (site / "index.html").exists():
            return site
        if importlib.util.find_spec("sphinx") is None:
            return _notice(
                "The manual is made by Sphinx, which is not installed here: "
                "<code>pip install -e .[manual]</code>, then look again. "
                "Its pages can be read in the folder <code>docs</code> as they are.",
                404,
            )
        if self._problem is not None and self._problem[0] == site:
            return _notice(f"<pre>{html.escape(self._problem[1])}</pre>", 500)
        if self._making is None or not self._making.is_alive():
            self._making = threading.Thread(target=self._make, args=(site,), daemon=True)
            self._making.start()
        return _notice(
            "The manual is being made, which takes up to a minute, once …", 202, again=True
        )

    def _make(self, site: Path) -> None:
        for old in site.parent.glob("*"):
            shutil.rmtree(old, ignore_errors=True)
        draft = site.with_name(f"{site.name}.draft")
        try:
            build(draft)
            draft.rename(site)
        except (TriviumError, OSError) as error:
            self._problem = (site, str(error))


def _fingerprint() -> str:
    """Return a name for the state of everything that the site is made of."""
    states = hashlib.sha256()
    for path in (*_files(SOURCES), *_files(_PACKAGE)):
        state = path.stat()
        states.update(f"{path} {state.st_mtime_ns} {state.st_size}\n".encode())
    return states.hexdigest()[:16]


def _files(folder: Path) -> Iterator[Path]:
    kinds = (".md", ".py", ".svg", ".css")
    return (path for path in sorted(folder.rglob("*")) if path.suffix in kinds)


def _policy(site: Path) -> str:
    """Return what browsers let the site do: its own scripts, among them the theme's inline one."""
    inline = re.findall(r"<script>(.*?)</script>", (site / "index.html").read_text(), re.DOTALL)
    hashes = (hashlib.sha256(script.encode()).digest() for script in inline)
    scripts = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in hashes)
    return (
        f"default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def _notice(sentence: str, status: int, again: bool = False) -> Response:
    refresh = f'<meta http-equiv="refresh" content="{_LOOK_AGAIN}">' if again else ""
    return HTMLResponse(
        f'<!doctype html><html lang="en"><meta charset="utf-8">{refresh}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><title>The manual of Trivium</title>'
        f'<p>{sentence}</p><p><a href="/">To the games</a></p></html>',
        status,
    )

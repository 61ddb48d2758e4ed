"""What an installed Trivium must be able to do, wherever it is: ``python smoke.py``.

It needs nothing but Trivium itself, so that it can be run where there is neither a checkout nor a
test runner. It uses a data directory of its own, and says what it has done.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

_PATIENCE = 180.0
"""Seconds for a server that may have to compile first."""


def run(*arguments: str) -> str:
    """Return what a command of Trivium prints."""
    command = [sys.executable, "-m", "trivium", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {done.returncode}:\n{done.stderr}")
    return done.stdout


def get(address: str) -> str:
    """Return what a server answers, as soon as there is one."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{address} answers {error.code}: {error.read().decode()}") from None
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def check_page() -> None:
    """Serve the page, its manual and its games."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--no-browser", "--no-compile", "--port", str(port)]
    command = [sys.executable, "-m", "trivium", "serve", *options]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        here = f"http://127.0.0.1:{port}"
        assert "<title>Trivium</title>" in get(f"{here}/")
        assert "manual of Trivium" in get(f"{here}/docs/"), "the manual is not there"
        games = json.loads(get(f"{here}/api/catalogue"))["games"]
        lessons = json.loads(get(f"{here}/api/tutorials"))
        assert {lesson["game"] for lesson in lessons} == {game["name"] for game in games}
        print(f"page: {len(games)} games, {len(lessons)} lessons and the manual")
    finally:
        server.terminate()
        server.wait()


def check_commands() -> None:
    """Play a match, solve a board, draw a picture, look at what came along."""
    match = ["match", "hexifence", "double", "random", "--size", "2", "--games", "2", "--json"]
    result = json.loads(run(*match).splitlines()[-1])
    assert result["games"] == 2 and not any(result["faults"])
    print(f"match: {result['wins']} won of {result['games']}")
    solved = json.loads(run("solve", "dots-and-boxes", "--size", "2x2", "--json"))
    assert solved["exact"], solved
    print("solve: exact")
    run("show", "cachex", "--size", "5", "--svg", "board.svg")
    assert Path("board.svg").read_text(encoding="utf-8").startswith("<svg")
    import trivium

    assert trivium.Cachex(5)._repr_svg_() == Path("board.svg").read_text(encoding="utf-8")
    print("picture: drawn, the one that a notebook shows")
    for game in ("hexifence", "cachex", "watch-your-back", "dots-and-boxes"):
        assert run("puzzles", "list", game), game
    print("puzzles: in the book")
    run("examples")
    assert "Blue to move" in run("show", "hexifence", "docs/examples/hexifence.txt")
    run("new-agent", "cachex", "mine")
    assert Path("mine", "agent.py").exists()
    print("examples and starters: written")


def main() -> None:
    """Do all of it in an empty folder."""
    print(f"Trivium {run('--version').split()[-1]} in {Path(sys.prefix).name}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TRIVIUM_DATA_DIR"] = folder
        os.chdir(folder)
        check_commands()
        check_page()
        os.chdir("/")


if __name__ == "__main__":
    main()

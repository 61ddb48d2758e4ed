"""The files of the page: small on the way, kept for when the server is away, framed if allowed."""

from __future__ import annotations

import gzip
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.serving import eventually, new_game, serving
from trivium.cli.serve import serve
from trivium.errors import TriviumError
from trivium.web.routes import pictures

CLUB = "https://club.example"


def test_files_come_compressed_and_what_holds_secrets_does_not(client: TestClient) -> None:
    for path in ("/", "/page/app.js", "/api/catalogue", "/api/boards/hexifence/3"):
        assert client.get(path).headers["content-encoding"] == "gzip", path
    plain = client.get("/page/app.js", headers={"accept-encoding": "identity"})
    assert plain.text == client.get("/page/app.js").text
    game = new_game(client)
    for path in (f"/api/games/{game['id']}", "/api/health"):
        assert "content-encoding" not in client.get(path).headers, path


def test_the_browser_keeps_all_that_the_page_can_load(client: TestClient) -> None:
    worker = client.get("/worker.js").text
    shell = json.loads(worker.removeprefix("self.SHELL = ").partition(";\n")[0])
    kept = client.get("/shell.json").json()
    assert list(kept) == shell["files"]
    for path, file in kept.items():
        answer = client.get(path)
        assert (answer.status_code, answer.text) == (200, file["text"])
        assert answer.headers["content-type"].startswith(file["type"])
        code = re.sub(r"/\*.*?\*/", "", file["text"], flags=re.DOTALL)
        for asked in re.findall(r'(?:from |import\()"(\.\.?/[^"]+)"', code):
            folders = [part for part in f"{path.rpartition('/')[0]}/{asked}".split("/") if part]
            assert _resolved(folders) in kept, (path, asked)
    assert len(gzip.compress(json.dumps(kept).encode())) < 350_000


def _resolved(parts: list[str]) -> str:
    way: list[str] = []
    for part in parts:
        if part == "..":
            way.pop()
        elif part != ".":
            way.append(part)
    return "/" + "/".join(way)


def test_frames_of_other_sites_are_forbidden_unless_one_is_named(
    client: TestClient, tmp_path: Path
) -> None:
    assert client.get("/embed").status_code == 404
    assert client.get("/api/catalogue").json()["limits"]["embeds"] is False
    with serving(tmp_path, embedders=(CLUB, "https://other.example")) as open_to_some:
        policy = open_to_some.get("/embed").headers["content-security-policy"]
        assert policy.endswith(f"; frame-ancestors {CLUB} https://other.example")
        assert policy.startswith("default-src 'none'; script-src 'self';")
        for path in ("/", "/api/catalogue", "/page/embed.html", "/docs/"):
            policy = open_to_some.get(path).headers["content-security-policy"]
            assert policy.endswith("frame-ancestors 'none'"), path
        assert open_to_some.get("/api/catalogue").json()["limits"]["embeds"] is True


@pytest.mark.parametrize("site", ["club.example", "https://a b", "https://x/; script-src *", ""])
def test_what_is_no_site_may_not_embed(site: str) -> None:
    with pytest.raises(TriviumError, match="--embed is a site such as"):
        serve(embed=[site])


def test_a_game_becomes_a_moving_picture(client: TestClient) -> None:
    line = {"game": "cachex", "size": "4", "moves": ["a2", "d3", "b2"]}
    drawn = client.post("/api/animations/svg", json=line)
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert "script" not in drawn.headers["content-security-policy"]
    assert drawn.text.count("<animate ") == 4
    assert client.post("/api/animations/gif", json=line).content.startswith(b"GIF89a")
    assert client.get("/api/catalogue").json()["limits"]["gifs"] is True


def test_a_crowd_that_waits_for_moving_pictures_keeps_nobody_else_waiting(
    client: TestClient,
) -> None:
    line = {"game": "cachex", "size": "4", "moves": ["a2"]}
    crowd = 1 + pictures._MOST_WAITING
    with ThreadPoolExecutor(crowd) as people, pictures._one_at_a_time:
        posted = [
            people.submit(client.post, "/api/animations/svg", json=line) for _ in range(crowd)
        ]
        assert eventually(lambda: pictures._room._value == 0)
        assert client.post("/api/animations/svg", json=line).json()["kind"] == "busy"
        assert client.post("/api/positions", json=line).status_code == 200
        pictures._one_at_a_time.release()
        assert {one.result().status_code for one in posted} == {200}
        pictures._one_at_a_time.acquire()


def test_a_moving_picture_that_cannot_be_made_is_refused_with_the_reason(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = {"game": "cachex", "size": "4", "moves": ["a2"] * 401}
    refused = client.post("/api/animations/svg", json=line)
    assert (refused.status_code, "400 moves at most, not 401" in refused.text) == (400, True)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    refused = client.post("/api/animations/gif", json=line | {"moves": ["a2"]})
    assert (refused.status_code, "trivium[pictures]" in refused.text) == (400, True)

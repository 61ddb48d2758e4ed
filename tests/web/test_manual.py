"""The manual is served with the page, wherever it comes from."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest

from tests.web.serving import eventually, serving
from trivium.errors import TriviumError
from trivium.web import manual


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation with a small manual and without a checkout."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<h1>Here</h1><script>theme()</script>")
    monkeypatch.setattr(manual, "SHIPPED", site)
    monkeypatch.setattr(manual, "SOURCES", tmp_path / "nowhere")
    return site


def test_an_installation_shows_what_it_carries(shipped: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        assert "Here" in client.get("/docs").text
        assert client.get("/docs/nothing.html").status_code == 404
        assert client.get("/docs/../server.py").status_code == 404
        assert client.post("/docs/").status_code == 405


def test_only_scripts_of_the_manual_itself_may_run(shipped: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        policy = client.get("/docs/").headers["content-security-policy"]
    scripts = re.search(r"script-src ([^;]*);", policy)
    assert scripts is not None
    own = base64.b64encode(hashlib.sha256(b"theme()").digest()).decode()
    assert scripts[1].split() == ["'self'", f"'sha256-{own}'"]


def test_an_installation_without_a_manual_says_so(shipped: Path, tmp_path: Path) -> None:
    (shipped / "index.html").unlink()
    with serving(tmp_path) as client:
        answer = client.get("/docs/")
    assert answer.status_code == 404
    assert "without its manual" in answer.text


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with pages of its own, and an empty cache."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "conf.py").write_text("extensions = ['myst_parser']\nhtml_theme = 'furo'\n")
    (docs / "index.md").write_text("# Just made\n")
    monkeypatch.setattr(manual, "SOURCES", docs)
    monkeypatch.setenv("TRIVIUM_CACHE_DIR", str(tmp_path / "cache"))
    return docs


def test_a_checkout_makes_the_manual_when_asked_and_again_after_a_change(
    checkout: Path, tmp_path: Path
) -> None:
    with serving(tmp_path) as client:
        first = client.get("/docs/")
        assert first.status_code == 202
        assert 'http-equiv="refresh"' in first.text
        assert eventually(lambda: "Just made" in client.get("/docs/").text)
        (checkout / "index.md").write_text("# Made anew\n")
        assert eventually(lambda: "Made anew" in client.get("/docs/").text)
    assert len(list((tmp_path / "cache" / "manual").iterdir())) == 1


def test_what_is_wrong_with_the_pages_is_told(checkout: Path, tmp_path: Path) -> None:
    (checkout / "index.md").write_text("# One\n\n[nowhere](gone.md)\n")
    with pytest.raises(TriviumError, match=r"gone\.md"):
        manual.build(tmp_path / "site", strict=True)
    (checkout / "conf.py").write_text("1 / 0\n")
    with serving(tmp_path) as client:
        assert eventually(lambda: client.get("/docs/").status_code == 500)
        assert "ZeroDivisionError" in client.get("/docs/").text

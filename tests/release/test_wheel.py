"""The wheel carries everything that an installation needs."""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.test_package import PUBLIC, names_in_all
from trivium.kernel import portable_code
from trivium.web import manual

ROOT = Path(__file__).parents[2]
SMOKE = Path(__file__).with_name("smoke.py")
SOURCES = ("src/", "pyproject", "README", "LICENSE", "hatch_build")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what of this checkout a wheel is built from."""
    copy = tmp_path_factory.mktemp("checkout")
    listed = subprocess.check_output(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, text=True
    )
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file() and name.startswith(SOURCES):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((ROOT / name).read_bytes())
    return copy


@pytest.fixture(scope="module")
def wheel(copy: Path) -> Path:
    """The wheel of this checkout, with the manual in it."""
    manual.build(copy / "src" / "trivium" / "web" / "manual", strict=True)
    return build(copy, "dist")


def build(copy: Path, place: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(copy / place)]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)
    (made,) = (copy / place).glob("*.whl")
    return made


def test_the_wheel_has_every_file_of_the_package(copy: Path, wheel: Path) -> None:
    sources = copy / "src"
    files = [path for path in (sources / "trivium").rglob("*") if path.is_file()]
    named = {path.relative_to(sources).as_posix(): path.read_bytes() for path in files}
    assert len(named) > 500
    with zipfile.ZipFile(wheel) as inside:
        carried = {
            name: inside.read(name) for name in inside.namelist() if ".dist-info/" not in name
        }
    assert sorted(named.keys() ^ carried.keys()) == []
    assert [name for name in named if named[name] != carried[name]] == []


@pytest.mark.parametrize(
    "kind",
    [
        "web/page/**/*.js",
        "web/page/style/*.css",
        "web/page/*.html",
        "agents/weights/*.toml",
        "agents/watch_your_back/*.txt",
        "solve/tables/*.npz",
        "study/lessons/**/*.toml",
        "study/puzzle-book/*.jsonl",
        "bridges/starters/*/*",
        "arena/external/hosts/java/**/*.java",
        "notebook/*.js",
    ],
)
def test_what_is_no_python_is_among_it(kind: str, copy: Path) -> None:
    assert list((copy / "src" / "trivium").glob(kind)), "the list above is out of date"


def test_the_manual_in_the_wheel_has_every_page_picture_and_example(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as inside:
        names = set(inside.namelist())
    listed = subprocess.check_output(["git", "ls-files", "docs"], cwd=ROOT, text=True).split()
    for name in (name.removeprefix("docs/") for name in listed):
        place = f"trivium/web/manual/{name}"
        if name.endswith(".md"):
            assert place.replace(".md", ".html") in names
        elif name.startswith(("images/", "examples/")):
            assert place in names
    assert "trivium/web/manual/searchindex.js" in names


def test_the_manual_tells_of_everything_that_is_public(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as inside:
        inventory = inside.read("trivium/web/manual/objects.inv")
    told = zlib.decompress(inventory.split(b"zlib.\n", 1)[1]).decode()
    entries = [line.split()[0] for line in told.splitlines()]
    # A name that a package takes from one of its modules may be told of there.
    hidden = [
        (module, name)
        for module in PUBLIC
        for name in names_in_all(module)
        if not any(one.startswith(f"{module}.") and one.endswith(f".{name}") for one in entries)
    ]
    assert hidden == []


def test_the_manual_asks_no_other_host(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as inside:
        pages = [name for name in inside.namelist() if name.endswith(".html")]
        assert len(pages) > 40
        for page in pages:
            text = inside.read(page).decode()
            for loading in ('src="http', 'rel="stylesheet" href="http', "@import", "//cdn"):
                assert loading not in text, page


def test_every_link_of_the_manual_leads_somewhere_in_it(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as inside:
        inside.extractall(tmp_path)
    pages = {page: page.read_text() for page in tmp_path.rglob("manual/**/*.html")}
    places = {page: set(re.findall(r'\bid="([^"]+)"', text)) for page, text in pages.items()}
    checked = 0
    for page, text in pages.items():
        for link in re.findall(r'\b(?:href|src)="([^"]*)"', text):
            parts = urlsplit(html.unescape(link))
            if parts.scheme or parts.path.startswith("/"):
                continue  # another host, or a view of the page that the manual is shown by
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            assert target.exists(), f"{page.name}: {link}"
            if parts.fragment and target in places:
                assert unquote(parts.fragment) in places[target], f"{page.name}: {link}"
            checked += 1
    assert checked > 1000


def test_an_installation_without_the_checkout_plays_solves_draws_and_serves(
    wheel: Path, tmp_path: Path
) -> None:
    home = tmp_path / "installed"
    install = ["pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(home)]
    subprocess.run([sys.executable, "-m", *install, str(wheel)], check=True)
    environment = {**os.environ, "PYTHONPATH": str(home)}
    found = subprocess.check_output(
        [sys.executable, "-c", "import trivium; print(trivium.__file__)"],
        cwd=tmp_path,
        env=environment,
        text=True,
    )
    assert found.startswith(str(home))
    done = subprocess.run(
        [sys.executable, str(SMOKE)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "manual" in done.stdout


def test_a_wheel_with_machine_code_is_for_machines_that_can_run_it(copy: Path, wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    place = copy / "src" / "trivium" / "kernel" / "machine-code"
    (place / portable_code.version_name()).mkdir(parents=True)
    (place / portable_code.version_name() / "some-function").write_bytes(b"code")
    (place / portable_code.WHEEL_TAG).write_text("cp311-cp311-manylinux_2_28_x86_64\n")
    made = build(copy, "with-code")
    shutil.rmtree(place)
    assert made.name.endswith("-cp311-cp311-manylinux_2_28_x86_64.whl")
    inside = zipfile.ZipFile(made).namelist()
    code = f"trivium/kernel/machine-code/{portable_code.version_name()}/some-function"
    assert code in inside and "trivium/web/manual/index.html" in inside

"""The notebooks of the documentation run from the first cell to the last, and tables are tables."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from trivium.arena.database.storage import Database

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_notebook_of_the_docs_runs(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    book = nbformat.read(path, 4)
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute(cwd=str(path.parent))
    ran = [cell for cell in book.cells if cell.cell_type == "code"]
    assert len(ran) >= 6
    assert all(cell.execution_count for cell in ran)


def test_there_are_two() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["solving", "tour"]


def test_the_cells_of_the_page_about_notebooks_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("anywidget")
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    page = (NOTEBOOKS[0].parents[1] / "notebooks.md").read_text(encoding="utf-8")
    board, tables = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.M)
    names: dict[str, Any] = {}
    exec(board, names)
    exec('board.push("d1")\nboard.pop()\nboard.go(0)\nboard.show_layer("best")', names)
    Database("games.sqlite").close()
    exec(tables, names)


def test_help_tells_what_a_board_is_made_of() -> None:
    pytest.importorskip("anywidget")
    from trivium import notebook

    made_of = inspect.signature(notebook.Board)
    assert list(made_of.parameters)[:3] == ["game", "size", "agents"]
    assert set(notebook.__all__) <= set(dir(notebook))


def test_stored_games_are_a_table(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    from trivium.cli.main import run
    from trivium.notebook import games_table

    database = tmp_path / "games.sqlite"
    match = ["match", "dots-and-boxes", "random", "level1", "--size", "1x2", "--games", "4"]
    assert run([*match, "--db", str(database), "--nodes", "50"]) == 0
    table = games_table(database)
    assert len(table) == 4 and set(table["first"]) == {"random", "level1"}
    assert table["points"].isin([0.0, 0.5, 1.0]).all()
    assert games_table(database, game="cachex").empty


def test_the_values_of_moves_are_a_table_best_first() -> None:
    pytest.importorskip("pandas")
    from trivium import DotsAndBoxes
    from trivium.notebook import analysis_table, moves_table

    table = moves_table(DotsAndBoxes(2, 2))
    assert len(table) == 12 and table["best"].iloc[0] and table["value"].is_monotonic_decreasing
    found = analysis_table(DotsAndBoxes(1, 2), seconds=0.2, lines=2)
    assert found["move"].iloc[0] in [str(move) for move in DotsAndBoxes(1, 2).legal_moves]

"""How Sphinx makes the manual out of these pages; `trivium.web.manual` runs it."""

import shutil
from importlib.metadata import version as installed_version
from pathlib import Path

project = "Trivium"
release = version = installed_version("trivium")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

default_role = "code"
# Extras, which need not be there for the manual to be made.
autodoc_mock_imports = [
    "anywidget",
    "gymnasium",
    "open_spiel",
    "pandas",
    "pettingzoo",
    "pyspiel",
    "traitlets",
]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autoclass_content = "both"
autodoc_type_aliases = {name: name for name in ("ArrayLike", "NDArray")}
autodoc_default_options = {"members": True, "show-inheritance": True}

html_theme = "furo"
html_static_path = ["style"]
html_css_files = ["trivium.css"]
html_title = "Trivium"
html_favicon = "../src/trivium/web/page/icon.svg"
html_show_sourcelink = False
html_show_copyright = False
html_copy_source = False


def copy_pictures(app, problem):
    """Copy what pages show as HTML, two pictures side by side say, which Sphinx does not see."""
    if problem is None:
        for folder in ("images", "examples"):
            source = Path(app.srcdir) / folder
            shutil.copytree(source, Path(app.outdir) / folder, dirs_exist_ok=True)


def setup(app):
    """Tell Sphinx."""
    app.connect("build-finished", copy_pictures)

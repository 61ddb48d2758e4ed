"""How Sphinx makes the manual out of these pages; `python -m benchmarks.manual` runs it."""

from importlib.metadata import version as installed_version

project = "Trivium"
author = "The Trivium team"
copyright = "The Trivium team"
release = version = installed_version("trivium")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
nitpicky = False

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = "Trivium"
html_show_sourcelink = False
html_show_copyright = False
html_copy_source = False

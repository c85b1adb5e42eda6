# SPDX-License-Identifier: BSD-3-Clause
"""Sphinx's settings; scripts/build_docs prepares the folder of pages and says where the rest is."""
import os

project = "stencil"
version = release = os.environ["STENCIL_DOCS_VERSION"]
project_copyright = "the authors of stencil; BSD-3-Clause"

extensions = ["breathe", "myst_parser", "sphinx_copybutton"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
primary_domain = highlight_language = "cpp"
smartquotes = False  # in `x--` and `--dry` two hyphens are no dash
myst_heading_anchors = 4
breathe_projects = {"stencil": os.environ["STENCIL_DOCS_XML"]}
breathe_default_project = "stencil"
breathe_show_include = False
cpp_maximum_signature_line_length = 100
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"stencil {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sourcelink = html_copy_source = False

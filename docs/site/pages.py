# SPDX-License-Identifier: BSD-3-Clause
"""Copies the repository's pages into the folder that Sphinx reads, with the files that they link to."""
import pathlib
import re
import shutil

# The navigation; a page of docs/ that is not listed is a guide.
PARTS = {
    "Begin here": ["docs/getting_started.md", "docs/install.md", "examples/README.md", "docs/faq.md", "docs/glossary.md"],
    "Guides": ["docs/boundary_conditions.md", "docs/lifetimes.md", "docs/column_functions.md", "docs/time_steps.md", "docs/implicit.md"],
    "Coming from other code": ["docs/porting_from_loops.md", "docs/porting_from_climacore.md", "docs/interoperability.md"],
    "Results": ["docs/performance.md", "docs/real_models.md", "docs/performance_notes.md"],
    "Reference": ["docs/reference.md", "docs/operators/README.md", "api/index.md", "docs/compile_errors.md", "CHANGELOG.md"],
    "Development": ["CONTRIBUTING.md", "docs/design.md", "docs/testing.md"],
}
REST = "Guides"
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".cu": "cuda", ".py": "python", ".f90": "fortran", ".txt": "cmake", ".cmake": "cmake"}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
FENCED = re.compile(r"^(```+)(.*)\n((?:.*\n)*?)\1\s*$", re.M)


def documents(root):
    """Every page of the site, by its path from the root."""
    found = [root / "README.md", root / "CONTRIBUTING.md", root / "CHANGELOG.md", root / "examples/README.md"]
    found += [*sorted(root.glob("docs/*.md")), *sorted(root.glob("docs/operators/*.md")), *sorted(root.glob("examples/*/README.md"))]
    return [page.relative_to(root).as_posix() for page in found]


def put(file, text):
    """Writes a file unless it says so already, so that Sphinx reads again only what has changed."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or file.read_text() != text:
        file.write_text(text)
    return file


class Pages:
    def __init__(self, root, source):
        self.root, self.source = root, source
        self.paths = documents(root)
        self.written = set()
        self.shown = set()

    def put(self, name, text):
        self.written.add(put(self.source / name, text))

    def staged(self, name):
        return "index.md" if name == "README.md" else name

    def link(self, page, match):
        picture, text, target = match.groups()
        if re.match(r"\w+:", target):
            return match[0]
        file, _, heading = target.partition("#")
        where = (self.root / page).parent.joinpath(file).resolve() if file else self.root / page
        if not where.exists():
            raise SystemExit(f"{page}: the link to {target} leads nowhere")
        if where.is_dir():
            if not (where / "README.md").exists():
                return text
            where = where / "README.md"
        name = where.relative_to(self.root).as_posix()
        if not picture and name not in self.paths and where.suffix not in (".png", ".svg"):
            self.shown.add(name)
            name = f"files/{name}.md"
        elif name not in self.paths:
            (self.source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(where, self.source / name)
            self.written.add(self.source / name)
        up = "../" * page.count("/")
        return f"{picture}[{text}]({up}{self.staged(name)}{'#' + heading if heading else ''})"

    def prose(self, page, text):
        # Code between backticks stays as it is.
        return "".join(p if p.startswith("`") else LINK.sub(lambda m: self.link(page, m), p)
                       for p in self.links_whole(re.split(r"(`[^`]*`)", text)))

    def links_whole(self, parts):
        """Code inside a link's text, put back into the prose around it."""
        out = [""]
        for part in parts:
            inside = len(re.findall(r"(?<!\\)\[", out[-1])) > len(re.findall(r"\]", out[-1])) and not out[-1].startswith("`")
            if part.startswith("`") and not inside:
                out += [part, ""]
            else:
                out[-1] += part
        return out

    def page(self, page):
        text, out, end = re.sub(r"<!--.*?-->\n?", "", (self.root / page).read_text(), flags=re.S), [], 0
        for block in FENCED.finditer(text):
            out.append(self.prose(page, text[end:block.start()]))
            words = block[2].split()
            if words[1:2] == ["file"]:
                out.append(f"```{{code-block}} {words[0]}\n:caption: {words[2]}\n\n{block[3]}```")
            else:
                out.append(f"```{words[0] if words else 'text'}\n{block[3]}```")
            end = block.end()
        return "".join(out) + self.prose(page, text[end:])

    def navigation(self):
        listed = {p for part in PARTS.values() for p in part} | {"README.md"}
        lines = []
        for part, pages in PARTS.items():
            own = [*pages, *(p for p in self.paths if part == REST and p not in listed and re.fullmatch(r"docs/\w[\w-]*\.md", p))]
            lines += ["", f"```{{toctree}}\n:hidden:\n:caption: {part}\n"]
            lines += [p.removesuffix(".md") for p in own] + ["```"]
        return "\n".join(lines) + "\n"

    def contents_of(self, folder):
        pages = [f"{p.removeprefix(folder + '/').removesuffix('/README.md').removesuffix('.md').replace('_', ' ').capitalize()} "
                 f"<{p.removeprefix(folder + '/')}>" for p in self.paths if p.startswith(folder + "/") and p != f"{folder}/README.md"]
        return "\n".join(["", "```{toctree}", ":hidden:", "", *pages, "```", ""])

    def write(self):
        for page in self.paths:
            text = self.page(page)
            if page == "README.md":
                text += self.navigation()
            elif page in ("docs/operators/README.md", "examples/README.md"):
                text += self.contents_of(page.rpartition("/")[0])
            self.put(self.staged(page), text)
        for name in sorted(self.shown):
            body = (self.root / name).read_text()
            fence = "`" * (max([2, *map(len, re.findall("`+", body))]) + 1)
            language = LANGUAGES.get(pathlib.Path(name).suffix, "text")
            self.put(f"files/{name}.md", f"---\norphan: true\nnosearch: true\n---\n# {name}\n\n{fence}{language}\n{body}\n{fence}\n")

# SPDX-License-Identifier: BSD-3-Clause
"""Pages of the repository as Doxygen takes them: the same text, its links and fences in Doxygen's words."""
import pathlib
import re
import shutil

# Which part of the navigation a page belongs to; one that is not listed is a guide.
PURPOSE = {
    "Tutorial": ["docs/getting_started.md"],
    "How to": [
        "docs/write_an_operator.md", "docs/testing.md", "docs/compile_errors.md", "docs/porting_from_climacore.md",
        "docs/porting_from_loops.md", "docs/compile_time.md", "docs/faq.md", "CONTRIBUTING.md",
    ],
    "Guide": [],
    "Examples": [],
    "Reference": [
        "docs/reference.md", "docs/operators/README.md", "docs/glossary.md", "docs/performance.md", "docs/performance_notes.md",
        "CHANGELOG.md",
    ],
}
GUIDE = "Guide"
LANGUAGES = {"cpp": ".cpp", "cuda": ".cpp", "python": ".py", "fortran": ".f90"}
FENCE = re.compile(r"^(```+)(.*)$")
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")


def documents(root):
    """Every page of the site, by its path from the root."""
    found = [root / "README.md", root / "CONTRIBUTING.md", root / "CHANGELOG.md"]
    found += sorted(root.glob("docs/*.md")) + sorted(root.glob("docs/operators/*.md"))
    found += [*root.glob("examples/README.md"), *sorted(root.glob("examples/*/README.md"))]
    return [page.relative_to(root).as_posix() for page in found]


def label(path):
    """The page's name in links and in the address."""
    if path == "README.md":
        return "index"
    return re.sub(r"\W", "_", path.removesuffix(".md").removesuffix("/README").removeprefix("docs/")).lower()


def anchor(heading):
    """What hosts of repositories make of a heading, as a part of an address."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def section(path, heading):
    return label(path) + "__" + anchor(heading).replace("-", "_")


def purpose(path):
    if path.startswith("docs/operators/") and path != "docs/operators/README.md":
        return "Operators"
    if path.startswith("examples/"):
        return "Examples"
    return next((group for group, pages in PURPOSE.items() if path in pages), GUIDE)


class Site:
    def __init__(self, root, work, html):
        self.root, self.work, self.html = root, work, html
        self.paths = documents(root)
        self.titles = {}
        for path in self.paths:
            first = re.search(r"^# (.*)$", (root / path).read_text(), re.M)
            self.titles[path] = first.group(1).replace("`", "") if first else path

    def copied(self, file):
        """A file of the repository that is no page, put beside the pages as text that a browser shows."""
        name = file.relative_to(self.root).as_posix()
        picture = file.suffix in (".png", ".svg")
        target = pathlib.Path("images" if picture else "files") / (name if picture else name + ".txt")
        (self.html / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, self.html / target)
        return target.as_posix()

    def link(self, path, picture, text, target):
        if re.match(r"\w+:", target):
            return f"{picture}[{text}]({target})"
        file, _, heading = target.partition("#")
        where = (self.root / path).parent.joinpath(file).resolve() if file else self.root / path
        if where.is_dir():
            if not (where / "README.md").exists():
                return text
            where = where / "README.md"
        name = where.relative_to(self.root).as_posix()
        if picture:
            return f'<img src="{self.copied(where)}" alt="{text}"/>'
        if name in self.paths:
            goal = label(name) + ("__" + heading.replace("-", "_") if heading else "")
            return f"[{text}](@ref {'mainpage' if goal == 'index' else goal})"
        if not where.exists():
            raise SystemExit(f"{path}: the link to {target} leads nowhere")
        return f"[{text}]({self.copied(where)})"

    def prose(self, path, text):
        # Code between backticks stays as it is; Doxygen would make a dash of two hyphens elsewhere.
        parts = re.split(r"(`[^`]*`)", text)
        text = "".join(p if p.startswith("`") else p.replace("@", r"\@") if re.search(r"^\|[-|]*$", p, re.M) else
                       p.replace("--", r"\--").replace("@", r"\@") for p in parts)
        return LINK.sub(lambda m: self.link(path, m[1], m[2].replace("\n", " "), m[3]), text)

    def page(self, path):
        """The page's text for Doxygen."""
        out, prose, fence, seen = [], [], None, {}

        def flush():
            if prose:
                out.append(self.prose(path, "\n".join(prose)))
                prose.clear()

        for line in re.sub(r"<!--.*?-->\n?", "", (self.root / path).read_text(), flags=re.S).split("\n"):
            opening = FENCE.match(line)
            if opening and fence is None:
                flush()
                fence = opening[1]
                words = opening[2].split()
                if words[1:2] == ["file"]:
                    out += [f'<p class="from">{words[2]}</p>', ""]
                out.append("~~~{" + LANGUAGES.get(words[0] if words else "", ".unparsed") + "}")
            elif opening and line.strip() == fence:
                fence = None
                out.append("~~~")
            elif fence is not None:
                out.append(line)
            elif heading := re.match(r"^(#+) (.*)$", line):
                flush()
                name = section(path, heading[2])
                seen[name] = seen.get(name, 0) + 1
                name += f"_{seen[name] - 1}" if seen[name] > 1 else ""
                if heading[1] == "#":  # the page itself
                    name = "mainpage" if path == "README.md" else label(path)
                out.append(f"{heading[1]} {heading[2]} {{#{name}}}")
            else:
                prose.append(line)
        flush()
        return "\n".join(out)

    def write(self):
        folder = self.work / "pages"
        folder.mkdir(parents=True, exist_ok=True)
        for path in self.paths:
            (folder / (label(path) + ".md")).write_text(self.page(path))
        self.write_layout()

    def tabs(self, group):
        return [f'      <tab type="user" url="@ref {label(p)}" title="{self.titles[p]}"/>'
                for p in sorted((p for p in self.paths if purpose(p) == group and p != "README.md"),
                                key=lambda p: PURPOSE.get(group, []).index(p) if p in PURPOSE.get(group, []) else 99)]

    def write_layout(self):
        """The navigation, by purpose."""
        lines = ['<doxygenlayout version="1.0">', "  <navindex>", '    <tab type="mainpage" visible="yes" title="stencil"/>']
        for group in PURPOSE:
            lines.append(f'    <tab type="usergroup" visible="yes" title="{group}">')
            lines += self.tabs(group)
            if group == "Reference":
                lines.append('      <tab type="usergroup" visible="yes" title="Operators, one by one">')
                lines += self.tabs("Operators")
                lines.append("      </tab>")
                lines += [f'      <tab type="{kind}" visible="yes" title="{title}"/>' for kind, title in (
                    ("classlist", "Classes"), ("namespacelist", "Namespaces"), ("filelist", "Headers"))]
            lines.append("    </tab>")
        lines += ["  </navindex>", "</doxygenlayout>", ""]
        (self.work / "layout.xml").write_text("\n".join(lines))

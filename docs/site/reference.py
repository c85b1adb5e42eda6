# SPDX-License-Identifier: BSD-3-Clause
"""The reference: what Doxygen found, less the machine, in groups by header for Breathe, and a page for each topic."""
import re
import xml.etree.ElementTree as ElementTree

import check

# Topics and their headers, by the beginning of the path that one includes them by; the rest is left out.
TOPICS = {
    "Grids and fields": ["stencil/grid.hpp", "stencil/grid_count.hpp", "stencil/field", "stencil/wrap", "stencil/vec.hpp", "stencil/layout.hpp", "stencil/location.hpp",
                         "stencil/column_range", "stencil/print", "stencil/parts", "stencil/as_span", "stencil/mdspan", "stencil/error"],
    "Assignments and expressions": ["stencil/assign/", "stencil/inspect/", "stencil/expression/", "stencil/offset", "stencil/plan/"],
    "Boundary conditions": ["stencil/boundary"],
    "Operators": ["stencil/ops/"],
    "Along columns": ["stencil/column/", "stencil/nodes/"],
    "Column functions": ["stencil/columnwise"],
    "Matrices and implicit steps": ["stencil/matrix", "stencil/numbers/"],
    "Steps in time": ["stencil/steppers", "stencil/stability"],
    "Backends": ["stencil/cpu", "stencil/cuda", "stencil/kokkos", "stencil/emulation", "stencil/backend"],
    "Files, ranks and other libraries": ["stencil/netcdf", "stencil/mpi", "stencil/dlpack"],
    "Tests of operators": ["stencil/testing"],
}
# Pages about the library's inside, whose names are no users' names.
INSIDE = {"design.md", "performance_notes.md", "testing.md"}
# Bases whose members users call through the classes that have them.
BASES = {"FieldBase"}


def code_of_pages(root):
    """The code of the pages for users."""
    pages = [root / "README.md", *(page for page in root.glob("docs/**/*.md") if page.name not in INSIDE)]
    return " ".join(re.findall(r"```.*?```|`[^`\n]+`", "".join(page.read_text() for page in pages), re.S))


class Reference:
    def __init__(self, root, xml, public, pages):
        self.root, self.xml, self.public, self.pages = root, xml, public, pages
        self.code = code_of_pages(root)
        self.words = BASES | set(re.findall(r"\w+", self.code))
        self.groups = {}

    def said(self, element):
        return any("".join(part.itertext()).strip() for tag in ("briefdescription", "detaileddescription")
                   if (part := element.find(tag)) is not None)

    def shown(self, scope, name):
        if scope in check.IF_SHOWN:
            return f"{scope.removeprefix('stencil::')}::{name}" in self.code
        return name in self.words and not name.startswith("stencil_")

    def header(self, element):
        return re.sub(r"^((backends|components)/\w+/)?include/", "", element.find("location").get("file"))

    def keep_class(self, compound, namespaces):
        name = compound.findtext("compoundname")
        scope, _, own = name.rpartition("::")
        operator = any(re.search(r"\bOperator<", base.text or "") for base in compound.findall("basecompoundref"))
        if "<" in name or scope not in namespaces or not self.shown(scope, own) or not self.said(compound):
            return False
        for section in compound.findall("sectiondef"):
            for member in section.findall("memberdef"):
                if operator or member.get("prot") != "public" or not self.said(member) or member.findtext("name").startswith("stencil_"):
                    section.remove(member)
            if section.find("memberdef") is None:
                compound.remove(section)
        for base in compound.findall("basecompoundref") + compound.findall("innerclass"):
            compound.remove(base)
        return True

    def write(self):
        self.public.mkdir(parents=True, exist_ok=True)
        index = ElementTree.Element("doxygenindex", version="1.9.4")
        found = ElementTree.parse(self.xml / "index.xml").getroot().findall("compound")
        namespaces = {c.findtext("name") for c in found if c.get("kind") == "namespace"}
        for entry in found:
            if entry.get("kind") not in ("namespace", "class", "struct", "concept"):
                continue
            tree = ElementTree.parse(self.xml / (entry.get("refid") + ".xml"))
            compound = tree.getroot().find("compounddef")
            if entry.get("kind") == "namespace":
                for member in compound.iter("memberdef"):
                    name = member.findtext("name") or ""
                    if self.shown(compound.findtext("compoundname"), name) and self.said(member):
                        self.group(member).append((member.get("kind"), int(member.find("location").get("line")), member))
            elif entry.get("kind") != "concept" and self.keep_class(compound, namespaces):
                # What a class inherits from a base without a name of its own is its users' too.
                inner = ElementTree.Element("innerclass", refid=entry.get("refid"), prot="public")
                inner.text = compound.findtext("compoundname")
                self.group(compound).append(("class", int(compound.find("location").get("line")), inner))
                self.pages_put(self.public / (entry.get("refid") + ".xml"), tree.getroot())
                index.append(entry)
        for number, (header, members) in enumerate(sorted(self.groups.items())):
            index.append(self.group_file(f"group{number}", header, members))
        self.pages_put(self.public / "index.xml", index)
        self.write_pages()

    def group(self, element):
        return self.groups.setdefault(self.header(element), [])

    def pages_put(self, file, root):
        text = ElementTree.tostring(root, encoding="unicode")
        if not file.exists() or file.read_text() != text:
            file.write_text(text)

    def group_file(self, refid, header, members):
        root = ElementTree.Element("doxygen", version="1.9.4")
        compound = ElementTree.SubElement(root, "compounddef", id=refid, kind="group")
        ElementTree.SubElement(compound, "compoundname").text = header
        ElementTree.SubElement(compound, "title").text = header
        for kind, _, inner in sorted(members, key=lambda m: m[1]):
            if kind == "class":
                compound.append(inner)
        for kind in {"typedef": "typedef", "enum": "enum", "variable": "var", "function": "func"}.items():
            own = [m for m in sorted(members, key=lambda m: m[1]) if m[0] == kind[0]]
            if own:
                section = ElementTree.SubElement(compound, "sectiondef", kind=kind[1])
                section.extend(m[2] for m in own)
        self.pages_put(self.public / (refid + ".xml"), root)
        entry = ElementTree.Element("compound", refid=refid, kind="group")
        ElementTree.SubElement(entry, "name").text = header
        return entry

    def write_pages(self):
        headers = sorted(self.groups)
        names = []
        for topic, beginnings in TOPICS.items():
            own = [h for b in beginnings for h in headers if h.startswith(b)]
            name = topic.lower().replace(" ", "_")
            lines = [topic, "=" * len(topic), ""]
            for header in dict.fromkeys(own):
                title = f"``<{header}>``"
                lines += [title, "-" * len(title), "", f".. doxygengroup:: {header}", "   :content-only:", "   :members:", ""]
            self.pages.put(f"api/{name}.rst", "\n".join(lines))
            names.append(name)
        self.pages.put("api/index.md", "# Classes and functions\n\nWhat the headers say of each public name, by topic. "
                       "[One table](../docs/reference.md) has all names on one page.\n\n```{toctree}\n" + "\n".join(names) + "\n```\n")

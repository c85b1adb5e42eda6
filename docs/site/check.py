# SPDX-License-Identifier: BSD-3-Clause
"""What must hold for the reference: every public name has a docstring."""
import re
import xml.etree.ElementTree as ElementTree

# All names of the reference are public; but of these namespaces, which hold parts of the machine too, only what a page
# of the site shows.
IF_SHOWN = {"stencil::cpu", "stencil::cuda", "stencil::dlpack", "stencil::emulation", "stencil::functions", "stencil::kokkos", "stencil::mpi",
            "stencil::netcdf"}
# Members that all operators, nodes, conditions, limiters or strategies have; the guides describe them once.
PROTOCOL = {"name", "cost", "value", "type", "node", "part", "difference"}


def documented(element):
    return any("".join(part.itertext()).strip()
               for tag in ("briefdescription", "detaileddescription") if (part := element.find(tag)) is not None)


def undocumented(root, xml):
    """Public names without a docstring. Of overloads one must have it, and a specialisation is its template's."""
    shown = "".join(page.read_text() for page in [root / "README.md", *root.glob("docs/**/*.md")])
    words = set(re.findall(r"\w+", shown))  # a thousand searches through all pages take a quarter of a minute
    names = {}
    compounds = ElementTree.parse(xml / "index.xml").getroot().findall("compound")
    namespaces = {c.findtext("name") for c in compounds if c.get("kind") == "namespace"}

    def see(name, element):
        where = element.find("location")
        names.setdefault(name, []).append((documented(element), where.get("file") + ":" + where.get("line")))

    def is_public(scope, name):
        if name.startswith("stencil_"):
            return False
        if scope in namespaces and scope not in IF_SHOWN:
            return True
        qualified = f"{scope.removeprefix('stencil::')}::{name}"
        return qualified in shown and re.search(rf"\b{re.escape(qualified)}\b", shown) is not None

    # Of a class that no page shows only the name needs words; a base of one that is shown is used through it.
    met, trees = set(), {}
    for compound in compounds:
        if compound.get("kind") in ("namespace", "class", "struct", "concept"):
            of = ElementTree.parse(xml / (compound.get("refid") + ".xml")).getroot().find("compounddef")
            trees[compound.get("refid")] = of
            own = of.findtext("compoundname").split("<")[0].rpartition("::")[2]
            if compound.get("kind") in ("class", "struct") and own in words:
                met.add(own)
                met.update(re.split(r"[<:]+", (base.text or "").split("<")[0])[-1].strip()
                           for base in of.findall("basecompoundref"))

    for compound in compounds:
        kind = compound.get("kind")
        if kind not in ("namespace", "class", "struct", "concept"):
            continue
        of = trees[compound.get("refid")]
        name = of.findtext("compoundname")
        if "<" in name:
            continue
        if kind == "namespace":
            for member in of.iter("memberdef"):
                own = member.findtext("name").split("<")[0].strip() or member.findtext("name")
                if is_public(name, own):
                    see(f"{name}::{own}", member)
            continue
        scope, _, own = name.rpartition("::")
        if not is_public(scope, own):
            continue
        see(name, of)
        operator = any(re.search(r"\bOperator<", base.text or "") for base in of.findall("basecompoundref"))
        node = any((inner.text or "").endswith("::stencil_node") for inner in of.findall("innerclass"))
        if operator or node or scope in ("stencil::backend", "stencil::layout") or own not in met:
            continue
        for member in of.iter("memberdef"):
            what = member.findtext("name")
            if (member.get("prot") == "public" and member.get("kind") in ("function", "variable", "enum")
                    and what not in PROTOCOL and not what.startswith("operator")
                    and (member.get("kind") != "function" or re.sub(r"explicit|constexpr", "", member.findtext("type")).strip())):
                see(f"{name}::{what}", member)
    return [f"{found[0][1]}: {name} is public and has no docstring"
            for name, found in sorted(names.items()) if not any(has for has, _ in found)]



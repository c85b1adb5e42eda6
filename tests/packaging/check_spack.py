#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tests/packaging/check_spack.py RECIPE VERSION OPTIONS_FILE: loads the recipe with stand-ins for Spack's directives and looks
at what it says. Does not build anything, nor show that Spack itself accepts the recipe or concretises its dependencies."""
import re
import sys
import types


class CMakePackage:
    """Stands in for Spack's; `spec` is a set of variants that are on."""

    def __init__(self, variants):
        self.on = variants

    @staticmethod
    def define(name, value):
        return f"-D{name}={'ON' if value else 'OFF'}"

    def define_from_variant(self, name, variant):
        assert variant in VARIANTS, f"there is no variant {variant}"
        return self.define(name, variant in self.on)


def load(recipe, package_module):
    """The recipe's class, CMakePackage being where one or the other version of Spack has it."""
    said = {name: [] for name in ("version", "variant", "depends_on", "conflicts", "license")}
    spack = types.ModuleType("spack.package")
    for name, calls in said.items():
        setattr(spack, name, lambda *a, calls=calls, **k: calls.append((a, k)))
    modules = {"spack": types.ModuleType("spack"), "spack.package": spack}
    home = spack
    for depth in range(len(package_module)):
        home = types.ModuleType(".".join(package_module[: depth + 1]))
        modules[home.__name__] = home
    home.CMakePackage = CMakePackage
    sys.modules.update(modules)
    names = {}
    with open(recipe) as file:
        exec(compile(file.read(), recipe, "exec"), names)
    for name in modules:
        del sys.modules[name]
    return names["Stencil"], said


recipe, expected_version, options_file = sys.argv[1:]
for package_module in ((), ("spack_repo", "builtin", "build_systems", "cmake")):
    stencil, said = load(recipe, package_module)
    assert issubclass(stencil, CMakePackage)

versions = [call[0][0] for call in said["version"]]
assert versions[:2] == ["main", expected_version], f"versions are {versions}; the header says {expected_version}"
VARIANTS = {call[0][0] for call in said["variant"]}
assert VARIANTS == {"cuda", "kokkos", "netcdf", "dlpack", "mpi"}, VARIANTS
assert all(call[1]["default"] is False and call[1]["description"] for call in said["variant"])

needs = {(call[0][0], call[1].get("when", "")) for call in said["depends_on"]}
for need in [("cxx", ""), ("cmake@3.25.1:", ""), ("cuda@12:", "+cuda"), ("kokkos@3.4:", "+kokkos"),
             ("netcdf-c", "+netcdf"), ("dlpack@0.6:", "+dlpack"), ("mpi@3:", "+mpi")]:
    assert need in needs, f"{need} is not among {needs}"
for _, when in needs:
    assert when == "" or when.lstrip("+") in VARIANTS, when

with open(options_file) as file:
    known = set(re.findall(r"^(?:option|set)\((STENCIL_\w+)", file.read(), re.M))
for on in (set(), VARIANTS, {"netcdf"}):
    arguments = dict(argument[2:].split("=") for argument in stencil(on).cmake_args())
    assert set(arguments) <= known, f"not options of the project: {set(arguments) - known}"
    for variant in VARIANTS:
        assert arguments[f"STENCIL_{variant.upper()}"] == ("ON" if variant in on else "OFF"), (on, arguments)
    assert arguments["STENCIL_BUILD_TESTS"] == "OFF"
assert said["license"] == [(("BSD-3-Clause",), {})]
print("the recipe says what it should")

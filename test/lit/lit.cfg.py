# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# The one configuration of every lane.  A lane is a compiler, its version and a
# target; CMake writes build/test/LANE/lit.site.cfg.py, which sets
#
#   config.lane, family (gcc|llvm), major, cc, cxx, flags, target, plugin,
#   config.lane_features, run, anycov, bindir, filecheck, tools ...
#
# and loads this file.  docs/testing.md explains how to write a test.
import os
import sys

sys.path.insert(0, os.path.join(config.anycov_source_root, "test", "lib"))
import anycov_lit

config.name = "anycov-" + config.lane
config.test_format = anycov_lit.CovTest(execute_external=False)
config.suffixes = [".c", ".cc", ".ll", ".S", ".test"]
config.test_source_root = os.path.join(config.anycov_source_root, "test", "lit")
config.test_exec_root = os.path.join(config.anycov_binary_root, "test", config.lane)

config.excludes = ["Inputs"]
config.use_own = lit_config.params.get("own")  # --param own=1: without plugins
config.excludes.append("llvm-only" if config.family == "gcc" else "gcc-only")

# What does not depend on the target runs on the host's lanes, and on GCC 5's.
features = config.lane_features.split()
if "native" not in features:
    config.excludes += ["lto", "accuracy", "compiler-reference"]
    if config.lane != "gcc-5-avr":
        config.excludes.append("options")
    if config.family == "llvm":
        config.excludes.append("skip")
for name in features:
    config.available_features.add(name)
config.available_features.add("gcc" if config.family == "gcc" else "clang")
config.available_features.add(config.lane)
for n in range(5, config.major + 1):
    config.available_features.add("version-%d" % n)  # "at least version n"
# Features that the lane has once a tool is installed, and the tool.
config.missing = dict(m.split("=", 1) for m in config.lane_missing.split(";") if m)
if config.other_plugin and not os.path.exists(config.other_plugin):
    config.available_features.discard("other-plugin")
    config.missing["other-plugin"] = config.other_plugin

config.environment["PATH"] = os.environ["PATH"]
config.environment["LC_ALL"] = "C"
for name in ("ANYCOV_OPTIONS", "ANYCOV_FLAGS", "CPATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX"):
    config.environment.pop(name, None)

config.load_flags, wrong = anycov_lit.load_flags(config.anycov, config.cc)
if wrong and not config.use_own:
    lit_config.fatal("%s: anycov flags --cc %s: %s" % (config.lane, config.cc, wrong))

tools = os.path.join(config.anycov_source_root, "test", "lib")
cc = config.cc + " " + config.flags
python = sys.executable + " "
static = [
    ("%check-records",
     python + os.path.join(tools, "check-records") + " --anycov=" + config.anycov +
     " --objdump=" + config.objdump),
    ("%check-flags",
     python + os.path.join(tools, "check-flags") + " --anycov=" + config.anycov +
     " --objdump=" + config.objdump),
    ("%check-lines", anycov_lit.filecheck(config, "CHECK", " --match-full-lines")),
    ("%check", anycov_lit.filecheck(config, "CHECK")),
    ("%hookcalls", config.hookcalls),
    # LLVM 15 has but one type of pointers; tests that need both write the old ones.
    ("%pointers", "cat" if config.major < 15 else
     "sed -e 's/[a-z0-9]* addrspace(256)[*]/ptr addrspace(256)/g'"
     " -e 's/[a-z0-9]* ([a-z0-9.]*)[*]/ptr/g' -e 's/[[][0-9]* x [a-z0-9]*[]][*]/ptr/g'"
     " -e 's/[a-z][a-z0-9]*[*][*]*/ptr/g'"),
    ("%covtables", python + os.path.join(tools, "covtables")),
    ("%lines", python + os.path.join(tools, "lines") + " '--gcov=" + config.gcov + "'" +
     " --family=" + ("gcc" if config.family == "gcc" else "clang")),
    ("%set_link", " ".join(config.anycov_lib + "/runtime/host/" + name for name in (
        "anycov-flags-start.o", "libanycov-flags.a", "anycov-flags-pages.o"))),
    ("%link", config.anycov_lib + "/runtime/host/libanycov.a -lpthread -ldl"),
    ("%anycov", config.anycov),
    ("%objdump", config.objdump),
    ("%bindir", config.bindir),
    ("%plugin", config.plugin),
    ("%stb", config.stb),
    ("%barelink", config.barelink),
    ("%otherplugin", config.other_plugin),
    ("%inputs", os.path.join(config.test_source_root, "Inputs")),
    ("%include", os.path.join(config.anycov_source_root, "include")),
    ("%lib", config.anycov_lib),
    ("%run", config.run),
    ("%cxx", config.cxx + " " + config.flags),
    ("%cc", cc),
]
# lit's own %s, %t, %S stay; ours match only as whole words ("%cc", not "%ccx").
config.substitutions += [(key + r"(?![\w+{-])", value) for key, value in static]

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""
What lit.cfg.py needs and lit's workers must be able to import.

A test writes the compiler's part in words that are the same for every compiler

    RUN: %cov{coverage=trace-pc,trace-cmp;prune=dom} -O2 -c %s -o %t.o

and this turns them into the real command of the lane before lit sees the line,
so that what lit prints can be copied and run.
"""
import re

import lit.formats
import lit.TestRunner

BRACED = re.compile(r"%(cov\+\+|cov|own\+\+|own|opt|check-lines|check)\{([^}]*)\}")


def plugin_options(config, text):
    """The flags that hand 'coverage=...;prune=...' to the lane's plugin."""
    words = [w for w in text.split(";") if w]
    if config.family == "gcc":
        return " ".join(["-fplugin=" + config.plugin] +
                        ["-fplugin-arg-anycov-" + w for w in words])
    flags = ["-fpass-plugin=" + config.plugin]
    if config.major < 22:  # they parse -mllvm before -fpass-plugin is loaded
        flags += ["-Xclang", "-load", "-Xclang", config.plugin]
    for w in words:
        flags += ["-mllvm", "-anycov-" + w]
    return " ".join(flags)


def own_options(config, text):
    """The compiler's own coverage, brought to one block a probe in both."""
    words = [w for w in text.split(",") if w]
    if config.family == "llvm":
        words = ["bb", "no-prune"] + words
    return "-fsanitize-coverage=" + ",".join(words)


def filecheck(config, text, extra=""):
    family = "GCC" if config.family == "gcc" else "CLANG"
    prefixes = []
    for p in text.split(","):
        prefixes += [p, family if p == "CHECK" else p + "-" + family]
    return "%s%s --allow-unused-prefixes --check-prefixes=%s" % (
        config.filecheck, extra, ",".join(prefixes))


def expand(config, what, text):
    compiler = config.cxx if what.endswith("++") else config.cc
    if what.startswith("cov") and config.use_own:  # to try a test's expectations
        text = dict(w.split("=", 1) for w in text.split(";")).get("coverage", "")
        what = what.replace("cov", "own")
    if what.startswith("cov"):
        return "%s %s %s" % (compiler, config.flags, plugin_options(config, text))
    if what.startswith("own"):
        return "%s %s %s" % (compiler, config.flags, own_options(config, text))
    if what == "opt":
        return "%s -load-pass-plugin=%s '-passes=anycov<%s>'" % (config.opt, config.plugin, text)
    return filecheck(config, text, " --match-full-lines" if what == "check-lines" else "")


class CovTest(lit.formats.ShTest):
    def execute(self, test, litConfig):
        with open(test.getSourcePath(), encoding="utf-8") as f:
            found = {m.group(0): m for m in BRACED.finditer(f.read())}
        extra = [(re.escape(k), expand(test.config, m.group(1), m.group(2)).replace("\\", r"\\"))
                 for k, m in sorted(found.items(), key=lambda kv: -len(kv[0]))]
        return lit.TestRunner.executeShTest(test, litConfig, False, extra)

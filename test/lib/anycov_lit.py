# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""
What lit.cfg.py needs and lit's workers must be able to import.

A test writes the compiler's part in words that are the same for every compiler

    RUN: %cov{coverage=trace-pc,trace-cmp;prune=dom} -O2 -c %s -o %t.o

and this turns them into the real command of the lane before lit sees the line,
so that what lit prints can be copied and run.
"""
import copy
import os
import re
import subprocess

import lit.BooleanExpression
import lit.formats
import lit.Test
import lit.TestRunner

BRACED = re.compile(r"%(ltolink|cov\+\+|cov|own\+\+|own|opt|check-lines|check)\{([^}]*)\}")


def load_flags(anycov, cc):
    """What `anycov flags` prints for this compiler, without options: (flags, error)."""
    try:
        said = subprocess.run([anycov, "flags", "--cc", cc, "--coverage=trace-pc"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as e:
        return "", str(e)
    if said.returncode != 0:
        return "", said.stderr.decode().strip()
    flags = said.stdout.decode().split()
    # Each test says which debug information it has.
    flags = [f for f in flags if f != "-gline-tables-only"]
    of_lines = [i for i, f in enumerate(flags) if f.startswith("-anycov-line-tables=")]
    for i in of_lines:
        del flags[i - 3:i + 1]  # -Xclang -mllvm -Xclang
    at = [i for i, f in enumerate(flags) if f.endswith("-anycov-coverage=trace-pc") or
          f == "-fplugin-arg-anycov-coverage=trace-pc"]
    if len(at) != 1:
        return "", "no option in: " + " ".join(flags)
    first = at[0] - 3 if flags[at[0]].startswith("-anycov") else at[0]  # -Xclang -mllvm -Xclang
    return " ".join(flags[:first] + flags[at[0] + 1:]), ""


def plugin_options(config, text):
    """The flags that hand 'coverage=...;prune=...' to the lane's plugin."""
    start = "-fplugin-arg-anycov-" if config.family == "gcc" else "-mllvm -anycov-"
    more = []
    if config.family != "gcc" and "place=early" in text:
        more = ["-Xclang -disable-lifetime-markers"]  # as `anycov flags` does
        if config.major >= 14:
            more.append("-Xclang -mno-constructor-aliases")
    return " ".join([config.load_flags] + more + [start + w for w in text.split(";") if w])


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
    if what == "ltolink":  # GCC's plugin works at link time, LLVM's has worked before
        return plugin_options(config, text) if config.family == "gcc" else "-fuse-ld=lld"
    if what == "opt":
        # opt cuts -passes= at commas.
        words = [w if "=" in w else "coverage=" + w for w in re.split("[;,]", text)]
        return "%s -load-pass-plugin=%s '-passes=anycov<%s>'" % (
            config.opt, config.plugin, ";".join(words))
    return filecheck(config, text, " --match-full-lines" if what == "check-lines" else "")


CONDITION = re.compile(r"\b(REQUIRES|UNSUPPORTED):(.*)")


def conditions(path):
    """The (keyword, expression) pairs of a test's REQUIRES and UNSUPPORTED lines."""
    with open(path, encoding="utf-8") as f:
        for line in f:
            m = CONDITION.search(line)
            if m:
                for expression in m.group(2).split(","):
                    if expression.strip():
                        yield m.group(1), expression.strip()


def holds(expression, features):
    return lit.BooleanExpression.BooleanExpression.evaluate(expression, features)


def applies(path, features, missing):
    """Whether a test can run in a lane: with the lane's features, and those that the lane has
    once a missing tool is installed."""
    return all(holds(e, features | missing) if keyword == "REQUIRES" else not holds(e, features)
               for keyword, e in conditions(path))


def missing_tools(path, features, missing):
    """What has to be installed for a test that applies; empty: it can run."""
    tools = []
    for keyword, e in conditions(path):
        if keyword == "REQUIRES" and not holds(e, features):
            tools += [tool for name, tool in sorted(missing.items())
                      if re.search(r"(?<![\w-])%s(?![\w-])" % re.escape(name), e)]
    return sorted(set(tools))


class CovTest(lit.formats.ShTest):
    def getTestsInDirectory(self, testSuite, path_in_suite, litConfig, localConfig):
        """Leaves out what the lane's compiler or target can never run."""
        features = set(localConfig.available_features)
        for test in super().getTestsInDirectory(testSuite, path_in_suite, litConfig, localConfig):
            if applies(test.getSourcePath(), features, set(localConfig.missing)):
                yield test

    def execute(self, test, litConfig):
        tools = missing_tools(test.getSourcePath(), set(test.config.available_features),
                              test.config.missing)
        if tools:
            return lit.Test.Result(lit.Test.UNSUPPORTED, "missing: " + ", ".join(tools))
        if "reached" in litConfig.params:   # of scripts/mutants
            directory = os.path.join(litConfig.params["reached"], test.config.lane,
                                     *test.path_in_suite)
            os.makedirs(directory, exist_ok=True)
            test.config = copy.copy(test.config)
            test.config.environment = dict(test.config.environment,
                                           ANYCOV_MUTANTS_REACHED=directory)
        with open(test.getSourcePath(), encoding="utf-8") as f:
            found = {m.group(0): m for m in BRACED.finditer(f.read())}
        extra = [(re.escape(k), expand(test.config, m.group(1), m.group(2)).replace("\\", r"\\"))
                 for k, m in sorted(found.items(), key=lambda kv: -len(kv[0]))]
        return lit.TestRunner.executeShTest(test, litConfig, False, extra)

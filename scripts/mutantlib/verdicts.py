# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What runs found out about each mutant, so that an interrupted run goes on where it was.

Kept in the state of a Bench until any source of the product or the compilers change; what a test
showed, until a file changes that its command names.  A survivor has no verdict: the tests that
passed with it are kept, and only what is new runs again."""
import os
import re

SOURCES = re.compile(r"(common|cli|gcc-plugin|llvm-pass|runtime|include|cmake)/")


class Verdicts:
    def __init__(self, bench):
        self.bench = bench
        self.sources = bench.digest_of(SOURCES.match) + " " + bench.plugins
        self.digests = {}
        state = bench.state
        if state.get("sources") != self.sources:
            state.update(sources=self.sources, good={}, broken={}, mutants={})

    def own(self, test):
        """Files of a test, as far as its command names them."""
        names = ["test/lit/" + test.path] if test.lane else []
        for word in test.command or ():
            name = re.sub(r"^unit-(asan-)?", "", os.path.basename(word))
            names += ["test/unit/%s_test.c" % name, os.path.relpath(word, self.bench.tree)]
        return sorted(set(names) & self.bench.names)

    def digest(self, names):
        key = tuple(names)
        if key not in self.digests:
            self.digests[key] = self.bench.digest_of(key.__contains__)
        return self.digests[key]

    def digest_of(self, test):
        if test.name not in self.digests:
            self.digests[test.name] = self.digest(self.own(test))
        return self.digests[test.name]

    def of(self, mutant):
        """What is known of a mutant: "passed" has the digests of tests that passed with it."""
        key = "%s %d-%d %s" % (mutant.file, mutant.start, mutant.end, mutant.new)
        return self.bench.state["mutants"].setdefault(key, {"passed": {}})

    def passes(self, mutant, test):
        self.of(mutant)["passed"][test.name] = self.digest_of(test)

    def has_passed(self, mutant, test):
        return self.of(mutant)["passed"].get(test.name) == self.digest_of(test)

    def settle(self, mutant, kind, test=None, why=None, cell=()):
        """"killed" by a test of a cell of the table (targets, tests), "error" or "same"."""
        self.of(mutant).update(kind=kind, name=test and test.name, why=why, cell=list(cell),
                               own=test and self.own(test), digest=test and self.digest_of(test))

    def kept(self, mutant):
        """(kind, name of the test, why) of an earlier run, or None."""
        known = self.of(mutant)
        if "kind" not in known:
            return None
        if known["name"] and (
                self.bench.state["broken"].get(known["name"]) == known["digest"] or
                self.digest(known["own"]) != known["digest"]):
            self.drop(mutant)
            return None
        return known["kind"], known["name"] or "the build", known["why"]

    def drop(self, mutant):
        for key in ("kind", "name", "why", "cell", "own", "digest"):
            self.of(mutant).pop(key, None)

    def is_proven(self, mutant):
        """Whether the killer passed on the unchanged tree, too; None if nothing shows that."""
        known = self.of(mutant)
        if not known["name"] or self.bench.state["good"].get(known["name"]) == known["digest"]:
            return True
        return False if self.bench.state["broken"].get(known["name"]) == known["digest"] else None

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Errors that many tests must notice, such as a report that shows every line as covered.

A change of one condition is killed by one test that fails.  A test that passes with one of these
errors checks nothing that the error concerns, so here each test runs and is counted."""
import concurrent.futures
import os
import re
from collections import namedtuple

import bench
from source import Mutant

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "planted.txt")
# least: so many tests must fail with it; None: all.
Planted = namedtuple("Planted", "what mutant targets words least")


def planted_in(top, files):
    """The entries of the table, and what is wrong with them."""
    found, wrong = [], []
    for number, row in bench.rows_of(TABLE, 7):
        what, name, before, after, targets, words, least = row
        lines = []
        if name in files:
            with open(os.path.join(top, name)) as f:
                lines = list(re.finditer(r"[^\n]+", f.read()))
        same = [x for x in lines if " ".join(x.group().split()) == before]
        if len(same) != 1:
            wrong.append("scripts/mutantlib/planted.txt:%d: %s has %d lines '%s' instead of one; "
                         "name the line as it is now" % (number, name, len(same), before))
            continue
        at = same[0]
        mutant = Mutant(name, at.string.count("\n", 0, at.start()) + 1, "", what, at.start(),
                        at.end(), after, before, after)
        found.append(Planted(what, mutant, targets, words,
                             None if least == "all" else int(least)))
    return found, wrong


class Judge:
    def __init__(self, table):
        self.table = table
        self.state = table.state

    def run_all(self, tests, keep):
        """Calls KEEP with each test and its exit status."""
        with concurrent.futures.ThreadPoolExecutor(self.table.jobs) as pool:
            def one(test):
                if not self.table.stop.is_set():
                    status, seconds, _ = self.table.run_command(test, self.table.limit_of(test))
                    if status != "stopped":
                        keep(test, status, seconds)
            try:
                list(pool.map(one, tests))
            except BaseException:   # an interrupt ends the tests, too
                self.table.stop.set()
                raise
        self.table.save()

    def unchanged(self, planted):
        """The tests that pass on the unchanged tree; others cannot notice anything."""
        table, digest_of = self.table, self.table.verdicts.digest_of
        table.put(None)
        self.build(planted)

        def keep(test, status, seconds):
            if status == 0:
                self.state["seconds"][test.name] = round(seconds, 1)
            if status != test.skip:
                self.state["broken" if status else "good"][test.name] = digest_of(test)

        tests = [t for t in table.tests_of(planted.words) if not t.is_slow]
        self.run_all([t for t in tests if self.state["good"].get(t.name) != digest_of(t)], keep)
        return [t for t in tests if self.state["good"].get(t.name) == digest_of(t)]

    def build(self, planted):
        wrong = self.table.build(planted.targets, planted.words)
        if wrong:
            raise bench.Wrong("%s: cannot be built with %s:\n%s" % (
                planted.mutant.file, self.table.current and planted.what or "no change",
                wrong[-3000:]))

    def judge(self, planted):
        """Prints which tests pass with it; returns whether too few fail."""
        tests = self.unchanged(planted)
        known = self.table.verdicts.of(planted.mutant)
        failed, digest_of = known.setdefault("failed", {}), self.table.verdicts.digest_of

        def keep(test, status, _):
            # A test that is skipped for what the error does has not noticed it.
            if status in (0, test.skip):
                self.table.verdicts.passes(planted.mutant, test)
            else:
                failed[test.name] = digest_of(test)

        new = [t for t in tests if failed.get(t.name) != digest_of(t) and
               not self.table.verdicts.has_passed(planted.mutant, t)]
        if new:
            self.table.put(planted.mutant)
            self.build(planted)
            self.run_all(new, keep)
        passing = sorted(t.name for t in tests if failed.get(t.name) != digest_of(t))
        least = len(tests) if planted.least is None else planted.least
        print("planted: %s: %d of %d tests fail, at least %d must; these pass: %s" % (
            planted.what, len(tests) - len(passing), len(tests), least,
            " ".join(passing) or "none"), flush=True)
        return not tests or len(tests) - len(passing) < least


def judge_all(table, planted):
    """Returns how many were noticed by too few tests."""
    judge = Judge(table)
    return sum(judge.judge(p) for p in planted)

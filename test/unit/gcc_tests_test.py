#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The comments of GCC's tests are read as GCC reads them, and what a report contradicts is found.

  gcc_tests_test.py SOURCE
"""
import os
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "test", "system", "gcc-tests"))
import annotations

TEXT = """x++; /* count(3) */
x--; // count(#####)
boz (); /* count(=====) */
int y; /* count(-) */
return 1;  /* count(-) { xfail *-*-* } */
  /* branch(25 0) */
if (a)
  /* branch(end) */
if (a && id (b || c)) /* conditions(3/4; 4/4) false(1;) */
  /* conditions(end) */
if (d) /* conditions(1/2) true(0) */
"""
wrong = []


def check(what, got, want):
    if got != want:
        wrong.append("%s: got %r instead of %r" % (what, got, want))


def line(state, *branches, decisions=()):
    return {"state": state, "branches": [{"outcomes": [{"state": s} for s in b]}
                                         for b in branches], "decisions": list(decisions)}


def decision(*states):
    """Of each condition the states of "false" and "true"."""
    return {"matched": True, "conditions": [
        {"values_known": True, "false": {"state": f}, "true": {"state": t}} for f, t in states]}


YES, NO = "covered", "not covered"
check("counts", annotations.lines_in(TEXT), {1: YES, 2: NO, 3: NO, 4: "no code"})
check("branches", annotations.branches_in(TEXT), {(6, 8): (1, 1)})
check("decisions", annotations.decisions_in(TEXT),
      {(9, 10): ["3/4 false(1)", "4/4"], (11, 13): ["1/2 true(0)"]})
RIGHT = {
    1: line(YES), 2: line(NO), 3: line(NO), 7: line(YES, [YES, NO], [YES, YES], [NO, NO]),
    9: line(YES, decisions=[decision((YES, YES), (NO, YES)), decision((YES, YES), (YES, YES))]),
    11: line(YES, decisions=[decision((YES, NO))])}
check("a report that is right", list(annotations.differences(TEXT, RIGHT)), [])
WRONG = [
    ("a state", 1, line(NO), (1, NO, YES)),
    ("the other state", 2, line(YES), (2, YES, NO)),
    ("code that is none", 4, line(NO), (4, NO, "no code")),
    ("an outcome too many", 7, line(YES, [YES, YES]),
     (6, "0 sole or missing outcomes, 2 of several", "1 sole or missing outcomes, 1 of several")),
    ("an outcome too few", 7, line(YES, [YES, NO]),
     (6, "2 sole or missing outcomes, 0 of several", "1 sole or missing outcomes, 1 of several")),
    ("an unknown outcome", 7, line(YES, [YES, "unknown"]),
     (6, "outcomes unknown", "1 sole or missing outcomes, 1 of several")),
    ("the other outcome of a condition", 11, line(YES, decisions=[decision((NO, YES))]),
     (11, "1/2 false(0)", "1/2 true(0)")),
    ("an unknown decision", 11, line(YES, decisions=[decision((YES, "unknown"))]),
     (11, "unknown", "1/2 true(0)")),
    ("no decision", 11, line(YES), (11, "no decision", "1/2 true(0)")),
]
for what, number, changed, want in WRONG:
    check(what, list(annotations.differences(TEXT, {**RIGHT, number: changed})), [want])
check("a line without code", list(annotations.differences(
    TEXT, {n: x for n, x in RIGHT.items() if n != 1})), [(1, "no code", YES)])
for text in wrong:
    print(text)
print("gcc_tests_test: %d wrong" % len(wrong))
sys.exit(bool(wrong))

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""
The tables of bench/results/firmware-sizes.md.  Tests note their measurements; a run prints every
row that was measured completely, and fails if the page differs: --write updates it.
"""
import os
import re
import subprocess

from image import CLANG, TOP
from targets import GCC

DOCS = os.path.join(TOP, "bench", "results", "firmware-sizes.md")
BEGIN, END = "<!-- printed by test/system/firmware/run: %s -->", "<!-- end -->"
# Table: columns after target and compiler, each a key of note().
MODES = ("PC", "CMP", "unique PC", "unique edge", "unique PC and edge", "unique CMP", "counters",
         "flags", "bits of guards", "compact PC")
CODE = ("trace-pc", "lean", "trace-cmp", "counters", "flags", "guards")
TABLES = {
    "support": ("simulator",),
    "hooks": ("PC hook", "compare hook", "full: PC hook", "lean: PC hook", "instructions",
              "lean: instructions", "cycles", "stack", "lean: stack"),
    "modes": MODES,
    "probes": CODE,
}
measured = {}  # (target, compiler): {(table, column): text}


def key(target):
    return tuple(target.name.split("/"))


def note(target, table, column, value):
    measured.setdefault(key(target), {})[table, column] = str(value)


def version(cc):
    out = subprocess.run([cc, "--version"], stdout=subprocess.PIPE, text=True).stdout
    return re.search(r"\d+\.\d+\.\d+", out).group(0)


def rows(table):
    """Returns the rows of which every column was measured."""
    out = {}
    for name, cells in measured.items():
        row = [cells.get((table, c)) for c in TABLES[table]]
        if None not in row:
            out[name] = [name[0], "%s %s" % (name[1], version(name[1])), *row]
    return out


def block(text, table):
    """Returns the first and last line of a table in the page."""
    start = text.index(BEGIN % table) + len(BEGIN % table) + 1
    return start, text.index(END, start)


def line(row):
    return "| " + " | ".join(row) + " |\n"


def head(table):
    names = ("target", "compiler") + TABLES[table]
    return line(names) + "|" + "---|" * len(names) + "\n"


def documented(text, table):
    start, end = block(text, table)
    out = {}
    for at in text[start:end].splitlines()[2:]:
        row = [c.strip() for c in at.strip("|").split("|")]
        out[row[0], row[1].split()[0]] = row
    return out


def check(order, write=False):
    """Prints the measurements; returns the differences from the page.  order: all targets."""
    text, wrong = open(DOCS).read(), []
    for table in TABLES:
        new, old = rows(table), documented(text, table)
        if not new:
            continue
        print("\n%s\n%s" % (table, head(table)), end="")
        for name in [key(t) for t in order if key(t) in new]:
            print(line(new[name]), end="")
            if name in old and old[name][1] != new[name][1]:
                print("  not compared: the page has measured %s" % old[name][1])
            elif name[1] == CLANG != "clang-19" or GCC != "gcc-12":
                # Code that clang compiled is linked by the same suite's GCC.
                print("  not compared: the page has measured clang-19 and gcc-12")
            elif old.get(name) != new[name]:
                wrong.append("%s: measured %s, the page has %s" % (
                    table, line(new[name]).strip(), line(old[name]).strip() if name in old else
                    "no such row"))
        for name in old:
            if name not in [key(t) for t in order] and name[1] != "clang-19" and GCC == "gcc-12":
                wrong.append("%s: the page has a row of %s, which is no target" % (table, name))
        if write:
            start, end = block(text, table)
            text = text[:start] + head(table) + "".join(
                line(new.get(key(t)) or old[key(t)]) for t in order
                if key(t) in new or key(t) in old) + text[end:]
    if write:
        with open(DOCS, "w") as f:
            f.write(text)
        return []
    return wrong

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Random decisions, and what masking MC/DC of them is.

mkdecisions.py make SEED FUNCTIONS DIR   writes plain.c and oracle.c, with the same decisions at the
                                         same lines, and decisions.json
mkdecisions.py compare DIR VECTORS REPORT [known]
    compares the decisions of a report (--json --mcdc of plain.c) with the evaluations that oracle.c
    wrote; known: nothing of those that the report found may be unknown
mkdecisions.py llvm EXPORT REPORT
    compares it with llvm-cov export.  Its pairs of a condition are stricter: both outcomes, in two
    evaluations that differ in no other condition

The oracle knows nothing of graphs: each condition notes its value, and an outcome of it is shown if
no right operand that was evaluated decides instead of the one that has the condition.
"""
import json
import os
import random
import sys

HEAD = """\
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
struct two { int x, y; };
static int array[8], calls, ends_at, how;
static struct two pair;
static void finish(void);
%s
int test(int n);
int test(int n)
{
    if (++calls == ends_at)
        finish();
    return n & 1;
}
static void finish(void)
{
    save();
    if (how == 1)
        raise(SIGKILL);
    if (how == 2)
        exit(0);
}
#define BOTH(p, q) ((p) && (q))
#define ANY(p, q) (p || q)
#define NONE(p) (!(p))
"""
PLAIN = "static void save(void) { }"
ORACLE = """\
static int vectors[1 << 20], n_vectors, now[40], current;
static void save(void)
{
    FILE *f = fopen(getenv("VECTORS"), "w");

    for (int i = 0; i < n_vectors; i++)
        fprintf(f, "%d\\n", vectors[i]);
    fclose(f);
}
static int B(int d)
{
    current = d;
    for (int i = 0; i < 40; i++)
        now[i] = 2;
    return 1;
}
static int N(int i, int value) { return now[i] = value != 0; }
static int E(int n, int value)
{
    vectors[n_vectors++] = -current - 1;
    for (int i = 0; i < n; i++)
        vectors[n_vectors++] = now[i];
    return value != 0;
}
#define S(d, n, x) (B(d) ? E(n, (x)) : 0)"""
LEAVES = ["a", "b", "c", "d", "e", "a > 1", "b == 2", "c < d", "e >= 1", "array[a & 7]", "pair.x",
          "pair.x == pair.y", "test(a)", "test(b + c)", "(d & 2)", "a != e", "(e = b - 1)",
          "pair.y == 1", "test(e) == 0"]
MACROS = ["BOTH", "ANY", "NONE"]


class Tree:
    """A leaf, or an operator and its operands."""

    def __init__(self, op=None, kids=(), leaf=None):
        self.op, self.kids, self.leaf = op, list(kids), leaf
        self.index = None
        self.macro = None
        self.bang = False

    def leaves(self):
        if self.op is None:
            return [self]
        return [x for k in self.kids for x in k.leaves()]

    def text(self, oracle):
        if self.op is None:
            t = "N(%d, %s)" % (self.index, self.leaf) if oracle else self.leaf
            return ("!(%s)" if " " in t and t[0] != "(" and not oracle else "!%s") % t \
                if self.bang else t
        kids = [k.text(oracle) for k in self.kids]
        if self.macro:
            return "%s(%s)" % (self.macro, ", ".join(kids))
        if self.op == "!":
            return "!(%s)" % kids[0]
        parts = ["(%s)" % t if k.op in ("&&", "||") and not k.macro and (k.op != self.op or k.paren)
                 else t for k, t in zip(self.kids, kids)]
        return (" %s " % self.op).join(parts)


def tree(rng, n, macros):
    if n == 1:
        t = Tree(leaf=rng.choice(LEAVES))
        t.paren = False
        if macros and rng.random() < 0.1:
            t.bang = False
            m = Tree("!", [t])
            m.macro, m.paren = "NONE", False
            return m
        t.bang = rng.random() < 0.15
        return t
    left = rng.randint(1, n - 1)
    t = Tree(rng.choice(["&&", "||"]), [tree(rng, left, macros), tree(rng, n - left, macros)])
    t.paren = rng.random() < 0.7
    if t.kids[1].op == t.op:
        t.kids[1].paren = True
    if macros and rng.random() < 0.25:
        t.macro = "BOTH" if t.op == "&&" else "ANY"
        if t.macro == "ANY":  # its operands have no brackets
            t.kids[0].paren = True
            if any(k.op == "&&" or (k.op == "||" and not k.macro) for k in t.kids):
                t.macro = None
    if rng.random() < 0.1:
        t = Tree("!", [t])
        t.paren = False
    return t


FORMS = [
    ["if (@)", "\tr += 1;"],
    ["if (@) {", "\tr += 1;", "} else {", "\tr += 2;", "}"],
    ["for (int i = 0; i < 3; i++) {", "\tif (@)", "\t\tbreak;", "\tr++, a++;", "}"],
    ["while (@) {", "\tif (r++ > 9)", "\t\tbreak;", "\ta--, b += 1;", "}"],
    ["do {", "\tr++, a++, c--;", "} while (r < 9 && (@));"],
    ["for (; (@); a++, e--)", "\tif (r++ > 7)", "\t\tbreak;"],
    ["r += @;"],
    ["if (@)", "\t;", "else", "\tr++;"],
    ["if (@)", "\t;", "r++;"],
    ["for (;;)", "\tif (@ || r++ > 3)", "\t\tbreak;"],
    ["if (@) return r;"],
    ["return @;"],
    ["r = (@) ? a : r + 7;"],
    ["r = (@) ? 1 : 2;"],
    ["(@) ? r++ : 0;"],
    ["if (@)", "\tgoto out;"],
    ["if (@)", "\tif (@)", "\t\tr += 4;"],
    ["if (@) if (@) r += 4;"],
    ["if (@) {", "\tr++;", "} else if (@) {", "\tr--;", "}"],
    ["if (@)", "\tgoto out;", "if (@)", "\tgoto out;"],
    ["array[(@) ? 2 : 3] += test(@);"],
    ["(void)(@);"],
    ["if (@) r = 3; else r = @;"],
    ["switch (r & 1) {", "case 1:", "\tr += @;", "}"],
    ["switch (@) {", "case 1:", "\tr += 9;", "}"],
    ["while (r++ < 5 && !(@))", "\t;"],
    ["if ((r = @) || (@))", "\tr++;"],
    ["r = a ? @ : @;"],
    ["if (a ? @ : @)", "\tr++;"],
    ["if (({ if (@) r++; @; }))", "\tr++;"],
]


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.plain, self.oracle, self.decisions = [], [], []
        for line in (HEAD % PLAIN).splitlines():
            self.plain.append(line)

    def decision(self, line, macros, whole):
        """Returns both texts of a decision with more conditions around it, or none."""
        rng = self.rng
        t = tree(rng, rng.choice([1, 2, 2, 2, 3, 3, 4, 5]), macros)
        for i, leaf in enumerate(t.leaves()):
            leaf.index = i
        number = len(self.decisions)
        if whole:
            n = len(t.leaves())
            self.decisions.append({"line": line, "n": n, "tree": dump(t), "macros": macros})
        parts = t.text(False)
        # In several lines
        text = parts
        if rng.random() < 0.2 and " && " in parts and "BOTH" not in parts and "ANY" not in parts:
            text = parts.replace(" && ", " &&\n\t\t", 1)
        o = "S(%d, %d, %s)" % (number, len(t.leaves()), t.text(True))
        return text, o + "\n" * text.count("\n")

    def function(self, name, macros):
        rng = self.rng
        lines = ["int %s(int a, int b, int c, int d, int e);" % name,
                 "int %s(int a, int b, int c, int d, int e)" % name, "{", "\tint r = 0;", ""]
        p, o = list(lines), list(lines)
        for _ in range(rng.randint(2, 4)):
            for line in rng.choice(FORMS):
                pieces = line.split("@")
                pt, noted = pieces[0], pieces[0]
                for piece in pieces[1:]:
                    at = len(self.plain) + sum(x.count("\n") + 1 for x in p) + pt.count("\n") + 1
                    x, y = self.decision(at, macros, True)
                    pt, noted = pt + x + piece, noted + y + piece
                p.append("\t" + pt)
                o.append("\t" + noted)
        for v in (p, o):
            v += ["\tgoto out;", "out:", "\treturn r;", "}"]
        return p, o

    def write(self, count, where):
        rng = self.rng
        body_o, names = [], []
        for i in range(count):
            names.append("f%d" % i)
            p, o = self.function(names[-1], rng.random() < 0.3)
            self.plain += "\n".join(p).split("\n")
            body_o += "\n".join(o).split("\n")
        main = ["int main(int argc, char **argv)", "{", "\tunsigned s = atoi(argv[1]);", "",
                "  how = argc > 2 ? atoi(argv[2]) : 0;", " ends_at = argc > 3 ? atoi(argv[3]) : 0;",
                "\tfor (int i = 0; i < 1 << atoi(argv[1]) % 6; i++) {",
                "\t\tint v[5];", "", "\t\tfor (int k = 0; k < 5; k++) {",
                "\t\t\ts = s * 1103515245 + 12345;", "\t\t\tv[k] = (int)(s >> 16) % 4;",
                "\t\t\tarray[(s >> 18) & 7] = (s >> 20) & 1;", "\t\t}",
                "\t\tpair.x = v[1] & 1;", "\t\tpair.y = v[2] & 1;"]
        call = "%s(v[0], v[1], v[2], v[3], v[4]);"
        main += [("\t\tif (s >> 9 & 1)\n\t\t\t" if rng.random() < .5 else "\t\t") + call % n
                 for n in names]
        main += ["\t}", "\tsave();", "\treturn 0;", "}"]
        with open(where + "/plain.c", "w") as f:
            f.write("\n".join(self.plain + main) + "\n")
        with open(where + "/oracle.c", "w") as f:
            f.write("\n".join((HEAD % ORACLE).splitlines() + body_o + main) + "\n")
        with open(where + "/decisions.json", "w") as f:
            json.dump(self.decisions, f)


def dump(t):
    if t.op is None:
        return {"i": t.index, "bang": t.bang, "text": t.leaf}
    return {"op": t.op, "macro": bool(t.macro), "kids": [dump(k) for k in t.kids]}


def value(t, v):
    """The value of a tree, None if it was not evaluated."""
    if "i" in t:
        return None if v[t["i"]] == 2 else bool(v[t["i"]]) ^ t["bang"]
    first = value(t["kids"][0], v)
    if t["op"] == "!":
        return None if first is None else not first
    if first is None:
        return None
    second = value(t["kids"][1], v)
    return first if second is None else second


def shown(t, v, out):
    """Adds the outcomes that an evaluation shows: (condition, its value)."""
    if "i" in t:
        if v[t["i"]] != 2:
            out.add((t["i"], v[t["i"]]))
        return
    if t["op"] == "!":
        shown(t["kids"][0], v, out)
        return
    second = value(t["kids"][1], v)
    if second is None or second == (t["op"] == "&&"):
        shown(t["kids"][0], v, out)
    if second is not None:
        shown(t["kids"][1], v, out)


def leaves(t):
    return [t] if "i" in t else [x for k in t["kids"] for x in leaves(k)]


def read_vectors(path, decisions):
    numbers = [int(x) for x in open(path).read().split()]
    sets, at = [set() for _ in decisions], 0
    while at < len(numbers):
        d = -numbers[at] - 1
        n = decisions[d]["n"]
        shown(decisions[d]["tree"], numbers[at + 1:at + 1 + n], sets[d])
        at += n + 1
    return sets


def compare_llvm(export, report):
    theirs, compared, wrong = {}, 0, 0
    for f in export["data"][0]["files"]:
        for r in f.get("mcdc_records", []):
            theirs.setdefault((os.path.basename(f["filename"]), r[0]), []).append(
                [x for x in r if isinstance(x, list)][0])
    for f in report.get("merged", report["images"][0])["files"]:
        for line in f["lines"]:
            mine = [d for d in line.get("decisions", []) if len(d["conditions"]) > 1]
            other = theirs.get((os.path.basename(f["path"]), line["line"]), [])
            if len(mine) != 1 or len(other) != 1 or not mine[0]["matched"]:
                continue
            if len(mine[0]["conditions"]) != len(other[0]):
                continue
            for c, pair in zip(mine[0]["conditions"], other[0]):
                compared += 1
                if pair and "not covered" in (c["false"]["state"], c["true"]["state"]):
                    wrong += 1
                    print("%s:%d: %s" % (f["path"], line["line"], c))
    print("%d conditions compared with llvm-cov, %d wrong" % (compared, wrong))
    return wrong != 0 or compared < 10


def main():
    if sys.argv[1] == "llvm":
        return compare_llvm(json.load(open(sys.argv[2])), json.load(open(sys.argv[3])))
    if sys.argv[1] == "make":
        Program(int(sys.argv[2])).write(int(sys.argv[3]), sys.argv[4])
        return 0
    decisions = json.load(open(sys.argv[2] + "/decisions.json"))
    sets = read_vectors(sys.argv[3], decisions)
    report = json.load(open(sys.argv[4]))
    by_text, counts, wrong = {}, {"covered": 0, "not covered": 0, "unknown": 0}, 0
    for f in report["images"][0]["files"]:
        for line in f["lines"]:
            for d in line.get("decisions", []):
                by_text.setdefault(line["line"], []).append(d)
    unmatched = compared = 0
    for number, d in enumerate(decisions):
        want = [x["text"] for x in leaves(d["tree"])]
        near = [x for line in range(d["line"], d["line"] + 4) for x in by_text.get(line, [])]
        same = [x for x in near if x["matched"] and
                ["".join(c.get("text", "").split()).strip("()") for c in x["conditions"]] ==
                ["".join(w.split()).strip("()") for w in want]]
        same_source = sum([x["text"] for x in leaves(o["tree"])] == want and
                          abs(o["line"] - d["line"]) < 5 for o in decisions)
        loose = [x for x in near if not x["matched"] and len(x["conditions"]) == len(want) > 1]
        if same_source > 1:
            continue
        if same:
            found = same[0]
        elif len(loose) == 1 and len(near) == 1 and d["macros"]:
            found = loose[0]
        else:
            unmatched += 1
            continue
        compared += 1
        for i, c in enumerate(found["conditions"]):
            truth = [(i, 0) in sets[number], (i, 1) in sets[number]]
            states = [c["false"]["state"], c["true"]["state"]]
            for s in states:
                counts[s] += 1
            if "unknown" in states and found["matched"] and "known" in sys.argv[5:]:
                wrong += 1
                print("line %d, condition %d (%s): report %s" % (d["line"], i, want[i], states))

            def bad(truth):
                return any((s == "covered" and not t) or (s == "not covered" and t)
                           for s, t in zip(states, truth))
            exact = found["matched"] and c["values_known"]
            if bad(truth) and (exact or bad(truth[::-1])):
                wrong += 1
                print("line %d, condition %d (%s): report %s, shown %s" %
                      (d["line"], i, want[i], states, truth))
    print("%d decisions compared, %d not matched; outcomes %s; %d wrong" %
          (compared, unmatched, counts, wrong))
    return wrong != 0


sys.exit(main())

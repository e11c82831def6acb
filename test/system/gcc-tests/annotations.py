# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What the comments of GCC's own tests of gcov say, and what a report of anycov says of the same.

    x++;            /* count(3) */                      executed
    x--;            /* count(#####) */                  not executed; "=====": by exceptions only
    int y;          /* count(-) */                      no code
    if (a) {        /* branch(25) */                    before the next such comment gcov lists a
    }               /* branch(end) */                   branch taken in 25 % or 75 % of the cases
    if (a && b)     /* conditions(3/4) false(1) */      of the decision the outcome "false" of the
                    /* conditions(end) */               second condition had no effect on it

A report has no percentages: 0 and 100 mean an outcome that did not occur or a sole one, others
one of at least two."""
import re


def lines_in(text):
    """Line -> state, of a count that every target has."""
    found = {}
    for number, line in enumerate(text.split("\n"), 1):
        m = re.search(r"count\(([-\d#=.kMGTPEZY*]+)\)( *\{ *xfail \*-\*-\*)?", line)
        if m and not m.group(2):
            found[number] = {"-": "no code", "#": "not covered", "=": "not covered"}.get(
                m.group(1)[0], "covered")
    return found


def ranges(text, word):
    """(first line, line after, the comment) of each comment that WORD begins, but of "end"."""
    lines = text.split("\n")
    starts = [(n, line) for n, line in enumerate(lines, 1)
              if re.search(r"(/\*|//) *%s *\(([\d /;]+|end|suppress)\)" % word, line)]
    ends = [n for n, _ in starts[1:]] + [len(lines) + 1]
    return [(n, end, line) for (n, line), end in zip(starts, ends)
            if not re.search(word + r" *\((end|suppress)\)", line)]


def branches_in(text):
    """(first line, line after) -> how many outcomes were sole or did not occur, how many were
    one of several."""
    found = {}
    for first, end, line in ranges(text, "branch"):
        numbers = re.search(r"branch *\(([\d ]+)\)", line).group(1).split()
        extreme = sum(int(n) in (0, 100) for n in numbers)
        found[first, end] = extreme, len(numbers) - extreme
    return found


def decisions_in(text):
    """(first line, line after) -> texts such as "3/4 false(1)"."""
    found = {}
    for first, end, line in ranges(text, "conditions"):
        parts = {w: [" ".join(p.split()) for p in m.group(1).split(";")]
                 for w in ("conditions", "true", "false")
                 for m in [re.search(w + r" *\(([\d /;]*)\)", line)] if m}
        texts = []
        for i, counts in enumerate(parts["conditions"]):
            text = counts
            for w in ("true", "false"):
                if i < len(parts.get(w, [])) and parts[w][i]:
                    text += " %s(%s)" % (w, parts[w][i])
            texts.append(text)
        found[first, end] = texts
    return found


def reported_branches(lines, first, end):
    """The same two numbers of a report: those of its branches that were reached."""
    extreme = several = 0
    for n in range(first, end):
        for branch in lines.get(n, {}).get("branches", []):
            states = [o["state"] for o in branch["outcomes"]]
            if "unknown" in states:
                return None
            covered = states.count("covered")
            if covered:
                extreme += len(states) - covered + (covered == 1)
                several += covered if covered > 1 else 0
    return extreme, several


def decision_text(decision):
    if not decision["matched"]:
        return "unknown"
    missing = {"true": [], "false": []}
    conditions = decision["conditions"]
    for i, c in enumerate(conditions):
        if not c["values_known"]:
            return "unknown"
        for w in missing:
            if c[w]["state"] == "unknown":
                return "unknown"
            if c[w]["state"] != "covered":
                missing[w].append(str(i))
    total = 2 * len(conditions)
    text = "%d/%d" % (total - sum(map(len, missing.values())), total)
    for w in ("true", "false"):
        if missing[w]:
            text += " %s(%s)" % (w, " ".join(missing[w]))
    return text


def differences(text, lines):
    """(line, ours, theirs) of each comment that the lines of a report contradict."""
    for n, state in sorted(lines_in(text).items()):
        ours = lines[n]["state"] if n in lines else "no code"
        if ours != state:
            yield n, ours, state
    for (first, end), theirs in sorted(branches_in(text).items()):
        ours = reported_branches(lines, first, end)
        if ours is None or ours[0] < theirs[0] or ours[1] < theirs[1]:
            yield first, "outcomes unknown" if ours is None else \
                "%d sole or missing outcomes, %d of several" % ours, \
                "%d sole or missing outcomes, %d of several" % theirs
    for (first, end), theirs in sorted(decisions_in(text).items()):
        ours = [decision_text(d) for n in range(first, end)
                for d in lines.get(n, {}).get("decisions", [])]
        if set(ours) == {"unknown"}:
            ours = ["unknown"]
        # In which order the decisions of a line are is not compared.
        if sorted(ours) != sorted(theirs):
            yield first, "; ".join(ours) or "no decision", "; ".join(theirs)

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Instructions of a repeated record in the modes of unique PCs and edges."""
import collections

from image import HOOK, Failure, Image

# Limits for a hit.  One in so many may be slower, as another word has its place.
HIT = {"unique PC": 12, "unique edge": 20}
LEAN_HIT = {"unique PC": 15, "unique edge": 80}
SHARE = 4


def hits(image):
    """Returns, for each mode, a list of the instructions of each hook; None: it was no fast hit."""
    s, runs, on = image.symbols, [], False
    begin, end, hook, slow = (s[n] & ~1 for n in ("test_begin", "test_end", HOOK, "record"))
    ranges = [(s[n] & ~1, s[n + ".size"]) for n in (HOOK, "anycov_lean_pc") if n in s]
    for at, _ in image.traced(ranges + [(slow, 1), (begin, 1), (end, 1)],
                              image.one_instruction()):
        if at in (begin, end):
            on = at == begin
            if on:
                runs.append([])
        elif on and at == hook:
            runs[-1].append(1)
        elif on and at == slow:
            runs[-1][-1] = None
        elif on and runs[-1][-1] is not None:
            runs[-1][-1] += 1
    return runs


def unique(target, build, directory, simulator, lean=False):
    """Runs the workload again when the set has all of it: the hook alone must serve the hits."""
    image = Image(target, build, directory, full=True, options=["--hooks", "lean"] * lean)
    image.make(["workload.c"], ["unique_main.c"])
    runs = hits(image)
    limits = LEAN_HIT if lean else HIT
    if len(runs) != len(limits):
        raise Failure("%d runs" % len(runs))
    results = []
    for (mode, most), run in zip(limits.items(), runs):
        fast = collections.Counter(n for n in run if n is not None)
        slow = run.count(None)
        if len(run) < 40 or SHARE * slow > len(run):
            raise Failure("%s: the slow path served %d of %d hits" % (mode, slow, len(run)))
        if max(fast) > most:
            raise Failure("%s: a hit takes %d instructions, %d are allowed" % (
                mode, max(fast), most))
        results.append("%s: %d hits of %d instructions, %d slower" % (
            mode, len(run) - slow, max(fast), slow))
    return "; ".join(results)


def lean_unique(target, build, directory, simulator):
    return unique(target, build, directory, simulator, True)

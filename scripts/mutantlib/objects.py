# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Whether a mutant changes what the compilers of a build make."""
import hashlib
import os
import re
import shlex
import subprocess

from running import run


class Objects:
    def __init__(self, bench):
        self.bench = bench
        self.made = {}                  # of the unchanged files, by command and option

    def users(self, name):
        """Compile commands of a source, or of the sources that include a header."""
        bench = self.bench
        path = os.path.join(bench.tree, name)
        if not name.endswith(".h"):
            return [c for c in bench.commands if c["file"] == path]
        out = subprocess.run(["ninja", "-C", bench.build_dir, "-t", "deps"],
                             stdout=subprocess.PIPE, text=True).stdout
        objects = set()
        for part in out.split("\n\n"):
            lines = part.split("\n")
            if any(os.path.normpath(os.path.join(bench.build_dir, x.strip())) == path
                   for x in lines[1:]):
                objects.add(lines[0].split(":")[0])
        found = [c for c in bench.commands if re.search(r" -o (\S+)", c["command"]) and
                 re.search(r" -o (\S+)", c["command"]).group(1) in objects]
        # A plugin is compiled in one piece, which is no command of its sources.
        return found or [c for c in bench.commands
                         if os.path.dirname(c["file"]) == os.path.dirname(path)]

    def make(self, row, option):
        """What a compiler prints with -E or -S, without debug information; None: an error."""
        words = shlex.split(row["command"])
        at = words.index("-o")
        words[at:at + 2] = []
        words = [w for w in words if w not in ("-c", "-Werror") and not w.endswith("/ccache")]
        more = ["-P"] if option == "-E" else []
        status, _, out = run(words + ["-g0", "-w", "-fno-sanitize=all", option, "-o", "-"] + more,
                             600, cwd=row["directory"])
        return None if status else hashlib.sha256(out.encode()).hexdigest()

    def changes(self, row, option, mutant):
        """Whether the compiler prints something else with the mutant; None: an error."""
        key = row["command"], option
        if key not in self.made:
            self.bench.put(None)
            self.made[key] = self.make(row, option)
        self.bench.put(mutant)
        now = self.make(row, option)
        return None if now is None else now != self.made[key]

    def code(self, mutant):
        """"error", "same" if no object of this build changes, or "differs"; puts it in."""
        rows, seen = [], set()
        for row in self.users(mutant.file):
            key = row["command"].split(" -o ")[0], row["file"]
            if key not in seen:
                rows.append(row)
            seen.add(key)
        self.bench.put(mutant)
        for row in rows:
            # Most that change nothing are left out by the preprocessor.
            differs = self.changes(row, "-E", mutant) and self.changes(row, "-S", mutant)
            if differs is not False:
                return "differs" if differs else "error"
        return "same" if rows else "differs"

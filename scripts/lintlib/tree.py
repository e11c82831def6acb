# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The files of the tree, and how rules read them."""
import fnmatch
import os
import re
import subprocess

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Missing(Exception):
    """What a rule needs and does not find; the rule is left out."""


class Tree:
    def __init__(self, strict):
        self.strict = strict
        self.top = TOP
        self.build = os.path.join(TOP, os.environ.get("BUILD", "build"))
        self.files = self._tracked() or self._walked()
        self._text = {}

    def _tracked(self):
        """Files of git's index, and new ones that .gitignore does not exclude."""
        if not os.path.exists(os.path.join(TOP, ".git")):
            return []
        p = subprocess.run(["git", "-C", TOP, "ls-files", "-co", "--exclude-standard"],
                           stdout=subprocess.PIPE, text=True)
        names = sorted(set(p.stdout.split("\n")) - {""})
        return [n for n in names if os.path.isfile(os.path.join(TOP, n))]

    def _walked(self):
        """Files of a tree without git, such as an unpacked archive."""
        names = []
        for directory, inner, files in os.walk(TOP):
            inner[:] = [d for d in inner if d not in (".git", "__pycache__")
                        and not d.startswith("build")]
            names += [os.path.relpath(os.path.join(directory, f), TOP) for f in files
                      if not f.startswith("build.") and not f.endswith(".pyc")]
        return sorted(names)

    def text(self, name):
        """Contents of a file; "" for a binary one."""
        if name not in self._text:
            with open(os.path.join(TOP, name), "rb") as f:
                data = f.read()
            self._text[name] = "" if b"\0" in data else data.decode(errors="replace")
        return self._text[name]

    def lines(self, name):
        return self.text(name).split("\n")

    def match(self, *patterns):
        """Files whose path matches one of the patterns; "*" also matches "/"."""
        return [f for f in self.files if any(fnmatch.fnmatchcase(f, p) for p in patterns)]

    def scripts(self, interpreter):
        """Files that begin with "#!" and an interpreter of this name (a regex)."""
        start = re.compile(r"#!\s*/(usr/)?bin/(env )?(%s)\b" % interpreter)
        return [f for f in self.files if start.match(self.text(f)[:80])]

    def first_comment(self, name):
        """The first comment after the SPDX line, as one line."""
        text = re.sub(r"^[^\n]*SPDX[^\n]*\n", "", self.text(name))
        found = re.match(r"\s*/\*(.*?)\*/", text, re.S)
        return re.sub(r"\s*\n\s*\*?\s*", " ", found.group(1)) if found else ""

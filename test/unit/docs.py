#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""
docs.py TOP [PAGE]: checks the Markdown pages of the tree TOP, or only PAGE, as if it
were in TOP/docs.  Prints one line per error; exit status 1 if there is one.

  - links and their anchors exist; files, directories and identifiers that a page
    names exist in the tree
  - README.md has fewer than 150 lines
  - every page of docs/ is in docs/README.md, every page of bench/results in
    bench/README.md
  - dates are in bench/results (and in names of its files) only, and each dated page
    there names the command that made it
  - messages in the first column of docs/troubleshooting.md are in the sources
"""
import glob
import os
import re
import subprocess
import sys

# Directories of the tree whose files pages name.
ROOMS = ("bench", "cli", "cmake", "common", "docs", "examples", "gcc-plugin", "include",
         "llvm-pass", "runtime", "scripts", "test")
# Files of Linux, FreeRTOS and the readers of a page.
OTHERS = {"kcov.c", "lit.py", "portASM.S"}
# Files and identifiers of Linux.
LINUX = {"scripts/config", "KCOV_INSTRUMENT", "KCOV_INSTRUMENT_file", "KCOV_ENABLE_COMPARISONS"}
DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")


def pages(top):
    names = subprocess.run(["git", "-C", top, "ls-files", "-co", "--exclude-standard", "*.md"],
                           stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return [n for n in names if os.path.exists(os.path.join(top, n))]


def identifiers(top):
    """Every identifier of anycov's and KCOV's in the sources."""
    out = subprocess.run(["git", "-C", top, "grep", "-hoIwE", "--untracked",
                          r"(__)?(anycov|ANYCOV|KCOV)_[A-Za-z0-9_]+", "--", ":!*.md",
                          ":!test/unit/docs.sh"],
                         stdout=subprocess.PIPE, text=True, check=True).stdout
    return set(out.split())


def anchors(path):
    """The anchors that GitHub makes of a page's headings."""
    text = re.sub(r"^```.*?^```", "", open(path).read(), flags=re.S | re.M)
    found = set()
    for heading in re.findall(r"^#+ +(.*?) *$", text, re.M):
        heading = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        found.add(re.sub(r"[^\w\- ]", "", heading).replace(" ", "-"))
    return found


def check_links(top, page, text, error):
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(top, os.path.dirname(page), name)) if name else \
            os.path.join(top, page)
        if not os.path.exists(path):
            error("broken link: " + target)
        elif anchor and path.endswith(".md") and anchor not in anchors(path):
            error("no such heading: " + target)


def check_names(top, basenames, text, error):
    # `name.c` without a directory: some file has this name.
    for name in re.findall(r"`([a-z][\w-]*\.(?:c|h|S|cc|cpp|py|sh|ld|def))`", text):
        if name not in basenames | OTHERS:
            error("no such file: " + name)
    rooms = "|".join(ROOMS)
    for name in re.findall(r"(?<![\w/.$~<-])((?:%s)/[\w./*{},+-]+)" % rooms, text):
        name = name.rstrip(".,")
        alternatives = [name]
        braces = re.match(r"(.*)\{(.*)\}(.*)", name)
        if braces:
            alternatives = [braces[1] + a + braces[3] for a in braces[2].split(",")]
        for a in alternatives:
            if a not in LINUX and not glob.glob(os.path.join(top, a)):
                error("no such file: " + a)


def check_identifiers(known, text, error):
    for word in re.findall(r"`[^`\n]*`", text):
        for name in re.findall(r"\b(?:__)?(?:anycov|ANYCOV|KCOV)_\w+", word):
            if name not in known | LINUX and not name.endswith("_"):
                error("no such identifier: " + name)


def check_dates(page, text, error):
    result = re.match(r"bench/results/(20\d\d-\d\d-\d\d-)?", page)
    if result and result[1]:
        if "Command" not in "".join(text.split("\n\n")[:2]):
            error("does not name its command after the title")
    elif not result and page != "CHANGELOG.md":
        # Names of result files, as targets or as text, are no dates of the page.
        for line in re.sub(r"\S*results/\S*", "", text).split("\n"):
            if DATE.search(line):
                error("a date; results are in bench/results: " + line.strip()[:60])


def messages(top):
    """The sources, with string literals that follow each other as one."""
    text = ""
    for name in glob.glob(os.path.join(top, "cli", "**", "*.c"), recursive=True) + \
            glob.glob(os.path.join(top, "runtime", "flags", "*.c")):
        text += open(name).read()
    return re.sub(r'"\s*\n\s*"', "", text)


def check_messages(sources, text, error):
    for cell in re.findall(r"^\| ([^|]*) \|", text, re.M):
        for span in re.findall(r"`([^`]*)`", cell):
            message = re.sub(r"^anycov \w+: ", "", span)
            # Names and numbers of an example, and what is left out of it.
            for part in re.split(r"\.\.\.|\b[A-Z]{2,}\b|\d+", message) if " " in span else []:
                if part.strip() not in sources:
                    error("no such message: " + part.strip())


def check_lists(top, names, error):
    for index, listed in (("docs/README.md", "docs/"), ("bench/README.md", "bench/results/")):
        text = open(os.path.join(top, index)).read()
        for page in names:
            if page.startswith(listed) and page != index and \
                    "(%s)" % os.path.relpath(page, os.path.dirname(index)) not in text:
                error("%s: does not list %s" % (index, page))


def main():
    top = os.path.abspath(sys.argv[1])
    names, known, sources, errors = pages(top), identifiers(top), messages(top), []
    basenames = {os.path.basename(n) for n in subprocess.run(
        ["git", "-C", top, "ls-files", "-co", "--exclude-standard"], stdout=subprocess.PIPE,
        text=True, check=True).stdout.split()}
    if len(sys.argv) > 2:
        texts = {"docs/planted.md": open(sys.argv[2]).read()}
    else:
        texts = {n: open(os.path.join(top, n)).read() for n in names}
        check_lists(top, names, errors.append)
        lines = texts["README.md"].count("\n")
        if lines >= 150:
            errors.append("README.md: %d lines; fewer than 150 are allowed" % lines)
    for page, text in sorted(texts.items()):
        def error(message, page=page):
            errors.append("%s: %s" % (page, message))
        check_links(top, page, text, error)
        check_dates(page, text, error)
        if page in ("docs/troubleshooting.md", "docs/planted.md"):
            check_messages(sources, text, error)
        # A dated result and the changelog name what there was at their time.
        if page != "CHANGELOG.md" and not page.startswith("bench/results/20"):
            check_names(top, basenames, text, error)
            check_identifiers(known, text, error)
    print("\n".join(errors) if errors else "%d pages" % len(texts))
    return 1 if errors else 0


sys.exit(main())

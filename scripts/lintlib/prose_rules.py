# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Rules about Markdown pages, manual pages and subjects of commits."""
import os
import re
import subprocess

MAX_COLUMNS = 100
MAX_WORDS = 30      # the goal is 25
MAX_SUBJECT = 72
COMMITS = 50        # without a tag

ITEM = re.compile(r"^\s*([-*+]|\d+[.)])\s+")
FENCE = re.compile(r"\s*(```|~~~)")


def prose(lines):
    """Number and text of each line that is neither a table nor code; "" ends a paragraph."""
    fence = item = code = False
    blank = True
    for number, line in enumerate(lines, 1):
        if FENCE.match(line):
            fence = not fence
            yield number, ""
            continue
        if not line.strip():
            blank = True
        elif not fence:
            if ITEM.match(line):
                item = True
            elif blank and not line[0].isspace():
                item = False
            # Indented code begins after an empty line, and not in a list.
            code = line.startswith(("    ", "\t")) and not item and (blank or code)
            blank = False
        if fence or code or not line.strip() or line.lstrip().startswith("|"):
            yield number, ""
        else:
            yield number, line


def paragraphs(lines):
    """Number of the first line and text of each paragraph, item of a list and heading."""
    begin, text = 0, ""
    for number, line in list(prose(lines)) + [(0, "")]:
        heading = line.startswith("#")
        if text and (not line or heading or ITEM.match(line)):
            yield begin, text
            text = ""
        if line and not text:
            begin = number
        if line:
            text += " " + ITEM.sub("", line).strip()
        if heading:
            yield begin, text
            text = ""


def sentences(text):
    """Sentences of a paragraph; code is one word, and code and links may begin a sentence."""
    text = re.sub(r"(`+)(?:(?!\1).)+\1", "Code", text)
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", lambda m: m[1][:1].upper() + m[1][1:], text)
    text = re.sub(r"[a-z]+://\S+", "URL", text)
    text = text.replace("*", "")
    # Names that are not capitalized begin sentences, too.
    return re.split(r"(?<=[.!?])[\")\]]?\s+(?=[\"(\[]?(?:[A-Z0-9]|(?:anycov|clang|gcov)\b))", text)


def words(sentence):
    return sum(bool(re.search(r"\w", w)) for w in sentence.split())


def columns(line):
    """The length of a line, without URLs and targets of links, which cannot be broken."""
    return len(re.sub(r"[a-z]+://\S+|(?<=\]\()[^)\s]*", "", line))


def pages(tree):
    return [f for f in tree.match("*.md") if not f.startswith("bench/results/")]


def long_lines(tree, name):
    lines = tree.lines(name)
    if name.endswith(".md"):
        lines = [line for _, line in prose(lines)]
    for number, line in enumerate(lines, 1):
        n = columns(line)
        if n > MAX_COLUMNS:
            yield "%s:%d: has %d columns; break it, %d are the most" % (
                name, number, n, MAX_COLUMNS)


def long_sentences(tree, name):
    for number, text in paragraphs(tree.lines(name)):
        for sentence in sentences(text):
            n = words(sentence)
            if n > MAX_WORDS:
                yield '%s:%d: a sentence has %d words; split "%s ...", %d are the most' % (
                    name, number, n, " ".join(sentence.split()[:5]), MAX_WORDS)


def page_columns(tree):
    for name in sorted(pages(tree) + tree.match("docs/man/*.1")):
        yield from long_lines(tree, name)


def page_sentences(tree):
    for name in pages(tree):
        yield from long_sentences(tree, name)


def git(tree, *args):
    p = subprocess.run(["git", "-C", tree.top] + list(args), stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                       errors="replace")
    return p.stdout if p.returncode == 0 else ""


def subjects(tree):
    if not os.path.exists(os.path.join(tree.top, ".git")):
        return      # an unpacked archive
    tag = git(tree, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*").strip()
    since = [tag + "..HEAD"] if tag else ["-%d" % COMMITS]
    for line in git(tree, "log", "--no-merges", "--format=%H %s", *since).splitlines():
        commit, _, subject = line.partition(" ")
        if len(subject) > MAX_SUBJECT:
            yield "commit %s: the subject has %d characters; %d are the most" % (
                commit[:12], len(subject), MAX_SUBJECT)
        elif not re.match(r"[\w./, -]+: \S", subject):
            yield 'commit %s: the subject has no area; write "area: what"' % commit[:12]


RULES = [
    ("columns", "lines of pages have at most %d columns" % MAX_COLUMNS, page_columns),
    ("sentences", "sentences of pages have at most %d words" % MAX_WORDS, page_sentences),
    ("subjects", "subjects of commits are \"area: what\", of at most %d characters" % MAX_SUBJECT,
     subjects),
]

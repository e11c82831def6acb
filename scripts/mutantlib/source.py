# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Finds what can be changed in a C or C++ file: small changes of conditions and bounds."""
import bisect
import collections
import re

from bench import matches

Token = collections.namedtuple("Token", "kind text start end")
# start, end: what is replaced in the file's text.  before, after: the lines around it as they
# are and as they become, with single spaces.
Mutant = collections.namedtuple("Mutant", "file line function what start end new before after")

TOKEN = re.compile(r'''
  (?P<space>\s+|\\\n)
| (?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)
| (?P<raw>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)")
| (?P<string>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")
| (?P<char>[uUL]?'(?:\\.|[^'\\\n])*')
| (?P<number>\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*)
| (?P<name>[A-Za-z_]\w*)
| (?P<op><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|.)
''', re.X | re.S)
DIRECTIVE = re.compile(r"#(?:\\\n|/\*.*?\*/|//[^\n]*|[^\n])*", re.S)
# What a parenthesis follows that is no code of its own: checks of the compiler, assembly text.
NOT_CODE = {"static_assert", "_Static_assert", "asm", "__asm__", "__asm", "__attribute__",
            "alignas", "_Alignas", "__declspec"}
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
         "&&": "||", "||": "&&"}
# What moves a constant bound by one without being what the swap of the operator does.
SHIFTS = {"<": -1, "<=": 1, ">": 1, ">=": -1, "==": 1, "!=": 1}
MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
# Changes after which a loop or an index may leave its array.
BOUNDS = ("`<` to `<=`", "`>` to `>=`", "`- 1` dropped", "`+ 1` dropped")
INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|[1-9][0-9]*|0)([uUlL]*)$")
CONSTANT = re.compile(r"[A-Z][A-Z0-9_]{2,}$")


def tokens_of(text):
    """Tokens without spaces, comments and preprocessor lines."""
    tokens, at, fresh = [], 0, True     # fresh: nothing but space precedes on this line
    while at < len(text):
        if fresh and text[at] == "#":
            at = DIRECTIVE.match(text, at).end()
            continue
        found = TOKEN.match(text, at)
        kind = found.lastgroup if found.lastgroup != "mark" else "raw"
        piece = found.group(0)
        if kind == "space":
            fresh = fresh or "\n" in piece
        elif kind != "comment":
            tokens.append(Token(kind, piece, at, found.end()))
            fresh = False
        at = found.end()
    return tokens


def matching(tokens, at):
    """Index of the bracket that closes the one at AT."""
    pairs, depth = {"(": ")", "{": "}", "[": "]"}, 0
    opens, closes = tokens[at].text, pairs[tokens[at].text]
    for i in range(at, len(tokens)):
        if tokens[i].kind == "op":
            depth += (tokens[i].text == opens) - (tokens[i].text == closes)
            if not depth:
                return i
    return len(tokens) - 1


def head_name(tokens, first, last):
    """Name of the function whose head is tokens[first:last]; None if it is no function."""
    i, name = first, None
    while i < last:
        t = tokens[i]
        if t.text == "=" and not name:
            return None                 # the value of a variable
        if t.text == "(":
            before = tokens[i - 1] if i > first else None
            if before and before.kind == "name" and before.text not in NOT_CODE and not name:
                name = before.text
            i = matching(tokens, i)
        i += 1
    return name


def functions_of(tokens):
    """(name, index of "{", index of "}") of each function; bodies of classes and namespaces are
    looked into, the values of variables are not."""
    found, i, first = [], 0, 0
    while i < len(tokens):
        t = tokens[i]
        if t.text in (";", "}") and t.kind == "op":
            first = i + 1
        elif t.text == "{" and t.kind == "op":
            name = head_name(tokens, first, i)
            words = {x.text for x in tokens[first:i]}
            if name:
                end = matching(tokens, i)
                found.append((name, i, end))
                i = end
            elif "=" in words or words & {"enum", "union"} or \
                    ("struct" in words and tokens[i - 1].text == ")"):
                i = matching(tokens, i)
            first = i + 1
        elif t.text == "(":
            i = matching(tokens, i)
        i += 1
    return found


class File:
    """The changes that are possible in one file."""

    def __init__(self, name, text):
        self.name = name
        self.text = text
        self.starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self.tokens = tokens_of(text)
        self.mutants = []
        for function, first, last in functions_of(self.tokens):
            self.function = function
            self._body(first, last)

    def line_of(self, at):
        return bisect.bisect_right(self.starts, at)

    def _add(self, what, start, end, new):
        first, last = self.line_of(start), self.line_of(max(start, end - 1))
        begin = self.starts[first - 1]
        stop = self.starts[last] if last < len(self.starts) else len(self.text)
        before = self.text[begin:stop]
        after = self.text[begin:start] + new + self.text[end:stop]
        if after.split() != before.split():
            self.mutants.append(Mutant(self.name, first, self.function, what, start, end, new,
                                       " ".join(before.split()), " ".join(after.split())))

    def _spaced(self, t):
        """Spaces on both sides make an operator of two operands; "<" of a template has none."""
        return self.text[t.start - 1].isspace() and self.text[t.end:t.end + 1].isspace()

    def _body(self, first, last):
        texts = {t.text for t in self.tokens[first:last]}
        codes = any(a.text == "return" and b.text == "-" for a, b in
                    zip(self.tokens[first:last], self.tokens[first + 1:last]))
        i = first
        while i < last:
            t = self.tokens[i]
            if t.kind == "name" and t.text in NOT_CODE:
                while i < last and self.tokens[i].text not in ("(", ";"):
                    i += 1
                i = matching(self.tokens, i) if self.tokens[i].text == "(" else i
            elif t.kind == "name" and t.text in ("if", "while"):
                self._condition(i)
            elif t.kind == "name" and t.text == "return":
                self._result(i, codes, texts)
            elif t.kind == "op":
                self._operator(i)
            i += 1

    def _operator(self, i):
        t, after = self.tokens[i], self.tokens[i + 1]
        if t.text == "!" and (after.kind == "name" or after.text == "("):
            self._add("`!` dropped", t.start, t.end, "")
        if not self._spaced(t):
            return
        if t.text in SWAPS:
            self._add("`%s` to `%s`" % (t.text, SWAPS[t.text]), t.start, t.end, SWAPS[t.text])
        if t.text in SHIFTS:
            self._bound(i + 1, t.text, self.tokens[i + 2].text)
            self._bound(i - 1, MIRROR[t.text], self.tokens[i - 2].text)
        if t.text in ("+", "-") and INTEGER.match(after.text) and \
                INTEGER.match(after.text).group(1) == "1" and \
                self.tokens[i + 2].text not in ("*", "/", "%"):
            self._add("`%s 1` dropped" % t.text, t.start, after.end, "")

    def _bound(self, i, operator, beside):
        """A constant alone on one side of a comparison; BESIDE is its outer neighbour."""
        if beside not in (")", "(", ";", "&&", "||", "?", ":", "return", ",", "="):
            return
        t, shift = self.tokens[i], SHIFTS[operator]
        number = INTEGER.match(t.text) if t.kind == "number" else None
        if number:
            value = int(number.group(1), 0)
            if value == 0 and operator not in (">", "<="):
                return      # a pointer or a sign, more than a bound
            base = hex if t.text[:2].lower() == "0x" else str
            new = base(value + shift) + number.group(2)
        elif t.kind == "name" and CONSTANT.match(t.text) and operator not in ("==", "!=") and \
                t.text != "NULL":
            new = "(%s %s 1)" % (t.text, "+" if shift > 0 else "-")
        else:
            return
        self._add("`%s` to `%s`" % (t.text, new), t.start, t.end, new)

    def _condition(self, i):
        """The whole condition is evaluated and then ignored."""
        keyword, opening = self.tokens[i], i + 1
        if self.tokens[opening].text != "(":
            return                      # if constexpr
        closing = matching(self.tokens, opening)
        start, end = self.tokens[opening].end, self.tokens[closing].start
        inner, depth = self.tokens[opening + 1:closing], 0
        for t in inner:
            depth += (t.text == "(") - (t.text == ")")
            if t.text in ("=", ";") and not depth:
                return                  # declares a variable
        if len(inner) == 1 and inner[0].kind == "number":
            return                      # while (1)
        condition = self.text[start:end]
        if len(inner) > 1:
            condition = "(" + condition + ")"
        self._add("condition false", start, end, condition + " && 0")
        if keyword.text == "if":
            self._add("condition true", start, end, condition + " || 1")

    def _result(self, i, codes, texts):
        """Success for an error and the reverse, in functions that return both."""
        t = self.tokens[i + 1:i + 4]
        if t[0].text == "-" and t[2].text == ";":
            self._add("`-%s` to `0`" % t[1].text, t[0].start, t[1].end, "0")
        elif t[0].text == "0" and t[1].text == ";" and codes:
            self._add("`0` to `-1`", t[0].start, t[0].end, "-1")
        elif t[0].text in ("true", "false") and t[1].text == ";" and {"true", "false"} <= texts:
            new = "false" if t[0].text == "true" else "true"
            self._add("`%s` to `%s`" % (t[0].text, new), t[0].start, t[0].end, new)


def rows_of(mutant, rows, is_measured):
    """Rows of the table that concern a mutant.  Where a loop or an index may leave its array, which
    often only ASan shows, its row comes first, unless the rows before it are measured."""
    found = [row for pattern, *row in rows if matches(mutant.file, pattern)]
    if not is_measured and mutant.what in BOUNDS:
        found.sort(key=lambda row: not row[1].startswith("asan:"))
    return found


def mutants_of(name, text):
    return File(name, text).mutants

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Readers of Cobertura and lcov that uploaders and editors use have the states of the report, line by
# line and branch by branch: cobertura-parse and lcov-parse (Coverage Gutters), lcov-parser (CMake
# Tools), the converter of coveralls-next.
. "${0%/*}/lib.sh"
needs node || lacks node
npm_packages cobertura-parse@1.0.5 xml2js@0.4.19 sax@1.2.4 xmlbuilder@9.0.7 \
	coveralls-next@6.0.2 lcov-parse@1.0.0 @friedemannsommer/lcov-parser@5.0.2 || lacks "packages of npm's registry"

mkdir -p 'src <&>' 'src <&>/lib'
cat >'src <&>/a b.c' <<'END'
#include "lib/twice.h"
int pick(int a, int b)
{
	if (a > 1 && b > 2)
		return twice(a);
	switch (a) {
	case 1:
		return 4;
	case 2:
		return 5;
	}
	return b;
}
int never(int a)
{
	return twice(a);
}
int main(int argc, char **argv)
{
	return pick(argc, argv[0][0]) > 300;
}
END
printf 'static inline int twice(int a)\n{\n\treturn 2 * a;\n}\n' >'src <&>/lib/twice.h'
"$ANYCOV" cc "${GCC:-gcc}" -O1 -g 'src <&>/a b.c' -o t
expect 0 "$ANYCOV" run ./t
expect 0 "$ANYCOV" report -q --json -o r.json --cobertura c.xml
expect 0 "$ANYCOV" report -q --lcov l.info
cat >read.js <<'EOF'
const fs = require('fs'), path = require('path');
const [cobertura, lcov, coveralls] = ['cobertura-parse/source/index.js', 'lcov-parse/lib/index.js',
  'coveralls-next/lib/convertLcovToCoveralls.js'].map(file => require(path.join(process.argv[2], file)));
const result = {};
function done(name, error, value) {
  if (error)
    throw error;
  result[name] = value;
  if (Object.keys(result).length === 4)
    fs.writeFileSync('read.json', JSON.stringify(result));
}
cobertura.parseFile('c.xml', (e, v) => done('cobertura', e, v));
lcov('l.info', (e, v) => done('lcov', e, v));
// CMake Tools opens each path as it is.
const { lcovParser } = require(path.join(process.argv[2], '@friedemannsommer/lcov-parser'));
lcovParser({ from: fs.readFileSync('l.info') }).then(files => done('cmake_tools', null, files.map(f => {
  if (!path.isAbsolute(f.path))
    throw new Error(f.path + ': not absolute');
  for (const branch of f.branches.details)
    branch.taken = branch.hit;
  return { ...f, file: f.path };
})));
const options = { filepath: process.cwd() };
Promise.resolve(coveralls(fs.readFileSync('l.info', 'utf8'), options, (e, v) => done('coveralls', e, v)))
  .then(v => v && done('coveralls', null, v));
EOF
node read.js "$npm" || fail "a reader"
cat >check.py <<'END'
import json
import os

report = json.load(open("r.json"))
report = report.get("merged") or report["images"][0]
read = json.load(open("read.json"))
here = os.getcwd() + "/"


def name(path):
    return os.path.relpath(os.path.join(here, path), here)


lines = {(name(f["path"]), x["line"]): int(x["state"] == "covered")
         for f in report["files"] for x in f["lines"] if x["state"] != "unknown"}
assert set(lines.values()) == {0, 1} and len({k[0] for k in lines}) == 2, lines
branches = {}
for f in report["files"]:
    for x in f["lines"]:
        for b in x.get("branches", []):
            found = branches.setdefault((name(f["path"]), x["line"]), [])
            found += [o["state"] == "covered" for o in b["outcomes"]]
assert len(branches) >= 2
functions = {(f["name"], f["state"] == "covered") for f in report["functions"]}
for reader in ("cobertura", "lcov", "cmake_tools"):
    files = read[reader]
    got = {(name(f["file"]), x["line"]): int(x["hit"] > 0)
           for f in files for x in f["lines"]["details"]}
    assert got == lines, (reader, got, lines)
    got = {}
    for f in files:
        for x in f["branches"]["details"]:
            got.setdefault((name(f["file"]), x["line"]), []).append(int(x["taken"]) > 0)
    assert {k: sorted(v) for k, v in got.items()} == \
        {k: sorted(v) for k, v in branches.items()}, (reader, got, branches)
    got = {(x["name"], x["hit"] > 0) for f in files for x in f["functions"]["details"]}
    assert got == functions, (reader, got, functions)
files = {f["name"]: f for f in read["coveralls"]["source_files"]}
assert set(files) == {k[0] for k in lines}, files.keys()
for path, f in files.items():
    assert f["source"] == open(path).read()
    got = {i + 1: int(n > 0) for i, n in enumerate(f["coverage"]) if n is not None}
    assert got == {k[1]: v for k, v in lines.items() if k[0] == path}, (path, got)
    got = [f["branches"][i:i + 4] for i in range(0, len(f["branches"]), 4)]
    assert sorted((x[0], x[3] > 0) for x in got) == \
        sorted((k[1], v) for k, of in branches.items() if k[0] == path for v in of), (path, got)
END
python3 check.py || fail "a reader has other numbers"

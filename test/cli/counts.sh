# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Where readers expect an execution count, recordings that do not count (flags, sets of PCs) show 1
# for what was covered, whatever the number of inlined copies, programs and processes; traces show
# their counts.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_FLAGS

cat >h.h <<'END'
static inline int twice(int x)
{
	return x > 5 ? x + x : 2;
}
END
cat >t.c <<'END'
#include "h.h"
int main(int argc, char **argv)
{
	int n = 0;
	(void)argv;
	for (int i = 0; i < 7; i++)
		n += twice(argc + i);
	n += twice(argc);
	n += twice(argc + 20);
	return n == 12345;
}
END
cat >check.py <<'END'
import json, sys
import xml.etree.ElementTree as tree
# The count of line 3 of the header; 1: of all lines.
want = int(sys.argv[1])
lines, function, of = {}, [], None
for row in open("info"):
    if row.startswith("SF:"):
        of = row.strip().split("/")[-1]
    elif row.startswith("DA:"):
        number, count = row[3:].split(",")
        lines[of, int(number)] = int(count)
    elif row.startswith("FNDA:") and row.strip().endswith("twice"):
        function.append(int(row[5:].split(",")[0]))
assert lines["h.h", 3] == want, lines
assert want > 1 or set(lines.values()) <= {0, 1}, lines
assert function == [want], function
report = json.load(open("json"))
files = report.get("merged", report["images"][0])["files"]
for f in files:
    for l in f["lines"]:
        assert l["hits"] == lines[f["path"].split("/")[-1], l["line"]], (f["path"], l)
for c in tree.parse("xml").iter("class"):
    for l in c.find("lines"):
        at = c.get("filename").split("/")[-1], int(l.get("number"))
        assert int(l.get("hits")) == lines[at], at
llvm = json.load(open("llvm"))["data"][0]
for f in llvm["files"]:
    for line, _, count, has_count, *_ in f["segments"]:
        assert not has_count or count == lines[f["filename"].split("/")[-1], line], (f, line)
assert [f["count"] for f in llvm["functions"] if f["name"].endswith("twice")] == [want], llvm
END
# counts WANT REPORT-OPTION...
counts()
{
	want=$1
	shift
	expect 0 "$ANYCOV" report --no-build -q --allow-incomplete --lcov info --cobertura xml \
		--llvm-json llvm "$@"
	expect 0 "$ANYCOV" report --no-build --allow-incomplete --json -o json "$@"
	python3 check.py "$want" || { cat info; fail "$cc $what: not $want"; }
}
for cc in $GCC $CLANG; do
	for level in -O0 -O2; do
		what=$level
		rm -rf anycov-data
		# Two programs of one source, several processes.
		"$ANYCOV" cc "$cc" $level -g t.c -o t
		"$ANYCOV" cc "$cc" $level -g -DU t.c -o u
		"$ANYCOV" run sh -c './t; ./t; ./u'
		counts 1
		expect 0 "$ANYCOV" report -q --html pages
		! grep -q 'class="hits"' pages/*.html || fail "$cc $level: hits of flags in HTML"
	done
	what=traces
	ANYCOV_FLAGS="--coverage trace-pc" "$ANYCOV" cc "$cc" -O0 -g t.c -o t
	"$ANYCOV" run --mode pc -o t.dump ./t
	counts 9 --image t t.dump
	expect 0 "$ANYCOV" report -q --html pages --image t t.dump
	grep -q '<td class="hits">9</td>' pages/*.html || fail "$cc: no hits of traces in HTML"
	# One record of each PC a process: the number of processes is no count.
	what=sets
	rm -rf sets
	"$ANYCOV" run -o sets sh -c './t; ./t; ./t'
	counts 1 sets
	"$ANYCOV" merge -o merged.dump t.dump t.dump
	what=merged
	counts 1 --image t merged.dump
	# Both: what the trace counted.
	what=both
	counts 9 t.dump sets
done

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The text report, HTML, lcov and JSON have the same numbers of covered, not covered and
# unknown lines, also for a run that a signal ends inside calls.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

mkdir lib src
cat >lib/util.c <<'END'
int is_digit(int c)
{
	return c >= '0' && c <= '9';
}
int remainder4(int n)
{
	if (n < 0)
		return -1;
	return n & 3;
}
END
cat >src/main.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
int is_digit(int c);
static void *wait_here(void *arg)
{
	pause();
	return arg;
}
static int parse(const char *s)
{
	int n = 0;

	if (!*s)
		return -1;
	while (*s) {
		if (!is_digit(*s))
			raise(SIGTERM);
		n = n * 10 + *s++ - '0';
	}
	return n;
}
int main(int argc, char **argv)
{
	int sum = 0;
	pthread_t t;

	if (argc > 3 && *argv[3] == 't')
		pthread_create(&t, NULL, wait_here, NULL);
	for (int i = 1; i < argc; i++)
		sum += parse(argv[i]);
	return sum > 200;
}
END
cat >agree.py <<'END'
import json, re, sys
report = json.load(open("json"))["images"][0]
text, page, info = (open(p).read() for p in ("text", "pages/index.html", "info"))
states = [l["state"] for f in report["files"] for l in f["lines"]]
want = tuple(states.count(s) for s in ("covered", "not covered", "unknown"))
covered, missed = want[:2]
total = report["lines_total"]
assert want == (total["covered"], total["not_covered"], total["unknown"]), (want, total)
assert want[2] == sum(r["lines"] for r in report["unknown"]), report["unknown"]
row = re.search(r"^  lines +(\d+) +\S+% +(\d+) +(\d+) +(\d+)$", text, re.M)
assert want + (len(states),) == tuple(map(int, row.groups())), (want, row[0])
counts = re.findall(r"^DA:\d+,(\d+)$", info, re.M)
assert (covered, missed) == (sum(c != "0" for c in counts), counts.count("0")), (want, counts)
cells = re.search(r'<th scope="row">lines</th>.*', page)[0]
numbers = [int(n) for n in re.findall(r'<td class="num">(\d+)</td>', cells)]
assert '<span class="of">%d/%d<' % (covered, len(states)) in cells, (want, cells)
assert numbers == [missed, want[2], len(states)], (want, numbers)
files = re.findall(r"^    \S+ +(\d+)/(\d+) ", text, re.M)
assert [sum(int(f[i]) for f in files) for i in (0, 1)] == [covered, len(states)], files
assert max(map(len, text.split("\n"))) <= 80, text
print(want[2])
END
unknown=0
for cc in gcc clang-19; do
	command -v $cc >/dev/null && have $cc || continue
	for flags in "-O2 none" "-O0 lossless" "-O2 dom"; do
		ANYCOV_FLAGS="--coverage trace-pc --prune ${flags#* }" "$ANYCOV" cc $cc -g -pthread ${flags% *} src/main.c lib/util.c -o t
		for words in "12 x" "12 x thread" "1 2 3"; do
			"$ANYCOV" run -o t.dump ./t $words || [ $? -eq 143 ] || fail "run"
			for complete in "" --complete; do
				expect 0 "$ANYCOV" report --functions $complete --image t -o text --lcov info --html pages t.dump
				expect 0 "$ANYCOV" report --functions $complete --image t --json -o json t.dump
				python3 agree.py >n || { cat text; fail "$cc $flags $words $complete"; }
				if [ -n "$complete" ] && [ "${flags#* }" != dom ]; then
					[ "$(cat n)" -eq 0 ] || fail "$cc $flags $words: --complete leaves unknown lines"
				fi
				unknown=$((unknown + $(cat n)))
			done
		done
	done
done
[ $unknown -gt 0 ] || fail "no line was unknown"

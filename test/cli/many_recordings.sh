# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The recipes of docs/many-recordings.md, with two workers each, give what one merge gives.
. "${0%/*}/lib.sh"

PATH=${ANYCOV%/*}:$PATH
page=$ANYCOV_SOURCE/docs/many-recordings.md
# block N LANGUAGE: the page's block
block()
{
	awk -v n="$1" -v start="\`\`\`$2" '$0 == start { on = ++i == n; next } /^```/ { on = 0 } on' "$page"
}

cat >s.c <<'END'
int f(int x) { return x % 2 ? x + 1 : x - 1; }
int g(int x) { return x % 3 ? x : -x; }
int main(int c, char **v) { (void)v; return c > 5 ? f(c) > 100 : c > 3 ? g(c) > 100 : 0; }
END
"$ANYCOV" cc gcc -g -O0 s.c -o flags
ANYCOV_FLAGS="--for trace" "$ANYCOV" cc gcc -g -O0 s.c -o hooks
mkdir runs
words=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	words="$words x"
	[ $((i % 7)) -ne 0 ] || words=
	# shellcheck disable=SC2086
	expect 0 "$ANYCOV" run -o "runs/job $i" sh -c './flags "$@"; ./hooks "$@"' sh $words
done
expect 0 "$ANYCOV" merge -o one runs/*
expect 0 "$ANYCOV" report --no-build one
cp out report
done=0

if needs parallel; then
	block 1 bash | sed 's/parallel -N 16/parallel -j 2 -N 3/; s/report all/report --no-build all/' >recipe
	[ "$(wc -l <recipe)" -eq 4 ] || fail "the page has no recipe of GNU parallel"
	expect 0 sh -e recipe
	cmp out report || fail "parallel: another report"
	diff -r one all || fail "parallel: another merge"
	[ "$(ls groups | wc -l)" -eq 7 ] || fail "parallel: $(ls groups)"
	rm -r all groups
	done=1
fi

if needs dask-scheduler python3-distributed && /usr/bin/python3 -c 'import distributed' 2>/dev/null; then
	block 1 python >merge_tree.py
	sed 's/^WIDTH = 8/WIDTH = 3/; s/^level = /client.wait_for_workers(2)\n&/' merge_tree.py >recipe.py
	dask-scheduler --scheduler-file scheduler.json --host 127.0.0.1 --port 0 --no-dashboard >dask.log 2>&1 &
	pids=$!
	for i in 1 2; do
		dask-worker --scheduler-file scheduler.json --nthreads 1 --no-dashboard >worker-$i.log 2>&1 &
		pids="$pids $!"
	done
	# shellcheck disable=SC2064,SC2086
	trap "kill $pids 2>/dev/null" EXIT
	status=0
	timeout 300 /usr/bin/python3 recipe.py >out 2>err || status=$?
	# A single recording, and a second start.
	mkdir -p single/runs single/levels
	cp -r "runs/job 3" single/runs
	cp scheduler.json single
	[ $status -ne 0 ] || (cd single && timeout 300 /usr/bin/python3 ../recipe.py >../out 2>../err) ||
		status=$?
	kill $pids 2>/dev/null || :
	[ $status -eq 0 ] || { cat err dask.log worker-1.log; fail "dask: status $status"; }
	diff -r one all || fail "dask: another merge"
	expect 0 "$ANYCOV" merge -o first "runs/job 3"
	diff -r first single/all || fail "dask: another merge of a single recording"
	[ ! -e levels ] || fail "dask: intermediate files remain"
	done=1
fi
[ $done = 1 ] || lacks "parallel and python3-distributed"

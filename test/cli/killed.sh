# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Processes with hooks whose end nothing sees: what only they may have executed is unknown, in their
# images and no others.  Nothing that a process leaves for this disturbs it.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_OUT ANYCOV_SIZE

cat >ends.c <<'END1'
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static int is(const char *a, const char *b) { return !strcmp(a, b); }
__attribute__((noinline)) void all(void) { __asm__(""); }
__attribute__((noinline)) void lost(void) { __asm__(""); }
__attribute__((noinline)) void never(void) { __asm__(""); }
static void *thread(void *p) { lost(); raise(SIGKILL); return p; }
int main(int c, char **v)
{
	const char *how = c > 1 ? v[1] : "";
	pthread_t t;
	int status;

	all();
	if (is(how, "kill")) {
		lost();
		raise(SIGKILL);
	}
	if (is(how, "unseen")) {
		lost();
		syscall(SYS_exit_group, 0);
	}
	if (is(how, "thread") && !pthread_create(&t, NULL, thread, NULL))
		pause();
	if (is(how, "fork") && !fork()) {
		lost();
		if (!fork()) {
			lost();
			raise(SIGKILL);
		}
		wait(NULL);
		raise(SIGKILL);
	}
	if (is(how, "fork") && wait(&status) > 0 && WTERMSIG(status) != SIGKILL)
		return 1;
	if (is(how, "load")) {
		void *h = dlopen(v[2], RTLD_NOW);
		void (*f)(void) = h ? (void (*)(void))dlsym(h, "plugin") : NULL;

		if (!f)
			return 2;
		f();
		raise(SIGKILL);
	}
	if (is(how, "exec"))
		execv(v[2], v + 2);
	if (is(how, "no-exec")) {
		execv("/no/such/file", v);
		lost();
		if (c > 2)
			raise(SIGKILL);
	}
	if (is(how, "daemon")) {
		if (daemon(1, 1))
			return 3;
		lost();
	}
	if (is(how, "wait")) {
		fclose(fopen("started", "w"));
		while (access("stop", F_OK))
			usleep(20000);
	}
	if (c > 9)
		never();
	return 0;
}
END1
echo 'void plugin(void); void plugin(void) { __asm__(""); } void unused(void); void unused(void) { }' >plugin.c
export ANYCOV_FLAGS="--for trace"
"$ANYCOV" cc gcc -g -O1 ends.c -o ends -ldl -pthread
"$ANYCOV" cc gcc -g -O1 -Dall=other -Dlost=other_lost -Dnever=other_never ends.c -o other -ldl -pthread
"$ANYCOV" cc gcc -g -O1 -fPIC -shared plugin.c -o plugin.so

# states STATUS FUNCTION=STATE...: what the report of anycov-data, or of $of, shows of functions
of=anycov-data
states()
{
	expect "$1" "$ANYCOV" report --json $of
	shift
	python3 - "$WORK/out" "$@" <<'END1' || { ls $of >&2; fail "states: $*"; }
import json, sys
report = json.load(open(sys.argv[1]))
have = {f["name"]: f["state"] for i in report["images"] for f in i["functions"]}
bad = [w for w in sys.argv[2:] if have.get(w.split("=")[0]) != w.split("=")[1].replace("_", " ")]
sys.exit(f"{bad}: {have}" if bad else 0)
END1
}
# why COUNT: so many processes were killed
why()
{
	expect 3 "$ANYCOV" report $of
	reason "unknown: $1 $([ $1 = 1 ] && echo process was || echo processes were) killed, or ended unseen, and lost what"
	has "$WORK/out" "Input: $1 process"
}
run()
{
	set +e
	"$ANYCOV" run "$@" >run.out 2>&1
	set -e
}

# Alone, with others, and as a child; in each mode that shows which code was executed.
for mode in set pc uniq-pc uniq-both; do
	with="--mode $mode"
	[ $mode != set ] || with=
	for how in kill unseen thread; do
		# shellcheck disable=SC2086
		run $with ./ends $how
		states 3 all=unknown lost=unknown never=unknown
		why 1
		has run.out "nothing was recorded"
		# shellcheck disable=SC2086
		run $with sh -c "./ends $how; ./ends; ./other"
		[ ! -s run.out ] || grep -q Killed run.out || fail "$(cat run.out)"
		states 3 all=covered lost=unknown never=unknown other=covered other_lost=not_covered \
			other_never=not_covered
		why 1
	done
	# shellcheck disable=SC2086
	run $with ./ends fork
	[ ! -s run.out ] || fail "$(cat run.out)"
	states 3 all=covered lost=unknown never=unknown
	why 2
done

# exec keeps the process: the images have one end each.
run ./ends exec ./other kill
states 3 all=covered lost=not_covered never=not_covered other=unknown other_lost=unknown
why 1
run ./ends exec ./other exec ./ends
[ ! -s run.out ] || fail "$(cat run.out)"
states 0 all=covered lost=not_covered other=covered other_lost=not_covered
run ./ends exec /bin/sh -c 'kill -9 $$'
states 0 all=covered lost=not_covered
# One that fails changes nothing, and is followed by the end of the same process.
run ./ends no-exec
states 0 all=covered lost=covered never=not_covered
run ./ends no-exec kill
states 3 all=unknown lost=unknown
why 1

# A library that was loaded then, with its own functions.
run sh -c './ends load ./plugin.so; ./ends'
states 3 all=covered lost=unknown plugin=unknown unused=unknown
why 1

# The C library's daemon() ends the parent by its own _exit(), which is seen.
run ./ends daemon
i=0
while [ "$("$ANYCOV" dump anycov-data/*.dump | grep -c '^UPC')" -lt 2 ]; do
	i=$((i + 1))
	[ $i -lt 100 ] || fail "the daemon has no dump"
	sleep 0.1
done
states 0 all=covered lost=covered never=not_covered

# Many, of which some are killed: the number is that of the processes.
cat >many <<'END1'
for i in 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9; do
	for j in 1 2 3 4 5 6 7 8 9; do ./ends & done
	./ends kill &
	wait
done
END1
run sh many
why 20
states 3 all=covered lost=unknown never=unknown
[ "$(find anycov-data -type f | wc -l)" -eq 201 ] || fail "other files are left"

# A new run forgets them, --append does not; nothing unknown is no loss.
run ./ends kill
run --append ./ends
why 1
run ./ends
states 0 all=covered lost=not_covered
cat >whole.c <<'END1'
#include <signal.h>
int main(int c, char **v) { (void)v; if (c > 1) raise(SIGKILL); return 0; }
END1
ANYCOV_FLAGS="--for trace --prune none --coverage bb,trace-pc" "$ANYCOV" cc gcc -g -O0 whole.c -o whole
run sh -c './whole; ./whole 1'
expect 3 "$ANYCOV" report
expect 0 "$ANYCOV" report --allow-incomplete
cat >short.c <<'END1'
#include <unistd.h>
int main(int c, char **v) { while (c > 1) usleep(1000); return v[0] == 0; }
END1
"$ANYCOV" cc gcc -g -O1 short.c -o short
run sh -c './short; timeout -s KILL 0.3 ./short 1; :'
expect 3 "$ANYCOV" report
run sh -c './short; timeout -s TERM 0.3 ./short 1; ./short'
states 0 main=covered

# A process that has not ended is said to be running; when it has, its dump counts.
rm -f started stop
run sh -c './ends wait & ./ends; while [ ! -e started ]; do sleep 0.1; done'
expect 3 "$ANYCOV" report
reason "1 process is still running"
sh -c './ends wait & ./ends kill' >/dev/null 2>&1 || :
echo >stop
i=0
while ! "$ANYCOV" report >/dev/null 2>&1; do
	i=$((i + 1))
	[ $i -lt 100 ] || fail "its dump does not count"
	sleep 0.1
done
states 0 all=covered lost=not_covered

# Tests one by one: which was killed.
run ./ends
run --test good ./ends
run --test bad ./ends kill
why 1
expect 3 "$ANYCOV" tests
expect 3 "$ANYCOV" tests --json
python3 - out <<'END1' || { cat out; fail "tests"; }
import json, sys
tests = {t["test"]: t for t in json.load(open(sys.argv[1]))["tests"]}
sys.exit(not (tests["bad"].get("lost") and not tests["good"].get("lost")))
END1

# Merged: the same in any order and however often.
run sh -c './ends kill; ./ends kill; ./ends; ./other; ./ends load ./plugin.so'
cp -r anycov-data parts
"$ANYCOV" merge -o merged anycov-data
"$ANYCOV" merge -o again merged parts merged
cmp merged/*.dump again/*.dump || fail "merged again is another dump"
"$ANYCOV" merge --compress -o packed parts/*.dump
mkdir packed.d && mv packed packed.d/a.dump.zst
for of in merged again packed.d; do
	states 3 all=covered lost=unknown other=covered other_lost=not_covered plugin=unknown
	expect 3 "$ANYCOV" report $of
	has out "Input: 3 processes without a dump"
	reason "3 processes were killed"
done
of=anycov-data
expect 3 "$ANYCOV" report anycov-data merged
has out "Input: 3 processes without a dump"
expect 0 "$ANYCOV" dump merged/*.dump
has out "has not ended, module at 0x"
expect 0 "$ANYCOV" dump --json merged/*.dump
valid()
{
	python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-$1.json" out || fail "schema"
}
valid dump-1
expect 3 "$ANYCOV" report --json merged
valid report-3
# What other formats show of it: unknown is not 0.
expect 3 "$ANYCOV" report merged --lcov x.info --html pages
grep -q "Input: 3 processes without a dump" -r pages || fail "not in HTML"
hasnt x.info "FNDA:0,lost"

# Nothing disturbs the program: the same output and status without a place to write to.
for before in 'ulimit -f 0' 'exec 0<&- 1>&- 2>&-' 'chmod 555 .'; do
	rm -rf closed
	mkdir closed
	expect 0 sh -c "cd closed; $before; ANYCOV_MODE=set ANYCOV_OUT=$WORK/closed/trace-%p-%t.dump; export ANYCOV_MODE ANYCOV_OUT
		exec ../ends fork"
	chmod 755 closed
done
expect 137 sh -c "ulimit -f 0; ANYCOV_MODE=set ANYCOV_OUT=$WORK/closed/trace-%p-%t.dump exec ./ends kill"
# Of full disks, no part of a file is left.
if [ -c /dev/full ]; then
	expect 0 env ANYCOV_MODE=set ANYCOV_OUT=/dev/full ./ends fork
fi

# Damaged and hostile ones: one sentence each, and what they may contain is unknown.
run ./ends kill
mark=$(echo anycov-data/*.dump)
size=$(wc -c <"$mark")
cp "$mark" mark
for bytes in 0 10 20 30 40 47 60 $((size - 1)); do
	head -c "$bytes" mark >"$mark"
	expect 1 "$ANYCOV" report "$mark"
	one_sentence
	run --append ./ends
	expect 3 "$ANYCOV" report
	reason "1 input could not be read"
	rm anycov-data/*
done
mkdir hostile
id=$(readelf -n ends | sed -n 's/.*Build ID: //p')
mod="mod 0 0 100000 $id $PWD/ends"
# shellcheck disable=SC2086
"$MKDUMP" $mod tag OPEN x >hostile/a.dump
expect 1 "$ANYCOV" report hostile/a.dump
one_sentence
has err "OPEN chunk of impossible length"
# One of a module that is not there has them all.
# shellcheck disable=SC2086
"$MKDUMP" $mod tag OPEN 0123456701234567 >hostile/a.dump
expect 0 "$ANYCOV" dump hostile/a.dump
of=hostile
states 3 all=unknown lost=unknown
why 1
# One process often, and another byte order.
# shellcheck disable=SC2086
"$MKDUMP" big $mod tag OPEN 0123456789abcdef tag OPEN 0123456789abcdef tag OPEN 0123456776543210 >hostile/a.dump
why 1
expect 0 "$ANYCOV" merge -o hostile.out hostile
expect 3 "$ANYCOV" report hostile.out
# Of no image: named, and nothing is said of others.
"$MKDUMP" mod 0 0 100000 0123456789abcdef0123 /no/image tag OPEN 0123456789abcdef >hostile/b.dump
expect 3 "$ANYCOV" report hostile
has err "b.dump"

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# `anycov run` as the wrapper of Meson's tests, and below pytest, records each test with its name.
# The name is that of the list of Meson's tests with the same command and environment.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN PYTEST_CURRENT_TEST
[ -n "$GCC" ] || lacks "a plugin for a gcc"
cat >prog.c <<'END'
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	const char *mode = getenv("MODE");

	if (argc > 1 && !strcmp(argv[1], "twice"))
		return 0;
	if (argc > 1 && !strcmp(argv[1], "words"))
		return argc != 3;
	if (mode && !strcmp(mode, "a"))
		return 0;
	if (mode)
		return 0;
	if (argc > 7)
		return 0;
	return 0;
}
END
"$ANYCOV" cc "$GCC" -g -O0 prog.c -o prog
# of LINE TEST...: these tests reach the line, and no other one
of()
{
	line=$1
	shift
	expect 0 "$ANYCOV" tests prog.c:$line --names
	printf '%s\n' "$@" | cmp - out || { cat out; fail "line $line is not that of $*"; }
}
# never LINE: no test reaches it
never()
{
	expect 0 "$ANYCOV" tests prog.c:$1
	has out "no test reaches it"
}

# listed WORD...: runs the program as a test of the list, which is in b/meson-info
mkdir -p b/meson-info b/sub
program=$WORK/prog
list=b/meson-info/intro-tests.json
cat >$list <<END
[{"name": "one", "cmd": ["$program"], "env": {}, "suite": ["s"]},
 {"name": "a/b", "cmd": ["$program", "words"], "env": {}, "suite": ["s"]},
 {"name": "same", "cmd": ["$program", "twice"], "env": {}, "suite": ["first"]},
 {"name": "same", "cmd": ["$program", "words", "x"], "env": {}, "suite": ["second"]},
 {"name": "mode b", "cmd": ["$program"], "env": {"MODE": "b"}, "suite": []},
 {"cmd": ["$program"]}, {"name": 7, "cmd": "x"}, 3, {"name": "none", "cmd": []}]
END
cat >all.sh <<'END'
cd b
"$ANYCOV" run "$program" twice
cd sub
"$ANYCOV" run "$program" words x --gtest_output=xml:of_meson
MODE=b "$ANYCOV" run "$program" more
MODE=a "$ANYCOV" run --test given "$program"
cd /
ANYCOV_TEST=variable MODE=a "$ANYCOV" run "$program"
END
export ANYCOV program
expect 0 "$ANYCOV" run sh all.sh
of 8 'first / same'
of 10 'second / same'
of 12 given variable
of 14 'mode b'
never 16
expect 0 "$ANYCOV" tests --names
[ "$(wc -l <out)" -eq 5 ] || { cat out; fail "not five tests"; }

# Two tests of one command; one that is no test of the list; without a recording above.
echo "[{\"name\": \"x\", \"cmd\": [\"$program\"]}, {\"name\": \"y\", \"cmd\": [\"$program\"]}]" >$list
expect 0 "$ANYCOV" run sh -c 'cd b; "$ANYCOV" run "$program"'
one_sentence
has err "Meson's tests 'x' and 'y' are the same command"
expect 0 "$ANYCOV" run sh -c 'cd b; "$ANYCOV" run ../prog twice'
expect 1 "$ANYCOV" tests
(cd b && expect 0 "$ANYCOV" run "$program" && expect 1 "$ANYCOV" tests)
# A list that is damaged, or none, gives no name.
for text in '[' '{}' '[[]]' 'null' '[{"name": "x", "cmd": [1]}]' ''; do
	printf '%s' "$text" >$list
	expect 0 "$ANYCOV" run sh -c 'cd b; "$ANYCOV" run "$program"'
	expect 1 "$ANYCOV" tests
done
rm $list
mkfifo $list
expect 0 timeout 20 "$ANYCOV" run sh -c 'cd b; "$ANYCOV" run "$program"'
expect 1 "$ANYCOV" tests

# pytest's variable; the command below a test, and a directory of its own, are not named by it.
export PYTEST_CURRENT_TEST='t.py::test[a b (c)] (call)'
expect 0 "$ANYCOV" run sh -c '"$ANYCOV" run ./prog twice; "$ANYCOV" run --test t sh -c "\"$ANYCOV\" run ./prog words"
	"$ANYCOV" run -o other env MODE=a ./prog'
of 8 't.py::test[a b (c)]'
of 10 t
never 12
expect 1 "$ANYCOV" tests other
for bad in '' none ' (call)' 'a call'; do
	PYTEST_CURRENT_TEST=$bad expect 0 "$ANYCOV" run sh -c '"$ANYCOV" run ./prog'
	expect 1 "$ANYCOV" tests
done
expect 0 "$ANYCOV" run ./prog
expect 1 "$ANYCOV" tests
unset PYTEST_CURRENT_TEST

# Meson itself, in parallel: suites, GoogleTest's protocol, a working directory, a subproject.
if needs meson && needs ninja; then
	mkdir -p m/subprojects/s m/away
	cp prog.c m
	cp prog.c m/subprojects/s
	cat >m/meson.build <<'END'
project('sample', 'c')
prog = executable('prog', 'prog.c')
test('one', prog)
test('two words', prog, args: ['twice'], suite: 'x', workdir: meson.current_source_dir() / 'away')
test('g', prog, args: ['words'], protocol: 'gtest')
test('m', prog, env: {'MODE': 'a'})
subproject('s')
END
	printf "project('s', 'c')\nprog = executable('other', 'prog.c')\ntest('one', prog, env: {'MODE': 'b'})\n" \
		>m/subprojects/s/meson.build
	CC="$ANYCOV cc $GCC" meson setup m/build m >meson.log 2>&1 && meson compile -C m/build >>meson.log 2>&1 ||
		{ cat meson.log; fail "meson"; }
	expect 0 "$ANYCOV" run meson test -C m/build --no-rebuild --wrapper "$ANYCOV run"
	of 8 'two words'
	of 10 g
	of 12 m
	of 14 's / one'
	never 16
	expect 0 "$ANYCOV" tests --names
	[ "$(wc -l <out)" -eq 5 ] || { cat out; fail "tests of Meson"; }
fi

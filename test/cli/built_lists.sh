# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A list of what was built that cannot be used, in a directory above or of the tree: it is named, not
# counted, and stops no report; named by --build it is an error.
. "${0%/*}/lib.sh"

[ -n "$GCC" ] || lacks "a plugin for a gcc"
have "$GCC" || fail "$GCC"
mkdir -p top/p/sub
cat >top/p/sub/t.c <<'END'
int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		return 1;
	return 0;
}
END
cp top/p/sub/t.c top/p/sub/idle.c
cd top/p/sub
"$ANYCOV" cc $GCC -g t.c -o t
"$ANYCOV" cc $GCC -g idle.c -o idle
list=$PWD/.anycov-build
has "$list" "built idle"
expect 0 "$ANYCOV" run --test one ./t

# shown STATUS LINES: one warning about the list, and the report has these lines
shown()
{
	expect $1 "$ANYCOV" report --lcov ../t.info
	[ "$(wc -l <"$WORK/err")" -eq 1 ] || { cat "$WORK/err"; fail "not one warning"; }
	has "$WORK/out" "lines                     $2"
	grep -qx 'DA:5,0' ../t.info || fail "the line that is not covered"
	grep -qx 'DA:6,1' ../t.info || fail "the line that is covered"
}

# As it is, the other program is counted.
expect 0 "$ANYCOV" report
[ ! -s "$WORK/err" ] || { cat "$WORK/err"; fail "a warning"; }
has "$WORK/out" "lines                     3"
grep -qE '^  lines +3 .* 8$' "$WORK/out" || fail "not 3 of 8 lines"

# Damaged, with a good line before: none of it counts, something is missing.
cp "$list" good
echo 'nonsense' >>"$list"
shown 3 "3  75.0%             1         0       4"
has "$WORK/err" "$list:3: not a line of a list of 'anycov cc'; remove it; the list is not counted"
has "$WORK/out" "1 built file could not be read"
expect 3 "$ANYCOV" tests
expect 0 "$ANYCOV" report --no-build
[ ! -s "$WORK/err" ] || fail "--no-build looks at the list"
expect 1 "$ANYCOV" report --build .
one_sentence
has "$WORK/err" "$list:3: not a line of a list of 'anycov cc'; remove it"

# The same above the tree, where another project left it.
rm "$list"
echo 'nonsense' >../../.anycov-build
shown 3 "3  75.0%             1         0       4"
rm ../../.anycov-build
mkdir ../../.anycov-build
shown 3 "3  75.0%             1         0       4"
has "$WORK/err" "top/.anycov-build: not a file; the list is not counted"
rmdir ../../.anycov-build

# Of another user: nothing of this tree is missing.
[ "$(id -u)" = 0 ] || { echo "missing: root, for files of another user"; exit 0; }
for make in mkfifo mkdir "ln -s none" "ln -s $PWD/good"; do
	$make ../../.anycov-build
	chown -h 65534 ../../.anycov-build
	shown 0 "3  75.0%             1         0       4"
	has "$WORK/err" "top/.anycov-build: belongs to another user; --build uses it; the list is not counted"
	rm -r ../../.anycov-build
done
for mode in 644 600; do
	cp good ../../.anycov-build
	chown 65534 ../../.anycov-build
	chmod $mode ../../.anycov-build
	chown -R daemon "$WORK/top/p" "$WORK/err" "$WORK/out"
	chmod 777 "$WORK" "$WORK/top" "$WORK/top/p" "$WORK/top/p/sub"
	ran=$(setpriv --reuid=daemon --clear-groups sh -c '"$0" report >"$1" 2>"$2"; echo $?' "$ANYCOV" ../out ../err) ||
		lacks "setpriv"
	if [ "$ran" = 126 ] || [ "$ran" = 127 ]; then
		echo "missing: a build directory that another user may read"
		exit 0
	fi
	[ "$ran" = 0 ] || { cat ../out ../err; fail "mode $mode: status $ran"; }
	has ../err "top/.anycov-build: "
	has ../err "; the list is not counted"
	[ "$(wc -l <../err)" -eq 1 ] || { cat ../err; fail "mode $mode: not one warning"; }
	grep -qE '^  lines +3 .* 4$' ../out || { cat ../out; fail "not 3 of 4 lines"; }
done
# 'anycov cc' makes a list of this user's in addition.
# shellcheck disable=SC2016
setpriv --reuid=daemon --clear-groups sh -c 'HOME=/ "$0" cc "$1" -g idle.c -o idle 2>../err' "$ANYCOV" "$GCC" ||
	{ cat ../err; fail "the compiler as another user"; }
grep -qx "built idle" .anycov-build || fail "no list of one's own"
ran=$(setpriv --reuid=daemon --clear-groups sh -c '"$0" report --build . >"$1" 2>"$2"; echo $?' "$ANYCOV" ../out ../err)
[ "$ran" = 0 ] || { cat ../err; fail "with one's own list"; }
grep -qE '^  lines +3 .* 8$' ../out || { cat ../out; fail "not 3 of 8 lines with one's own list"; }

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# merge: the same bytes in any order and grouping; diff: what is newly and no longer covered.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

"$MKDUMP" pc 5 3 3 9 . cmp 5 1 2 3 >a
"$MKDUMP" pc 9 1 . cmp 5 1 2 3 cmp 5 1 3 3 >b
"$MKDUMP" pc 7 . >c
expect 0 "$ANYCOV" merge -o abc a b c
expect 0 "$ANYCOV" merge -o cba c b a
cmp abc cba || fail "the order matters"
expect 0 "$ANYCOV" merge -o ab a b
expect 0 "$ANYCOV" merge -o ab_c ab c
expect 0 "$ANYCOV" merge -o bc b c
expect 0 "$ANYCOV" merge -o a_bc bc a
cmp abc ab_c || fail "the grouping matters"
cmp abc a_bc || fail "the grouping matters"
expect 0 "$ANYCOV" merge -o again abc abc
cmp abc again || fail "a merge with itself differs"
expect 0 "$ANYCOV" dump --rawcover abc
printf '0x1\n0x3\n0x5\n0x7\n0x9\n0x3\n0x3\n' | cmp - out || fail "records"

# The same file, loaded at another address, is one module.
"$MKDUMP" mod 0x10000 0x11000 0x12000 aa /bin/x pc 0x11010 0x11020 . >m1
"$MKDUMP" mod 0x90000 0x91000 0x92000 aa /bin/x mod 0x200000 0x200000 0x300000 bb /lib/y \
	pc 0x91020 0x91030 0x200004 . >m2
expect 0 "$ANYCOV" merge -o m12 m1 m2
expect 0 "$ANYCOV" merge -o m21 m2 m1
cmp m12 m21 || fail "modules: the order matters"
expect 0 "$ANYCOV" merge -o m121 m12 m1
cmp m12 m121 || fail "modules: the grouping matters"
expect 0 "$ANYCOV" dump --rawcover m12
[ "$(wc -l <out)" -eq 4 ] || fail "modules: records"
expect 0 "$ANYCOV" diff m1 m2
has out "+ 0x1030 /bin/x"
has out "+ 0x4 /lib/y"
has out "- 0x1010 /bin/x"
has out "2 addresses newly covered, 1 no longer covered"
expect 1 "$ANYCOV" diff --fail-on-loss m1 m2
expect 0 "$ANYCOV" diff --fail-on-loss m1 m12
has out "2 addresses newly covered, 0 no longer covered"

# Dumps that cannot be merged, damaged dumps.
"$MKDUMP" word 4 pc 1 . >w4
expect 1 "$ANYCOV" merge -o no a w4
one_sentence
expect 1 "$ANYCOV" merge -o no a m1
one_sentence
head -c 50 a >cut
expect 1 "$ANYCOV" merge -o no a cut
one_sentence
[ ! -e no ] || fail "an output in spite of an error"
expect 1 "$ANYCOV" diff a cut
one_sentence

# A directory as output.
expect 1 "$ANYCOV" merge -o . a
one_sentence
has err "anycov merge: .: is a directory; use a file name"

# By lines.
cat >t.c <<'END'
int main(int c, char **v)
{
	(void)v;
	if (c > 1)
		return 0;
	return 0;
}
END
"$ANYCOV" cc gcc -g -O0 t.c -o t
expect 0 "$ANYCOV" run -o one.dump ./t
expect 0 "$ANYCOV" run -o two.dump ./t x
expect 0 "$ANYCOV" diff --image t one.dump two.dump
has out "+ t.c:5"
has out "- t.c:6"
expect 0 "$ANYCOV" merge -o both one.dump two.dump
expect 0 "$ANYCOV" diff --fail-on-loss --image t one.dump both
has out "1 line newly covered, 0 no longer covered"
expect 0 "$ANYCOV" report --strict --image t both
has out "lines      "

# Directories of 'anycov run' and files of flags.
unset ANYCOV_FLAGS ANYCOV_DIR ANYCOV_RUN
cat >s.c <<'END'
int one(int x) { return x + 1; }
int two(int x) { return x + 2; }
int main(int c, char **v) { return !(v[1][0] == '1' ? one(c) : two(c)); }
END
"$ANYCOV" cc gcc -g -O0 s.c -o flags
ANYCOV_FLAGS="--for trace" "$ANYCOV" cc gcc -g -O0 s.c -o hooks
expect 0 "$ANYCOV" run -o d1 sh -c './flags 1; ./hooks 1; ./hooks 1'
expect 0 "$ANYCOV" run -o d2 sh -c './flags 2; ./flags 2; ./hooks 2'
expect 0 "$ANYCOV" merge -o d12 d1 d2
expect 0 "$ANYCOV" merge -o d21 d2 d1
for file in d12/*; do
	cmp "$file" "d21/${file#d12/}" || fail "directories: the order matters"
done
[ "$(find d12 -type f | wc -l)" -eq 4 ] || fail "merged directory: $(ls -A d12)"
expect 0 "$ANYCOV" report d12
totals functions 3 3
# It is one of anycov run's, which adds to it; the sources of a merge may be its output.
rm -r d21
expect 0 "$ANYCOV" merge -o d1 d1 d2
diff -r d1 d12 || fail "in place"
expect 0 "$ANYCOV" run -o d1 --append ./flags 1
[ ! -s err ] || fail "merged flags are not usable: $(cat err)"
expect 0 "$ANYCOV" run -o d1 ./flags 1
expect 0 "$ANYCOV" merge -o f12 d1/user-*/flags-*.flags d2/user-*/flags-*.flags
expect 0 "$ANYCOV" report f12
totals functions 3 3
expect 2 "$ANYCOV" merge -o m12 d1 d2
one_sentence
mkdir other && echo x >other/x
expect 2 "$ANYCOV" merge -o other d1 d2
one_sentence
# Nothing is written if an input is bad.
cp -r d2 bad
truncate -s 100 bad/user-*/*.flags
expect 1 "$ANYCOV" merge -o none d1 bad
[ ! -e none ] || fail "a merge of bad input"

expect 0 "$ANYCOV" diff d1 d2
has out "+ function two"
has out "- function one"
has out "+ s.c:2"
has out "- s.c:1"
has out "1 line newly covered, 1 no longer covered"
expect 1 "$ANYCOV" diff --fail-on-loss d1 d2
expect 0 "$ANYCOV" diff --fail-on-loss d2 d12
has out "1 line newly covered, 0 no longer covered"
expect 0 "$ANYCOV" diff d1/user-*/flags-*.flags d2
expect 1 "$ANYCOV" diff d1 missing
one_sentence

# Files of several users, and those of a user in several directories.
for uid in 1000 1001; do
	mkdir -p users/user-$uid
	cp d$((uid - 999))/user-*/* users/user-$uid
done
expect 0 "$ANYCOV" report users
totals functions 3 3
expect 0 "$ANYCOV" merge -o u12 users
cmp u12/flags-*.flags f12/flags-*.flags || fail "users: other flags"

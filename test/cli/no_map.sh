# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Reports of images without a map: the preset of a fuzzer has hooks for comparisons alone, which no
# recording of code contains, so that nothing is known of the code; guards show what ran.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
int twice(int);
int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 3)
		return twice(argc);
	return 0;
}
int twice(int x)
{
	return x > 5 ? x : 2 * x;
}
END

for cc in $(with_clang gcc clang-19); do
	have $cc || continue
	echo "$cc"
	# main() was executed, and nothing that was recorded shows it.
	ANYCOV_FLAGS="--for libfuzzer" expect 0 "$ANYCOV" cc $cc -g -O0 t.c -o t
	rm -rf anycov-data
	"$ANYCOV" run -o t.dump ./t >/dev/null 2>&1 || fail "$cc: does not run"
	expect 0 "$ANYCOV" report --image t t.dump
	reason "no map in the image; build with 'anycov cc'"
	grep -Eq "^  functions +0 +0.0% +0 +2 +2\$" out || fail "$cc: functions are not unknown"
	expect 0 "$ANYCOV" report --image t --lcov t.info t.dump
	lines unknown 5 6 9 11
	# Hooks of blocks have recorded what ran.
	ANYCOV_FLAGS="--for trace --map none" expect 0 "$ANYCOV" cc $cc -g -O0 t.c -o t
	rm -f t.dump
	expect 0 "$ANYCOV" run -o t.dump ./t
	expect 0 "$ANYCOV" report --image t --lcov t.info t.dump
	has t.info "FNDA:1,main"
	has t.info "FNDA:0,twice"
	lines uncovered 6
done

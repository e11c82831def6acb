# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov cc: GCC compiles objects of -flto at a link without that word; they are instrumented.
. "${0%/*}/lib.sh"

[ -n "$GCC" ] || lacks "a plugin for a gcc"
echo 'int main(int c, char **v) { (void)v; return c > 5; }' >t.c
for preset in report trace; do
	export ANYCOV_FLAGS="--for $preset"
	rm -rf anycov-data
	expect 0 "$ANYCOV" cc "$GCC" -O2 -g -flto -c t.c -o t.o
	expect 0 "$ANYCOV" cc "$GCC" t.o -o t
	expect 0 "$ANYCOV" run ./t
	expect 0 "$ANYCOV" report
	totals lines 1 1
done
# A compiler without a plugin links instrumented objects all the same.
mkdir -p lib
cp -r "$(dirname "$ANYCOV")/../lib/anycov/runtime" lib
unset ANYCOV_FLAGS
expect 0 "$ANYCOV" cc "$GCC" -O2 -g -c t.c -o t.o
rm -rf anycov-data
expect 0 env ANYCOV_LIB_DIR="$WORK/lib" "$ANYCOV" cc "$GCC" t.o -o t
expect 0 "$ANYCOV" run ./t
expect 0 "$ANYCOV" report
totals lines 1 1

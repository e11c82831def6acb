# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What was built again from another source and did not run is not covered by the recordings of the
# build before, also where the functions have the same blocks at the same lines.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_FLAGS

some=
for cc in $GCC $CLANG; do
	have "$cc" || continue
	some=yes
	rm -rf anycov-data .anycov-build ./*.o p
	printf 'int a(int x)\n{\n\treturn x + 1;\n}\n' >a.c
	printf 'int a(int);\nint main(int c, char **v)\n{\n\t(void)v;\n\treturn a(c) == 99;\n}\n' >main.c
	build()
	{
		"$ANYCOV" cc "$cc" -O0 -g -c a.c -o a.o
		"$ANYCOV" cc "$cc" -O0 -g -c main.c -o main.o
		"$ANYCOV" cc "$cc" a.o main.o -o p
	}
	build
	expect 0 "$ANYCOV" run ./p
	expect 0 "$ANYCOV" report --summary
	has out "lines 100.0%"
	# The same blocks, lines and columns.
	sed 's/x + 1/x + 2/' a.c >new
	mv new a.c
	build
	expect 3 "$ANYCOV" report --lcov t.info
	has err "p: was recorded before the last build"
	has out "1 image was recorded before the last build: run it again"
	expect 0 "$ANYCOV" report --allow-incomplete --json
	has out '"recorded_before":1'
	has err "a.c: changed between builds; lines are those of the source as it is now"
	sed -n '/a\.c$/,/^end/p' t.info >a.info
	has a.info "DA:3,0"
	hasnt a.info "DA:3,1"
	sed -n '/main\.c$/,/^end/p' t.info >main.info
	has main.info "DA:5,1"
	expect 0 "$ANYCOV" run --append ./p
	expect 0 "$ANYCOV" report --summary
	has out "lines 100.0%"

	# A header that changed between two units of the program that ran: its objects are no other
	# code.
	rm -rf anycov-data .anycov-build ./*.o p
	echo 'static inline int h(int x) { return x == 5 ? 7 : 8; }' >h.h
	printf '#include "h.h"\nint a(int x) { return h(x); }\n' >a.c
	printf '#include "h.h"\nint a(int);\nint main(int c, char **v) { (void)v; return a(c) + h(c) == 99; }\n' >main.c
	"$ANYCOV" cc "$cc" -O0 -g -c a.c -o a.o
	sed 's/7/9/' h.h >new
	mv new h.h
	"$ANYCOV" cc "$cc" -O0 -g -c main.c -o main.o
	"$ANYCOV" cc "$cc" a.o main.o -o p
	expect 0 "$ANYCOV" run ./p
	expect 0 "$ANYCOV" report --lcov t.info
	! grep -q '^DA:.*,0' t.info || fail "$cc: a line is not covered"
	hasnt err "changed between builds"
done
[ "$some" ] || lacks "a compiler with a plugin"

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov.mk: a -g of the makefile's flags is in force, although anycov's words, which come later, have another.
. "${0%/*}/lib.sh"

printf 'int n;\nint f(int x)\n{\n\tint y = x + n;\n\n\tn = 3;\n\treturn y;\n}\n' >part.c
cp part.c more.cc
for cc in $GCC $CLANG; do
	have "$cc" || continue
	printf 'CC = %s\nCXX = %s\nCFLAGS = -O0 -g\nCXXFLAGS = -O0 -ggdb\n' "$cc" "$cc" >Makefile
	printf 'include %s\nall: part.o more.o\n' "${0%/*}/../../cmake/package/anycov.mk" >>Makefile
	make ANYCOV="$ANYCOV" -B >/dev/null || fail "$cc: make"
	for o in part.o more.o; do
		readelf --debug-dump=info "$o" >info
		grep -q 'DW_TAG_variable' info || fail "$cc: $o has no variables"
		readelf --debug-dump=decodedline "$o" >lines
		grep -Eq '^(part.c|more.cc) +6 ' lines || fail "$cc: $o: the store has no line"
	done
done
for cc in $GCC $CLANG; do
	have "$cc" || continue
	# Without line tables calls cannot be told apart.
	printf 'CC = %s\nCFLAGS = -O2 -g0\ninclude %s\nall: part.o\n' "$cc" "${0%/*}/../../cmake/package/anycov.mk" >Makefile
	make ANYCOV="$ANYCOV" -B >/dev/null || fail "$cc: make with -g0"
	readelf --debug-dump=decodedline part.o >lines
	grep -q '^part.c ' lines || fail "$cc: -g0: no lines"
done

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Two spellings of a directory, one through a symbolic link, are one in reports; names below the
# current directory are relative to it, however it is spelled.  With -flto names are as without.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_FLAGS

mkdir real
ln -s real link
printf 'static inline int h(int x)\n{\n\treturn x > 5 ? 7 : x;\n}\n' >real/h.h
printf '#include "h.h"\nint b(int x)\n{\n\treturn h(x + 5);\n}\n' >real/b.c
printf '#include "h.h"\nint b(int);\nint main(int c, char **v)\n{\n\t(void)v;\n\treturn h(c) + b(c) == 8 ? 0 : 1;\n}\n' >real/main.c
some=
for cc in $GCC $CLANG; do
	have "$cc" || continue
	some=yes
	rm -rf real/.anycov-* real/d
	(cd link && "$ANYCOV" cc "$cc" -g -c "$PWD/b.c" -o b.o)
	(cd real && "$ANYCOV" cc "$cc" -g -c "$PWD/main.c" -o main.o && "$ANYCOV" cc "$cc" main.o b.o -o p)
	(cd real && expect 0 "$ANYCOV" run -o d ./p)
	for directory in real link; do
		cd $directory
		expect 0 "$ANYCOV" report --lcov l.info d
		sed -n 's/^SF://p' l.info | sed "s|^$PWD/||; s|^$(pwd -P)/||" | sort >names
		printf '%s\n' b.c h.h main.c | cmp -s - names || { cat names; fail "$cc: names in $directory"; }
		grep -q "^  h\.h  .*100" "$WORK/out" || { cat "$WORK/out"; fail "$cc: h.h in $directory"; }
		cd ..
	done
	# Elsewhere both have one full path.
	expect 0 "$ANYCOV" report --lcov l.info real/d
	[ "$(grep -c '^SF:.*/h\.h$\|^SF:real/h\.h$' l.info)" -eq 1 ] || { cat l.info; fail "$cc: h.h twice"; }
	# From elsewhere, of objects with and without -flto.
	mkdir -p lto/src
	cp real/main.c real/b.c real/h.h lto/src
	(cd lto && for o in "-flto -c src/main.c -o main.o" "-c src/b.c -o b.o"; do
		"$ANYCOV" cc "$cc" -g -O2 $o
	done)
	lld=
	case $cc in *clang*) lld=-fuse-ld=lld ;; esac
	if [ -z "$lld" ] || command -v ld.lld >/dev/null; then
		(cd lto && "$ANYCOV" cc "$cc" -O2 -flto $lld main.o b.o -o p)
		(cd lto && expect 0 "$ANYCOV" run -o d ./p)
		(cd /usr && expect 0 "$ANYCOV" report --no-build "$WORK/lto/d")
		[ "$(grep -c '^  src/  ' "$WORK/out")" -eq 1 ] && ! grep -q '^  */.*/src/' "$WORK/out" ||
			{ cat "$WORK/out"; fail "$cc: names with -flto"; }
	fi
	rm -rf lto
done
[ "$some" ] || lacks "a compiler with a plugin"

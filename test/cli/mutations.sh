# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Damaged dumps and images, read by the readers built with ASan and UBSan.
. "${0%/*}/lib.sh"

"$MKDUMP" pc 0x1000 0x2002 . cmp 5 0x41 0x42 0x3000 mod 0x10000 0x11000 0x12000 a1b2c3 /bin/x \
	note hello >little
# shellcheck disable=SC2094 # the first "big" is a byte order
"$MKDUMP" big word 2 pc 0x1000 0x2002 . cmp 5 0x41 0x42 0x3000 >big
cat little big >both
for d in little big; do
	"$MUTATIONS" dump $d
done
for d in little big both; do
	"$MUTATIONS" lengths $d
done

cat >t.c <<'END'
static int g(int x) { return x > 4 ? x : 1; }
int f(int x, int y) { while (x-- > y) y += g(x); return y; }
int main(int c, char **v) { (void)v; return f(c, 2); }
END
gcc -O1 -g $("$ANYCOV" flags --cc gcc --coverage trace-pc,trace-cmp --prune lossless) -c t.c -o t.o
gcc t.o -o t $("$ANYCOV" flags --coverage trace-pc --cc gcc --link)
"$MUTATIONS" map t.o 300
"$MUTATIONS" map t 150
"$MUTATIONS" elf t.o 300
cat >u.cc <<'END'
template <class T> struct box { T v; T get(int i) const { return i > 2 ? v : T(); } };
int f(int x) { return box<int>{ x }.get(x); }
END
for flags in "gcc -O1 -gdwarf-4" "${CLANG:-clang} -O1 -g"; do
	command -v ${flags%% *} >/dev/null || continue
	${flags%% *} ${flags#* } $("$ANYCOV" flags --coverage trace-pc --cc ${flags%% *}) -x c++ -c u.cc -o u.o
	"$MUTATIONS" elf u.o 200
done
gcc -O1 -g $("$ANYCOV" flags --cc gcc --coverage flags --prune lossless) -c t.c -o flags.o
"$MUTATIONS" map flags.o 300
"$MUTATIONS" elf flags.o 200

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Images that were loaded at other addresses, or have separate debug information:
# KASLR, kernel modules, PIE, .debug files, split DWARF.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

cat >t.c <<'END'
int pick(int c)
{
	if (c == 'b')
		return 2;
	return 0;
}
int unused(int x)
{
	return x + 1;
}
int main(int argc, char **argv)
{
	if (argc > 5)
		return unused(argc);
	return pick(argv[1][0]);
}
END
check()
{
	expect 0 "$ANYCOV" report --functions --strict "$@"
	totals functions 2 3
	grep -Eq "^  unused +0/.*t\.c:[78]\$" out || { cat out; fail "unused"; }
	grep -Eq "^ +t\.c .*%( +[0-9-]+(\/[0-9]+)?)?  [0-9-]*[789]" out || { cat out; fail "lines: $*"; }
}

# A kernel with KASLR, whose KCOV subtracts the offset or not.
cat >kernel.lds <<'END'
SECTIONS { . = 0xffffffff81000000; .text : { *(.text*) } .data : { *(.data*) *(.bss*) } }
END
echo 'void __sanitizer_cov_trace_pc(void) {}' >hook.c
gcc -g -O0 -mcmodel=kernel -fno-pic -fcf-protection=none $("$ANYCOV" flags --coverage trace-pc --cc gcc) -c t.c -o k.o
gcc -O1 -mcmodel=kernel -fno-pic -c hook.c -o hook.o
ld -T kernel.lds -e main k.o hook.o -o vmlinux 2>ld.err || { cat ld.err; fail "ld"; }
pcs=$("$ANYCOV" sites vmlinux | sed -n 's/^\(0x[0-9a-f]*\) .* \(pick\|main\) .*/\1/p')
[ -n "$pcs" ] || fail "no sites"
"$MKDUMP" pc $pcs . >canonical.dump
# An offset below the size of the image must not be ignored.
for offset in 0x16 0x200000 0x1e400000; do
	"$MKDUMP" pc $(python3 -c "print(*(hex(int(x, 16) + $offset) for x in '''$pcs'''.split()))") . >moved.dump
	check --image vmlinux --kaslr $offset moved.dump
	check --image vmlinux --kaslr $offset canonical.dump
	expect 1 "$ANYCOV" report --functions --strict --image vmlinux moved.dump
done
# The same as a raw KCOV buffer.
python3 - $pcs >raw <<'END'
import struct, sys
v = [int(x, 16) for x in sys.argv[1:]]
sys.stdout.buffer.write(struct.pack(f"<{len(v) + 2}Q", len(v), *v, 0))
END
check --raw 8 --image vmlinux raw

# A module: its sections are laid out as the kernel does it.
cat >mod.c <<'END'
int cold(int x) { if (x > 3) return 5; return x; }
__attribute__((section(".init.text"))) int start(int x) { if (x) return 1; return 2; }
__attribute__((section(".text.unlikely"), aligned(64))) int rare(int x) { if (x > 2) return 8; return 9; }
int hot(int x) { if (x > 1) return rare(x); return cold(x); }
END
gcc -g -O0 -mcmodel=kernel -fno-pic -ffunction-sections $("$ANYCOV" flags --coverage trace-pc --cc gcc) -c mod.c -o my-mod.ko
base=0xffffffffa0003000
kaslr=0x1e400000
python3 - "$ANYCOV" $base $kaslr <<'END' >module.pcs
# The rule of the kernel, by readelf: sections AX except .init.*, in order.
import re, subprocess, sys
anycov, base, kaslr = sys.argv[1], int(sys.argv[2], 16), int(sys.argv[3], 16)
at, where = 0, {}
for line in subprocess.run(["readelf", "-SW", "my-mod.ko"], capture_output=True, text=True).stdout.split("\n"):
    m = re.match(r" *\[ *\d+\] (\S+) +\S+ +\S+ +\S+ +(\S+) \S+ +(\S*) +\d+ +\d+ +(\d+)$", line)
    if not m or "A" not in m[3] or "X" not in m[3] or m[1].startswith(".init"):
        continue
    align = max(1, int(m[4]))
    at = -(-at // align) * align
    where[m[1]] = at
    at += int(m[2], 16)
assert len(where) > 2, where
for line in subprocess.run([anycov, "sites", "my-mod.ko"], capture_output=True, text=True).stdout.split("\n"):
    m = re.match(r"(\S+)\+(0x[0-9a-f]+) ", line)
    if m and m[1] in where and " cold " not in line:
        print(hex(base - kaslr + where[m[1]] + int(m[2], 16)))
END
[ "$(wc -l <module.pcs)" -ge 4 ] || fail "no sites in the module"
"$MKDUMP" pc $pcs $(cat module.pcs) . >both.dump
expect 0 "$ANYCOV" report --functions --strict --image vmlinux --image my-mod.ko --kaslr $kaslr \
	--module my_mod=$base both.dump
grep -Eq "^  rare +[1-9].*  mod.c" out || { cat out; fail "the module's section"; }
grep -Eq "^  cold +0/.*  mod.c" out || { cat out; fail "a function that did not run"; }
"$MKDUMP" pc $(python3 -c "print(*(hex(int(x, 16) + $kaslr) for x in open('module.pcs')))") . >mod.dump
expect 0 "$ANYCOV" report --functions --strict --image vmlinux --image my-mod.ko --module my_mod=$base mod.dump
expect 1 "$ANYCOV" report --functions --strict --image vmlinux --image my-mod.ko mod.dump
# A module whose code begins with another section (lld's .plt on arm64): the address of each.
python3 - "$ANYCOV" <<'END' >sections.pcs
import re, subprocess, sys
where = {".text.hot": 0xffffffffa0010000, ".text.unlikely": 0xffffffffa0020000}
for line in subprocess.run([sys.argv[1], "sites", "my-mod.ko"], capture_output=True, text=True).stdout.split("\n"):
    m = re.match(r"(\S+)\+(0x[0-9a-f]+) ", line)
    if m and m[1] in where:
        print(hex(where[m[1]] + int(m[2], 16)))
END
[ "$(wc -l <sections.pcs)" -ge 4 ] || fail "no sites in two sections"
"$MKDUMP" pc $(cat sections.pcs) . >sections.dump
expect 0 "$ANYCOV" report --functions --strict --image vmlinux --image my-mod.ko \
	--module my_mod=.text.hot=0xffffffffa0010000 --module my-mod.ko=.text.unlikely=0xffffffffa0020000 sections.dump
grep -Eq "^  rare +[1-9].*  mod.c" out && grep -Eq "^  hot +[1-9].*  mod.c" out ||
	{ cat out; fail "functions of sections that have their addresses"; }
grep -Eq "^  cold +0/.*  mod.c" out || { cat out; fail "a function of a section without an address"; }
expect 1 "$ANYCOV" report --functions --strict --image vmlinux --image my-mod.ko \
	--module my_mod=.text.hot=0xffffffffa0010000 sections.dump
for word in my_mod=.data=1 my_mod=.text.=1 my_mod=.text.ho=1 vmlinux=.text=1; do
	expect 2 "$ANYCOV" report --functions --image vmlinux --image my-mod.ko --module $word sections.dump
	has err "has no code in this section; name one that /sys/module/NAME/sections has"
	one_sentence
done
for word in =.text=1 my_mod=.text=x my_mod=.text= my_mod=.text; do
	expect 2 "$ANYCOV" report --functions --image vmlinux --image my-mod.ko --module $word sections.dump
	has err "use NAME=BASE, with BASE from /proc/modules, or NAME=.text=ADDR"
	one_sentence
done
expect 2 "$ANYCOV" report --functions --image vmlinux --module other=1 mod.dump
has err "no --image has this name"
expect 2 "$ANYCOV" report --functions --image vmlinux --module vmlinux mod.dump
one_sentence

# Progress is shown on a terminal after two seconds, and removed; else never.
if script -qec true /dev/null >/dev/null 2>&1; then
	script -qec "(head -c 8 canonical.dump; sleep 2.4; tail -c +9 canonical.dump) | \"$ANYCOV\" dump --rawcover - >/dev/null" progress </dev/null >/dev/null
	grep -q "$(printf '\r\033\\[K')" progress || { cat -A progress; fail "no progress on a terminal"; }
fi
(head -c 8 canonical.dump; sleep 2.4; tail -c +9 canonical.dump) | "$ANYCOV" dump --rawcover - >out 2>err
[ ! -s err ] || fail "progress in a file"

# Separate debug information; none of the images has a map.
plain()
{
	expect 2 "$ANYCOV" run -o d.dump ./$1 b
	check --image $1 d.dump
	reason "unknown: no map in the image"
	expect 0 "$ANYCOV" sites $1
	has out "pick ("
	grep -q "t\.c:[345]" out || { cat out; fail "$1: no lines"; }
}
link=$("$ANYCOV" flags --coverage trace-pc --cc gcc --link)
gcc -g -O0 -fsanitize-coverage=trace-pc t.c -o whole $link
plain whole
cp whole split
objcopy --only-keep-debug split split.debug
objcopy --strip-debug --add-gnu-debuglink=split.debug split
plain split
mkdir -p .debug
mv split.debug .debug/
plain split
rm -r .debug
expect 0 "$ANYCOV" report --functions --strict --image split d.dump
totals functions 2 3
reason "lines of 3 functions unknown: no debug information"
# strip moves part of the map to the debug file; it is read from there.
echo 'template <class T> T big(T a, T b) { if (a > b) return a; return b; }
int main(int c, char **) { return big(c, 1) - big(1.0, 1.0); }' >big.cc
"$ANYCOV" cc g++ -g big.cc -o big
expect 0 "$ANYCOV" run -o big.dump ./big
strip big -o bare
expect 1 "$ANYCOV" report --functions --image bare big.dump
has err "do not strip the image"
[ "$(wc -l <err)" -eq 1 ] || fail "not one sentence"
objcopy --only-keep-debug big big.debug
objcopy --strip-all --add-gnu-debuglink=big.debug big linked
expect 0 "$ANYCOV" report --functions --strict --image linked big.dump
has out "int big<int>(int, int)"
"$ANYCOV" report --functions --image big big.dump | sed 1d >want
sed 1d out | cmp want || fail "a .debug file's map is another"
expect 0 "$ANYCOV" sites --check linked
# Without the records of functions: one warning, not one for each call.
strip -g big -o bare
expect 0 "$ANYCOV" sites bare
[ "$(wc -l <err)" -eq 1 ] || { cat err; fail "not one note"; }
has err "hook calls have no record"
# The map may be compressed like all sections .debug_*: in objects and linked.
for words in "gcc -gz" "gcc -gz=zlib-gnu" "${CLANG:-clang} -gz" "clang-19 -gz"; do
	set -- $words
	command -v $1 >/dev/null && have $1 || continue
	"$ANYCOV" cc $1 -g $2 -O0 -c t.c -o packed.o
	"$ANYCOV" cc $1 $2 packed.o -o packed
	for f in packed packed.o; do
		expect 0 "$ANYCOV" sites --check $f
	done
	# GCC 14 takes zlib-gnu and ignores it.
	readelf -SW packed | grep -q "zdebug_anycov_map\|debug_anycov_map.* C " ||
		[ $2 = -gz=zlib-gnu ] || fail "$words: not compressed"
	expect 2 "$ANYCOV" run -o d.dump ./packed b
	expect 0 "$ANYCOV" report --functions --strict --image packed d.dump
	totals functions 2 3
	hasnt out "no map"
done
if have arm-none-eabi-gcc; then
	arm-none-eabi-gcc -mlong-calls -c t.c -o long.o $("$ANYCOV" flags --coverage trace-pc --cc arm-none-eabi-gcc --firmware) 2>/dev/null
	expect 1 "$ANYCOV" sites --check long.o
	has err "long-calls"
fi
gcc -g -gsplit-dwarf -O0 -fsanitize-coverage=trace-pc t.c -o dwo $link
plain dwo
gcc -g -gz -O0 -fsanitize-coverage=trace-pc t.c -o packed $link
plain packed
for v in 2 3 4 5; do
	gcc -gdwarf-$v -O0 -fsanitize-coverage=trace-pc t.c -o v$v $link
	plain v$v
done
if [ -n "$CLANG" ] && have $CLANG; then
	# No .debug_aranges there.
	$CLANG -g -O0 -fsanitize-coverage=trace-pc,bb t.c -o clang $link
	plain clang
	# Comparisons keep their location at -O1, where code without a line is common.
	cat >c.c <<'END'
#include <stdlib.h>
static int pick(int c)
{
	switch (c) {
	case 'a':
		return 1;
	case 'b':
		return 2;
	default:
		return 0;
	}
}
int main(int argc, char **argv)
{
	if (argc > 5)
		return 9;
	if (atoi(argv[1]) == 1234)
		return pick(argv[1][0]) + 3;
	return pick(argv[1][0]);
}
END
	for debug in -g "-g -gline-tables-only" -g0; do
		ANYCOV_FLAGS="--coverage trace-pc,trace-cmp" "$ANYCOV" cc $CLANG -O1 $debug c.c -o c
		expect 2 "$ANYCOV" run --mode cmp -o c.dump ./c b
		expect 0 "$ANYCOV" report --functions --strict --cmp --image c c.dump
		has out "Comparisons: 4"
		hasnt out "(no probe)"
		hasnt out "c:0"
		[ "$(grep -c " main[: (]" out)" -eq 4 ] || { cat out; fail "not every comparison has its function"; }
		[ "$debug" = -g0 ] || [ "$(grep -c " main (c.c:1\{0,1\}[4-9]" out)" -eq 4 ] ||
			{ cat out; fail "not every comparison has its line"; }
	done
fi

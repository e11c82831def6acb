# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov sites: every call that the disassembly shows, at its return address,
# and every mismatch with the map.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
int table[8];
volatile int v;
static int classify(int x)
{
	if (x == 1234)
		return 1;
	return x < 0 ? 2 : 0;
}
int pick(int c)
{
	switch (c) {
	case 'a': return 1;
	case 'b': return 7;
	case 'z': return 9;
	default: return 0;
	}
}
int loop(int n)
{
	int i, r = 0;

	for (i = 0; i < n; i++) {
		r += classify(i + v);
		if (r > 100)
			table[i & 7]++;
		else
			r += pick(i);
	}
	return r;
}
int main(void) { v = loop(3); return pick(v); }
END
cat >hooks.c <<'END'
void __sanitizer_cov_trace_pc(void) {}
void __sanitizer_cov_trace_cmp4(unsigned a, unsigned b) { (void)a; (void)b; }
void __sanitizer_cov_trace_cmp8(unsigned long long a, unsigned long long b) { (void)a; (void)b; }
void __sanitizer_cov_trace_cmp2(unsigned short a, unsigned short b) { (void)a; (void)b; }
void __sanitizer_cov_trace_cmp1(unsigned char a, unsigned char b) { (void)a; (void)b; }
void __sanitizer_cov_trace_const_cmp4(unsigned a, unsigned b) { (void)a; (void)b; }
void __sanitizer_cov_trace_const_cmp8(unsigned long long a, unsigned long long b) { (void)a; (void)b; }
void __sanitizer_cov_trace_const_cmp2(unsigned short a, unsigned short b) { (void)a; (void)b; }
void __sanitizer_cov_trace_const_cmp1(unsigned char a, unsigned char b) { (void)a; (void)b; }
void __sanitizer_cov_trace_switch(unsigned long long a, void *b) { (void)a; (void)b; }
END

# Return addresses by the disassembler: the address of the instruction after each
# call of a hook.
disassembly()
{
	"$1" -d --no-show-raw-insn "$2" | awk '
	/^ *[0-9a-f]+:\t/ {
		addr = $1; sub(":", "", addr)
		if (call) { print "0x" addr; call = 0 }
		# auipc is the first half of a call; avr prints the target as a comment
		if ($0 ~ /[ \t](callq?|bl|blx|jal|jalr|c\.jal|rcall|call0)[ \t].*__sanitizer_cov/ ) call = 1
	}'
}

# compare NAME OBJDUMP COMPILER FLAGS...
compare()
{
	name=$1 objdump=$2 cc=$3
	shift 3
	have $cc || return 0
	command -v $objdump >/dev/null || return 0
	for o in -O0 -Os -O2; do
		$cc "$@" $o -g $("$ANYCOV" flags --cc $cc --coverage trace-pc,trace-cmp) -c t.c -o t.o
		expect 0 "$ANYCOV" sites --check t.o
		$cc "$@" -O1 -c hooks.c -o hooks.o
		$cc "$@" -nostdlib -Wl,-e,main t.o hooks.o $libgcc -o t 2>link.err ||
			{ cat link.err; fail "$name: link"; }
		expect 0 "$ANYCOV" sites --check t
		sed -n 's/^\(0x[0-9a-f]*\) .*/\1/p' out >ours
		disassembly $objdump t >theirs
		[ -s theirs ] || fail "$name $o: the disassembler shows no call"
		cmp ours theirs || { diff ours theirs >&2; fail "$name $o: calls differ"; }
	done
	tried="$tried $name"
}

tried=
libgcc=
compare x86-64 objdump gcc
compare x86-64-pie objdump gcc -fPIE -pie
compare gcc-11 objdump gcc-11
for cc in $(with_clang clang-14 clang-19); do
	compare $cc objdump $cc
done
compare i386 objdump i686-linux-gnu-gcc-12
compare aarch64 aarch64-linux-gnu-objdump aarch64-linux-gnu-gcc-12
compare armhf arm-linux-gnueabihf-objdump arm-linux-gnueabihf-gcc-12
compare arm arm-linux-gnueabihf-objdump arm-linux-gnueabihf-gcc-12 -marm
libgcc=-lgcc
compare cortex-m3 arm-none-eabi-objdump arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb
compare cortex-m0 arm-none-eabi-objdump arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb
compare riscv64 riscv64-unknown-elf-objdump riscv64-unknown-elf-gcc
compare riscv32 riscv64-unknown-elf-objdump riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32
compare avr avr-objdump avr-gcc -mmcu=atmega328p
compare xtensa xtensa-lx106-elf-objdump xtensa-lx106-elf-gcc
echo "compared:$tried"
case $tried in
*x86-64*) ;;
*) fail "the host's compiler was not compared" ;;
esac

# Calls through a PLT, and through the GOT without a PLT.
for flags in "" -fno-plt "-fcf-protection=full -Wl,-z,lazy"; do
	gcc -O1 -fPIC -shared $flags $("$ANYCOV" flags --coverage trace-pc --cc gcc) t.c -o libt.so 2>/dev/null
	n=$(objdump -d libt.so | grep -cE 'call.*(__sanitizer_cov_trace_pc@plt|\(%rip\).*__sanitizer_cov_trace_pc)')
	expect 0 "$ANYCOV" sites --check libt.so
	has out "$n probes"
done

# Other tools' instrumentation: no map, the same addresses; kernel-like objects.
gcc -O1 -g -fsanitize-coverage=trace-pc -c t.c -o native.o
expect 0 "$ANYCOV" sites native.o
n=$(objdump -dr native.o | grep -c 'R_X86_64_PLT32.*__sanitizer_cov_trace_pc')
has out "$n probes, no map in the image"
expect 1 "$ANYCOV" sites --check native.o
has err "no map"

# JSON
gcc -O1 -g $("$ANYCOV" flags --coverage trace-pc --cc gcc) t.c hooks.c -o t
expect 0 "$ANYCOV" sites --json t
python3 - <<'END' || fail "JSON"
import json
d = json.load(open("out"))
assert d["schema"] == "anycov-sites-1" and d["map"] and not d["problems"]
s = [x for x in d["sites"] if x["function"] == "loop"]
assert s and all(x["kind"] == "pc" and x["exact"] and x["file"].endswith("t.c") for x in s)
END

# Mismatches are reported in both directions: assembly with a handwritten map.
record()
{
	printf '\t.pushsection .anycov_map,"",@progbits\n\t.byte 83,1\n\t.4byte 25\n'
	printf '\t.8byte %s,0x1234\n\t.4byte %s,0\n\t.byte %s\n\t.popsection\n' "$1" "$2" "$3"
}
{
	printf '\t.text\n\t.globl main\n\t.type main,@function\nmain:\n'
	printf '\tcall __sanitizer_cov_trace_pc\n1:\n'
	record 1b 0 1
	printf '\tcall __sanitizer_cov_trace_pc\n' # without a record
	printf '\tcall __sanitizer_cov_trace_const_cmp4\n2:\n'
	record 2b 1 1 # of another kind than its call
	printf '\tcall __sanitizer_cov_trace_pc\n3:\n\tnop\n4:\n'
	record 3b 2 1
	record 4b 3 1 # a second one for one call
	printf '\tret\n\t.size main,.-main\n'
	printf '\t.section .text.first,"ax",@progbits\n\tnop\n5:\tret\n'
	record 5b 4 1 # no call before it
	printf '\t.section .note.GNU-stack,"",@progbits\n'
} >bad.s
gcc -c bad.s -o bad.o
expect 1 "$ANYCOV" sites --check bad.o
has err "is called here, but the map has no record of it"
has err "the preceding hook call is of another kind"
has err "already has a record"
has err "no hook call precedes it"
gcc bad.o hooks.c -o bad
expect 1 "$ANYCOV" sites --check bad
expect 0 "$ANYCOV" sites bad

# A hook that is tail-called records the address of its caller.
printf '\t.globl main\n\t.type main,@function\nmain:\n\tjmp __sanitizer_cov_trace_pc\n\t.size main,.-main\n' >tail.s
gcc -c tail.s -o tail.o
expect 0 "$ANYCOV" sites tail.o
has out " tail "

# Code that the linker dropped is not a mismatch.
gcc -O1 -ffunction-sections $("$ANYCOV" flags --coverage trace-pc --cc gcc) -c t.c -o gc.o
gcc -O1 -c hooks.c -o hooks.o
gcc gc.o hooks.o -Wl,--gc-sections -o gc
expect 0 "$ANYCOV" sites gc

# Other and damaged files.
wrong()
{
	expect 1 "$ANYCOV" sites "$@"
	one_sentence
	has err "anycov sites: "
}
wrong t.c
wrong .
wrong no-such-file
head -c 1000 t >cut
wrong cut
: >nothing
wrong nothing

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov budget: its figures are those of size, nm, the disassembler and anycov sites; what the
# file does not show is left out, with the reason.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
int v;
int f(int x)
{
	if (x > 3)
		return v + 1;
	while (x--)
		v += x;
	return v;
}
int main(int argc, char **argv)
{
	return f(argc) + (argv[0][0] == 'x');
}
END
cat >hooks.c <<'END'
void __sanitizer_cov_trace_pc(void) {}
void __sanitizer_cov_trace_const_cmp1(unsigned char a, unsigned char b) { (void)a; (void)b; }
void __sanitizer_cov_trace_const_cmp4(unsigned a, unsigned b) { (void)a; (void)b; }
END

# budget FILE: the text is in text, the JSON in out, which the schema allows.
budget()
{
	expect 0 "$ANYCOV" budget "$1"
	cp out text
	grep -q ' $' text && { cat -A text; fail "blanks at the end of a line"; }
	[ "$(awk '{ n = length($0) > n ? length($0) : n } END { print n }' text)" -le 90 ] || { cat text; fail "long lines"; }
	expect 0 "$ANYCOV" budget --json "$1"
	/usr/bin/python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-budget-1.json" out ||
		fail "$1: not of the schema"
}

# is KEY.KEY... VALUE: in the JSON
is()
{
	python3 - "$@" <<'END' || { cat out; fail "not $*"; }
import json, sys
v = json.load(open("out"))
for key in sys.argv[1].split("."):
    v = v[key]
print(sys.argv[1], json.dumps(v))
sys.exit(json.dumps(v) != sys.argv[2])
END
}

# section NAME FILE [SIZE]: its bytes
section()
{
	"${3:-size}" -A "$2" | awk -v n="$1" 'index($1, n) == 1 { all += $2 } END { print all + 0 }'
}

# sites KEY FILE: how many of them anycov sites lists
sites()
{
	"$ANYCOV" sites --json "$2" | python3 -c "import json, sys; print(len(json.load(sys.stdin).get('$1', [])))"
}

for cc in ${GCC:+"$GCC"} ${CLANG:+"$CLANG"}; do
	compile()
	{
		coverage=$1
		shift
		$cc -O1 -g $("$ANYCOV" flags --cc $cc --coverage "$coverage") "$@" -c t.c -o t.o
	}

	compile flags
	budget t.o
	is image.flags.number "$(sites flags t.o)"
	is image.flags.ram "$(section __anycov_flags t.o)"
	is image.flags.image "$(section __anycov_flags t.o)"
	is image.functions 2
	is image.calls.number 0
	is needs '{}'
	has text "  flags "
	hasnt text "hook calls"
	hasnt text "unique"

	compile inline-8bit-counters,pc-table
	budget t.o
	is image.counters.ram "$(section __sancov_cntrs t.o)"
	is image.pc_table.image "$(section __sancov_pcs t.o)"
	is image.probes "$(section __sancov_cntrs t.o)"
	is image.flags.number 0

	compile inline-bool-flag
	budget t.o
	is image.bool_flags.ram "$(section __sancov_bools t.o)"
	is image.counters.ram 0

	compile trace-pc-guard
	budget t.o
	guards=$(($(section __sancov_guards t.o) / 4))
	is image.guards.ram $((guards * 4))
	is image.calls.number $guards
	is needs.guard_bits 8
	has text "  guards as bits (firmware)"

	# The map is not loaded.
	is image.not_loaded $(($(section .anycov_map t.o) + $(section .debug_anycov_map t.o)))

	# Bytes of the call instructions.
	compile trace-pc,trace-cmp
	$cc -O1 -c hooks.c -o hooks.o
	$cc -no-pie t.o hooks.o -o t
	budget t
	objdump -d t | grep 'call.*<__sanitizer_cov_trace' >calls
	is image.calls.number "$(wc -l <calls)"
	is image.calls.bytes "$(awk -F '\t' '{ n += split($2, byte, " ") } END { print n }' calls)"
	is needs.unique_pcs.records "$(grep -c '<__sanitizer_cov_trace_pc>' calls)"
	is needs.trace_bytes_per_call 8
	has text "comparisons, unique edges: it depends on the run"
	python3 - <<'END' || fail "sums"
import json
d = json.load(open("out"))
i, u = d["image"], d["needs"]["unique_pcs"]
assert sum(h["calls"] for h in i["calls"]["hooks"]) == i["calls"]["number"]
assert sum(h["bytes"] for h in i["calls"]["hooks"]) == i["calls"]["bytes"]
assert u["words"] > u["records"] and u["words"] * 8 + u["table_bytes"] <= u["bytes"]
assert i["sum"]["image"] == i["calls"]["bytes"] + i["runtime"]["code"], i
assert i["buffer"] is None and "buffer_is_enough" not in u
END
	# Of the runtime, here the hooks of hooks.c.
	bytes=0
	for n in $(nm -S t | awk '/__sanitizer_cov/ { print $2 }'); do
		bytes=$((bytes + 0x$n))
	done
	is image.runtime.code $bytes
done

# Without symbols.
[ -z "${GCC:-$CLANG}" ] || {
	strip -s t -o stripped
	budget stripped
	is image.functions null
	is image.calls.bytes null
	is image.runtime null
	has text "the image has no symbols"
	# Those that a library exports are not all.
	${GCC:-$CLANG} -O1 -fPIC -shared t.c hooks.c -o libt.so \
		$("$ANYCOV" flags --cc "${GCC:-$CLANG}" --coverage trace-pc)
	budget libt.so
	is image.functions 2
	is image.runtime.data.ram 0
	strip -s libt.so
	budget libt.so
	is image.runtime null
}

# A kernel's ELF file by another tool: no map and no runtime.
gcc -O1 -g -fsanitize-coverage=trace-pc -ffreestanding -fno-pie -mcmodel=kernel -c t.c -o kernel.o
gcc -O1 -fno-pie -mcmodel=kernel -c hooks.c -o hooks.o
gcc -nostdlib -no-pie -static -Wl,-Ttext=0xffffffff81000000,-e,main kernel.o hooks.o -o vmlinux
budget vmlinux
n=$(objdump -d vmlinux | grep -c 'call.*<__sanitizer_cov_trace_pc>')
is image.calls.number "$n"
is image.functions 2
is needs.unique_pcs.records "$n"
is image.not_loaded 0

# A tail call records an address of the caller, of which there may be any number.
printf '\t.globl main\n\t.type main,@function\nmain:\n\tjmp __sanitizer_cov_trace_pc\n\t.size main,.-main\n' >tail.s
gcc -c tail.s -o tail.o
budget tail.o
is needs.unique_pcs.bytes null
is image.calls.tail_calls 1
is image.calls.bytes 0
has text "tail-called"

# The addresses of an object are not final: which of many share a place of the table is not known.
i=0
while [ $i -lt 300 ]; do
	i=$((i + 1))
	printf 'int f%d(void) { return %d; }\n' $i $i
done >many.c
gcc -O1 -fsanitize-coverage=trace-pc -c many.c -o many.o
budget many.o
is needs.unique_pcs.records 300
is needs.unique_pcs.bytes null
has text "give the linked image"
printf 'int main(void) { return 0; }\n' >main.c
gcc many.o main.c hooks.c -o many
budget many
is needs.unique_pcs.records 300
[ "$(python3 -c 'import json; print(json.load(open("out"))["needs"]["unique_pcs"]["bytes"] >= 301 * 8 + 512 * 4)')" = True ] ||
	fail "too few bytes"

cat >fw.c <<'END'
#include <stdint.h>
#include "anycov/anycov.h"
#ifdef GIVEN
static uint64_t given[GIVEN / sizeof(uint64_t)];
#endif
#ifdef SMALL
uint64_t anycov_default_area[3];
const size_t anycov_default_bytes = sizeof(anycov_default_area);
#endif
static int sent;
static int sink(void *arg, const void *bytes, size_t n)
{
	(void)arg; (void)bytes;
	sent += n;
	return 0;
}
int f(int x);
int main(void)
{
#ifdef TASKS
	static struct anycov_task task;
	anycov_task_start(&task, 1, KCOV_TRACE_UNIQ_PC, given, sizeof(given));
	anycov_task_switch(&task);
#else
#ifdef GIVEN
	anycov_buffer(given, sizeof(given));
#endif
	anycov_start(KCOV_TRACE_UNIQ_PC);
#endif
	f(3);
	anycov_stop();
	anycov_dump((anycov_sink *)sink, 0);
	return sent;
}
END

# firmware WORD BUFFER COMPILER FLAGS...
firmware()
{
	word=$1 buffer=$2 cc=$3
	shift 3
	have $cc || { echo "missing: a plugin for $cc"; return 0; }
	link=$("$ANYCOV" flags --cc $cc --for trace --firmware --link --full -- "$@" 2>/dev/null) ||
		{ echo "missing: the runtime for $cc $*"; return 0; }
	tools=${cc%gcc}
	include=-I$ANYCOV_SOURCE/include

	# Flags are part of .data: one a block, and a byte for each function; on ARM to an even number.
	$cc "$@" -O1 -g $("$ANYCOV" flags --cc $cc --firmware --coverage flags) -c t.c -o t.o
	$cc "$@" -nostdlib -Wl,-e,main t.o $libgcc -o flags.elf
	budget flags.elf
	is image.flags.number "$(sites flags flags.elf)"
	is image.flags.ram "$(section .data.__anycov_flags t.o ${tools}size)"
	case $cc in
	arm-*) ;;
	*) is image.flags.ram $(($(sites flags flags.elf) + 2)) ;;
	esac
	is image.flags.image "$(section .data.__anycov_flags t.o ${tools}size)"

	# Records: the runtime by its symbols.
	for small in "" -DSMALL; do
		$cc "$@" -Os -ffreestanding $include $small -c fw.c -o fw.o
		$cc "$@" -O1 -g -Dmain=other $("$ANYCOV" flags --cc $cc --for trace --firmware) -c t.c -o t.o
		$cc "$@" $crt -Wl,-e,main fw.o t.o $link $libgcc -o fw.elf
		budget fw.elf
		[ -z "$small" ] || buffer=24
		is word_bytes $word
		is image.buffer $buffer
		is image.functions 2
		is image.calls.number "$(sites sites fw.elf)"
		is needs.unique_pcs.records "$(sites sites fw.elf)"
		${tools}nm -S fw.elf >symbols
		${tools}size -A fw.elf >sections
		python3 - <<'END' || { cat out symbols sections; fail "$cc: the runtime"; }
import json, re
sections = []
for line in open("sections"):
    w = line.split()
    if len(w) == 3 and w[0].startswith(".") and w[1].isdigit():
        sections.append((int(w[2]), int(w[1]), w[0]))
seen, code, constants, ram, initial = set(), 0, 0, 0, 0
for line in open("symbols"):
    w = line.split()
    if len(w) != 4 or not re.match(r"(__)?anycov_|__sanitizer_cov_", w[3]):
        continue
    at, size = int(w[0], 16), int(w[1], 16)
    if at in seen:
        continue
    seen.add(at)
    name = [s for a, n, s in sections if s[1:6] != "debug" and s != ".comment" and a <= at < a + n][0]
    if name in (".data", ".sdata"):
        ram, initial = ram + size, initial + size
    elif name in (".bss", ".sbss"):
        ram += size
    elif w[2] in "tTwW":
        code += size
    else:
        constants += size
r = json.load(open("out"))["image"]["runtime"]
assert (r["code"], r["constants"], r["data"]["ram"], r["data"]["image"]) == (code, constants, ram, initial), \
    (r, code, constants, ram, initial)
assert code > 500 and ram > 20
END
		if [ -z "$small" ]; then
			is needs.unique_pcs.runtime_has_mode true
			is needs.unique_pcs.buffer_is_enough true
			has text "is enough for unique PCs"
		else
			is needs.unique_pcs.buffer_is_enough false
			has text "too small for unique PCs"
		fi
	done

	# Of buffers that the program gives the default one is not linked, and their sizes are not known.
	for more in "" -DTASKS; do
		$cc "$@" -Os -ffreestanding $include -DGIVEN=$given $more -c fw.c -o given.o
		$cc "$@" $crt -Wl,-e,main given.o t.o $link $libgcc -o given.elf
		budget given.elf
		is image.buffer null
		is needs.unique_pcs.runtime_has_mode true
		is needs.unique_pcs.buffer_at_run_time true
		has text "gives buffers at run time"
		hasnt text "too small"
		hasnt text "it holds"
		! ${tools}nm -S given.elf | grep -i ' 0*\(2000\|100\) [bdc] anycov_default_area' || fail "$more: a default buffer"
	done
	# One that the program defines, too, is its own.
	$cc "$@" -Os -ffreestanding $include -DGIVEN="$given" -DSMALL -c fw.c -o given.o
	$cc "$@" $crt -Wl,-e,main given.o t.o $link $libgcc -o given.elf
	budget given.elf
	is image.buffer 24
	hasnt text "too small"

	# The archive without unique modes.
	$cc "$@" $crt -Wl,-e,main fw.o t.o $("$ANYCOV" flags --cc $cc --for trace --firmware --link -- "$@") $libgcc \
		-o basic.elf
	budget basic.elf
	is needs.unique_pcs.runtime_has_mode false
	has text "has no unique modes"

	# Guards and counters, also where the linker script (avr.ld) makes them part of .data.
	coverage=trace-pc-guard,inline-8bit-counters
	$cc "$@" -O1 -g $("$ANYCOV" flags --cc $cc --firmware --coverage $coverage) -c t.c -o t.o
	$cc "$@" $crt -Wl,-e,main t.o $("$ANYCOV" flags --cc $cc --firmware --link --coverage $coverage -- "$@") \
		$libgcc -o guards.elf
	n=$(($(section __sancov_guards t.o ${tools}size) / 4))
	budget guards.elf
	is image.guards.ram $((4 * n))
	is image.counters.ram "$(section __sancov_cntrs t.o ${tools}size)"
	is image.counters.image "$(section __sancov_cntrs t.o ${tools}size)"
	words=$(((n + 8 * word - 1) / (8 * word)))
	is needs.guard_bits $((words * word))
	tried="$tried $cc"
}

tried=
crt=-nostdlib libgcc=-lgcc given=491520
firmware 4 8192 arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb
firmware 8 8192 riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -mcmodel=medany
crt=''
given=512
firmware 2 256 avr-gcc -mmcu=atmega328p
echo "firmware:$tried"

# Other and damaged files.
wrong()
{
	expect 1 "$ANYCOV" budget "$@"
	one_sentence
	has err "anycov budget: "
}
gcc -O1 -c hooks.c -o hooks.o
wrong hooks.o
has err "no probes"
wrong --json hooks.o
wrong t.c
wrong .
wrong no-such-file
head -c 1000 many >cut
wrong cut
: >nothing
wrong nothing
expect 1 sh -c "\"$ANYCOV\" budget many >/dev/full"
has err "standard output: write error"
expect 2 "$ANYCOV" budget
one_sentence
expect 2 "$ANYCOV" budget many many
one_sentence

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Reports on images of other machines: Thumb bit, AVR word addresses, 32 bits,
# big-endian.  The records are made from the probes, so that no
# simulator is needed; a Cortex-M3 image also runs in QEMU if it is installed.
. "${0%/*}/lib.sh"

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
int main(void)
{
	return pick('b');
}
END
cat >hooks.c <<'END'
void __sanitizer_cov_trace_pc(void) {}
END

# target NAME WORD ORDER SCALE BIT COMPILER FLAGS...: a record is address / SCALE + BIT
target()
{
	name=$1 word=$2 order=$3 scale=$4 bit=$5 cc=$6
	shift 6
	have $cc || return 0
	$cc "$@" -O0 -g $("$ANYCOV" flags --coverage trace-pc --cc $cc) -c t.c -o t.o
	$cc "$@" -O1 -c hooks.c -o hooks.o
	$cc "$@" -nostdlib -Wl,-e,main t.o hooks.o -o $name 2>link.err || { cat link.err; fail "$name: link"; }
	expect 0 "$ANYCOV" sites --check $name
	pcs=
	for pc in $(sed -n 's/^\(0x[0-9a-f]*\) .* \(pick\|main\) .*/\1/p' out); do
		pcs="$pcs $((pc / scale + bit))"
	done
	[ -n "$pcs" ] || fail "$name: no sites"
	"$MKDUMP" $order word $word rawpc pc $pcs . >$name.dump
	expect 0 "$ANYCOV" report --functions --strict --image $name $name.dump
	totals functions 2 3
	grep -Eq "^  unused +0/" out || { cat out; fail "unused"; }
	has out "  t.c:7"
	tried="$tried $name"
}

tried=
target x86-64 8 "" 1 0 gcc -no-pie
target i386 4 "" 1 0 i686-linux-gnu-gcc-12 -no-pie
target aarch64 8 "" 1 0 aarch64-linux-gnu-gcc-12 -no-pie
target armhf 4 "" 1 1 arm-linux-gnueabihf-gcc-12 -no-pie
target cortex-m3 4 "" 1 1 arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb
target riscv64 8 "" 1 0 riscv64-unknown-elf-gcc
target riscv32 4 "" 1 0 riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32
target avr 2 "" 2 0 avr-gcc -mmcu=atmega328p
target arm-big 4 big 1 0 arm-linux-gnueabihf-gcc-12 -no-pie -mbig-endian -marm
echo "reported:$tried"
case $tried in
*avr*cortex*|*cortex*avr*|*x86-64*) ;;
*) fail "no target was tried" ;;
esac

have arm-none-eabi-gcc || exit 0
needs qemu-system-arm || exit 0
arm-none-eabi-gcc --specs=picolibc.specs -E -x c /dev/null >/dev/null 2>&1 || {
	echo "missing: picolibc-arm-none-eabi"
	exit 0
}
cat >fw.c <<'END'
#include <anycov/anycov.h>
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
__attribute__((noinline)) int work(void)
{
	return pick('b');
}
__attribute__((no_sanitize_coverage)) int main(int c, char **v)
{
	if (c > 5)
		return unused(c) + (int)v[0][0];
	anycov_start(0);
	work();
	anycov_stop();
	return anycov_dump_file("fw.dump");
}
END
cpu="-mcpu=cortex-m3 -mthumb"
memory=
for m in flash=0 flash_size=0x400000 ram=0x20000000 ram_size=0x10000 stack_size=0x1000; do
	memory="$memory -Wl,--defsym=__$m"
done
arm-none-eabi-gcc --specs=picolibc.specs --oslib=semihost --crt0=hosted $cpu -O0 -g \
	-I"$ANYCOV_SOURCE/include" $("$ANYCOV" flags --coverage trace-pc --cc arm-none-eabi-gcc --firmware) fw.c -o fw.elf \
	$memory $("$ANYCOV" flags --coverage trace-pc --cc arm-none-eabi-gcc --firmware --link -- $cpu)
timeout 30 qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none \
	-semihosting-config enable=on,target=native -kernel fw.elf </dev/null || fail "qemu: $?"
expect 0 "$ANYCOV" report --functions --strict --image fw.elf fw.dump
totals functions 2 3
has out "all matched to probes"

# A report on firmware in every format, read by its tool.
expect 0 "$ANYCOV" report --functions --strict --json -o fw.json --lcov fw.info --html fw.html --sancov fw.1.sancov \
	--image fw.elf fw.dump
/usr/bin/python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" fw.json ||
	fail "fw.json: not the schema"
if needs genhtml "genhtml (lcov)"; then
	genhtml_quietly -o fw.lcov fw.info
fi
grep -q 'class="not"' fw.html/f-fw.c-*.html || fail "no uncovered line in the page"
if [ -n "$browser" ]; then
	chrome --dump-dom "file://$PWD/fw.html/functions.html#sort=0,desc" >fw.index.dom
	chrome --dump-dom "file://$PWD/$(ls fw.html/f-fw.c-*.html)" >fw.page.dom
	/usr/bin/python3 - <<'END' || fail "the pages of a firmware in $browser"
import json, re
image = json.load(open("fw.json"))["images"][0]
index, page = open("fw.index.dom").read(), open("fw.page.dom").read()
names = re.findall(r'<tr><th scope="row">(?:<a [^>]*>)?(\w+)(?:</a>)?</th><td class="state (\w+)"', index)
assert names == sorted(((f["name"], "ran" if f["state"] == "covered" else "not") for f in image["functions"]),
                       reverse=True), names
states = {l["line"]: "inferred" if l.get("inferred") else l["state"]
          for f in image["files"] if f["path"].endswith("fw.c") for l in f["lines"]}
rows = dict(re.findall(r'<tr id="L(\d+)" class="(\w+)"', page))
assert {"covered", "not covered"} <= set(states.values())
for line, state in states.items():
    assert rows[str(line)] == {"covered": "ran", "not covered": "not"}.get(state, state), (line, state)
END
else
	echo "no browser: the pages of a firmware were not opened (install chromium)"
fi
for sancov in $(ls /usr/lib/llvm-*/bin/sancov 2>/dev/null); do
	expect 0 "$ANYCOV" dump --rawcover fw.dump
	sort -u out >pcs
	expect 0 "$sancov" -print fw.1.sancov
	[ "$(wc -l <out)" -eq "$(wc -l <pcs)" ] || { cat out pcs; fail "sancov -print"; }
done

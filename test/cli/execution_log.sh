# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# 'anycov report --trace': logs of QEMU and drcov files of images without instrumentation show the
# lines of machine code that ran; what a log cannot show is unknown, and wrong logs are errors.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
int seen;

int pick(int n)
{
	if (n < 0)
		return -n;
	return n + seen;
}

void left(void)
{
	seen = 3;
}

void _start(void)
{
	seen = pick(3);
	for (;;)
		;
}
END
gcc -O0 -g -ffreestanding -fno-stack-protector -fcf-protection=none -fno-pie -nostdlib -static -no-pie t.c -o t.elf
gcc -O0 -g -ffreestanding -fno-stack-protector -fcf-protection=none -fPIE -nostdlib -static-pie t.c -o pie.elf
cat >logs.py <<'END'
import re, struct, subprocess
# The instructions of t.elf by line, as a simulator that executes _start() logs them.
code, line, name = [], 0, ""
out = subprocess.run(["objdump", "-dl", "t.elf"], stdout=subprocess.PIPE, text=True, check=True).stdout
for text in out.splitlines():
    m = re.match(r"[0-9a-f]+ <(\w+)>:", text)
    name = m.group(1) if m else name
    m = re.match(r".*t\.c:(\d+)", text)
    line = int(m.group(1)) if m else line
    m = re.match(r" *([0-9a-f]+):\t((?:[0-9a-f]{2} )+)", text)
    if m:
        code.append((int(m.group(1), 16), bytes.fromhex(m.group(2)), line, name))
ran = [c for c in code if c[3] != "left" and c[2] != 6]


def block(c, move=0):
    head = "-" * 16 + "\n" + "IN: %s\n" % c[3]
    return head + "0x%016x:  %s  insn\n\n" % (c[0] + move, c[1].hex(" "))


def write(name, text):
    with open(name, "w") as f:
        f.write(text)


asm = "".join(block(c) for c in ran)
trace = "".join("Trace 0: 0x7f6454000100 [00000000/%016x/00000110/ff000200] %s\n" % (c[0], c[3]) for c in ran)
write("asm.log", asm)
write("moved.log", "".join(block(c, 0x200000) for c in ran))
# What the host's code is made of is no code of the target, even at its addresses.
left = [c for c in code if c[2] == 6 or c[3] == "left"]
other = "OUT: [size=40]\n" + "".join("0x%016x:  %s  insn\n" % c[:2] for c in left)
write("all.log", "PROLOGUE: [size=45]\n" + other + "\n" + asm + trace + "OP:\n ---- 0x1\n" + other)
write("exec.log", trace)
# A block that was stopped before it began.
at = left[0][0]
write("stopped.log", trace + "Trace 0: 0x7f [00000000/%016x/0/0] left\n"
      "Stopped execution of TB chain before 0x7f [%016x] left\n" % (at, at))
write("old.log", trace.replace("[00000000/", "[0: ").replace("/00000110/ff000200]", "]"))
write("cut.log", asm[:-4])
write("late.log", "".join(block(c) for c in ran if c[3] != "_start"))
write("none.log", asm.replace("0x0000", "0x00f0"))
write("long.log", "x" * 100000 + "\n" + asm)
write("objd.log", "IN: \nOBJD-T: 00bf\n")
bad = bytes(255 - b for b in ran[3][1]).hex(" ")
write("other.log", asm.replace(ran[3][1].hex(" "), bad, 1))


def drcov(name, blocks, modules=(("0x0", "/x/t.elf"),), version=2, count=None, text=False, end=b""):
    table = "Module Table: version %d, count %d\n" % (version, len(modules)) if version > 1 else \
        "Module Table: %d\n" % len(modules)
    head = "DRCOV VERSION: 2\nDRCOV FLAVOR: drcov\n" + table
    if version > 1:
        head += "Columns: id, base, end, entry, path\n"
        for i, (base, path) in enumerate(modules):
            head += " %d, %s, 0xffffff, 0x0, %s\n" % (i, base, path)
    else:
        for i, (base, path) in enumerate(modules):
            head += "%d, %s, %s\n" % (i, base, path)
    head += "BB Table: %d bbs\n" % (len(blocks) if count is None else count)
    data = b"".join(struct.pack("<IHH", *b) for b in blocks)
    with open(name, "wb") as f:
        f.write(head.encode() + (b"module id, start, size:\n" if text else data) + end)


blocks = [(c[0], len(c[1]), 0) for c in ran]
drcov("system.drcov", blocks)
drcov("one.drcov", blocks, version=1)
drcov("two.drcov", [(a, n, 1) for a, n, _ in blocks] + [(left[0][0], 9, 0)], (("0x0", "/x/lib.so"), ("0x0", "/y/t.elf")))
drcov("cut.drcov", blocks, count=len(blocks) + 1)
drcov("more.drcov", blocks, end=b"1")
drcov("version.drcov", blocks, version=5)
drcov("text.drcov", blocks, text=True)
drcov("missing.drcov", blocks, (("0x0", "/x/a"), ("0x0", "/x/b")))
drcov("twice.drcov", blocks, (("0x0", "/x/t.elf"), ("0x0", "/y/t.elf")))
drcov("huge.drcov", blocks, count=1 << 62)
write("head.drcov", "DRCOV VERSION: 2\n")
write("table.drcov", "DRCOV VERSION: 2\nDRCOV FLAVOR: x\nModule Table: version 2, count 3\n")
write("words.drcov", "DRCOV VERSION: 2\nDRCOV FLAVOR: x\nModules\nBB Table: 1 bbs\n")
# A process: blocks count from where the kernel loaded it.
names = {}
for text in subprocess.run(["nm", "-S", "pie.elf"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines():
    w = text.split()
    if len(w) == 4:
        names[w[3]] = int(w[0], 16), int(w[1], 16)
drcov("pie.drcov", [(*names["_start"], 0), (*names["pick"], 0)], (("0x555555554000", "/x/pie.elf"),))
END
python3 logs.py

report() # STATUS LOG OPTION...
{
	want=$1 log=$2
	shift 2
	expect "$want" "$ANYCOV" report --image t.elf --trace "$log" --lcov t.info "$@"
}

for log in asm.log all.log system.drcov one.drcov two.drcov long.log; do
	report 0 $log
	has out "Input: 1 log of execution; lines of machine code, without instrumentation"
	lines covered 4 5 7 8 16 17 18
	lines uncovered 6 11 12 13
	hasnt out "unknown:"
done
report 0 moved.log --load-offset 0x200000
lines covered 4 5 7 8 16 17 18
lines uncovered 6 12
expect 0 "$ANYCOV" report --image pie.elf --trace pie.drcov --lcov t.info
lines covered 4 5 6 7 16 17
lines uncovered 12
expect 1 "$ANYCOV" report --image pie.elf --trace pie.drcov --load-offset 0x1000
has err "pie.drcov: has the address of its module; omit --load-offset"

# -d exec has no block that is chained: what it does not have is unknown, as of a log that is cut,
# or that begins after the image did.
for log in exec.log stopped.log old.log cut.log; do
	report 3 $log
	lines covered 4 5 7 17
	lines unknown 6 11 12
	reason "a log of execution lacks code that ran; log with -d in_asm from the start"
	report 0 $log --allow-incomplete
done
report 3 late.log
lines covered 5 7
lines unknown 6 12 17
# Two logs show what one of them does.
expect 0 "$ANYCOV" report --image t.elf --trace asm.log --trace system.drcov
has out "Input: 2 logs of execution"
zstd -q asm.log -o asm.log.zst
report 0 asm.log.zst
lines uncovered 6 12

expect 0 "$ANYCOV" report --image t.elf --trace asm.log --json
/usr/bin/python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" out || fail "schema"
has out '"execution_logs": 1'
report 0 asm.log --html html
grep -rq "without instrumentation" html/index.html || fail "HTML does not say what it shows"

# A function without debug information has a state, and no lines.
printf 'void plain(void) {}\nvoid idle(void) {}\n' >plain.c
sed 's/seen = pick(3);/void plain(void); plain();/' t.c >u.c
gcc -O0 -ffreestanding -fcf-protection=none -fno-pie -c plain.c -o plain.o
gcc -O0 -g -ffreestanding -fno-stack-protector -fcf-protection=none -fno-pie -nostdlib -static -no-pie u.c plain.o -o u.elf
objdump -d u.elf | sed -n '/<plain>:/,/^$/p; /<_start>:/,/^$/p' | sed -n 's/^ *\([0-9a-f]*\):.*/0x\1:/p' >u.code
{ echo IN:; cat u.code; } >u.log
expect 0 "$ANYCOV" report --image u.elf --trace u.log --functions
reason "lines of 2 functions unknown: no debug information"
grep -q '^  plain  *-  *1/1' out || fail "plain() is not covered"
grep -q '^  idle  *-  *0/1' out || fail "idle() is not shown as not covered"

wrong() # TEXT LOG OPTION...
{
	text=$1
	shift
	expect 1 "$ANYCOV" report --image t.elf --trace "$@"
	one_sentence
	has err "$text"
}
wrong 'none.log: has no code of t.elf with lines; use the image that was run' none.log
wrong 'moved.log: has no code of t.elf' moved.log
wrong 'than t.elf; use the image that was run, or --force' other.log
report 3 other.log --force
lines covered 5 7
lines unknown 6 12
wrong 'objd.log:2: has no addresses of instructions' objd.log
: >empty.log
for log in empty.log t.elf t.c; do
	wrong "$log: is neither a log of QEMU" $log
done
wrong 'cut.drcov: damaged drcov file: it has other than the number of blocks' cut.drcov
wrong 'more.drcov: damaged drcov file: it has other than the number of blocks' more.drcov
wrong 'huge.drcov: damaged drcov file: it has other than the number of blocks' huge.drcov
wrong 'version.drcov: its table of modules has version 5' version.drcov
wrong 'text.drcov: its blocks are text' text.drcov
wrong 'missing.drcov: has no module with the name of t.elf' missing.drcov
wrong 'twice.drcov: has several modules with the name of t.elf' twice.drcov
wrong 'head.drcov: damaged drcov file: it ends in its head' head.drcov
wrong 'table.drcov: damaged drcov file: it ends in its table of modules' table.drcov
wrong 'words.drcov: damaged drcov file: no table of modules' words.drcov
wrong 'nowhere: cannot open' nowhere
strip -g t.elf -o stripped.elf
expect 1 "$ANYCOV" report --image stripped.elf --trace asm.log --lcov t.info
one_sentence
has err "no debug information"

usage() # TEXT ARGUMENT...
{
	text=$1
	shift
	expect 2 "$ANYCOV" report "$@"
	has err "$text"
}
usage '--trace requires one --image' --trace asm.log
usage '--trace shows machine code' --image t.elf --trace asm.log --memory asm.log@0
usage '--trace shows machine code' --image t.elf --trace asm.log asm.log
usage '--load-offset auto requires --memory' --image t.elf --trace asm.log --load-offset auto
usage 'with --memory and --trace give --load-offset' --image t.elf --trace asm.log --kaslr 1

# Damage is an error or a report, and nothing else.
python3 - <<'END' || fail "damaged logs"
import os, random, subprocess, sys
random.seed(7)
for name in ("asm.log", "exec.log", "system.drcov", "two.drcov"):
    good = open(name, "rb").read()
    for i in range(25):
        bad = bytearray(good)
        for _ in range(random.randrange(1, 6)):
            bad[random.randrange(len(bad))] = random.randrange(256)
        bad = bad[:random.randrange(len(bad))] if i % 3 == 0 else bad
        open("bad", "wb").write(bad)
        rc = subprocess.run([os.environ["ANYCOV"], "report", "--image", "t.elf", "--trace", "bad"],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        if rc not in (0, 1, 3):
            sys.exit("%s, %d: status %d" % (name, i, rc))
END

# QEMU's own, of an image at -O0, whose lines are those of its machine code.
if ! arm-none-eabi-gcc --specs=picolibc.specs -E -xc /dev/null >/dev/null 2>&1; then
	echo "missing: gcc-arm-none-eabi or picolibc-arm-none-eabi"
	exit 0
fi
needs qemu-system-arm || exit 0
printf 'int seen;\nint pick(int n)\n{\n\tif (n < 0)\n\t\treturn -n;\n\treturn n + seen;\n}\n' >t.c
printf 'int pick(int n);\nint main(void)\n{\n\treturn pick(3) - 3;\n}\n' >main.c
arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -O0 -g t.c main.c --specs=picolibc.specs --oslib=semihost --crt0=hosted \
	-Wl,--defsym=__flash=0,--defsym=__flash_size=4M,--defsym=__ram=0x20000000,--defsym=__ram_size=4M,--defsym=__stack_size=8K -o t.elf
run() # LOG OPTION...
{
	log=$1
	shift
	timeout 60 qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none -D "$log" "$@" \
		-semihosting-config enable=on,target=native -kernel t.elf </dev/null || fail "QEMU"
}
one=-singlestep
qemu-system-arm -help | grep -q -- -singlestep || one="-accel tcg,one-insn-per-tb=on"
run asm.log -d in_asm
run both.log -d in_asm,out_asm,op,exec,int
# shellcheck disable=SC2086
run one.log -d in_asm $one
run exec.log -d exec,nochain
for name in one asm both; do
	report 0 $name.log
	lines covered 3 4 6 7
	lines uncovered 5
	sed '/^Input/d' out >$name.out
	cmp one.out $name.out || fail "$name.log and one.log differ"
done
report 3 exec.log
lines covered 3
lines unknown 5
echo "logs of QEMU"

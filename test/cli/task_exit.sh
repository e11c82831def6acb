# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Dumps of tasks of Linux that began in user mode and ended with the task: which functions of a
# kernel are known then, although a rule of theirs needs complete calls.
. "${0%/*}/lib.sh"
cc=$GCC
[ -n "$cc" ] && have $cc || lacks "a plugin for gcc"
export WORK

# Functions whose entry has no probe: lossless plans have those after the call.
body='(int x) { if (first()) third(); else second(); while (x--) second(); }'
# tree DIRECTORY: sources of a kernel, one function each
tree()
{
	while read -r file name; do
		mkdir -p "$1/${file%/*}"
		echo "int first(void); void second(void), third(void); void $name$body" >"$1/$file"
	done <<'EOF'
kernel/exit.c make_task_dead
kernel/seccomp.c secure_computing
kernel/other.c other
arch/x86/kernel/process_64.c switch_to
arch/x86/kernel/signal.c do_signal
arch/x86/events/core.c event
arch/sparc/kernel/any.c any
fs/read.c vfs_read
include/linux/entry-common.h in_header
EOF
	echo '#include <linux/entry-common.h>' >"$1/fs/user.c"
}
all="any do_signal event in_header make_task_dead other secure_computing switch_to"
listed="any do_signal in_header make_task_dead secure_computing switch_to"
cat >kernel.lds <<'EOF'
SECTIONS { . = 0xffffffff81000000; .text : { *(.text*) } .data : { *(.data*) *(.bss*) } }
EOF
echo 'void __sanitizer_cov_trace_pc(void) {} int first(void) { return 0; } void second(void) {} void third(void) {}' >hook.c
flags="-g -O1 -mcmodel=kernel -fno-pic -fcf-protection=none"
# shellcheck disable=SC2086
$cc $flags -c hook.c -o hook.o
# image FILE SOURCE...: of sources in the current directory, with headers in $from
image()
{
	vmlinux=$1 objects="$WORK/hook.o"
	shift
	for source; do
		object=$WORK/$(echo "$source" | tr / _).o
		# shellcheck disable=SC2046,SC2086
		$cc $flags $("$ANYCOV" flags --cc $cc --kernel --coverage trace-pc --prune lossless) \
			-I "${from:-}include" -c "$source" -o "$object" || fail "$source"
		objects="$objects $object"
	done
	# shellcheck disable=SC2086
	ld -T "$WORK/kernel.lds" -e main $objects -o "$vmlinux" 2>"$WORK/ld.err" ||
		{ cat "$WORK/ld.err"; fail "ld"; }
}
# FILE, bits of CUTS or "none", flags of the records, a module or "", addresses
cat >make.py <<'EOF'
import struct, sys, zlib
path, bits, flags, module = sys.argv[1:5]
pcs = [int(a, 16) for a in sys.argv[5:]]
out, chunks = b"anycov" + bytes([1, 1, 8, 0]) + bytes(6), 0
def chunk(tag, body, flags=0):
    global out, chunks
    out += tag + struct.pack("<III", 0, len(body), flags) + body
    chunks += 1
if module:
    chunk(b"MOD ", struct.pack("<QQQI", 0, 1 << 63, 2**64 - 1, 0) + module.encode())
chunk(b"PC  ", struct.pack("<%dQ" % len(pcs), *pcs), int(flags))
if bits != "none":
    chunk(b"CUTS", struct.pack("<II", int(bits), 0))
open(path, "wb").write(out + struct.pack("<4sIIIII", b"END ", 0, 8, 0, zlib.crc32(out), chunks))
EOF
# probes FUNCTION: the addresses of its probes in the image
probes()
{
	"$ANYCOV" sites "$vmlinux" | awk -v f="$1" '/^0x/ && index($0, "  " f " (") { print $1 }'
}
# dump BITS FLAGS MODULE FUNCTION...: a record of each probe of these
dump()
{
	bits=$1 begin=$2 module=$3
	shift 3
	# shellcheck disable=SC2046
	python3 "$WORK/make.py" "$WORK/x.dump" $bits $begin "$module" $(for f; do probes $f; done)
}
# unknown "FUNCTION..." ARGUMENT...: these are in the report, and all others known
unknown()
{
	names=$1
	shift
	expect 0 "$ANYCOV" report --image "$vmlinux" --json --each-image "$@"
	# shellcheck disable=SC2086
	python3 - $names <<'EOF' || { cat "$WORK/out"; fail "other functions are unknown than: $names"; }
import json, os, sys
images = json.load(open(os.environ["WORK"] + "/out"))["images"]
unknown = {f["name"] for image in images for f in image["functions"] if f["state"] == "unknown"}
print(sorted(unknown))
sys.exit(unknown != set(sys.argv[1:]))
EOF
}

# In the tree, and outside of it, also in a directory of a misleading name.
for top in "$WORK/linux" "$WORK/arch/x86/linux"; do
	tree "$top"
	for how in relative absolute; do
		cd "$top"
		from=
		[ $how = relative ] || { from=$top/; cd "$WORK"; }
		# shellcheck disable=SC2046
		image "$top/vmlinux.$how" $(cd "$top" && find . -name '*.c' | sort | sed "s,^\./,$from,")
		dump 4 2 "" vfs_read
		unknown "$listed" "$WORK/x.dump"
		# What began in a call, or does not say how it ended, shows less.
		dump 4 0 "" vfs_read
		unknown "$all" "$WORK/x.dump"
		for bits in none 5 6 7; do
			dump $bits 2 "" vfs_read
			unknown "$all" "$WORK/x.dump"
		done
	done
done
cd "$WORK"
from=
dump 4 2 "" vfs_read
cp x.dump read.dump
# Not all records; two kernels.
unknown "$all" --context 0 read.dump
unknown "$all vfs_read" --image linux/vmlinux.relative read.dump
expect 0 "$ANYCOV" report --image "$vmlinux" read.dump
reason "unknown: tasks of Linux end in calls of this code, or KCOV records them in part"
unknown "" --complete read.dump
# Only where no task ended after an oops, in any of the dumps.
dump 4 2 "" make_task_dead
cp x.dump oops.dump
unknown "any do_signal event in_header other secure_computing switch_to vfs_read" oops.dump
unknown "any do_signal event in_header other secure_computing switch_to" read.dump oops.dump
expect 0 "$ANYCOV" merge -o both.dump read.dump oops.dump
unknown "any do_signal event in_header other secure_computing switch_to" both.dump
# merge keeps it, if it is so of all dumps.
dump 4 2 "" other
expect 0 "$ANYCOV" merge -o both.dump read.dump x.dump
unknown "$listed" both.dump
expect 0 "$ANYCOV" dump both.dump
has out "the task ended in the kernel"
dump none 2 "" other
expect 0 "$ANYCOV" merge -o both.dump read.dump x.dump
unknown "any do_signal event in_header make_task_dead secure_computing switch_to" both.dump
# A program with a list of modules is no task of Linux.
dump 4 2 "$vmlinux" vfs_read
unknown "$all" x.dump
# A kernel without that function, or where another file has it, does not show how tasks end.
cd "$WORK/linux"
# shellcheck disable=SC2046
image "$WORK/vmlinux.old" $(find . -name '*.c' ! -name exit.c | sort | sed 's,^\./,,')
dump 4 2 "" vfs_read
unknown "any do_signal event in_header other secure_computing switch_to" "$WORK/x.dump"
mkdir -p "$WORK/elsewhere/exits"
cd "$WORK/elsewhere"
cp "$WORK/linux/kernel/exit.c" exits/exit.c
cp "$WORK/linux/fs/read.c" "$WORK/linux/kernel/other.c" .
image "$WORK/vmlinux.elsewhere" exits/exit.c read.c other.c
dump 4 2 "" vfs_read
unknown "make_task_dead other" "$WORK/x.dump"

# A module, whose sources are anywhere, is known beside the kernel, not alone.
mkdir -p "$WORK/module/arch/sparc/kernel"
cd "$WORK/module"
echo "int first(void); void second(void), third(void); void own$body" >arch/sparc/kernel/own.c
sed -i 's/0xffffffff81/0xffffffffa1/' "$WORK/kernel.lds"
image "$WORK/own.ko" "$WORK/module/arch/sparc/kernel/own.c"
cd "$WORK"
vmlinux=$WORK/linux/vmlinux.relative
unknown "$listed" --image own.ko read.dump
vmlinux=$WORK/linux/vmlinux.absolute
dump 4 2 "" vfs_read
unknown "$listed" --image own.ko x.dump
vmlinux=own.ko
dump 4 2 ""
unknown "own" x.dump

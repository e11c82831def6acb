# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Files of flags from a kernel, which have address 0: a report counts kernels, not processes.
. "${0%/*}/lib.sh"

cat >k.spec <<'EOF'
image
function start_kernel file=main.c line=1
block 0 probed succ=1,2 lines=1
block 1 probed exit lines=2
block 2 probed exit lines=3
flags 0,1,2
EOF
sed 's/^image.*/image id=77665544/; s/start_kernel/main/; s/main\.c/p.c/' k.spec >p.spec
mkflags image k.spec vmlinux
mkflags image p.spec prog
mkdir boot boots both
mkflags flags k.spec boot/vmlinux.flags hit=start_kernel:0,start_kernel:1 address=0 path=vmlinux
mkflags flags k.spec boots/vmlinux.flags hit=start_kernel:0 address=0 path=vmlinux started=2
cp boot/vmlinux.flags both
mkflags flags p.spec both/prog.flags hit=main:0 path=prog

expect 0 "$ANYCOV" report --functions --image-path . boot --html pages
has out "Input: 1 kernel"
hasnt out process
has pages/index.html "Input: 1 kernel."
grep -Eq "^  start_kernel " out || { cat out; fail "no function"; }
expect 0 "$ANYCOV" report --image vmlinux boots/vmlinux.flags
has out "Input: 2 kernels"
expect 0 "$ANYCOV" report --image vmlinux --image prog both
has out "Input: 1 process, 1 kernel"
expect 0 "$ANYCOV" report --image prog both/prog.flags
has out "Input: 1 process"
hasnt out kernel
expect 0 "$ANYCOV" dump boot/vmlinux.flags
has out "1 kernel or module started"
expect 0 "$ANYCOV" dump both/prog.flags
has out "1 process started"

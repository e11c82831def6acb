# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Whether the addresses of a dump include the KASLR offset shows in which probes they match, for PCs,
# comparisons and edges each; if neither matches more, they are taken as they are.
. "${0%/*}/lib.sh"

cat >t.c <<'EOF'
volatile int sink;
void first(int x) { sink = x == 5; }
void second(int x) { sink = x == 6; }
void third(int x) { sink = x == 7; }
int main(void) { return 0; }
EOF
cat >kernel.lds <<'EOF'
SECTIONS { . = 0xffffffff81000000; .text : { *(.text*) } .data : { *(.data*) *(.bss*) } }
EOF
echo 'void __sanitizer_cov_trace_pc(void) {} void __sanitizer_cov_trace_const_cmp4(unsigned a, unsigned b) { (void)a, (void)b; }' >hook.c
gcc -g -O0 -mcmodel=kernel -fno-pic -fcf-protection=none $("$ANYCOV" flags --coverage trace-pc,trace-cmp --cc gcc) -c t.c -o k.o
gcc -O1 -mcmodel=kernel -fno-pic -c hook.c -o hook.o
ld -T kernel.lds -e main k.o hook.o -o vmlinux 2>ld.err || { cat ld.err; fail "ld"; }
"$ANYCOV" sites vmlinux >probes || fail "sites"
# site FUNCTION N: the address of its Nth probe
site()
{
	awk -v f="$1" -v n="$2" '/^0x/ && index($0, " " f " ") && ++i == n { print $1 }' probes
}
moved() # moved ADDRESS OFFSET
{
	python3 -c "import sys; print(hex(int(sys.argv[1], 16) + int(sys.argv[2], 16)))" $1 $2
}
edge() # edge FROM TO
{
	python3 -c "import sys; a, b = (int(x, 16) & 0xffffffff for x in sys.argv[1:]); print(hex(a << 32 | b))" $1 $2
}
covers() # covers FUNCTION, and no other
{
	expect 0 "$ANYCOV" report --functions --strict --image vmlinux --kaslr $offset x.dump
	for f in first second third; do
		if [ $f = $1 ]; then
			grep -Eq "^  $f +1/1 " out || { cat out; fail "$f is not covered ($2)"; }
		else
			grep -Eq "^  $f +0/1 " out || { cat out; fail "$f is covered ($2)"; }
		fi
	done
}
pc=$(site second 1) cmp=$(site second 2)
[ -n "$pc" ] && [ -n "$cmp" ] && [ "$pc" != "$cmp" ] || { cat probes; fail "no sites"; }
for offset in 0x100000 0x1e400000; do
	for by in 0 $offset; do
		"$MKDUMP" pc $(moved $pc $by) . >x.dump
		covers second "PC $by"
		# A comparison: its operands are those of the site.
		"$MKDUMP" cmp 5 6 1 $(moved $cmp $by) >x.dump
		expect 0 "$ANYCOV" report --functions --strict --image vmlinux --kaslr $offset x.dump
		# An edge: the low halves of two PCs.
		"$MKDUMP" edge $(edge $(moved $(site first 1) $by) $(moved $pc $by)) . >x.dump
		expect 0 "$ANYCOV" report --functions --strict --image vmlinux --kaslr $offset x.dump
		for f in first second; do
			grep -Eq "^  $f +1/1 " out || { cat out; fail "$f is not covered (edge $by)"; }
		done
	done
done

# The distance of two probes: both the address and the address less the offset are probes.
offset=$(python3 -c "print(hex($(site third 1) - $(site second 1)))")
"$MKDUMP" pc $(site third 1) . >x.dump
covers third "as it is"
# One more that is no probe without the offset decides.
"$MKDUMP" pc $(site third 1) $(moved $(site third 1) $offset) . >x.dump
expect 0 "$ANYCOV" report --functions --strict --image vmlinux --kaslr $offset x.dump
grep -Eq "^  second +1/1 " out && grep -Eq "^  third +1/1 " out || { cat out; fail "with the offset"; }

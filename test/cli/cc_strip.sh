# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov cc: a link with -s keeps the map, which is gone with debug information: the report has the
# program's lines.
. "${0%/*}/lib.sh"

cat >t.c <<'EOF'
int two(int x);
int main(int c, char **v) { (void)v; return two(c) > 5; }
EOF
echo 'int two(int x) { return x > 2 ? x : 1; }' >two.c

for cc in $(with_clang $GCC clang-19); do
	have $cc || continue
	echo "$cc"
	for words in -s -Wl,-s -Wl,-O1,--strip-all,-z,now -Wl,-S "-Xlinker --strip-debug"; do
		rm -rf ./anycov-data .anycov-build
		# shellcheck disable=SC2086
		expect 0 "$ANYCOV" cc $cc -O1 $words t.c two.c -o t
		expect 0 "$ANYCOV" run ./t
		expect 0 "$ANYCOV" report
		totals lines 2 2
	done
	# What is beside a word that strips remains.
	expect 0 "$ANYCOV" cc $cc -Wl,-z,now,-s,-soname,odd -shared -fPIC two.c -o lib.so
	readelf -dW lib.so >dynamic
	has dynamic "Library soname: [odd]"
	has dynamic "NOW"
	# Values of other options and what is passed on are the command's.
	expect 0 "$ANYCOV" cc $cc -MD -MT -s -c two.c -o two.o
	grep -q '^-s:' two.d || fail "$cc -MT -s: the name of the target"
	expect 0 "$ANYCOV" cc $cc -v -s t.c two.c -o t
	readelf -SW t >sections
	hasnt sections .symtab
	# A command that runs as it is keeps its words.
	expect 0 "$ANYCOV" cc $cc -ffreestanding -s t.c two.c -o t
	readelf -SW t >sections
	hasnt sections .symtab
done

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# dump --dict: constants in both byte orders and strings that were compared byte
# by byte; libFuzzer and AFL++ read it.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
#include <stdint.h>
#include <string.h>
static int same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}
const char *volatile word = "magic";
int main(int argc, char **argv)
{
	const unsigned char *s = (const void *)argv[1];
	uint32_t v;

	memcpy(&v, s, 4);
	if (v == 0x12345678)
		return 1;
	if (s[0] == 'm' && s[1] == 'a' && s[2] == 'z')
		return 2;
	switch (v) {
	case 0x464c457f:
		return 5;
	case 0xcafebabe:
		return 6;
	case 77777:
		return 7;
	}
	return same(argv[1], word) + argc - 2;
}
END
tried=
for cc in $(with_clang gcc gcc-11 clang-14 clang-22); do
	have $cc || continue
	ANYCOV_FLAGS="--coverage trace-cmp" "$ANYCOV" cc $cc -O1 t.c -o t
	expect 0 "$ANYCOV" run --mode cmp -o t.dump ./t maghe
	expect 0 "$ANYCOV" dump --dict t.dump
	for token in '"\x124Vx"' '"xV4\x12"' '"\x7FELF"' '"FLE\x7F"' '"\xCA\xFE\xBA\xBE"' '"\xBE\xBA\xFE\xCA"' \
		'"maz"' '"magi"' '"\xD1/\x01\x00"'; do
		has out "=$token"
	done
	# No duplicates; each line is in the grammar of both fuzzers.
	sed 's/^[^=]*=//' out | sort | uniq -d >twice
	[ ! -s twice ] || { cat twice; fail "a token twice"; }
	grep -vE '^[A-Za-z0-9_]+="([^"\\[:cntrl:]]|\\x[0-9A-F]{2})+"$' out && fail "no dictionary line"
	cp out t.dict
	expect 0 "$ANYCOV" dump --dict t.dump t.dump
	cmp out t.dict || fail "the same records again give something new"
	tried="$tried $cc"
done
[ -n "$tried" ] || fail "no compiler"

# Synthetic dumps: sizes, a switch, floats, no constants.
"$MKDUMP" cmp 7 0x1122334455667788 1 0x10 cmp 3 0x41 0x42 0x20 cmp 5 0 5 0x30 cmp 1 255 5 0x40 \
	cmp 13 0x3f800000 0 0x50 >d
expect 0 "$ANYCOV" dump --dict d
has out '="\x88wfUD3\x22\x11"'
has out '="A\x00"'
has out '="\x00A"'
has out '="A"'
has out '="\x00\x00\x80?"'
hasnt out '="\x00"'
hasnt out '="\xFF"'
"$MKDUMP" pc 1 . >p
expect 0 "$ANYCOV" dump --dict p
[ ! -s out ] || fail "tokens from nothing"
has err "no comparison with a constant"
head -c 60 d >cut
expect 1 "$ANYCOV" dump --dict d cut
one_sentence

# The fuzzers themselves.
if echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d && n > 99; }' >f.c &&
	${CLANG:-clang} -fsanitize=fuzzer f.c -o f 2>/dev/null; then
	./f -runs=1 -dict=t.dict >fuzz.log 2>&1 || { cat fuzz.log; fail "libFuzzer"; }
	grep -q "Dictionary: $(wc -l <t.dict) entries" fuzz.log || { cat fuzz.log; fail "libFuzzer reads other tokens"; }
	tried="$tried libFuzzer"
fi
if needs afl-fuzz "afl-fuzz (afl++)"; then
	mkdir -p in
	echo a >in/a
	# It checks the dictionary before the target.
	AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 \
		AFL_NO_AFFINITY=1 timeout 20 afl-fuzz -n -V 1 -i in -o afl -x t.dict -- /bin/cat >afl.log 2>&1 || true
	grep -qi "loaded.*tokens\|extra tokens" afl.log || { cat afl.log; fail "AFL++"; }
	tried="$tried AFL++"
fi
echo "read by:$tried"

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# -march strings with long extension names get the archive of what they begin with.
. "${0%/*}/lib.sh"

cc=riscv64-unknown-elf-gcc
have $cc || lacks $cc
runtime=$("$ANYCOV" flags --cc $cc --for trace --firmware --link -- -march=rv32imac -mabi=ilp32)
runtime=${runtime%/rv32imac/ilp32/libanycov.a}
[ -f "$runtime/libanycov.a" ] || fail "$runtime: no runtime"

# archive DIRECTORY MARCH ABI
archive()
{
	expect 0 "$ANYCOV" flags --cc $cc --for trace --firmware --link -- -march=$2 -mabi=$3
	want=$runtime/$1/libanycov.a
	got=$(tr ' ' '\n' <out | grep libanycov)
	[ "$(readlink -f "$want")" = "$(readlink -f "$got")" ] || fail "-march=$2 -mabi=$3: $got, not $want"
	# The linker takes it: same word size and same floating-point ABI.
	echo 'void __sanitizer_cov_trace_pc(void); void _start(void) { __sanitizer_cov_trace_pc(); }' >s.c
	$cc -march=$2 -mabi=$3 -c s.c -o s.o
	$cc -march=$2 -mabi=$3 -r -nostdlib s.o "$got" -o r.o || fail "-march=$2 -mabi=$3: link"
}

archive rv32imac/ilp32 rv32imac ilp32
archive rv32imac/ilp32 rv32imac_zicsr ilp32
archive rv32imac/ilp32 rv32imac_zicsr_zifencei ilp32
archive rv32imafdc/ilp32d rv32gc_zicsr ilp32d
archive rv32imafc/ilp32f rv32imafc_zicsr ilp32f
archive rv32emac/ilp32e rv32emac_zicsr ilp32e
archive rv32im/ilp32 rv32im_zicsr ilp32
archive rv64imac/lp64 rv64imac_zicsr_zifencei lp64
archive . rv64gc_zicsr lp64d
archive . rv64imafdc_zicsr_zifencei lp64d
archive . rv64gc lp64d

# Without an archive for exactly these extensions, that with most of them.
archive rv32i/ilp32 rv32ic_zicsr ilp32
archive rv32ifd/ilp32d rv32ifdc ilp32d

# Flags that the compiler rejects stay an error.
expect 2 "$ANYCOV" flags --cc $cc --for trace --firmware --link -- -march=rv32iac_zicsr -mabi=ilp32f
one_sentence

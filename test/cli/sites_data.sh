# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Data among the code of a machine whose instructions differ in length is not decoded, and an
# object's symbol at a function's address makes no data of the function.
. "${0%/*}/lib.sh"

needs riscv64-unknown-elf-gcc gcc-riscv64-unknown-elf || exit 77
cat >pieces.s <<'END'
	.text
	.globl __sanitizer_cov_trace_pc, _start
	.type __sanitizer_cov_trace_pc,@function
__sanitizer_cov_trace_pc:
	ret
	.type _start,@function
_start:	ret

	.section .text.pieces,"ax",@progbits
	.type data_at_start,@object
data_at_start:
	jal __sanitizer_cov_trace_pc
	.type f,@function
	.type f_as_data,@object
f:
f_as_data:
	jal __sanitizer_cov_trace_pc
after_f:
	ret
	.type data_between,@object
	.type same_data,@object
data_between:
same_data:
	jal __sanitizer_cov_trace_pc
	.type g,@function
g:	jal __sanitizer_cov_trace_pc
after_g:
	ret
END
echo 'SECTIONS { .text : { *(.text) } .pieces : { *(.text.pieces) } }' >pieces.ld
riscv64-unknown-elf-gcc -nostdlib -Wl,-T,pieces.ld pieces.s -o pieces
expect 0 "$ANYCOV" sites pieces
awk '$1 ~ /^0x/ { print $1 }' out | sort >found
riscv64-unknown-elf-nm pieces | awk '$3 ~ /^after_/ { sub("^0*", "0x", $1); print $1 }' | sort | diff - found ||
	fail "the calls are not those of f and g"

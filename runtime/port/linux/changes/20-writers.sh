# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# kcov: add writers of unique records
#
# The hooks that compilers call, and what they write to the buffer of a task:
# PCs and comparisons in their order, as kernel/kcov.c does, or each once.  A
# set is the buffer itself with a table of 32-bit numbers of records in front
# of it, which user space does not see.  Nothing is allocated, locked or
# copied in a hook.  What user space stores in the buffer is checked before
# it is used: a count that is too large ends the recording, and an entry of
# the table counts only if the record it names has the value looked for.  So
# a set is emptied by storing 0 to the count.
#
# The same files are compiled for firmware and for programs, where they are
# tested too.  Therefore they use <stdint.h>'s names of types, and reach the
# kernel through one header, anycov_port.h, of a later change.
#
# Nothing is built yet.

# shellcheck disable=SC2154 # variables of apply.sh
for f in buffer.h unique_size.h hooks.h hooks.def; do
	new "$public/$f" "kernel/anycov/include/anycov/$f"
done
for f in record_context.h claim.h lean_layout.h lean_unique.h pc.h unique.h modes.h writer.h \
	unique_slow.c hook_pc.c hook_cmp.c hook_switch.c; do
	new "$runtime/hooks/$f" "kernel/anycov/hooks/$f"
done
maintained kernel/anycov/hooks/ kernel/anycov/include/

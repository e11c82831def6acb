# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# kcov: add a state machine of descriptors with unique modes
#
# What the ioctls of a descriptor do, and remote sections, for the writers of
# the last change.  States, errors and their order are those of
# kernel/kcov.c.  In addition:
#
# - ENABLE takes the unique modes.  Memory of a set is allocated at the first
#   ENABLE that needs it, and cleared in pieces, with interrupts on.
# - RESET_TRACE may come from any task that holds the descriptor, so that a
#   supervisor can map the buffer read-only.
# - A remote section records in order, and its records are added to the set
#   when it ends.  Records are moved 4,096 words at a time: the lock, which
#   masks interrupts, is not held for a whole buffer.
#
# Nothing is built yet.

# shellcheck disable=SC2154 # variables of apply.sh
for f in kcov_file.h kcov_file.c kcov_remote.c; do
	new "$runtime/kcov/$f" "kernel/anycov/kcov/$f"
done
maintained kernel/anycov/kcov/

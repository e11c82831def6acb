# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# kcov: number the unique modes
#
# A fuzzer looks for code that it has not seen.  KCOV gives it each PC as
# often as the code ran, so loops fill the buffer: what comes later is lost,
# and the fuzzer sorts what it got.  Unique modes, which later changes of
# this series add, record each PC, each edge or each comparison once.
#
# KCOV_RESET_TRACE and KCOV_UNIQUE_ENABLE have the numbers and the meaning of
# the series "coverage deduplication for KCOV".  The modes are bits, so that
# PCs and edges can be asked for together.
#
# This is user space's header alone: nothing refers to the numbers yet.

edit include/uapi/linux/kcov.h '
	BEGIN { want = 2 }
	/KCOV_RESET_TRACE|KCOV_TRACE_UNIQ_PC/ { want = -1 } # they are there already
	{ print }
	/^#define KCOV_REMOTE_ENABLE/ {
		hits++
		print "#define KCOV_UNIQUE_ENABLE\t\t_IOW(\047c\047, 103, unsigned long)"
		print "#define KCOV_RESET_TRACE\t\t_IO(\047c\047, 104)"
	}
	/^\tKCOV_TRACE_CMP = 1,/ {
		hits++
		print "\t/* Each PC, each edge, each comparison once. */"
		print "\tKCOV_TRACE_UNIQ_PC = 2,"
		print "\tKCOV_TRACE_UNIQ_EDGE = 4,"
		print "\tKCOV_TRACE_UNIQ_CMP = 8,"
	}'

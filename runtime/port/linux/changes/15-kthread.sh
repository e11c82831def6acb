# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# kthread: keep __kthread_should_park() out of KCOV
#
# The end of an interrupt calls __kthread_should_park() for ksoftirqd when
# the task no longer counts as in an interrupt, so the call is recorded for
# the task that was interrupted: records differ from run to run.  Linux 6.5
# does not call it any more.
#
# It costs nothing: one function has no instrumentation.

edit kernel/kthread.c '
	BEGIN { want = 1 }
	$0 == "bool __kthread_should_park(struct task_struct *k)" {
		$0 = "bool __no_sanitize_coverage __kthread_should_park(struct task_struct *k)"
		hits++
	}
	{ print }'

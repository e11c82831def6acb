/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Sources that use earlier names of public functions compile and link, and call the same
 * functions.  Freestanding, for the bare-metal archive of the host's processor.
 */
#include "anycov/anycov.h"

int check_names(void);
int check_names(void)
{
	void (*task_switch)(struct anycov_task *) = anycov_switch;
	int (*keep)(void *, size_t) = anycov_keep;
	size_t (*counters)(void) = anycov_counters;
	size_t (*guards)(void) = anycov_guards;

	__asm__("" : "+r"(task_switch), "+r"(keep), "+r"(counters), "+r"(guards));
	if (task_switch != anycov_task_switch || keep != anycov_buffer_persistent)
		return 1;
	if (counters != anycov_counters_start || guards != anycov_guards_total)
		return 2;
	anycov_switch(NULL);
	return anycov_keep(NULL, 0) == ANYCOV_ENOMEM && !anycov_counters() && !anycov_guards() ? 0
											       : 3;
}

/* Linux's exit(); the image has no C library. */
__asm__(".globl _start\n"
	"_start:\n"
	"	and $-16, %rsp\n"
	"	call check_names\n"
	"	mov %eax, %edi\n"
	"	mov $60, %eax\n"
	"	syscall\n"
	".pushsection .note.GNU-stack, \"\", @progbits\n"
	".popsection\n");

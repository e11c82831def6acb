/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A lean hook for x86-64 that prints the names of its callers, innermost first. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unwind.h>

extern int leaf(int), early(int, int), middle(int), main(int, char **);
int outside(int a, int b);

int outside(int a, int b)
{
	return a + b;
}

static const char *name_of(const char *start)
{
	return start == (const char *)leaf ? "leaf" :
	       start == (const char *)early ? "early" :
	       start == (const char *)middle ? "middle" :
	       start == (const char *)main ? "main" : NULL;
}

static _Unwind_Reason_Code frame(struct _Unwind_Context *context, void *line)
{
	const char *name = name_of((const char *)_Unwind_GetRegionStart(context));

	if (name) {
		if (*(char *)line)
			strcat(line, " ");
		strcat(line, name);
	}
	return name && !strcmp(name, "main") ? _URC_END_OF_STACK : _URC_NO_REASON;
}

void say_callers(void);
void say_callers(void)
{
	char line[200] = "";

	_Unwind_Backtrace(frame, line);
	puts(line);
}

__asm__(".text\n"
	".globl __sanitizer_cov_trace_pc, __anycov_lean_abi_1\n"
	"__anycov_lean_abi_1:\n"
	"__sanitizer_cov_trace_pc:\n"
	".cfi_startproc\n"
	"push %rbp\n"
	".cfi_def_cfa_offset 16\n"
	".cfi_offset %rbp, -16\n"
	"mov %rsp, %rbp\n"
	".cfi_def_cfa_register %rbp\n"
	"push %rax\n push %rcx\n push %rdx\n push %rsi\n push %rdi\n push %r8\n push %r9\n"
	"and $-16, %rsp\n"
	"sub $512, %rsp\n"
	"fxsave (%rsp)\n"
	"call say_callers\n"
	"fxrstor (%rsp)\n"
	"lea -56(%rbp), %rsp\n"
	"pop %r9\n pop %r8\n pop %rdi\n pop %rsi\n pop %rdx\n pop %rcx\n pop %rax\n"
	"pop %rbp\n"
	".cfi_def_cfa %rsp, 8\n"
	"ret\n"
	".cfi_endproc\n");

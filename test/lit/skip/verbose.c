// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// verbose says which function has no hooks, and why.
// RUN: echo "fun:ignored" > %t.list
// RUN: %cov{coverage=trace-pc;verbose;ignorelist=%t.list;skip-sections=.noinstr.text} -O2 -c %s -o %t.o 2>&1 | %check %s

#if defined(__clang__)
#define FREE __attribute__((no_sanitize("coverage")))
#else
#define FREE __attribute__((no_sanitize_coverage))
#endif
int x;

// CHECK-DAG: {{.}}ignored{{.}} gets no hooks: the ignorelist names its source file or the function
void ignored(void)
{
	x = 1;
}

// CHECK-DAG: {{.}}sectioned{{.}} gets no hooks: skip-sections= names its section
__attribute__((section(".noinstr.text"))) void sectioned(void)
{
	x = 2;
}

// CHECK-DAG: {{.}}freed{{.}} gets no hooks: it has the attribute no_sanitize_coverage or no_sanitize("coverage")
FREE void freed(void)
{
	x = 3;
}

// CHECK-DAG: {{.}}__sanitizer_cov_trace_pc{{.}} gets no hooks: it is a hook or a function that a hook may call
void __sanitizer_cov_trace_pc(void)
{
	x = 4;
}

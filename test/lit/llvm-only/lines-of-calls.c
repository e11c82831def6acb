// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// line-tables=calls: where line tables are all debug information, calls alone keep their lines once the map
// has those of the source; not where a debugger, a sanitizer or a remark needs the others.
// REQUIRES: x86_64
// RUN: %cov{coverage=flags;line-tables=calls} -O1 -gline-tables-only -S -emit-llvm %s -o - | %check{CALLS} %s
// RUN: %cov{coverage=flags;place=early;line-tables=calls} -O1 -gline-tables-only -S -emit-llvm %s -o - | %check{CALLS} %s
// RUN: %cov{coverage=flags,edge;place=early;prune=lossless;line-tables=calls} -O0 -gline-tables-only -S -emit-llvm %s -o - | %check{CALLS} %s
// RUN: %cov{coverage=flags} -O1 -gline-tables-only -S -emit-llvm %s -o - | %check{ALL} %s
// RUN: %cov{coverage=flags;line-tables=all} -O1 -gline-tables-only -S -emit-llvm %s -o - | %check{ALL} %s
// RUN: %cov{coverage=flags;line-tables=calls} -O1 -g -S -emit-llvm %s -o - | %check{ALL} %s
// RUN: %cov{coverage=flags;place=early;line-tables=calls} -O1 -g -S -emit-llvm %s -o - | %check{ALL} %s
// RUN: %cov{coverage=flags;line-tables=calls} -O1 -gline-tables-only -fsanitize=thread -S -emit-llvm %s -o - | %check{ALL} %s
// RUN: %cov{coverage=flags;line-tables=calls} -O1 -gline-tables-only -Rpass=nothing -S -emit-llvm %s -o - | %check{ALL} %s
// RUN: %cov{coverage=flags;line-tables=calls} -O1 -gline-tables-only -c %s -o %t.o
// RUN: %anycov sites %t.o | %check{MAP} %s
// RUN: not %cov{coverage=flags;line-tables=none} -O1 -c %s -o %t.o 2>&1 | %check{WRONG} %s

// CALLS-LABEL: define {{.*}}@f(
// CALLS-NOT: store {{.*}}, !dbg
// CALLS: call {{.*}}@user({{.*}}, !dbg
// CALLS-NOT: store {{.*}}, !dbg
// CALLS: ret void{{$}}
// ALL-LABEL: define {{.*}}@f(
// ALL: call {{.*}}@user({{.*}}, !dbg
// ALL: store {{.*}}, !dbg
// ALL: ret void, !dbg
// MAP: {{.*}}lines-of-calls.c:[[@LINE+7]])
// WRONG: line-tables=: unknown keyword 'none'; valid keywords are all calls
void user(int);
volatile int seen;
void f(int x)
{
	if (x > 3) {
		user(x);
		seen = x;
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// prune=none has hooks in the very blocks where clang's no-prune has them, prune=dom
// in those of its pruned mode, for both levels.
// REQUIRES: native
// RUN: %cc -O1 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.0.ll
// RUN: %cov{coverage=trace-pc,bb;prune=none} -O1 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc,bb,no-prune -O1 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-blocks %t.1.ll %t.2.ll
// RUN: %cov{coverage=trace-pc,bb;prune=dom} -O1 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc,bb -O1 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-blocks %t.1.ll %t.2.ll
// RUN: %cov{coverage=trace-pc,edge;prune=none} -O1 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc,edge,no-prune -O1 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-blocks %t.1.ll %t.2.ll
// RUN: %cov{coverage=trace-pc,edge;prune=dom} -O1 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.1.ll
// RUN: %cc -fsanitize-coverage=trace-pc,edge -O1 -I%S/../../.. -I%include -S -emit-llvm %s -o %t.2.ll
// RUN: %S/Inputs/same-blocks %t.1.ll %t.2.ll

#include "common/options/glob.c"
#include "common/options/options.c"
#include "common/options/special_case_list.c"

/* Endless loops: post-dominators need an exit somewhere in them. */
void turn(int), turn2(int);
void spin(int a)
{
	if (a > 3)
		for (;;)
			turn(a);
	while (a) {
		if (a == 7)
			for (;;) {
				turn(1);
				if (a & 1)
					turn2(2);
			}
		a--;
	}
	for (;;)
		;
}

// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64, gcc, version-11
// sites=trap sets no flag by an instruction.  A relocation of no effect keeps the flag with the code,
// and a section that is not loaded has the addresses of both.
// RUN: %cov{coverage=flags;sites=trap} -O2 -c %s -o %t.o && %objdump -drh %t.o | %check %s

// CHECK: .anycov_traps 00000010
// CHECK: <f>:
// CHECK-NOT: movb
// CHECK: R_X86_64_NONE
// CHECK-NOT: movb
void f(void)
{
}

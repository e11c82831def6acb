// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, run, arch-aarch64
// With signed return addresses and landing pads a lean probe's function signs what
// it saves, and runs.
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -mbranch-protection=standard -S %s -o %t.s && %check %s < %t.s
// RUN: %cc -O2 -mbranch-protection=standard -DANYCOV_LEAN=1 -DANYCOV_PORT_BASIC_MODES -I%include/../runtime/port/baremetal -I%include/../runtime -I%include -c %include/../runtime/hooks/hook_lean.S -o %t.hook.o
// RUN: %cc -O2 -mbranch-protection=standard -DANYCOV_LEAN=1 -DANYCOV_PORT_BASIC_MODES -I%include/../runtime/port/baremetal -I%include/../runtime -I%include -c %include/../runtime/hooks/hook_pc.c -o %t.pc.o
// RUN: %cc -O2 -DANYCOV_PORT_BASIC_MODES -I%include/../runtime/port/baremetal -I%include/../runtime -I%include -c %inputs/record_always.c -o %t.always.o
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -mbranch-protection=standard %s %t.hook.o %t.pc.o %t.always.o -o %t && %run %t

// CHECK-LABEL: leaf:
// CHECK: {{paciasp|hint[ \t]+25}}
// CHECK: x30, [sp
// CHECK: bl{{[ \t]+}}__sanitizer_cov_trace_pc
// CHECK: {{autiasp|hint[ \t]+29|retaa}}
__attribute__((noinline)) int leaf(int a)
{
	return a * 7;
}

int main(int argc, char **argv)
{
	(void)argv;
	return leaf(argc) != 7;
}

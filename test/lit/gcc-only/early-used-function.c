// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: a static function with the attribute "used", which only assembler names, is kept.
// RUN: %cov{coverage=trace-pc;place=early} -O2 -S %s -o - | %check %s
// RUN: %cov{coverage=trace-pc;place=early} -Os -S %s -o - | %check %s

int count;

// CHECK: {{^}}{{_?}}handler:
static __attribute__((used)) void handler(void)
{
	count++;
}

__asm__(".pushsection .data\n\t.word handler\n\t.popsection");

/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* x86-64: a multiboot kernel with the PC's own timer and interrupt controller. */
#include "board.h"

#ifndef PERIOD
#define PERIOD 170 /* in units of 838 ns */
#endif

static inline void outb(unsigned port, unsigned value)
{
	__asm__ __volatile__("outb %b0, %w1" ::"a"(value), "Nd"(port));
}

static inline unsigned inb(unsigned port)
{
	unsigned char v;

	__asm__ __volatile__("inb %w1, %0" : "=a"(v) : "Nd"(port));
	return v;
}

struct frame;

static unsigned phase;

__attribute__((interrupt)) static void timer(struct frame *f)
{
	(void)f;
	isr();
	phase = (phase + 37) %
		101; /* another length, so that interrupts come at every instruction */
	outb(0x40, (PERIOD + phase) & 255);
	outb(0x40, (PERIOD + phase) >> 8);
	outb(0x20, 0x20);
}

static struct {
	uint16_t low, selector, type, middle;
	uint32_t high, zero;
} idt[0x21];

void board_irq_every_insn(int on)
{
	uintptr_t handler = (uintptr_t)timer;
	struct __attribute__((packed)) {
		uint16_t bytes;
		uint64_t at;
	} idtr;

	__asm__ __volatile__("cli");
	idt[0x20].low = (uint16_t)handler;
	idt[0x20].selector = 8;
	idt[0x20].type = 0x8e00;
	idt[0x20].middle = (uint16_t)(handler >> 16);
	idtr.bytes = sizeof(idt) - 1;
	idtr.at = (uintptr_t)idt;
	__asm__ __volatile__("lidt %0" ::"m"(idtr));
	outb(0x20, 0x11); /* interrupts 0 to 7 become vectors 0x20 to 0x27 */
	outb(0x21, 0x20);
	outb(0x21, 4);
	outb(0x21, 1);
	outb(0x21, on ? 0xfe : 0xff);
	outb(0xa1, 0xff);
	outb(0x43, 0x34);
	outb(0x40, PERIOD & 255);
	outb(0x40, 0);
	if (on)
		__asm__ __volatile__("sti");
}

void board_put(const void *data, size_t n)
{
	const unsigned char *p = data;

	while (n--) {
		while (!(inb(0x3fd) & 0x20))
			;
		outb(0x3f8, *p++);
	}
}

void board_exit(int status)
{
	for (;;)
		outb(0x501, (unsigned)status);
}

__asm__(".section .vectors, \"ax\"\n"
	".code32\n"
	".balign 4\n"
	"header:\n" /* multiboot 1 of a flat file, addresses given here */
	"	.long 0x1badb002, 0x10000, -(0x1badb002 + 0x10000)\n"
	"	.long header, __load_start, __load_end, 0, _start\n"
	".global _start\n"
	"_start:\n"
	"	mov $__stack, %esp\n"
	"	mov $tables, %edi\n" /* two levels are enough: 1 GiB in pages of 2 MiB */
	"	xor %eax, %eax\n"
	"	mov $0xc00, %ecx\n"
	"	rep stosl\n"
	"	movl $tables + 0x1003, tables\n"
	"	movl $tables + 0x2003, tables + 0x1000\n"
	"	mov $0x83, %eax\n"
	"	mov $tables + 0x2000, %edi\n"
	"1:	mov %eax, (%edi)\n"
	"	add $0x200000, %eax\n"
	"	add $8, %edi\n"
	"	cmp $tables + 0x3000, %edi\n"
	"	jne 1b\n"
	"	mov $tables, %eax\n"
	"	mov %eax, %cr3\n"
	"	mov %cr4, %eax\n"
	"	or $0x20, %eax\n"
	"	mov %eax, %cr4\n"
	"	mov $0xc0000080, %ecx\n"
	"	rdmsr\n"
	"	or $0x100, %eax\n"
	"	wrmsr\n"
	"	mov %cr0, %eax\n"
	"	or $0x80000001, %eax\n"
	"	mov %eax, %cr0\n"
	"	lgdt gdtr\n"
	"	ljmp $8, $long_mode\n"
	".balign 8\n"
	"gdt:	.quad 0, 0x00209a0000000000, 0x0000920000000000\n"
	"gdtr:	.word 23\n"
	"	.long gdt\n"
	".code64\n"
	"long_mode:\n"
	"	mov $16, %eax\n"
	"	mov %eax, %ds\n"
	"	mov %eax, %es\n"
	"	mov %eax, %ss\n"
	"	mov $__stack, %rsp\n"
	"	call board_start\n"
	".previous\n"
	".equ tables, 0x3f0000\n"); /* after the RAM of the linker script */

/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Functions of a board for the common test programs.  Boards are not instrumented. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

/* Timer interrupts, each of which calls isr(), one after the other. */
void board_irq_every_insn(int on);
void isr(void);

/* The console. */
void board_put(const void *data, size_t n);
int board_sink(void *arg, const void *data, size_t n);

void board_exit(int status) __attribute__((noreturn));

/* The program: early() before .data and .bss are initialized, then test_main(). */
void early(void);
int test_main(void);

/* Defined by the linker script. */
extern char __data_start[], __data_end[], __data_load[], __bss_start[], __bss_end[];
extern char __ram_start[], __stack[];

/* Initializes RAM, for every board; not before early() has left it unchanged. */
void board_start(void) __attribute__((noreturn));

#endif

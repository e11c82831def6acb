/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The program of guards_main.c on an ATmega: prints to the first UART. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include "anycov/sections.h"

static unsigned char seen[64];
/* If counters overlapped these variables, their values would change. */
static volatile unsigned char zeros[64];
static volatile unsigned words[4] = { 1, 2, 3, 4 };

void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	seen[anycov_guard_id(guard) & 63] = 1;
}

static void put(char c)
{
	while (!(UCSR0A & 1 << UDRE0))
		;
	UDR0 = c;
}

static void say(const char *text)
{
	while (*text)
		put(*text++);
}

static int whole(void)
{
	for (unsigned i = 0; i < sizeof(zeros); i++)
		if (zeros[i])
			return 0;
	for (unsigned i = 0; i < 4; i++)
		if (words[i] != i + 1)
			return 0;
	return 1;
}

static void number(unsigned n)
{
	if (n > 9)
		number(n / 10);
	put('0' + n % 10);
}

int work(int x);
int main(void)
{
	UCSR0B = 1 << TXEN0;
	anycov_clear_counters();
	number(work(3));
	put(' ');
	number(anycov_guard_count());
	put(':');
	for (unsigned i = 0; i < anycov_guard_count(); i++)
		if (seen[i]) {
			put(' ');
			number(i);
		}
	put(';');
	for (unsigned i = 0; i < anycov_guard_count(); i++)
		if (__start___sancov_cntrs[i]) {
			put(' ');
			number(i);
		}
	put(';');
	say(whole() ? "variables whole\n" : "variables changed\n");
	cli();
	sleep_mode();
	return 0;
}

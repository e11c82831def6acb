/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* ATmega328P, with avr-libc's startup code. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include "board.h"

#ifndef PERIOD
#define PERIOD 400 /* cycles */
#endif

static uint8_t phase;

ISR(TIMER1_COMPA_vect)
{
	phase += 37;
	OCR1A = PERIOD + (phase & 127);
	isr();
}

void board_irq_every_insn(int on)
{
	cli();
	TCCR1B = on ? _BV(WGM12) | _BV(CS10) : 0;
	OCR1A = PERIOD;
	TIMSK1 = on ? _BV(OCIE1A) : 0;
	if (on)
		sei();
}

void board_put(const void *data, size_t n)
{
	const uint8_t *p = data;

	UCSR0B = _BV(TXEN0);
	while (n--) {
		while (!(UCSR0A & _BV(UDRE0)))
			;
		UDR0 = *p++;
	}
}

int board_sink(void *arg, const void *data, size_t n)
{
	(void)arg;
	board_put(data, n);
	return 0;
}

/* The simulator reads the status here. */
volatile uint8_t exit_status = 0xff;

void board_exit(int status)
{
	exit_status = (uint8_t)status;
	cli();
	sleep_enable();
	for (;;)
		sleep_cpu();
}

/* Before .data and .bss: avr-libc places this section between the two jumps. */
__attribute__((naked, used, section(".init3"))) void before_data(void);
void before_data(void)
{
	__asm__("call early\n\tcall early"); /* naked: clang accepts nothing else */
}

int main(void)
{
	board_exit(test_main());
}

/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The ways out of a program in simavr: its status on the serial port, then sleep with
 * interrupts off, which ends the simulation. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdio.h>
#include <stdlib.h>

static void put(char c)
{
	while (!(UCSR0A & _BV(UDRE0)))
		;
	UDR0 = c;
}

static int put_file(char c, FILE *f)
{
	(void)f;
	UCSR0B = _BV(TXEN0);
	put(c);
	return 0;
}

/* What the program prints goes to the serial port */
static FILE serial = FDEV_SETUP_STREAM(put_file, NULL, _FDEV_SETUP_WRITE);

__attribute__((constructor)) static void console(void)
{
	stdout = stderr = &serial;
}

void exit(int status)
{
	const char *text = "anycov: status ";

	UCSR0B = _BV(TXEN0);
	while (*text)
		put(*text++);
	put('0' + (status & 255) / 100);
	put('0' + (status & 255) / 10 % 10);
	put('0' + (status & 255) % 10);
	put('\n');
	cli();
	sleep_enable();
	for (;;)
		sleep_cpu();
}

void abort(void)
{
	exit(134);
}

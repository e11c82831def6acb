/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* For flags_avr.sh: functions with flags, and (-DCLIENT) what prints .data to the UART. */
#ifdef CLIENT
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

int work(int n);
extern unsigned char __data_start[], __data_end[];
static volatile int words[4] = { 1, 2, 3, 4 };

static void put(char c)
{
	while (!(UCSR0A & 1 << UDRE0))
		;
	UDR0 = c;
}

int main(void)
{
	static const char digits[] = "0123456789abcdef";
	int result;

	UCSR0B = 1 << TXEN0;
	result = work(5) + words[3];
	put('w');
	put(digits[result & 15]);
	put('\n');
	for (volatile unsigned char *p = __data_start; p != __data_end; p++) {
		put(digits[*p >> 4]);
		put(digits[*p & 15]);
	}
	put('\n');
	cli();
	sleep_mode();
	return 0;
}
#else
int unused(int x);
int unused(int x)
{
	return x > 3 ? x * x : x;
}

int never(int x);
__attribute__((noinline)) int never(int x)
{
	return x ? x * 3 : 1;
}

int work(int n);
int work(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		if (i > 100)
			sum += never(i);
		else
			sum++;
	return sum;
}
#endif

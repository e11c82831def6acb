/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * avrsim IMAGE OUT HOOK HOOK_END BEGIN END STATUS [EXECUTED]
 * Runs an ATmega328P image in simavr until it sleeps with interrupts off.  The serial port's bytes
 * go to OUT, the addresses of executed instructions to EXECUTED.  Prints, counted by the simulator:
 *   hook PC           for each execution of the hook between BEGIN and END
 *   cut OFFSET        for each address in the hook at which an interrupt came
 *   recorded INSTRUCTIONS CYCLES STACK   of the last hook without an interrupt
 *   exit STATUS
 * HOOK to END are byte addresses of flash in hex, STATUS is an address in RAM.
 */
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>

#define VECTORS_END 0x68

static FILE *out;

static void uart(struct avr_irq_t *irq, uint32_t value, void *arg)
{
	(void)irq;
	(void)arg;
	putc((int)value, out);
}

static unsigned sp_of(const avr_t *avr)
{
	return avr->data[R_SPL] | avr->data[R_SPH] << 8;
}

/* The return address on top of the stack, big-endian, in words of flash. */
static unsigned return_address(const avr_t *avr)
{
	unsigned sp = sp_of(avr);

	return (unsigned)avr->data[sp + 1] << 8 | avr->data[sp + 2];
}

int main(int argc, char **argv)
{
	static unsigned char executed[0x8000];
	unsigned hook, hook_end, begin, end, status, sp = 0, low = 0, instructions = 0;
	unsigned long long steps = 0, cycle = 0;
	int counting = 0, inside = 0, state;
	elf_firmware_t f = { 0 };
	uint32_t flags = 0;
	avr_t *avr;

	if (argc < 8 || argc > 9 || elf_read_firmware(argv[1], &f) || !(out = fopen(argv[2], "wb")))
		return 2;
	hook = (unsigned)strtoul(argv[3], NULL, 16);
	hook_end = (unsigned)strtoul(argv[4], NULL, 16);
	begin = (unsigned)strtoul(argv[5], NULL, 16);
	end = (unsigned)strtoul(argv[6], NULL, 16);
	status = (unsigned)strtoul(argv[7], NULL, 16);
	avr = avr_make_mcu_by_name("atmega328p");
	if (!avr || avr_init(avr))
		return 2;
	f.frequency = 16000000;
	avr_load_firmware(avr, &f);
	avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
	flags &= ~(uint32_t)AVR_UART_FLAG_STDIO;
	avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
				uart, NULL);
	do {
		unsigned pc = avr->pc;

		if (pc == begin || pc == end)
			counting = pc == begin;
		if (pc == hook) {
			if (counting)
				printf("hook %x\n", return_address(avr));
			inside = counting;
			sp = low = sp_of(avr);
			instructions = 0;
			cycle = avr->cycle;
		}
		executed[pc % sizeof(executed)] = 1;
		state = avr_run(avr);
		if (inside) {
			instructions++;
			if (sp_of(avr) < low)
				low = sp_of(avr);
			if (avr->pc < VECTORS_END && pc >= hook && pc < hook_end) {
				printf("cut %x\n", pc - hook);
				inside = 0;
			} else if (sp_of(avr) > sp) {
				printf("recorded %u %llu %u\n", instructions,
				       (unsigned long long)avr->cycle - cycle, sp - low);
				inside = 0;
			}
		}
	} while (state != cpu_Done && state != cpu_Crashed && ++steps < 200000000);
	printf("exit %d\n", state == cpu_Done ? avr->data[status] : 97);
	fclose(out);
	if (argc == 9 && (out = fopen(argv[8], "w"))) {
		for (unsigned pc = 0; pc < sizeof(executed); pc++)
			if (executed[pc])
				fprintf(out, "%x\n", pc);
		fclose(out);
	}
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * firmware_costs_avr MCU IMAGE BEGIN END STATUS: runs an image in simavr until it sleeps with
 * interrupts off; prints the instructions executed from BEGIN to END (byte addresses of flash in
 * hex).  Exit status: the byte at STATUS in RAM.
 */
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	unsigned long long n = 0, at_begin = 0, at_end = 0;
	unsigned long begin, end, status;
	elf_firmware_t f = { 0 };
	int state;
	avr_t *avr;

	if (argc != 6 || elf_read_firmware(argv[2], &f))
		return 96;
	avr = avr_make_mcu_by_name(argv[1]);
	if (!avr || avr_init(avr))
		return 96;
	begin = strtoul(argv[3], NULL, 16);
	end = strtoul(argv[4], NULL, 16);
	status = strtoul(argv[5], NULL, 16);
	f.frequency = 16000000;
	avr_load_firmware(avr, &f);
	do {
		if (avr->pc == begin)
			at_begin = n;
		if (avr->pc == end)
			at_end = n;
		state = avr_run(avr);
		n++;
	} while (state != cpu_Done && state != cpu_Crashed && n < 4000000000ull);
	if (state != cpu_Done || !at_end)
		return 97;
	printf("%llu\n", at_end - at_begin);
	return avr->data[status];
}

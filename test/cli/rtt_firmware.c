/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Firmware that writes its dump as SEGGER RTT does: to a ring in RAM, which a debugger reads while
 * the program waits for room.  Up-buffer 0 is for text.
 */
#include <stdint.h>
#include "anycov/anycov.h"

struct ring {
	const char *name;
	char *bytes;
	uint32_t size;
	volatile uint32_t write_at, read_at;
	uint32_t flags;
};

static char text[16], dump[61];
struct {
	volatile char id[16];
	int32_t up, down;
	struct ring rings[3];
} _SEGGER_RTT;

/* As SEGGER_RTT_Init(): the identifier is complete when the rest is. */
static void init(void)
{
	static const char id[] = "SEGGER RTT";

	_SEGGER_RTT.up = 2;
	_SEGGER_RTT.down = 1;
	_SEGGER_RTT.rings[0] = (struct ring){ "Terminal", text, sizeof(text), 0, 0, 0 };
	_SEGGER_RTT.rings[1] = (struct ring){ "anycov", dump, sizeof(dump), 0, 0, 2 };
	for (unsigned i = 0; i < sizeof(id); i++)
		_SEGGER_RTT.id[i] = id[i];
}

static int sink(void *arg, const void *data, size_t n)
{
	struct ring *r = &_SEGGER_RTT.rings[1];
	const char *from = data;

	(void)arg;
	for (size_t i = 0; i < n; i++) {
		const uint32_t next = (r->write_at + 1) % r->size;

		while (next == r->read_at)
			;
		r->bytes[r->write_at] = from[i];
		r->write_at = next;
	}
	return 0;
}

int work(int a);

int main(void)
{
	init();
	anycov_start(KCOV_TRACE_PC);
	work(2);
	anycov_stop();
	anycov_dump(sink, 0);
	for (;;)
		;
}

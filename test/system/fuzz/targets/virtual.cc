/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Methods of classes that bytes choose. */
#include "target.h"

struct shape {
	virtual unsigned next(unsigned state, uint8_t byte) const = 0;
};

struct square : shape {
	unsigned next(unsigned state, uint8_t byte) const override
	{
		return byte == 200 && state != 1 ? state + 1 : 0;
	}
};

struct circle : shape {
	unsigned next(unsigned state, uint8_t byte) const override
	{
		return byte == 100 && state == 1 ? 2 : 0;
	}
};

static const square box;
static const circle ball;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned state = 0;

	for (size_t i = 0; i + 1 < size && i < 8; i += 2) {
		const shape &s = data[i] % 2 ? static_cast<const shape &>(box) : ball;

		state = s.next(state, data[i + 1]);
		if (state == 3)
			abort();
	}
	return 0;
}

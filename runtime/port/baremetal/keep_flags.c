/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Flags that a reset preserves (coverage=flags).  They are in an output section of their own,
 * which start-up code does not initialize: this function does, unless the memory already contains
 * flags of this image.  Its bytes in flash show which are flags (0 or 1) and which are seals, that
 * are beside the flags of each function.  A flag is 0 or 1 or, in ARM code, odd.
 */
#include "hooks/record_context.h"
#include "anycov/anycov.h"

#ifdef __AVR__ /* flash is no data there */
int ANYCOV_NO_COV anycov_flags_keep(void)
{
	return ANYCOV_ENOSYS;
}
#else

/* Of the linker script; docs/firmware-memory.md.  As data: see bounds in inline_coverage.c. */
extern uint8_t __anycov_flags_start[] __attribute__((weak));
extern uint8_t __anycov_flags_end[] __attribute__((weak));
extern const uint8_t __anycov_flags_load[] __attribute__((weak));

static uint8_t *const bounds[] = { __anycov_flags_start, __anycov_flags_end };
static const uint8_t *const load = __anycov_flags_load;

static int are_flags(const volatile uint8_t *memory, const volatile uint8_t *first, size_t n)
{
#ifdef __arm__
	const uint8_t odd = 1;
#else
	const uint8_t odd = 0;
#endif
	int sealed = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (first[i] > 1 ? memory[i] != first[i] : memory[i] > 1 && !(memory[i] & odd))
			return 0;
		sealed |= first[i] > 1;
	}
	return sealed;
}

int ANYCOV_NO_COV anycov_flags_keep(void)
{
	uint8_t *const start = ANYCOV_READ(bounds[0]);
	const uint8_t *const first = ANYCOV_READ(load);
	const size_t n = (size_t)((uintptr_t)ANYCOV_READ(bounds[1]) - (uintptr_t)start);
	size_t i;

	if (!n)
		return ANYCOV_ENOSYS;
	if (are_flags(start, first, n))
		return 1;
	for (i = 0; i < n; i++)
		ANYCOV_WRITE(start[i], ANYCOV_READ(first[i]));
	return 0;
}

#endif

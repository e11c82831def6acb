/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A set of numbers other than 0 (source locations), with open addressing. */
#ifndef ANYCOV_NUMBER_SET_H
#define ANYCOV_NUMBER_SET_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All zero when it is empty. */
struct anycov_number_set {
	uint64_t *slot; /* 0 marks a free one */
	uint32_t used, size;
};

/* Adds a number; without memory it ends the program. */
void anycov_number_set_add(struct anycov_number_set *s, uint64_t number);
bool anycov_number_set_has(const struct anycov_number_set *s, uint64_t number);
/* Frees the memory and leaves the set empty. */
void anycov_number_set_clear(struct anycov_number_set *s);

#ifdef __cplusplus
}
#endif
#endif

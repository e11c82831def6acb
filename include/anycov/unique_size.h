/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How large a unique set is (runtime/hooks/unique.h): for the runtime, which divides its memory,
 * and for the command, which computes what an image needs.
 *
 * The file that includes this one defines ANYCOV_SIZE, the type of a number of words or bytes
 * (the runtime: a word of its machine; the command: 64 bits for every machine), and
 * ANYCOV_SIZE_FUNCTION, which begins the definition of a function.
 */
#ifndef ANYCOV_UNIQUE_SIZE_H
#define ANYCOV_UNIQUE_SIZE_H

#define ANYCOV_UNIQUE_GROUP 8
#define ANYCOV_UNIQUE_GROUPS 16    /* groups of each part that a search visits */
#define ANYCOV_UNIQUE_SLOT_BYTES 4 /* a slot is a u32 on every machine */

/* For words of 64, 32 and 16 bits: an odd number and its multiplicative inverse. */
#define ANYCOV_UNIQUE_MIX_64 0x9e3779b97f4a7c15ull
#define ANYCOV_UNIQUE_UNMIX_64 0xf1de83e19937733dull
#define ANYCOV_UNIQUE_MIX_32 0x9e3779b9u
#define ANYCOV_UNIQUE_UNMIX_32 0x144cbc89u
#define ANYCOV_UNIQUE_MIX_16 0x9e37u
#define ANYCOV_UNIQUE_UNMIX_16 0x7787u

/* Returns the number of slots in the first part for a buffer of size words: a power of 2. */
ANYCOV_SIZE_FUNCTION ANYCOV_SIZE anycov_unique_first(ANYCOV_SIZE size)
{
	ANYCOV_SIZE n = 1;

	while (n <= size)
		n *= 2;
	return n;
}

/* The same for the second part: without it, sizes far from a power of 2 would be too tight. */
ANYCOV_SIZE_FUNCTION ANYCOV_SIZE anycov_unique_second(ANYCOV_SIZE size)
{
	ANYCOV_SIZE half = anycov_unique_first(size) / 2;

	return half >= ANYCOV_UNIQUE_GROUP && 2 * (size - half) >= half ? half : 0;
}

/* Returns the number of slots: no more than 8 bytes for each word of the buffer. */
ANYCOV_SIZE_FUNCTION ANYCOV_SIZE anycov_unique_slots(ANYCOV_SIZE size)
{
	return anycov_unique_first(size) + anycov_unique_second(size);
}

/*
 * Returns the number of words for records, with their count, in memory of this size that a
 * unique mode divides: as many as leave room for their slots.
 */
ANYCOV_SIZE_FUNCTION ANYCOV_SIZE anycov_unique_words(ANYCOV_SIZE bytes, ANYCOV_SIZE word_bytes)
{
	ANYCOV_SIZE best = 0, slots;

	for (slots = 2; slots < bytes / ANYCOV_UNIQUE_SLOT_BYTES; slots *= 2) {
		ANYCOV_SIZE words = (bytes - slots * ANYCOV_UNIQUE_SLOT_BYTES) / word_bytes;

		if (words >= slots)
			words = slots - 1;
		/* From three quarters on there is a second part, which may not fit. */
		if (words * word_bytes + anycov_unique_slots(words) * ANYCOV_UNIQUE_SLOT_BYTES >
		    bytes)
			words = slots / 4 * 3 - 1;
		if (words > best)
			best = words;
	}
	return best & ~(ANYCOV_SIZE)(8 / word_bytes - 1);
}

#endif

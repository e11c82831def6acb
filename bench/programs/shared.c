/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Threads, or processes, that all run the same branches: their flags are in the same cache lines.
 */
unsigned shared_work(unsigned seed, unsigned turns)
{
	unsigned sum = 0;

	while (turns--) {
		seed = seed * 1664525 + 1013904223;
		if (seed >> 31)
			sum += seed & 7;
		else if (seed >> 30)
			sum ^= seed >> 8;
		else
			sum -= 3;
		if (sum & 64)
			sum += seed % 11;
	}
	return sum;
}

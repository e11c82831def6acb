/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Compiles an expression and matches it with its own text. */
#include <stdint.h>
#include <stddef.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int error;
	PCRE2_SIZE offset;
	pcre2_code *code = pcre2_compile(data, size, 0, &error, &offset, NULL);
	pcre2_match_data *found;

	if (!code)
		return 0;
	found = pcre2_match_data_create_from_pattern(code, NULL);
	pcre2_match(code, data, size, 0, 0, found, NULL);
	pcre2_match_data_free(found);
	pcre2_code_free(code);
	return 0;
}

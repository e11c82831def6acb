/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Parses JSON and prints it. */
#include <stdint.h>
#include <stdlib.h>
#include "cJSON.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	cJSON *json = cJSON_ParseWithLength((const char *)data, size);

	free(cJSON_Print(json));
	cJSON_Delete(json);
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Parses XML with namespaces. */
#include <stdint.h>
#include <stddef.h>
#include <expat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void on_start(void *count, const XML_Char *name, const XML_Char **attributes)
{
	*(unsigned *)count += name[0] + (attributes[0] != NULL);
}

static void on_end(void *count, const XML_Char *name)
{
	*(unsigned *)count -= name[0];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	XML_Parser parser = XML_ParserCreateNS(NULL, ':');
	unsigned count = 0;

	XML_SetHashSalt(parser, 1);
	XML_SetUserData(parser, &count);
	XML_SetElementHandler(parser, on_start, on_end);
	XML_Parse(parser, (const char *)data, (int)size, 1);
	XML_ParserFree(parser);
	return 0;
}

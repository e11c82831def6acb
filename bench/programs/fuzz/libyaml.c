/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Parses the events of YAML. */
#include <stdint.h>
#include <yaml.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	yaml_parser_t parser;
	yaml_event_t event;
	int more = 1;

	if (!yaml_parser_initialize(&parser))
		return 0;
	yaml_parser_set_input_string(&parser, data, size);
	while (more && yaml_parser_parse(&parser, &event)) {
		more = event.type != YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return 0;
}

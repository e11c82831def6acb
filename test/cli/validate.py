#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# validate.py SCHEMA FILE: validates a JSON document with a schema of docs/schema.
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
errors = list(jsonschema.Draft7Validator(schema).iter_errors(json.load(open(sys.argv[2]))))
for e in errors[:5]:
    print("/".join(map(str, e.absolute_path)), e.message[:300])
sys.exit(bool(errors))

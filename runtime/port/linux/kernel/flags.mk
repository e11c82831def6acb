# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Flags for coverage since boot: make ANYCOV=PATH ANYCOV_FLAGS="--ignorelist FILE", or CFLAGS_ANYCOV=...
ANYCOV ?= anycov
ANYCOV_FLAGS ?=
ifneq ($(origin CFLAGS_ANYCOV),command line)
CFLAGS_ANYCOV := $(shell $(ANYCOV) flags --cc $(lastword $(CC)) --for kernel-report $(ANYCOV_FLAGS))
ifeq ($(CFLAGS_ANYCOV),)
$(error CONFIG_ANYCOV_REPORT: "$(ANYCOV) flags --cc $(lastword $(CC))" gives nothing; set ANYCOV or CFLAGS_ANYCOV)
endif
endif
export CFLAGS_ANYCOV

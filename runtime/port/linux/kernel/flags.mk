# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# CFLAGS_ANYCOV: the flags of the compiler plugin, as "anycov flags" prints them.  Where the command
# is, and its arguments, are in .config, or make ANYCOV=PATH ANYCOV_FLAGS="--ignorelist FILE".  The
# flags themselves can be given, too: CFLAGS_KCOV=... or, without KCOV, CFLAGS_ANYCOV=...
# .config has quotation marks around strings before Linux 5.17.  ANYCOV_FLAGS of the environment is
# that of "anycov cc", and not used.
ANYCOV ?= $(or $(subst ",,$(CONFIG_ANYCOV_PATH)),anycov)
ANYCOV_FLAGS = $(subst ",,$(CONFIG_ANYCOV_FLAGS))

# KCOV_PLUGIN may be set without KCOV, which excludes ANYCOV_REPORT.
ifdef CONFIG_ANYCOV_REPORT
anycov-for := --for kernel-report
anycov-given := CFLAGS_ANYCOV
anycov-symbol := CONFIG_ANYCOV_REPORT
else
anycov-for := --kernel $(if $(findstring --coverage,$(ANYCOV_FLAGS)),,--coverage \
	trace-pc$(if $(CONFIG_KCOV_ENABLE_COMPARISONS),$(comma)trace-cmp))
anycov-given := CFLAGS_KCOV
anycov-symbol := CONFIG_KCOV_PLUGIN
endif

# Targets that compile nothing need no command.
ifneq ($(origin $(anycov-given)),command line)
ifneq ($(if $(MAKECMDGOALS),$(filter-out $(no-sync-config-targets),$(MAKECMDGOALS)),all),)
CFLAGS_ANYCOV := $(shell $(ANYCOV) flags --cc $(lastword $(CC)) $(anycov-for) $(ANYCOV_FLAGS))
ifeq ($(CFLAGS_ANYCOV),)
$(error $(anycov-symbol): "$(ANYCOV) flags --cc $(lastword $(CC))" gives nothing; set CONFIG_ANYCOV_PATH, ANYCOV or $(anycov-given))
endif
endif
endif
export CFLAGS_ANYCOV

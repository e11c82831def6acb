# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# One GCC of this machine, without CMake, which takes 85 MB on Debian: its plugin, the host runtime
# and the command, in the places and with the flags that CMakeLists.txt has.  Sources are the same
# globs, lists and scripts; the test unit-one-plugin compares what both install.
#
#   make -f cmake/one.mk [install] CC=gcc-12 BUILD=build PREFIX=/usr/local DESTDIR= -j N
CXX := $(subst gcc,g++,$(CC))
PREFIX ?= /usr/local
BUILD ?= build
# Below PREFIX.
LIBDIR ?= lib

include cmake/lists.mk
top := $(CURDIR)
version := $(shell sed -n 's/^project.anycov VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
cc_path := $(shell command -v $(CC))
$(if $(cc_path),,$(error $(CC): not found))
$(if $(shell command -v $(CXX)),,$(error $(CXX): not found; a plugin is built by the C++ compiler of its GCC))
headers := $(shell $(CC) -print-file-name=plugin)/include
$(if $(wildcard $(headers)/gcc-plugin.h),,$(error $(CC): no plugin headers (on Debian: the package $(CC)-plugin-dev)))
about := $(shell cmake/describe-gcc $(cc_path) | sed -n 's/^machine=\|^version=//p')
machine := $(word 1,$(about))
major := $(firstword $(subst ., ,$(word 2,$(about))))
libraries := libdw libelf jansson expat zlib libzstd
$(if $(shell pkg-config --exists $(libraries) && echo yes),,$(error pkg-config finds not all of: $(libraries)))

o := $(BUILD)/one
lib := $(BUILD)/lib/anycov
plugin := $(lib)/gcc-$(machine)-$(word 2,$(about))
beside := $(addprefix $(lib)/,$(notdir $(beside_plugins)))
hooks := $(lib)/runtime/anycov-hooks.list
std := $(if $(filter 5 6 7 8 9 10,$(major)),gnu++14,gnu++17)
CFLAGS := -O2 -g -DNDEBUG -std=gnu11 $(warnings)

common := $(shell find common -name '*.c')
cli := $(filter-out cli/cmd/main.c,$(shell find cli -name '*.c'))
adapter := $(sort $(wildcard gcc-plugin/*.cc))
objects = $(patsubst %.c,$(o)/%.o,$(1))

.PHONY: all install
.SILENT:
say = echo "$(patsubst $(BUILD)/%,%,$@)"
.DELETE_ON_ERROR:
all: $(plugin)/anycov.so $(plugin)/compiler $(BUILD)/bin/anycov $(lib)/runtime/host/stamp $(beside) $(hooks)

# The longest first.
$(plugin)/anycov.so: $(o)/anycov.s $(o)/libcommon.a cmake/link-gcc-plugin
	mkdir -p $(@D)
	$(say)
	cmake/link-gcc-plugin $@ $< $(o)/libcommon.a $(shell $(CC) -print-prog-name=nm) $(CC) $(CXX)

$(o)/anycov.cc: $(adapter)
	mkdir -p $(@D)
	printf '#include "%s"\n' $(addprefix $(top)/,$(adapter)) >$@

$(o)/anycov.s: $(o)/anycov.cc
	$(say)
	$(CXX) -std=$(std) $(plugin_flags) -O2 -I$(top) -I$(top)/include -DANYCOV_VERSION='"$(version)"' \
		-isystem $(headers) -idirafter $(top)/gcc-plugin/header-stubs -MMD -MP -S $< -o $@

$(plugin)/compiler: cmake/describe-gcc
	mkdir -p $(@D)
	cmake/describe-gcc $(cc_path) >$@

# As runtime/CMakeLists.txt: this machine's, then the other multilibs that link a program.
$(lib)/runtime/host/stamp: $(shell find runtime include -type f)
	rm -rf $(@D)
	mkdir -p $(@D)
	$(say)
	WERROR= runtime/build-host.sh --kcov $(top)/runtime $(@D) $(shell $(CC) -print-prog-name=ar) $(CC)
	printf '#include <errno.h>\n#include <pthread.h>\n' >$(o)/try.c
	echo 'int main(void) { return 0; }' >>$(o)/try.c
	$(CC) -print-multi-lib | sed -n '/^\./d; s/;/ /; s/@/ -/gp' | while read -r directory flags; do \
		! $(CC) $$flags $(o)/try.c -o $(o)/try 2>/dev/null || \
		cmake/archive-step optional $(@D)/$(machine)/$$directory runtime/build-host.sh $(top)/runtime \
			$(@D)/$(machine)/$$directory $(shell $(CC) -print-prog-name=ar) $(CC) $$flags; done
	touch $@

$(hooks): runtime/port/host/anycov-hooks.list
	mkdir -p $(@D)
	cp $< $@

$(beside): $(beside_plugins)
	mkdir -p $(@D)
	cp $(beside_plugins) $(@D)

$(o)/libcommon.a: $(call objects,$(common))
	rm -f $@
	$(say)
	ar rc $@ $^

comma := ,
empty :=
templates := $(sort $(wildcard cli/output/templates/*.html))
$(o)/html_assets.c: cli/output/html.css cli/output/html.js cli/output/html_source.js $(templates) cmake/embed
	mkdir -p $(@D)
	$(say)
	cmake/embed $@ html_style=cli/output/html.css html_script=cli/output/html.js,cli/output/html_source.js \
		html_templates=$(subst $(empty) $(empty),$(comma),$(templates))

$(o)/html_assets.o: $(o)/html_assets.c
	$(say)
	$(CC) $(CFLAGS) -c $< -o $@

$(call objects,$(common)): CFLAGS += -fPIC -fvisibility=hidden
$(call objects,$(cli) cli/cmd/main.c): CFLAGS += -D_GNU_SOURCE -DANYCOV_LIBDIR='"$(LIBDIR)"' \
	-DANYCOV_HOST_MACHINE='"$(machine)"' -DANYCOV_VERSION='"$(version)"' -I$(top)/cli \
	$(shell pkg-config --cflags $(libraries))
$(o)/%.o: %.c
	mkdir -p $(@D)
	$(say)
	$(CC) $(CFLAGS) -I$(top) -I$(top)/include -MMD -MP -c $(top)/$< -o $@

$(BUILD)/bin/anycov: $(call objects,$(cli) cli/cmd/main.c) $(o)/html_assets.o $(o)/libcommon.a
	mkdir -p $(@D)
	$(say)
	$(CC) -o $@ $^ $(shell pkg-config --libs $(libraries)) -liberty

# Files with these permissions, and of directories those of the source.
to := $(DESTDIR)$(PREFIX)
share := $(to)/share/anycov
doc := $(to)/share/doc/anycov
put := install -m 644 -D
put_copies := cp --parents -p
up = $(shell echo $(1) | sed 's:[^/][^/]*:..:g')
fill = sed -e 's:@CMAKE_INSTALL_BINDIR@:bin:g; s:@CMAKE_INSTALL_INCLUDEDIR@:include:g' \
	-e 's:@CMAKE_INSTALL_DATADIR@:share:g; s:@CMAKE_INSTALL_LIBDIR@:$(LIBDIR):g' \
	-e 's:@ANYCOV_CMAKE_TO_PREFIX@:$(call up,$(LIBDIR)/cmake/anycov):g' \
	-e 's:@ANYCOV_PC_TO_PREFIX@:$(call up,$(LIBDIR)/pkgconfig):g; s:@PROJECT_VERSION@:$(version):g'

install: all
	echo "installing in $(to)"
	rm -rf $(o)/tree
	$(MAKE) --no-print-directory -f cmake/one.mk tree to=$(o)/tree/prefix
	mkdir -p $(to)
	cp -R --no-preserve=ownership $(o)/tree/prefix/. $(to)
	# The list of all files, of this and of earlier installations, for cmake/uninstall.
	{ echo share/anycov/installed; cat $(share)/installed 2>/dev/null; cd $(o)/tree/prefix && find . ! -type d | sed 's:^\./::'; } | \
		LC_ALL=C sort -u >$(o)/installed
	$(put) $(o)/installed $(share)/installed

.PHONY: tree
tree:
	install -D $(BUILD)/bin/anycov $(to)/bin/anycov
	$(put) -t $(to)/$(LIBDIR)/anycov $(beside)
	$(put) -t $(to)/$(LIBDIR)/anycov/$(notdir $(plugin)) $(plugin)/anycov.so $(plugin)/compiler
	cd $(lib) && find runtime -name 'libanycov*' -o -name 'anycov-*' -o -name skipped | \
		while read -r file; do $(put) $$file $(abspath $(to))/$(LIBDIR)/anycov/$$file; done
	cmake/link-compilers $(to)/bin $(to)/$(LIBDIR)/anycov >/dev/null
	$(put) -t $(to)/include/anycov $(addprefix include/anycov/,$(public_headers))
	mkdir -p $(share) $(doc)
	find runtime include -type f \( -name '$(subst $(space),' -o -name ',$(strip $(source_patterns)))' \) \
		-exec $(put_copies) -t $(share) {} +
	$(put_copies) -t $(doc) $(doc_files)
	find $(doc_directories) -type f -exec $(put_copies) -t $(doc) {} +
	$(put) cli/completions/anycov.bash $(to)/share/bash-completion/completions/anycov
	$(put) -t $(to)/share/zsh/site-functions cli/completions/_anycov
	$(put) -t $(to)/share/fish/vendor_completions.d cli/completions/anycov.fish
	$(put) -t $(to)/share/man/man1 $(wildcard docs/man/*.1)
	$(put) -t $(share) cmake/package/anycov.mk
	mkdir -p $(to)/$(LIBDIR)/cmake/anycov $(to)/$(LIBDIR)/pkgconfig
	for file in anycovConfig.cmake anycovConfigVersion.cmake anycovTests.cmake; do \
		$(fill) cmake/package/$$file.in >$(to)/$(LIBDIR)/cmake/anycov/$$file; done
	$(fill) cmake/package/anycov.pc.in >$(to)/$(LIBDIR)/pkgconfig/anycov.pc

empty :=
space := $(empty) $(empty)
-include $(shell find $(o) -type f -name '*.d' 2>/dev/null)

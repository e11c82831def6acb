/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The macros that afl-cc defines, for targets that use them: --for afl includes this header before
 * each source.  It contains directives alone, so that it precedes assembly and precompiled headers,
 * too.  The functions and variables are those of AFL++'s run-time object.
 */
#ifndef ANYCOV_AFL_MACROS_H
#define ANYCOV_AFL_MACROS_H

#define __AFL_COMPILER 1
#define __AFL_HAVE_MANUAL_CONTROL 1
#define FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION 1

#ifdef __cplusplus
#define ANYCOV_AFL_C extern "C"
#else
#define ANYCOV_AFL_C extern
#endif

/* afl-fuzz searches programs for these two texts; a volatile store keeps them there. */
#define ANYCOV_AFL_SIGNATURE(text)                                                                 \
	static const char *volatile anycov_afl_signature __attribute__((used, unused));            \
	anycov_afl_signature = text

/* Runs again while afl-fuzz has inputs, up to n times; once without afl-fuzz.  Older
 * runtimes, such as that of 4.04, find out themselves, and have no variable of that name. */
#define __AFL_LOOP(n)                                                                              \
	__extension__({                                                                            \
		ANYCOV_AFL_SIGNATURE("##SIG_AFL_PERSISTENT##");                                    \
		int anycov_afl_loop(unsigned) __asm__("__afl_persistent_loop");                    \
		extern int anycov_afl_connected __asm__("__afl_connected") __attribute__((weak));  \
		anycov_afl_loop(!&anycov_afl_connected || anycov_afl_connected ? (n) : 1);         \
	})

/* Where the fork server starts, if not before main(). */
#define __AFL_INIT()                                                                               \
	do {                                                                                       \
		ANYCOV_AFL_SIGNATURE("##SIG_AFL_DEFER_FORKSRV##");                                 \
		void anycov_afl_init(void) __asm__("__afl_manual_init");                           \
		anycov_afl_init();                                                                 \
	} while (0)

/* Inputs in shared memory; without afl-fuzz they are read from standard input. */
#define __AFL_FUZZ_INIT()                                                                          \
	int __afl_sharedmem_fuzzing = 1;                                                           \
	extern __attribute__((visibility("default"))) unsigned int *__afl_fuzz_len;                \
	extern __attribute__((visibility("default"))) unsigned char *__afl_fuzz_ptr;               \
	unsigned char __afl_fuzz_alt[1048576];                                                     \
	unsigned char *__afl_fuzz_alt_ptr = __afl_fuzz_alt;
#define __AFL_FUZZ_TESTCASE_BUF (__afl_fuzz_ptr ? __afl_fuzz_ptr : __afl_fuzz_alt_ptr)
#define __AFL_FUZZ_TESTCASE_LEN                                                                    \
	(__afl_fuzz_ptr ? *__afl_fuzz_len                                                          \
	 : (*__afl_fuzz_len = (unsigned)read(0, __afl_fuzz_alt_ptr, 1048576)) == 0xffffffff        \
		 ? 0                                                                               \
		 : *__afl_fuzz_len)

/* Coverage that the target switches on and off. */
#define __AFL_COVERAGE()                                                                           \
	int __afl_selective_coverage = 1;                                                          \
	ANYCOV_AFL_C void __afl_coverage_discard(void);                                            \
	ANYCOV_AFL_C void __afl_coverage_skip(void);                                               \
	ANYCOV_AFL_C void __afl_coverage_on(void);                                                 \
	ANYCOV_AFL_C void __afl_coverage_off(void);
#define __AFL_COVERAGE_START_OFF() int __afl_selective_coverage_start_off = 1;
#define __AFL_COVERAGE_ON() __afl_coverage_on()
#define __AFL_COVERAGE_OFF() __afl_coverage_off()
#define __AFL_COVERAGE_DISCARD() __afl_coverage_discard()
#define __AFL_COVERAGE_SKIP() __afl_coverage_skip()

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* As much of the interface of the test framework "check" as lwIP's tests use. */
#ifndef BENCH_CHECK_H
#define BENCH_CHECK_H

#define CHECK_MAJOR_VERSION 0
#define CHECK_MINOR_VERSION 12

typedef void (*TFun)(int);
typedef void (*SFun)(void);
typedef struct bench_tcase {
	struct bench_tcase *next;
	TFun test;
	SFun setup, teardown;
} TCase;
typedef struct bench_suite {
	struct bench_suite *next;
	TCase *tests;
} Suite;
typedef Suite SRunner;
enum { CK_NOFORK, CK_NORMAL };

void bench_failed(const char *what);
Suite *suite_create(const char *name);
TCase *tcase_create(const char *name);
void suite_add_tcase(Suite *s, TCase *t);
void srunner_add_suite(SRunner *first, Suite *s);
void srunner_run_all(SRunner *first, int how);
int srunner_ntests_failed(SRunner *first);

#define START_TEST(name)                                                                           \
	static void name(int _i)                                                                   \
	{                                                                                          \
		(void)_i;
#define END_TEST }
#define fail_unless(x, ...) ((x) ? (void)0 : bench_failed(#x))
#define fail_if(x, ...) ((x) ? bench_failed(#x) : (void)0)
#define fail(...) bench_failed("fail()")
#define tcase_add_checked_fixture(t, before, after) ((t)->setup = (before), (t)->teardown = (after))
#define _tcase_add_test(t, f, name, a, b, c, d) ((void)(name), (t)->test = (f))
#define srunner_create(s) (s)
#define srunner_set_fork_status(r, how) ((void)(r))
#define srunner_set_xml(r, name) ((void)(r))
#define srunner_free(r) ((void)(r))

#endif

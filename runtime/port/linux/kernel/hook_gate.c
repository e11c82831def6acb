// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Hooks that return at their first instruction while no descriptor needs them.  There are two
 * classes: hooks of PCs are on while a descriptor records PCs, those of comparisons while one
 * records comparisons.
 *
 * x86-64: the symbol that compilers call is the trampoline of a static call, which is a return,
 * or a jump to the hook.  Elsewhere each hook begins with a static branch: a nop before its
 * return, or a branch past it.  Without jump labels the hooks are always on, and test the mode
 * of the task.
 *
 * Patching interrupts all processors.  A fuzzer enables and disables with each program that it
 * runs, so delayed work turns the hooks off, a second after the last descriptor was disabled: a
 * class is patched at most twice a second, and DISABLE and the exit of a task, which may not
 * sleep, patch nothing.
 */
#include <linux/atomic.h>
#include <linux/export.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/linkage.h>
#include <linux/mutex.h>
#include <linux/workqueue.h>

#include "hooks/record_context.h"
#include "anycov_kcov_port.h"
#include "hook_gate.h"

#ifdef CONFIG_X86_64

#include <linux/static_call.h>

/*
 * The name of the hook becomes one of the trampoline's, without the signature after its 5 bytes:
 * objtool accepts that, which is no code, only in functions named as trampolines.
 */
#define DEFINE_HOOK(hook)                                                                          \
	DEFINE_STATIC_CALL_NULL(anycov_##hook, anycov_on_##hook);                                  \
	asm(".globl __sanitizer_cov_" #hook "\n\t"                                                 \
	    ".type __sanitizer_cov_" #hook ", @function\n\t"                                       \
	    ".size __sanitizer_cov_" #hook ", 5\n\t"                                               \
	    ".set __sanitizer_cov_" #hook ", " STATIC_CALL_TRAMP_STR(anycov_##hook));              \
	NOKPROBE_SYMBOL(__sanitizer_cov_##hook);                                                   \
	EXPORT_SYMBOL(__sanitizer_cov_##hook);
#define SET_HOOK(hook) static_call_update(anycov_##hook, on ? anycov_on_##hook : NULL);

HOOKS_OF_PCS(DEFINE_HOOK)
HOOKS_OF_COMPARISONS(DEFINE_HOOK)

static void set_pc_hooks(bool on)
{
	HOOKS_OF_PCS(SET_HOOK);
}

static void set_cmp_hooks(bool on)
{
	HOOKS_OF_COMPARISONS(SET_HOOK);
}

#else

#define EXPORT_HOOK(hook) EXPORT_SYMBOL(__sanitizer_cov_##hook);

HOOKS_OF_PCS(EXPORT_HOOK)
HOOKS_OF_COMPARISONS(EXPORT_HOOK)

#ifdef CONFIG_JUMP_LABEL

DEFINE_STATIC_KEY_FALSE(anycov_pc_hooks);
DEFINE_STATIC_KEY_FALSE(anycov_cmp_hooks);

static void set_pc_hooks(bool on)
{
	if (on)
		static_branch_enable(&anycov_pc_hooks);
	else
		static_branch_disable(&anycov_pc_hooks);
}

static void set_cmp_hooks(bool on)
{
	if (on)
		static_branch_enable(&anycov_cmp_hooks);
	else
		static_branch_disable(&anycov_cmp_hooks);
}

#else

static void set_pc_hooks(bool on)
{
}

static void set_cmp_hooks(bool on)
{
}

#endif
#endif

/* A class: the descriptors that need its hooks. */
struct gate {
	void (*set)(bool on);
	atomic_t users; /* from 0 to 1 only with the lock */
	bool on;        /* the lock; users > 0: true */
};

static struct gate gates[] = { { .set = set_pc_hooks }, { .set = set_cmp_hooks } };
static DEFINE_MUTEX(gate_lock);

static void hooks_off(struct work_struct *work)
{
	struct gate *gate;

	mutex_lock(&gate_lock);
	for (gate = gates; gate < gates + ARRAY_SIZE(gates); gate++) {
		if (!gate->on || atomic_read(&gate->users))
			continue;
		gate->set(false);
		gate->on = false;
	}
	mutex_unlock(&gate_lock);
}
static DECLARE_DELAYED_WORK(hooks_off_work, hooks_off);

/* Returns when the hooks of comparisons (cmp) or PCs are on.  May sleep. */
void anycov_port_hooks_get(bool cmp)
{
	struct gate *gate = &gates[cmp];

	if (atomic_inc_not_zero(&gate->users))
		return;
	mutex_lock(&gate_lock);
	if (!gate->on) {
		gate->set(true);
		gate->on = true;
	}
	atomic_inc(&gate->users);
	mutex_unlock(&gate_lock);
}

/* Ends the use of a get; does not sleep. */
void anycov_port_hooks_put(bool cmp)
{
	if (!atomic_dec_and_test(&gates[cmp].users))
		return;
	/* Work that is pending would come earlier. */
	cancel_delayed_work(&hooks_off_work);
	schedule_delayed_work(&hooks_off_work, HZ);
}

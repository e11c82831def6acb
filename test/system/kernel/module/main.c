// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * A module for the tests of coverage: known code to cover from user space, and code that runs
 * elsewhere for a remote section.  /sys/kernel/debug/anycov_test accepts one command per write:
 *
 *   spin N      N rounds of a loop of one block, no call
 *   branch N    N & 1, N & 2, N & 4 each select a block
 *   compare N   N against constants of 1, 2, 4 and 8 bytes, and a switch
 *   work        the loop in a worker, in a section of the common handle
 *   softirq     the same in a timer (a soft interrupt)
 *   nested      a soft interrupt's section inside a worker's
 *   irqs N      an interrupt on this processor every N microseconds; 0: none
 *   busy N      N milliseconds with interrupts on, in code without hooks
 *
 * A read gives the first 8 bytes of the code of __sanitizer_cov_trace_pc, and then those of
 * __sanitizer_cov_trace_const_cmp4.
 *
 * Of a command, only its own function is instrumented code of this module, so its records are
 * known in advance.
 */
#include <linux/debugfs.h>
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/kcov.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/timer.h>
#include <linux/uaccess.h>
#include <linux/version.h>
#include <linux/workqueue.h>

/* Names and types of Linux 7.2. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 2, 0)
typedef struct kcov_common_handle_id common_handle_t;
#define HANDLE_VALUE(handle) ((handle).val)
#else
typedef u64 common_handle_t;
#define HANDLE_VALUE(handle) (handle)
#endif
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
#define destroy_timer_on_stack timer_destroy_on_stack
#endif

/* busy.c, which is not instrumented */
void do_busy(unsigned long ms);
void do_nest(struct timer_list *timer, bool *nest);

static volatile unsigned long sink;
static struct dentry *file;
static struct hrtimer irq_timer;
static u64 irq_period;

struct job {
	struct work_struct work;
	struct timer_list timer;
	struct completion done;
	common_handle_t handle;
	bool nest;
};

static noinline void do_spin(unsigned long n)
{
	/*
	 * Two branches, neither of which pruning can infer, and which no compiler merges: clang
	 * replaces two stores by one with a selected address.
	 */
	while (n--) {
		if (sink++ & 1)
			asm volatile("nop");
		else
			asm volatile("nop\n\tnop");
	}
}

static noinline void do_branch(unsigned long n)
{
	if (n & 1)
		sink = 1;
	if (n & 2)
		sink = 2;
	if (n & 4)
		sink = 3;
}

static noinline void do_compare(u64 n)
{
	u8 byte = n;
	u16 half = n;

	/* Or a compiler may compare the known part in a wider register. */
	OPTIMIZER_HIDE_VAR(byte);
	OPTIMIZER_HIDE_VAR(half);
	if (byte == 0x5a)
		sink = 1;
	if (half == 0x5a5b)
		sink = 2;
	if ((u32)n == 0x5a5b5c5d)
		sink = 3;
	if (n == 0x5a5b5c5d5e5f6061ull)
		sink = 4;
	switch ((u32)n) {
	case 10:
		sink = 5;
		break;
	case 1000:
		sink = 7;
		break;
	case 100000:
		sink = 11;
		break;
	case 10000000:
		sink = 13;
		break;
	case 1000000000:
		sink = 17;
		break;
	}
}

static enum hrtimer_restart irq_timer_fires(struct hrtimer *t)
{
	do_branch(sink);
	hrtimer_forward_now(t, ns_to_ktime(irq_period));
	return HRTIMER_RESTART;
}

static void set_irq_timer(unsigned long us)
{
	hrtimer_cancel(&irq_timer);
	irq_period = 1000ull * us;
	if (us)
		hrtimer_start(&irq_timer, ns_to_ktime(irq_period), HRTIMER_MODE_REL_PINNED);
}

static void timer_fires(struct timer_list *t)
{
	struct job *job = container_of(t, struct job, timer);

	kcov_remote_start_common(job->handle);
	do_spin(5);
	kcov_remote_stop();
	if (!job->nest)
		complete(&job->done);
	else
		WRITE_ONCE(job->nest, false);
}

static void worker(struct work_struct *w)
{
	struct job *job = container_of(w, struct job, work);

	kcov_remote_start_common(job->handle);
	do_spin(7);
	do_nest(&job->timer, &job->nest);
	do_branch(7);
	kcov_remote_stop();
	complete(&job->done);
}

static int run_elsewhere(bool in_worker, bool nest)
{
	struct job job = { .handle = kcov_common_handle(), .nest = nest };

	HANDLE_VALUE(job.handle) &= KCOV_INSTANCE_MASK;
	if (!HANDLE_VALUE(job.handle))
		return -ENOENT;
	init_completion(&job.done);
	INIT_WORK_ONSTACK(&job.work, worker);
	timer_setup_on_stack(&job.timer, timer_fires, TIMER_PINNED);
	if (in_worker)
		schedule_work(&job.work);
	else
		mod_timer(&job.timer, jiffies + 1);
	wait_for_completion(&job.done);
	timer_delete_sync(&job.timer);
	flush_work(&job.work);
	destroy_work_on_stack(&job.work);
	destroy_timer_on_stack(&job.timer);
	return 0;
}

static ssize_t test_write(struct file *f, const char __user *user, size_t n, loff_t *pos)
{
	char word[16], text[64];
	unsigned long long arg = 0;
	int err = 0;

	if (n >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, user, n))
		return -EFAULT;
	text[n] = '\0';
	if (sscanf(text, "%15s %llu", word, &arg) < 1)
		return -EINVAL;
	if (!strcmp(word, "spin"))
		do_spin(arg);
	else if (!strcmp(word, "branch"))
		do_branch(arg);
	else if (!strcmp(word, "compare"))
		do_compare(arg);
	else if (!strcmp(word, "busy"))
		do_busy(arg);
	else if (!strcmp(word, "irqs"))
		set_irq_timer(arg);
	else if (!strcmp(word, "work"))
		err = run_elsewhere(true, false);
	else if (!strcmp(word, "softirq"))
		err = run_elsewhere(false, false);
	else if (!strcmp(word, "nested"))
		err = run_elsewhere(true, true);
	else
		err = -EINVAL;
	return err ? err : n;
}

#ifdef CONFIG_KCOV_ENABLE_COMPARISONS
/* Hooks: for their addresses alone. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_const_cmp4(u32 a, u32 b);

static ssize_t test_read(struct file *f, char __user *to, size_t n, loff_t *pos)
{
	u8 code[16];

	memcpy(code, __sanitizer_cov_trace_pc, 8);
	memcpy(code + 8, __sanitizer_cov_trace_const_cmp4, 8);
	return simple_read_from_buffer(to, n, pos, code, sizeof(code));
}
#else
#define test_read NULL
#endif

static const struct file_operations test_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = test_read,
	.write = test_write,
};

static int __init test_init(void)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 15, 0)
	hrtimer_setup(&irq_timer, irq_timer_fires, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED);
#else
	hrtimer_init(&irq_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED);
	irq_timer.function = irq_timer_fires;
#endif
	file = debugfs_create_file("anycov_test", 0600, NULL, NULL, &test_fops);
	return PTR_ERR_OR_ZERO(file);
}

static void __exit test_exit(void)
{
	debugfs_remove(file);
	hrtimer_cancel(&irq_timer);
}

module_init(test_init);
module_exit(test_exit);
MODULE_DESCRIPTION("Known code for the tests of coverage");
MODULE_LICENSE("Dual MIT/GPL");

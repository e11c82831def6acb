// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * /sys/kernel/debug/kcov: connects Linux with the state machine of kcov_file.c and
 * kcov_remote.c.  This file contains only what depends on Linux: the execution context of code,
 * and how memory is mapped into a process.
 */
#include <linux/debugfs.h>
#include <linux/export.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/jiffies.h>
#include <linux/kcov.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/sched/task.h>
#include <linux/version.h>

#include "kcov/kcov_file.h"
#include "hooks/lean_layout.h"
#include "anycov/hooks.h"

#if ANYCOV_LEAN
/* Referenced by objects with lean probes: this runtime has a lean hook. */
void __anycov_lean_abi_1(void)
{
}
EXPORT_SYMBOL(__anycov_lean_abi_1);
#endif

/* A mapping of half the buffer selects u32 words, for programs of KCOV's first version. */
bool anycov_u32_words;
#undef MODULE_PARAM_PREFIX
#define MODULE_PARAM_PREFIX "kcov."
module_param_named(u32_words, anycov_u32_words, bool, 0600);

/* The contents of a task's kcov_room. */
struct task_room {
	struct anycov_ctx ctx;
	struct anycov_kcov_task task;
};

static struct anycov_kcov_task *task_of(struct task_struct *t)
{
	return &((struct task_room *)&t->kcov_room)->task;
}

static enum anycov_exec_context exec_context(void)
{
	if (in_task())
		return ANYCOV_IN_TASK;
	if (in_serving_softirq() && !hardirq_count() && !in_nmi())
		return ANYCOV_IN_SOFTIRQ;
	return ANYCOV_IN_HARDIRQ;
}

void kcov_task_init(struct task_struct *t)
{
	anycov_kcov_task_init(task_of(t), anycov_ctx_of(t), task_of(current));
	t->kcov_softirq = 0;
}

void kcov_task_exit(struct task_struct *t)
{
	anycov_kcov_task_exit(task_of(t));
}

void kcov_remote_start(u64 handle)
{
	struct anycov_kcov_task *task = task_of(current);
	enum anycov_exec_context where = exec_context();

	anycov_remote_start(task, where, handle);
	if (where == ANYCOV_IN_SOFTIRQ)
		WRITE_ONCE(current->kcov_softirq, task->in_softirq);
}
EXPORT_SYMBOL(kcov_remote_start);

void kcov_remote_stop(void)
{
	enum anycov_exec_context where = exec_context();

	/* First, or the following code would record into the area of the interrupted task. */
	if (where == ANYCOV_IN_SOFTIRQ)
		WRITE_ONCE(current->kcov_softirq, 0);
	barrier();
	anycov_remote_stop(task_of(current), where);
}
EXPORT_SYMBOL(kcov_remote_stop);

#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 2, 0)
struct kcov_common_handle_id kcov_common_handle(void)
{
	u64 handle = anycov_common_handle(task_of(current), exec_context());

	return (struct kcov_common_handle_id){ .val = handle };
}
#else
u64 kcov_common_handle(void)
{
	return anycov_common_handle(task_of(current), exec_context());
}
#endif
EXPORT_SYMBOL(kcov_common_handle);

static int kcov_file_open(struct inode *inode, struct file *file)
{
	struct anycov_kcov *k;
	int err = anycov_kcov_open(&k);

	if (err)
		return err;
	file->private_data = k;
	return nonseekable_open(inode, file);
}

static int kcov_file_release(struct inode *inode, struct file *file)
{
	anycov_kcov_release(file->private_data);
	return 0;
}

static long kcov_file_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	return anycov_kcov_ioctl(file->private_data, task_of(current), cmd, arg);
}

static int kcov_file_mmap(struct file *file, struct vm_area_struct *vma)
{
	unsigned long length = vma->vm_end - vma->vm_start, at;
	void *memory;
	int err;

	err = anycov_kcov_mmap(file->private_data, (u64)vma->vm_pgoff << PAGE_SHIFT, length,
			       &memory);
	if (err)
		return err;
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
	vm_flags_set(vma, VM_DONTEXPAND);
#else
	vma->vm_flags |= VM_DONTEXPAND;
#endif
	/* The file stays open as long as this mapping exists, and holds the memory. */
	for (at = 0; !err && at < length; at += PAGE_SIZE)
		err = vm_insert_page(vma, vma->vm_start + at, vmalloc_to_page(memory + at));
	return err;
}

static const struct file_operations kcov_file = {
	.open = kcov_file_open,
	.release = kcov_file_release,
	.unlocked_ioctl = kcov_file_ioctl,
	.compat_ioctl = kcov_file_ioctl,
	.mmap = kcov_file_mmap,
};

/*
 * Detects an interrupt that records before preempt_count() shows it: it would write to the
 * area, which this task does not have.
 */
static void __init kcov_selftest(void)
{
#ifdef CONFIG_KCOV_SELFTEST
	unsigned long end = jiffies + 3 * HZ / 10;

	pr_info("kcov: self test\n");
	anycov_port_hooks_get(false);
	WRITE_ONCE(current->kcov_room.mode, ANYCOV_M_PC);
	while ((long)(READ_ONCE(jiffies) - end) < 0)
		;
	WRITE_ONCE(current->kcov_room.mode, ANYCOV_M_OFF);
	anycov_port_hooks_put(false);
	pr_info("kcov: self test done\n");
#endif
}

static int __init kcov_init(void)
{
	unsigned int areas = num_possible_cpus();
	int err;

	BUILD_BUG_ON(sizeof(struct task_room) > sizeof(struct kcov_room));
	BUILD_BUG_ON(__alignof__(struct task_room) > __alignof__(struct kcov_room));
	BUILD_BUG_ON(offsetof(struct task_room, ctx.mode) != offsetof(struct kcov_room, mode));
	/* The one task that was not forked. */
	anycov_kcov_task_init(task_of(&init_task), anycov_ctx_of(&init_task), NULL);
	if (IS_ENABLED(CONFIG_PREEMPT_RT)) /* soft interrupts preempt each other */
		areas += max(areas, 4U);
	err = anycov_remote_alloc_areas(areas);
	if (err)
		return err;
	/* Never removed, so the unsafe variant is safe. */
	debugfs_create_file_unsafe("kcov", 0600, NULL, NULL, &kcov_file);
	kcov_selftest();
	return 0;
}
device_initcall(kcov_init);

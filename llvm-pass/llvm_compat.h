/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* How LLVM 13 to 23 differ.  Everything else in this directory is written once. */
#ifndef ANYCOV_LLVM_COMPAT_H
#define ANYCOV_LLVM_COMPAT_H

#include <dlfcn.h>
#include "llvm/Config/llvm-config.h"
#define ANYCOV_LLVM LLVM_VERSION_MAJOR

/* cmake/AnycovCompilers.cmake reads the range in this line. */
#if LLVM_VERSION_MAJOR < 13 || LLVM_VERSION_MAJOR > 23
#error "anycov: LLVM 13 to 23 are supported; CONTRIBUTING.md says how to add one"
#endif

/* A variable that the headers of old LLVMs refer to and new LLVMs lack: weak, so that the plugin
 * still loads there and can report that it does not fit. */
#if LLVM_VERSION_MAJOR < 16
#pragma weak _ZN4llvm2cl18TopLevelSubCommandE
#endif

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CtorUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#if LLVM_VERSION_MAJOR >= 17
#include "llvm/IR/EHPersonalities.h"
#include "llvm/TargetParser/Triple.h"
#else
#include "llvm/ADT/Triple.h"
#include "llvm/Analysis/EHPersonalities.h"
#endif
/* PrepareToSplitEntryBlock; the header moved in LLVM 20. */
#if __has_include("llvm/Transforms/Utils/Instrumentation.h")
#include "llvm/Transforms/Utils/Instrumentation.h"
#else
#include "llvm/Transforms/Instrumentation.h"
#endif

#if LLVM_VERSION_MAJOR < 14
typedef llvm::PassBuilder::OptimizationLevel anycov_opt_level;
#else
typedef llvm::OptimizationLevel anycov_opt_level;
#endif

/* From LLVM 15 on pointers have no element type. */
static inline llvm::PointerType *anycov_ptr_type(llvm::LLVMContext &ctx, unsigned space = 0)
{
#if LLVM_VERSION_MAJOR < 15
	return llvm::Type::getInt8PtrTy(ctx, space);
#else
	return llvm::PointerType::get(ctx, space);
#endif
}

/* The number, if it is known when the code is compiled, else unknown. */
static inline uint64_t anycov_fixed_size(llvm::TypeSize size, uint64_t unknown)
{
	if (size.isScalable())
		return unknown;
#if LLVM_VERSION_MAJOR < 16
	return size.getFixedSize();
#else
	return size.getFixedValue();
#endif
}

/* Size of a variable on the stack, UINT64_MAX if it is not known. */
static inline uint64_t anycov_alloca_bits(const llvm::AllocaInst *var,
					  const llvm::DataLayout &layout)
{
	auto bits = var->getAllocationSizeInBits(layout);

	return bits ? anycov_fixed_size(*bits, UINT64_MAX) : UINT64_MAX;
}

/* Bytes that a store of the type writes, 0 if that is not known. */
static inline uint64_t anycov_store_bytes(const llvm::DataLayout &layout, llvm::Type *type)
{
	return anycov_fixed_size(layout.getTypeStoreSize(type), 0);
}

/* Sanitizers leave what the pass made alone. */
static inline void anycov_no_sanitize(llvm::Instruction *i)
{
	i->setMetadata("nosanitize",
		       llvm::MDNode::get(i->getContext(), llvm::ArrayRef<llvm::Metadata *>()));
	/* TSan of old LLVMs does not; of atomic accesses it finds no race. */
	if (LLVM_VERSION_MAJOR >= 19 ||
	    !i->getFunction()->hasFnAttribute(llvm::Attribute::SanitizeThread))
		return;
	if (llvm::StoreInst *store = llvm::dyn_cast<llvm::StoreInst>(i))
		store->setAtomic(llvm::AtomicOrdering::Monotonic);
	else
		llvm::cast<llvm::LoadInst>(i)->setAtomic(llvm::AtomicOrdering::Monotonic);
}

/* A constructor is called by a pointer: -fsanitize=kcfi checks its type, void (). */
static inline void anycov_set_kcfi_type(llvm::Function *f)
{
#if LLVM_VERSION_MAJOR >= 16
	llvm::setKCFIType(*f->getParent(), *f, "_ZTSFvvE");
#else
	(void)f;
#endif
}

template <class T> static inline void anycov_call_attr(llvm::CallBase *call, T attr)
{
#if LLVM_VERSION_MAJOR < 14
	call->addAttribute(llvm::AttributeList::FunctionIndex, attr);
#else
	call->addFnAttr(attr);
#endif
}

/* The value of an attribute that LLVM does not know; "": it has none. */
static inline llvm::StringRef anycov_call_text(const llvm::CallInst *call, const char *name)
{
#if LLVM_VERSION_MAJOR < 14
	return call->getAttribute(llvm::AttributeList::FunctionIndex, name).getValueAsString();
#else
	return call->getFnAttr(name).getValueAsString();
#endif
}

/* Does the machine outliner leave functions with the attribute nooutline alone? */
#define ANYCOV_HAS_NOOUTLINE (LLVM_VERSION_MAJOR >= 16)

static inline void anycov_no_outline(llvm::Function *f)
{
#if LLVM_VERSION_MAJOR >= 23
	f->addFnAttr(llvm::Attribute::NoOutline);
#else
	f->addFnAttr("nooutline");
#endif
}

/* Has asm an operand that is an address in position-independent code for i386, too? */
#define ANYCOV_HAS_SYMBOL_OPERANDS (LLVM_VERSION_MAJOR >= 18)

/* disable_sanitizer_instrumentation, known from LLVM 14 on. */
static inline bool anycov_no_instrumentation(const llvm::Function &f)
{
#if LLVM_VERSION_MAJOR < 14
	(void)f;
	return false;
#else
	return f.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation);
#endif
}

/* -mcmodel=large; NULL-like types differ (Optional, std::optional), so no caller names them. */
static inline bool anycov_is_large_code_model(const llvm::Module &m)
{
	auto model = m.getCodeModel();

	return model && *model == llvm::CodeModel::Large;
}

/* A constant that is the function f but does not count as a use of it by name. */
static inline llvm::Value *anycov_not_by_name(llvm::Value *f)
{
#if LLVM_VERSION_MAJOR >= 14
	if (llvm::GlobalValue *v = llvm::dyn_cast<llvm::GlobalValue>(f))
		return llvm::NoCFIValue::get(v);
#endif
	return f;
}

/* Registers add(manager) wherever a module is about to be emitted. */
template <typename F> static inline void anycov_at_end(llvm::PassBuilder &pb, F add)
{
#if LLVM_VERSION_MAJOR >= 20
	pb.registerOptimizerLastEPCallback([add](llvm::ModulePassManager &mpm, anycov_opt_level,
						 llvm::ThinOrFullLTOPhase) { add(mpm); });
#else
	pb.registerOptimizerLastEPCallback(
		[add](llvm::ModulePassManager &mpm, anycov_opt_level) { add(mpm); });
#endif
#if LLVM_VERSION_MAJOR >= 15
	pb.registerFullLinkTimeOptimizationLastEPCallback(
		[add](llvm::ModulePassManager &mpm, anycov_opt_level) { add(mpm); });
#endif
}

/* The major version of the LLVM in this process, 0 if unknown.  Its classes must not be touched
 * before this is known to be right. */
static inline unsigned anycov_running_llvm()
{
	typedef void (*get_version)(unsigned *, unsigned *, unsigned *);
	get_version get = reinterpret_cast<get_version>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
	unsigned major = 0, minor, patch;

	if (get) {
		get(&major, &minor, &patch);
		return major;
	}
	/* LLVM 16 added that function; older ones differ by what each one added. */
	if (!dlsym(RTLD_DEFAULT, "LLVMContextCreate"))
		return 0;
	if (dlsym(RTLD_DEFAULT, "LLVMDeleteInstruction"))
		return 15;
	return dlsym(RTLD_DEFAULT, "LLVMAddMetadataToInst") ? 14 : 13;
}

#endif

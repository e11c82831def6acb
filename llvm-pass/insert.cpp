/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Inserts what common/ planned: probes of blocks, of statements and of exits. */
#include "adapter.h"

using namespace llvm;

/* Where a block's probes are; static allocas and llvm.localescape stay before calls. */
static void find_block(struct anycov_llvm_function *fn, uint32_t block,
		       struct anycov_insert_point *p)
{
	BasicBlock *bb = fn->code[block];

	/* The insertions of a block follow each other, in code order. */
	if (fn->top_of != block) {
		fn->top_of = block;
		fn->top.loc = anycov_block_loc(bb);
		fn->top.where = bb->getFirstInsertionPt();
		if (!block)
			fn->top.where = PrepareToSplitEntryBlock(*bb, fn->top.where);
	}
	*p = fn->top;
}

static void find_item(struct anycov_llvm_function *fn, uint32_t item, struct anycov_insert_point *p)
{
	Instruction *at = fn->item_code[item].at;

	p->where = at->getIterator();
	p->loc = at->getDebugLoc();
	if (isa<CmpInst>(at) || isa<SwitchInst>(at))
		p->loc = anycov_compare_loc(at);
	if (!p->loc)
		p->loc = anycov_artificial_loc(*fn->f);
}

/* Constant, so that it needs no RAM. */
static Constant *case_table(struct anycov_llvm_function *fn, const struct anycov_insertion *in)
{
	Module *m = fn->mod->m;
	Constant *words = ConstantDataArray::get(
		m->getContext(), ArrayRef<uint64_t>(in->cases, (size_t)in->n_cases));
	GlobalVariable *table = new GlobalVariable(
		*m, words->getType(), true, GlobalValue::PrivateLinkage, words, "anycov.cases");

	table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
	return table;
}

static Value *source_of(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
			enum anycov_arg_source source)
{
	switch (source) {
	case ANYCOV_ARG_OPERAND:
		return fn->item_code[in->index].left;
	case ANYCOV_ARG_RIGHT:
		return fn->item_code[in->index].right;
	case ANYCOV_ARG_THIRD:
		return cast<CallBase>(fn->item_code[in->index].at)->getArgOperand(2);
	case ANYCOV_ARG_CASES:
		return case_table(fn, in);
	case ANYCOV_ARG_ELEMENT:
		break;
	}
	return anycov_element(fn, in->table, in->element);
}

/* The argument as the hook's parameter type has it. */
static Value *argument(struct anycov_llvm_function *fn, IRBuilder<> *b,
		       const struct anycov_insertion *in, const struct anycov_arg *arg, Type *type)
{
	Value *v = source_of(fn, in, arg->source);

	if (type->isPointerTy())
		return b->CreatePointerBitCastOrAddrSpaceCast(v, type);
	if (v->getType()->isPointerTy())
		return b->CreatePtrToInt(v, type);
	return arg->bits ? b->CreateIntCast(v, b->getIntNTy(arg->bits), arg->is_signed) : v;
}

static void insert_call(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
			struct anycov_insert_point p)
{
	FunctionType *type = anycov_hook(fn->mod, in->hook).getFunctionType();
	IRBuilder<> b(p.where->getParent(), p.where);
	SmallVector<Value *, 3> args;

	for (unsigned i = 0; i < type->getNumParams(); i++)
		args.push_back(argument(fn, &b, in, &in->args[i], type->getParamType(i)));
	if (in->is_gated)
		anycov_enter_gate(fn, &p);
	anycov_call_hook(fn, in->hook, args, in->probe, p);
}

/* The marker of code that calls no hook; it is before the code. */
static void insert_marker(struct anycov_llvm_function *fn, uint32_t probe,
			  struct anycov_insert_point p)
{
	BasicBlock *bb = p.where->getParent();
	SmallVector<OperandBundleDef, 1> bundles;
	IRBuilder<> b(bb, p.where);

	anycov_add_funclet(fn, bb, &bundles);
	b.SetCurrentDebugLocation(anycov_artificial_loc(*fn->f));
	anycov_insert_marker(fn, &b, probe, bundles);
}

static void insert_count(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
			 struct anycov_insert_point p)
{
	Constant *counter = anycov_element(fn, in->table, in->element);
	LoadInst *load;
	Value *next;

	if (in->probe != ANYCOV_NO_PROBE)
		insert_marker(fn, in->probe, p);
	IRBuilder<> b(p.where->getParent(), p.where);
	load = b.CreateLoad(b.getInt8Ty(), counter);
	anycov_no_sanitize(load);
	next = b.CreateAdd(load, b.getInt8(1));
	if (in->value) /* after 255; a branch would be more code */
		next = b.CreateAdd(next,
				   b.CreateZExt(b.CreateICmpEQ(next, b.getInt8(0)), b.getInt8Ty()));
	anycov_no_sanitize(b.CreateStore(next, counter));
}

/* Thumb-1 stores at up to 31 bytes from a register, Thumb-2 does with 2 bytes of code. */
#define REACH 32

/* Text for the assembler with an operand in a register; one with a result has no other effect. */
static CallInst *insert_asm(IRBuilder<> *b, Type *result, const char *text, const char *constraints,
			    Value *operand)
{
	Value *args[] = { operand };
	Type *types[] = { operand->getType() };
	FunctionType *type = FunctionType::get(result, types, false);
	bool is_volatile = result->isVoidTy();
	CallInst *call =
		b->CreateCall(type, InlineAsm::get(type, text, constraints, is_volatile), args);

	call->setDoesNotThrow();
	if (!is_volatile)
		call->setDoesNotAccessMemory();
	return call;
}

/* The address of the function's flags after an empty asm, so that codegen does not compute it for
 * each store; of later groups it is a sum. */
static Value *make_base(struct anycov_llvm_function *fn, int table, uint32_t group)
{
	BasicBlock &entry = fn->f->getEntryBlock();
	IRBuilder<> b(fn->f->getContext());
	Constant *first = anycov_element(fn, table, 0);

	if (group) {
		b.SetInsertPoint(cast<Instruction>(fn->bases[0])->getNextNode());
		return b.CreateConstInBoundsGEP1_32(b.getInt8Ty(), fn->bases[0], REACH * group);
	}
	b.SetInsertPoint(&entry, PrepareToSplitEntryBlock(entry, entry.getFirstInsertionPt()));
	return insert_asm(&b, first->getType(), "", "=r,0", first);
}

static Value *flag_base(struct anycov_llvm_function *fn, int table, uint32_t group)
{
	if (fn->bases.empty())
		fn->bases.push_back(make_base(fn, table, 0));
	if (fn->bases.size() <= group)
		fn->bases.resize(group + 1);
	if (!fn->bases[group])
		fn->bases[group] = make_base(fn, table, group);
	return fn->bases[group];
}

/* As text, with a register that 2 bytes of code can name: codegen would make one store of several,
 * whose address takes another register, and choose any one. */
static void store_address(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
			  IRBuilder<> *b)
{
	char text[32];

	snprintf(text, sizeof(text), "strb $0, [$0, #%u]", (unsigned)(in->element % REACH));
	insert_asm(b, b->getVoidTy(), text, "l", flag_base(fn, in->table, in->element / REACH));
}

static void insert_store(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
			 BasicBlock::iterator where)
{
	IRBuilder<> b(where->getParent(), where);
	Value *flag = anycov_element(fn, in->table, in->element);

	if (in->stores_address)
		return store_address(fn, in, &b);
	if (in->keeps_address)
		flag = b.CreateConstInBoundsGEP1_32(b.getInt8Ty(), flag_base(fn, in->table, 0),
						    in->element);
	anycov_no_sanitize(b.CreateStore(b.getInt8(in->value), flag, in->is_volatile));
	/* Codegen would copy a block of a store and a jump, and chains of these into each of them.
	 */
	if (where->isTerminator() && where->getNumSuccessors() == 1 &&
	    where->getParent()->hasNPredecessorsOrMore(2))
		anycov_insert_asm(&b, "", NULL, {});
}

/* A store each time would make every thread fetch the cache line for itself.  The marker is after
 * the store: in front of the load it would delay that, and without it codegen would merge the
 * stores of several probes into one, whose address each of them would put into a register. */
static void insert_set_flag(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
			    struct anycov_insert_point p)
{
	IRBuilder<> b(p.where->getParent(), p.where);
	LoadInst *load = b.CreateLoad(b.getInt8Ty(), anycov_element(fn, in->table, in->element));
	Value *unset = in->value ? b.CreateIsNull(load) : b.CreateIsNotNull(load);

	anycov_no_sanitize(load);
	p.where = anycov_if(fn, unset, p.where)->getIterator();
	insert_store(fn, in, p.where);
	if (in->probe != ANYCOV_NO_PROBE)
		insert_marker(fn, in->probe, p);
}

static void insert_stack_depth(struct anycov_llvm_function *fn, struct anycov_insert_point p)
{
	GlobalVariable *lowest = anycov_variable(fn->mod, ANYCOV_VARIABLE_LOWEST_STACK);
	IRBuilder<> b(p.where->getParent(), p.where);
	const DataLayout &layout = fn->mod->m->getDataLayout();
	Type *word = layout.getIntPtrType(b.getContext());
	Instruction *end;
	LoadInst *load;
	Value *frame;

	/* The verifier wants a line on calls, intrinsics included, that may be inlined. */
	b.SetCurrentDebugLocation(p.loc);
	frame = b.CreateIntrinsic(Intrinsic::frameaddress,
				  { anycov_ptr_type(b.getContext(), layout.getAllocaAddrSpace()) },
				  { b.getInt32(0) });
	frame = b.CreatePtrToInt(frame, word);
	load = b.CreateLoad(word, lowest);
	anycov_no_sanitize(load);
	end = anycov_if(fn, b.CreateICmpULT(frame, load), p.where);
	anycov_no_sanitize(IRBuilder<>(end).CreateStore(frame, lowest));
}

static AllocaInst *bits_variable(struct anycov_llvm_function *fn, uint32_t number)
{
	BasicBlock &entry = fn->f->getEntryBlock();

	while (fn->bits.size() <= number) {
		IRBuilder<> b(&entry, entry.getFirstInsertionPt());

		fn->bits.push_back(b.CreateAlloca(b.getInt32Ty()));
	}
	return fn->bits[number];
}

static LoadInst *load_bits(struct anycov_llvm_function *fn, IRBuilder<> *b, uint32_t number)
{
	LoadInst *load = b->CreateLoad(b->getInt32Ty(), bits_variable(fn, number));

	anycov_no_sanitize(load);
	return load;
}

static void insert_bits(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
			struct anycov_insert_point p)
{
	IRBuilder<> b(p.where->getParent(), p.where);
	Value *value = b.getInt32(in->set);

	if (in->keep)
		value = b.CreateOr(
			b.CreateAnd(load_bits(fn, &b, in->variable), b.getInt32(in->keep)), value);
	anycov_no_sanitize(b.CreateStore(value, bits_variable(fn, in->variable)));
}

static void insert_shown(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
			 struct anycov_insert_point p)
{
	IRBuilder<> b(p.where->getParent(), p.where);
	Value *bit;

	if (in->set) {
		bit = b.CreateAnd(load_bits(fn, &b, in->variable), b.getInt32(in->set));
		p.where = anycov_if(fn, b.CreateIsNotNull(bit), p.where)->getIterator();
	}
	anycov_insert_mark(fn, in, p);
}

/* index: 2 * block + value.  Returns the start of a block on the edge. */
static void find_branch(struct anycov_llvm_function *fn, uint32_t index,
			struct anycov_insert_point *p)
{
	Instruction *end = fn->branches.lookup(index / 2);
	unsigned successor = index % 2 ? 0 : 1;
	BasicBlock *to = end->getSuccessor(successor);

	if (!to->getSinglePredecessor())
		to = SplitCriticalEdge(end, successor);
	p->where = to->getFirstInsertionPt();
	p->loc = anycov_artificial_loc(*fn->f);
}

static void insert_one(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
		       struct anycov_insert_point p)
{
	switch (in->kind) {
	case ANYCOV_INSERT_LABEL: /* tables use LLVM's own addresses of blocks */
		break;
	case ANYCOV_INSERT_CALL:
		return insert_call(fn, in, p);
	case ANYCOV_INSERT_LEAN_CALL:
		if (in->is_gated)
			anycov_enter_gate(fn, &p);
		return anycov_insert_lean(fn, in->probe, p);
	case ANYCOV_INSERT_COUNT:
		return insert_count(fn, in, p);
	case ANYCOV_INSERT_STORE:
		return insert_store(fn, in, p.where);
	case ANYCOV_INSERT_SET_FLAG:
		return insert_set_flag(fn, in, p);
	case ANYCOV_INSERT_SITE:
		return insert_marker(fn, in->probe, p);
	case ANYCOV_INSERT_MARK:
		return anycov_insert_mark(fn, in, p);
	case ANYCOV_INSERT_STACK_DEPTH:
		return insert_stack_depth(fn, p);
	case ANYCOV_INSERT_BITS:
		return insert_bits(fn, in, p);
	case ANYCOV_INSERT_SHOWN:
		return insert_shown(fn, in, p);
	case ANYCOV_INSERT_COUNT_TEXT: /* for others */
		break;
	}
}

static void insert_flags_record(struct anycov_llvm_function *fn)
{
	struct anycov_insert_point p;

	find_block(fn, 0, &p);
	IRBuilder<> b(p.where->getParent(), p.where);
	b.SetCurrentDebugLocation(anycov_artificial_loc(*fn->f));
	anycov_insert_flags_record(fn, &b);
}

/* The exception's insertion is the last of the list, for it replaces calls by invokes. */
void anycov_insert_all(struct anycov_llvm_function *fn, const struct anycov_insertion *list,
		       uint32_t n)
{
	struct anycov_insert_point p;

	fn->top_of = ANYCOV_NO_BLOCK;
	insert_flags_record(fn);
	for (uint32_t i = 0; i < n; i++) {
		if (list[i].at == ANYCOV_AT_BLOCK)
			find_block(fn, list[i].index, &p);
		else if (list[i].at == ANYCOV_AT_PART)
			p = { std::next(fn->before_parts[list[i].index]->getIterator()),
			      anycov_artificial_loc(*fn->f) };
		else if (list[i].at == ANYCOV_AT_ITEM)
			find_item(fn, list[i].index, &p);
		else if (list[i].at == ANYCOV_AT_BRANCH)
			find_branch(fn, list[i].index, &p);
		else if (!anycov_exception_exit(fn, &p))
			break;
		insert_one(fn, &list[i], p);
	}
}

"""Typed rows of all relations. Made by `ownlog.rules.generate` from the `.dl` files; do not edit."""

from ownlog.rules.typed_rows import Relation, RowTypes

RELATIONS = RowTypes(
    {
        "op": (
            "op name block position",
            "`op` is an operation called `name` that stands in `block` as its `position`-th op, counted from 0. Top-level "
            "ops stand in the block \"^top\".",
        ),
        "op_dialect": (
            "name dialect",
            "The op name `name` begins with the dialect prefix `dialect`, the text before its first dot. One row for each "
            "name that occurs.",
        ),
        "op_region": (
            "op position region",
            "`region` is region number `position` of `op`.",
        ),
        "region_block": (
            "region position block",
            "`block` is block number `position` of `region`; number 0 is the entry block. A region without blocks has no "
            "row.",
        ),
        "terminator": (
            "block op",
            "`op` is the last op of `block`.",
        ),
        "operand": (
            "op position value",
            "`value` is operand number `position` of `op`, in the order of the generic form.",
        ),
        "operand_group": (
            "op group first size",
            "Operands `first` to `first + size - 1` of `op` form its operand group number `group`. An op without operand "
            "segments has one group, number 0.",
        ),
        "operand_count": (
            "op size",
            "`op` has `size` operands.",
        ),
        "use": (
            "value number op",
            "`op` is number `number` among the ops that have the buffer `value` as an operand, counted from 0.",
        ),
        "use_count": (
            "value size",
            "`size` ops have the buffer `value` as an operand.",
        ),
        "result": (
            "op position value",
            "`value` is result number `position` of `op`.",
        ),
        "block_argument": (
            "block position value",
            "`value` is argument number `position` of `block`.",
        ),
        "successor": (
            "op position block",
            "`block` is successor number `position` of `op`.",
        ),
        "value_type": (
            "value type",
            "`value` has type `type`, written with type aliases resolved.",
        ),
        "memref_type": (
            "type ranked",
            "`type` is a memref type; `ranked` is \"ranked\" or \"unranked\". One row for each memref type that occurs.",
        ),
        "reference_type": (
            "type",
            "Values of `type`, which is no memref type, may refer to memory: it is a tensor type, one of a dialect (`!`), "
            "or says one of these, or a memref, in its text. One row for each such type that occurs.",
        ),
        "value_order": (
            "value order",
            "The definition of `value` is number `order` among all definitions of the module, in text order.",
        ),
        "dominance": (
            "value enter exit",
            "The definition of `value` dominates just those definitions whose `enter` is greater than its own `enter` and "
            "not greater than its `exit`.",
        ),
        "attribute": (
            "op name value",
            "`op` carries the attribute `name`, inherent or discardable, with the text `value`; a unit attribute has the "
            "text \"unit\".",
        ),
        "symbol_use": (
            "op name symbol",
            "The attribute `name` of `op` refers to the symbol `symbol` (with its @), alone or among other things. The name "
            "\"\" stands for the types of the op's results, and of the arguments of its regions.",
        ),
        "symbol_part": (
            "op name part symbol",
            "The attribute `name` of `op` is a reference to one symbol, and `symbol` (with its @) is part number `part` of "
            "it: of `@a::@b`, @a is part 0.",
        ),
        "symbol_definition": (
            "op name",
            "`op` defines the symbol `name` (with its @).",
        ),
        "op_position": (
            "op file line column",
            "`op` was read from `line` and `column` of `file`, both counted from 1.",
        ),
        "alias_query": (
            "value",
            "The user asks which buffers of its function `value` may share its allocation with.",
        ),
        "option": (
            "option value",
            "The user set `option` of the deallocation passes to `value`; a flag that is set has the value \"true\", a list "
            "one row for each item.",
        ),
        "told_fixed_abi": (
            "function",
            "The pipeline has `function` keep to the function boundary ABI: it derived a plan before, and `fixes_abi` named "
            "the function.",
        ),
        "told_unproved": (
            "function",
            "The prover did not prove a step of the plan that the pipeline derived for `function` before.",
        ),
        "buffer": (
            "value",
            "`value` is a buffer: its type is a memref, ranked or not.",
        ),
        "defining_block": (
            "value block",
            "The buffer `value` is an argument of `block`, or a result of an op that stands directly in it.",
        ),
        "defining_region": (
            "value region",
            "The buffer `value` is defined in a block of `region`.",
        ),
        "parent_op": (
            "block op",
            "`block` lies directly in a region of `op`.",
        ),
        "parent_block": (
            "block parent",
            "`block` lies directly in a region of an op that stands in `parent`.",
        ),
        "in_function": (
            "block function",
            "`block` lies in the body of `function`, at any depth, and of no function or symbol table nested in it.",
        ),
        "function_entry": (
            "block function",
            "`block` is the entry block of `function`: its arguments are the function's parameters.",
        ),
        "manual": (
            "op",
            "`op` carries the attribute `bufferization.manual_deallocation`: its author takes care of its buffers, no pass "
            "may.",
        ),
        "nested_end": (
            "block op",
            "`op`, the terminator of `block`, has regions: they run after all that stands before the end of the block.",
        ),
        "function_buffer": (
            "function value",
            "The buffer `value` is defined in `function`.",
        ),
        "edge": (
            "block position target",
            "Control may pass from the end of `block` to `target`, which is successor number `position` of its terminator.",
        ),
        "successor_operand": (
            "op successor position value",
            "`op` passes `value` to argument number `position` of its successor number `successor`.",
        ),
        "forwarded_operand": (
            "op position value",
            "`op` ends a region and forwards its operand number `position`, which is `value`, to where control goes.",
        ),
        "entry_operand": (
            "op position value",
            "`op` forwards its operand number `position`, which is `value`, to the region it enters first.",
        ),
        "branch_condition": (
            "block value",
            "Control goes from the end of `block` to successor 0 when `value`, an i1, is true, and to successor 1 when it "
            "is false.",
        ),
        "successor_group": (
            "op successor group",
            "`op` passes its operand group number `group` to its successor number `successor`.",
        ),
        "growing_group": (
            "op group",
            "What else `op` forwards to its regions, out of its region, goes to the end of its operand group number "
            "`group`.",
        ),
        "last_group": (
            "op group",
            "Operand group number `group` of `op` ends with its operands, and has all that the op forwards.",
        ),
        "branch_cases": (
            "block flag cases",
            "Control goes from the end of `block` to the successor that the integer `flag` chooses: number i + 1 where it "
            "equals element number i of `cases`, number 0 where it equals none.",
        ),
        "outcome": (
            "block condition when chosen other",
            "Control goes from the end of `block` to successor number `chosen` when the i1 `condition` is `when`, and to "
            "number `other` when it is not.",
        ),
        "merges": (
            "block",
            "Control comes to `block` on several edges.",
        ),
        "known_terminator": (
            "name",
            "Ops called `name` tell where control goes from the end of their block.",
        ),
        "splits_edges": (
            "block",
            "Nothing tells before the end of `block` to which successor control goes: the deallocations stand on the edges, "
            "each in a block of its own.",
        ),
        "touches_buffers": (
            "op",
            "`op` has a buffer among its operands or results, or among the arguments of the entry block of one of its "
            "regions.",
        ),
        "modelled": (
            "name",
            "All memory effects of ops called `name` are known.",
        ),
        "freed_operand": (
            "op position value",
            "`op` frees its operand number `position`, the buffer `value`.",
        ),
        "relevant_free": (
            "name",
            "This run takes care of what ops called `name` free.",
        ),
        "heap_allocation": (
            "op position value",
            "Result number `position` of `op`, the buffer `value`, is a heap allocation that the op makes and that must be "
            "freed.",
        ),
        "unowned_allocation": (
            "op position value",
            "Result number `position` of `op`, the buffer `value`, is an allocation that must not be freed here: on the "
            "stack, freed by hand, or the business of another run.",
        ),
        "relevant_allocation": (
            "name",
            "This run takes care of what ops called `name` allocate. Programs with several kinds of allocation take a run "
            "for each kind.",
        ),
        "global_buffer": (
            "value symbol",
            "`value` is the global buffer called `symbol`.",
        ),
        "is_global": (
            "value",
            "`value` is a global buffer.",
        ),
        "symbol_scope": (
            "op table",
            "What function or symbol table `op` does not define is looked up in `table`, the symbol table around it.",
        ),
        "defined_in": (
            "table name op",
            "`op`, directly in a region of `table`, defines the symbol `name`.",
        ),
        "callee_found": (
            "op part target",
            "The parts 0 to `part` of the reference `callee` of the call `op` lead to `target`.",
        ),
        "callee": (
            "op function",
            "The call `op` calls `function`. Calls through a value, and calls of symbols that the module does not define, "
            "have no row.",
        ),
        "unresolved_call": (
            "op",
            "Nothing tells which function the call `op` calls.",
        ),
        "private_function": (
            "function",
            "The visibility of `function`, which has a body here, keeps others than this module's ops from calling it.",
        ),
        "exported": (
            "op",
            "`op` can be called from outside of the module, whatever its visibility.",
        ),
        "plain_call": (
            "op name",
            "The attribute `name` of `op` refers to symbols, and is the reference of a call whose callee is known.",
        ),
        "referenced": (
            "function",
            "`function` may be called from where its calls cannot be seen.",
        ),
        "internal_function": (
            "function",
            "All calls of `function`, which has a body here, are in sight: each is a call with a row in callee.",
        ),
        "may_call": (
            "op function",
            "Nobody knows what `op` calls with its buffers, and it may be `function`.",
        ),
        "value_callee": (
            "op function",
            "`op` calls through a value, which is `function`, or another function of its name.",
        ),
        "looked_up": (
            "table name",
            "A call asks the symbol table `table` for the symbol `name`.",
        ),
        "looked_up_as": (
            "table name op",
            "Who asks the symbol table `table` for the symbol `name` gets `op`.",
        ),
        "used_loosely": (
            "symbol",
            "Something uses the symbol `symbol`, and not to call a known function.",
        ),
        "asks_on": (
            "table name outer",
            "The symbol table `table` is asked for the symbol `name`, does not know it, and asks the table `outer` around "
            "it.",
        ),
        "outside_call": (
            "op",
            "The call `op` names what it calls, and the body of that is not here: what it does with the values of functions "
            "that it gets, nobody sees.",
        ),
        "misfit": (
            "op function",
            "The operands of the call `op` are not, one by one, the arguments of `function`, to which its `callee` leads.",
        ),
        "hands_out": (
            "function position value",
            "Some return of `function` hands out the buffer `value` as result number `position`.",
        ),
        "call_result": (
            "op position value function",
            "Result number `position` of the call `op`, the buffer `value`, is what `function`, which has a body here, "
            "returns.",
        ),
        "call_argument": (
            "op position value function",
            "The call `op` passes `value` as argument number `position` of `function`.",
        ),
        "dynamic_ownership": (
            "function",
            "`function` hands out buffers with an indicator instead of keeping to the function boundary ABI.",
        ),
        "dynamic_call": (
            "op",
            "The call `op` returns buffers with indicators.",
        ),
        "has_return": (
            "function",
            "Some block of the body of `function` returns.",
        ),
        "has_body": (
            "function",
            "`function` has a body here.",
        ),
        "returns_by_abi": (
            "op",
            "`op` returns from a function that keeps to the ABI.",
        ),
        "other_call_result": (
            "op position",
            "The call `op` returns a buffer beside its result number `position`.",
        ),
        "used_above": (
            "block value",
            "`value` is used in `block`, or nested in an op of it, and is defined elsewhere.",
        ),
        "captures": (
            "op value",
            "A region of `op`, at any depth, uses the buffer `value`, which is defined outside of the op.",
        ),
        "entry_position": (
            "op position value",
            "`value` is forwarded operand number `position`, counted from the first forwarded one, of `op`, which enters "
            "its regions with it.",
        ),
        "exit_position": (
            "op position value",
            "`value` is forwarded operand number `position`, counted from the first forwarded one, of `op`, which ends a "
            "region with it.",
        ),
        "op_flow": (
            "op source target",
            "Control may pass from region number `source` of `op` to its region number `target`; -1 is the op itself, "
            "before and after its regions.",
        ),
        "region_input": (
            "op region position value",
            "`value` is the block argument that forwarded operand number `position` goes to when control enters region "
            "number `region` of `op`.",
        ),
        "region_argument": (
            "op value",
            "The buffer `value` is an argument of the entry block of a region of `op`, which is no function.",
        ),
        "entered": (
            "value",
            "A model says which buffers go to the region argument `value`.",
        ),
        "parallel": (
            "op",
            "Control may be in the regions of `op` several times at once: what each of them notes about its buffers has a "
            "place of its own.",
        ),
        "noted_in": (
            "block entry",
            "`block` stands in a region whose entry block is `entry`, or deeper, and control may be there several times at "
            "once, but for all that it notes once.",
        ),
        "on_device": (
            "block op",
            "`block` stands in a region of `op`, or deeper, which runs on a device.",
        ),
        "needs_region_branch": (
            "op",
            "`op` has more than one region, or one region and results.",
        ),
        "passes": (
            "op successor position",
            "`op` passes a buffer to argument number `position` of its successor number `successor`.",
        ),
        "runs_one_region": (
            "op",
            "`op` runs just one of its regions, once, and each of them is a single block.",
        ),
        "has_odd_regions": (
            "op",
            "`op` has a region without blocks, or one with several.",
        ),
        "select_side": (
            "op side value when",
            "The result `value` of the select `op` is the buffer `side` where its condition is `when` (\"true\", \"false\", or "
            "\"both\").",
        ),
        "transparent": (
            "value",
            "The model says where `value`, the result of an op, comes from.",
        ),
        "views": (
            "source value",
            "`value` is a view of `source`.",
        ),
        "refers": (
            "value",
            "`value` may refer to memory: it is a buffer, or of another type that may.",
        ),
        "exposing": (
            "function",
            "Some op of `function`, or of what it calls, makes something else of a buffer, or may do so.",
        ),
        "carries_on": (
            "op edge value target destination",
            "Control takes `value` along as `target`, from the op `op` to `destination`, a block or the op whose result it "
            "is: along successor number `edge`, or, for -1, into or out of regions.",
        ),
        "goes_along": (
            "op edge value destination",
            "Control takes the buffer `value` along from the op `op` to `destination`, by way of `edge`: what it is lent "
            "to, and goes there too, is lent what it becomes.",
        ),
        "points": (
            "value",
            "`value` may refer to memory, or be its address.",
        ),
        "calls_body": (
            "op",
            "The call `op` calls a function whose body is here.",
        ),
        "lends_out": (
            "op lender value",
            "The result `value` of the call `op`, which is no buffer, may refer to the memory of the buffer `lender`, for "
            "all that is known of what is called.",
        ),
        "begins": (
            "op token",
            "`op` begins something that `token`, its result, stands for: the op is done when the token is.",
        ),
        "waits": (
            "op",
            "`op` waits, before control passes on, for the tokens among its operands.",
        ),
        "waits_partly": (
            "op",
            "`op` does not wait for all that its tokens stand for.",
        ),
        "token_done": (
            "token block position",
            "What `token` stands for, which was begun in `block`, is done when control has passed the op at `position` of "
            "the same block.",
        ),
        "tagged": (
            "op position tag",
            "The op that waits for what `op` begins is asked for at the buffer `tag`, which is operand number `position` of "
            "`op` and a new buffer.",
        ),
        "tag_met": (
            "op waiter",
            "`waiter` waits for the tag of `op`, though maybe at other indices.",
        ),
        "tag_missed": (
            "op waiter",
            "`waiter` waits for the tag of `op` at other indices.",
        ),
        "done_at": (
            "op block position",
            "What `op`, which goes on after control has passed it, does is done when control has passed the op at "
            "`position` of its own block `block`.",
        ),
        "goes_on_using": (
            "op",
            "`op` may use its buffers, and those that its regions use, after control has passed it.",
        ),
        "untold_end": (
            "op",
            "Nothing tells when `op` is done.",
        ),
        "indicator_result": (
            "op value",
            "The result `value` of `op` gets an i1 result of its own that tells who owns it.",
        ),
        "returned_by_call": (
            "op value",
            "The result `value` of `op` is owned by the caller, as the function boundary ABI says.",
        ),
        "indicator_argument": (
            "block value",
            "The argument `value` of `block` gets an i1 argument of its own that tells who owns it.",
        ),
        "acquired": (
            "value state",
            "The op that defines the buffer `value` says itself who owns it: `state` is the ownership from there on.",
        ),
        "forwards_ownership": (
            "op",
            "`op` has buffer results and says nothing of who owns them: they may alias any of its buffer operands.",
        ),
        "indicator": (
            "name kind value",
            "The indicator `name` is of the given `kind` (\"argument\", \"result\", \"retained\", \"selected\", \"flag\") and belongs "
            "to the buffer `value`.",
        ),
        "inherits": (
            "op position value block",
            "`op`, which stands in `block`, forwards the ownership of its operand number `position`, the buffer `value`, to "
            "its results.",
        ),
        "value_flow_edge": (
            "source target",
            "What `source` holds goes into `target` in one step, which is no call: `target` may be `source`, or a part of "
            "it.",
        ),
        "unmodelled_definition": (
            "value",
            "No model tells which of its op's operands, or what else, `value` holds.",
        ),
        "summarized": (
            "value",
            "The buffer `value` may end up in what its function returns or frees: where it comes from has to be known.",
        ),
        "from_parameter": (
            "value position",
            "The buffer `value` may be parameter number `position` of its function.",
        ),
        "from_elsewhere": (
            "value kind",
            "The buffer `value` may be an allocation, a global, or something unknown that its function did not get as a "
            "parameter: `kind` tells which.",
        ),
        "returns_argument": (
            "function position argument",
            "Result number `position` of `function` may be its parameter number `argument`.",
        ),
        "returns_other": (
            "function position kind",
            "Result number `position` of `function` may be something else than a parameter; `kind` is \"fresh\", \"global\" or "
            "\"unknown\".",
        ),
        "loans_matter": (
            "function",
            "What some buffer of `function` refers to has to be known, and ops there make something else of buffers: any of "
            "them may lend it.",
        ),
        "opaque_definition": (
            "value",
            "Nothing tells which of its op's operands, or what else, `value` holds.",
        ),
        "other_source": (
            "target source",
            "Beside `source`, another value than `source` and `target` itself flows into `target`.",
        ),
        "same_as": (
            "value source",
            "`value` always has the same allocation as `source`.",
        ),
        "alias_class_leader": (
            "value leader",
            "`value` always has the same allocation as `leader`, which is the same as no earlier value.",
        ),
        "has_source": (
            "value",
            "`value` is the same as some other value.",
        ),
        "has_flow": (
            "value",
            "Something flows into `value`.",
        ),
        "value_flow": (
            "source target",
            "`target` may be `source`, or a part of it: what `source` holds flows into `target` in one step.",
        ),
        "returned_new": (
            "value",
            "`value`, which a call returns with an indicator, always is an allocation that the call made, and no other "
            "result of it can be the same.",
        ),
        "loan": (
            "lender value",
            "`value` may refer to the memory that the buffer `lender` holds, and keeps nobody from freeing it.",
        ),
        "returned_loan": (
            "function position lender op",
            "`function` returns, by the op `op`, as result number `position`, what refers to the memory of its buffer "
            "`lender`, or is made of its address, and is no buffer.",
        ),
        "lender_dominates": (
            "lender value",
            "The definition of the buffer `lender` dominates that of `value`, which it is lent to.",
        ),
        "in_sight": (
            "lender value",
            "The buffer `lender` is lent to `value`, and is there wherever that is.",
        ),
        "lent_in_block": (
            "lender block",
            "What the buffer `lender` is lent to is used in `block`, or nested in it.",
        ),
        "lent_above": (
            "block lender",
            "What the buffer `lender` is lent to is used in `block`, another one than the buffer's own, in the same region.",
        ),
        "returns_loan": (
            "function position argument",
            "`function` returns, as result number `position`, what may refer to the memory of its parameter number "
            "`argument`.",
        ),
        "lent_from": (
            "function position source",
            "`function` returns, as result number `position`, what may refer to the memory of the buffer `source`.",
        ),
        "lent_inside": (
            "op lender",
            "What the buffer `lender`, which is defined outside of `op`, is lent to is used in a region of `op`, at any "
            "depth.",
        ),
        "uses_loan": (
            "op",
            "`op`, or a region of it, uses what a buffer is lent to, which is no token.",
        ),
        "returns_lent": (
            "op lender",
            "The return `op` hands out what may refer to the memory of the buffer `lender`, or be its address.",
        ),
        "frees_argument": (
            "function argument",
            "`function` may free its parameter number `argument`.",
        ),
        "may_free": (
            "op value",
            "`op` may free the buffer `value`, which it is given. What a call frees is its callee's to say.",
        ),
        "of_parameter": (
            "value position",
            "The buffer `value` may hold what parameter number `position` of its function does.",
        ),
        "overruns": (
            "block",
            "`block` is in a region, at any depth, of an op that goes on after control has passed it, and that nothing "
            "waits for in its block.",
        ),
        "claimed": (
            "value",
            "The memory that `value` may refer to may be freed by the program, or be used at any later time.",
        ),
        "claims_argument": (
            "function argument",
            "`function` may free, or use at any later time, the memory that its parameter number `argument`, which is no "
            "buffer, refers to.",
        ),
        "made_here": (
            "value",
            "The buffer `value` always is an allocation that an op of its function makes.",
        ),
        "calls_function": (
            "op",
            "The call `op` calls a function of the module.",
        ),
        "frees_foreign": (
            "function",
            "`function`, or one that its calls lead to, may free a buffer that none of them made.",
        ),
        "frees_earlier": (
            "op",
            "`op` itself, without the ops nested in it, may free a buffer that was there before it.",
        ),
        "makes_clone": (
            "op source clone",
            "`op` makes `clone`, an allocation with the contents of the buffer `source`.",
        ),
        "freed_twice": (
            "value",
            "Several ops free the buffer `value`.",
        ),
        "clone_end": (
            "op free what",
            "`free` frees the clone that `op` makes (`what` is \"clone\"), or the buffer that its source always shares its "
            "allocation with (\"source\").",
        ),
        "unclear_clone": (
            "op",
            "Which of the clone that `op` makes and its source ends first, or whether, cannot be told.",
        ),
        "freeing_at": (
            "block position",
            "The op at `position` of `block`, or one nested in it, may free a buffer that was there before it.",
        ),
        "spare_clone": (
            "op free leader",
            "The clone that `op` makes need not be made: in its block, `free` is the next op that may free anything, and "
            "frees the clone or its source. `leader` is that of the source's alias class.",
        ),
        "escapes_by": (
            "value how",
            "Others than the function that defines the buffer `value` may come to know its allocation; `how` is \"call\", "
            "\"return\", \"unknown op\", \"address\" (an op makes something else of it) or \"memory\" (it is stored).",
        ),
        "escaped": (
            "value",
            "The allocation that the buffer `value` holds may come back where nothing is known about it: neither calls nor "
            "returns keep what they get.",
        ),
        "small_function": (
            "function",
            "All pairs of buffers of `function` are looked at, because it has few of them.",
        ),
        "alias_demand": (
            "value other",
            "Somebody wants to know whether `value` and `other`, two buffers of one function, share an allocation. "
            "Symmetric.",
        ),
        "fresh": (
            "value",
            "`value` is an allocation that its op makes: it differs from every allocation that was there before.",
        ),
        "external": (
            "value",
            "`value` holds an allocation that was there before its function was called, or that nothing is known about.",
        ),
        "allocated_before": (
            "value other",
            "`value` holds an allocation that was there before the one that `other` holds was made.",
        ),
        "points_to_demand": (
            "value",
            "The points-to set of `value` is wanted.",
        ),
        "points_to": (
            "value site",
            "`value` may hold the allocation of `site`, which is fresh or external.",
        ),
        "points_to_overlap": (
            "value other",
            "The points-to sets of `value` and `other` intersect, so that the two may share an allocation.",
        ),
        "must_alias": (
            "value other",
            "`value` and `other` always have the same allocation.",
        ),
        "never_alias": (
            "value other",
            "`value` and `other` never have the same allocation.",
        ),
        "may_alias": (
            "value other",
            "`value` and `other` may have the same allocation.",
        ),
        "made_of": (
            "value earlier",
            "`value`, which is asked about, always has the same allocation as `earlier`, from which it was made in some "
            "steps, or none.",
        ),
        "shifts": (
            "source value",
            "`value` is a view of `source`, and may have another aligned pointer.",
        ),
        "starts_there": (
            "op",
            "The view that `op` makes begins zero bytes after what it is a view of.",
        ),
        "shifted": (
            "value",
            "`value` is a view that may have another aligned pointer than the first buffer that it is, step by step, a view "
            "of.",
        ),
        "told_by": (
            "value source",
            "The address of `source`, and not that of `value`, which is a view of it, tells what allocation the two have.",
        ),
        "strayed": (
            "value",
            "`value` may hold a view whose address is not that of its allocation, without being a view of anything in sight "
            "that has it.",
        ),
        "live_in": (
            "block value",
            "`value` is live on entry to `block`: it is defined before, and it or what it is lent to is used in the block "
            "or later.",
        ),
        "live_out": (
            "block value",
            "`value` is live on exit from `block`: some successor needs it.",
        ),
        "live_in_sibling": (
            "block value",
            "`value` is live on entry to `block` and defined in a block of the same region, so that ownership comes in with "
            "it.",
        ),
        "live_in_captured": (
            "block value",
            "`value` is live on entry to `block` and defined outside of its region: nested blocks use it but never own it.",
        ),
        "dies_on_edge": (
            "block successor value",
            "`value` is live on exit from `block`, but not where its successor number `successor` leads: on that edge it "
            "dies.",
        ),
        "candidate": (
            "block value reason",
            "The end of `block` must decide whether to free the buffer `value`, because the block may own it; `reason` says "
            "how it came to.",
        ),
        "retained_on_edge": (
            "block successor value",
            "The buffer `value` must survive the end of `block` when control goes to successor number `successor` of its "
            "terminator.",
        ),
        "passes_indicator": (
            "op successor position value",
            "`op` must pass the indicator of its operand number `position`, the buffer `value`, along with it to successor "
            "number `successor` (-1: out of the region).",
        ),
        "entry_indicator": (
            "op position value",
            "`op` must pass the indicator \"false\" for its operand number `position`, the buffer `value`, to the region it "
            "enters: nested regions own nothing they are given.",
        ),
        "function_indicator": (
            "function position",
            "Result number `position` of `function` comes with an i1 result that tells whether the caller owns it.",
        ),
        "free_point": (
            "op value",
            "`op`, which is in the program already, frees the buffer `value`.",
        ),
        "free_place": (
            "op place block position",
            "The free point `op` is `place` or nested in it, and `place` is op number `position` of `block`, in the same "
            "function.",
        ),
        "may_be_owned": (
            "value",
            "Some block may own the buffer `value`.",
        ),
        "in_reach": (
            "op owner",
            "When control is at the free point `op`, the block around it that decides about the buffer `owner` may own it.",
        ),
        "loses": (
            "op owner value how",
            "The free point `op` frees the buffer `value`, and with it the allocation of `owner`: `how` is \"always\", or \"if "
            "same\" where only the two addresses can tell.",
        ),
        "frees_in": (
            "function",
            "A free point stands in the body of `function`.",
        ),
        "always_parameter": (
            "value function argument",
            "The freed buffer `value` always is parameter number `argument` of `function`.",
        ),
        "unfreed_at": (
            "function argument block position",
            "Control may come to op number `position` of `block`, in the body of `function`, with parameter number "
            "`argument` not freed yet.",
        ),
        "conditional_free": (
            "function argument",
            "`function` frees its parameter number `argument` on some paths, but may return without having freed it.",
        ),
        "surely_frees": (
            "op function argument",
            "`op` frees parameter number `argument` of `function`, if it returns and its callee does on all paths.",
        ),
        "reports_unfreed": (
            "function argument",
            "`function` returns an i1 more that says whether its parameter number `argument` is unfreed.",
        ),
        "told_unfreed": (
            "op argument",
            "The call `op` gets an i1 result more that says whether its callee has left argument number `argument` unfreed.",
        ),
        "tells_unfreed": (
            "op argument value",
            "The return `op` says whether `value`, parameter number `argument` of its function, is unfreed: a flag that "
            "starts as true tells.",
        ),
        "may_free_reported": (
            "op owner",
            "`function`, in which the free point `op` stands, tells whether its parameter `owner` is unfreed.",
        ),
        "frees_reported": (
            "op owner value how",
            "The free point `op` frees the buffer `value`, and with it the allocation of the parameter `owner`: `how` is "
            "\"always\", or \"if same\" where only the two addresses can tell.",
        ),
        "loses_for_good": (
            "op block owner",
            "The free point `op` stands in `block`, which always loses `owner` there, and nobody asks later who owns it.",
        ),
        "drop_flag": (
            "value",
            "The buffer `value` has a drop flag: an i1 in memory that says whether it still owns its allocation.",
        ),
        "given_up": (
            "block value",
            "`block` does not free the buffer `value` at its end, because it is freed before.",
        ),
        "overruled": (
            "value state",
            "In the block that defines the buffer `value` its ownership is `state`, and not what its op acquires.",
        ),
        "frees_surely": (
            "op value",
            "The free point `op` frees the buffer `value` whenever control passes it.",
        ),
        "joined": (
            "op seen state",
            "`state` is the join of the ownership of the buffers among the operands 0 to `seen - 1` of `op`.",
        ),
        "ownership": (
            "value state",
            "`state` is the ownership of the buffer `value` from its definition to the end of the block that defines it.",
        ),
        "ownership_after": (
            "value state",
            "`state` is the ownership of the buffer `value` after the deallocation at the end of its block, and so in all "
            "blocks it dominates.",
        ),
        "ownership_at": (
            "block value state",
            "`state` is the ownership of the buffer `value` as the ops of `block` see it.",
        ),
        "retained_at_home": (
            "value",
            "The deallocation at the end of its own block retains the buffer `value`.",
        ),
        "has_candidate": (
            "block",
            "The end of `block` has candidates, so that its deallocation can change who owns what.",
        ),
        "selected": (
            "value op condition on_true on_false",
            "The buffer `value` is the result of `op`, which selects by `condition` between two buffers that the indicators "
            "`on_true` and `on_false` belong to.",
        ),
        "returned_again": (
            "op position value",
            "The return `op` hands out its operand number `position`, the buffer `value`, a second time.",
        ),
        "return_copy": (
            "op position value unless",
            "The return `op` needs a copy of its operand number `position`, the buffer `value`, unless the indicator "
            "`unless` holds (\"never\": no indicator can tell, copy in any case).",
        ),
        "selected_in": (
            "value block",
            "The buffer `value` is selected in `block` with known indicators.",
        ),
        "return_compare": (
            "op position earlier",
            "The return `op` hands out its operand number `position` uncopied only if its allocation is not that of its "
            "operand number `earlier`.",
        ),
        "copied_operand": (
            "op position",
            "The return `op` may hand out a copy instead of its operand number `position`.",
        ),
        "manual_free": (
            "op position value state",
            "`op` frees its operand number `position`, the buffer `value`, by hand, which is only right if `state` (an "
            "indicator) is false at run time.",
        ),
        "used_past_end": (
            "block op value",
            "The regions of `op`, the terminator of `block`, use the buffer `value`, which the region of the block defines, "
            "or what it is lent to.",
        ),
        "freed_at_end": (
            "block value",
            "The deallocation at the end of `block` may free `value`.",
        ),
        "retained_on_exit": (
            "block value",
            "The buffer `value` must survive the end of `block` because its terminator forwards it out of the region, and "
            "not a copy of it.",
        ),
        "deallocates": (
            "block",
            "The end of `block` gets a deallocation.",
        ),
        "condition": (
            "block value state",
            "The deallocation at the end of `block` frees the buffer `value` under `state`, which is an indicator, unless "
            "something retained aliases it.",
        ),
        "hidden": (
            "block value",
            "The deallocation at the end of `block` must not see the address of the buffer `value` unless it owns it: it "
            "skips a buffer with the address of an earlier one in its list, even if that is not owned, and one that was "
            "freed before may have the address of any younger one.",
        ),
        "drop_flag_start": (
            "value state",
            "The flag of the buffer `value` starts as `state`, an indicator, where `value` is defined.",
        ),
        "drop_flag_cleared": (
            "op owner value how argument",
            "The free point `op` clears the drop flag of the buffer `owner`: `how` is \"always\", or \"if same\" where the "
            "address is that of `value`. `argument` is -1, or the number of the argument that the call `op` must not report "
            "as unfreed.",
        ),
        "unfreed_cleared": (
            "op owner value how argument",
            "The free point `op` clears the flag that says whether the parameter `owner` is unfreed: `how` is \"always\", or "
            "\"if same\" where the address is that of `value`. `argument` is -1, or the number of the argument that the call "
            "`op` must not report as unfreed.",
        ),
        "drop_flag_out_of_reach": (
            "op owner",
            "`op`, on a device, frees a buffer whose flag, that of `owner`, is the host's.",
        ),
        "compared": (
            "block value other",
            "At the end of `block`, the addresses of the buffers `value`, which may have to be freed, and `other` may be "
            "compared; one of them went astray.",
        ),
        "misled": (
            "op value other",
            "The ownership-based pass has `op` go by the addresses of the buffers `value` and `other`, one of which went "
            "astray.",
        ),
        "call_returns_operand": (
            "operand value",
            "What the call result `value` holds is always what the operand `operand` of its call holds.",
        ),
        "returned_argument": (
            "function position argument",
            "Result number `position` of `function`, which only calls in sight reach, is always its parameter number "
            "`argument`: neither copied nor owned.",
        ),
        "one_parameter": (
            "function position",
            "Result number `position` of `function` is always one and the same parameter.",
        ),
        "two_parameters": (
            "function position",
            "Result number `position` of `function` may be one parameter or another.",
        ),
        "foreign": (
            "value",
            "The buffer `value` may be what a call returned that gives a copy: the caller owns it, whatever the callee was "
            "given.",
        ),
        "returns_foreign": (
            "function position",
            "Result number `position` of `function` may be what a call returned that gives a copy.",
        ),
        "inferred_abi": (
            "function",
            "`function` can only be called by calls in sight, which take from it what it returns together with its "
            "ownership, if it has that.",
        ),
        "inferred_result": (
            "op position value function",
            "The call `op` gets result number `position`, the buffer `value`, from the function with inferred ABI "
            "`function`, which does not just hand an operand through.",
        ),
        "inferred_parameter": (
            "function position value",
            "The buffer `value`, parameter number `position` of the function with inferred ABI `function`, may be returned: "
            "a call that does not need it any more gives it away.",
        ),
        "inferred_argument": (
            "op position value parameter",
            "The call `op` passes `value`, as argument number `position`, to the parameter `parameter` of a function with "
            "inferred ABI, which may return it.",
        ),
        "fixed_abi": (
            "function",
            "`function` keeps to the function boundary ABI, because a plan was not found otherwise.",
        ),
        "always_returned": (
            "function argument",
            "Some result of `function` is always its parameter number `argument`.",
        ),
        "returns_by_rule": (
            "op",
            "The return `op` gives ownership of all that it hands out, as callers that are not in sight expect.",
        ),
        "owner": (
            "value",
            "`value` may own an allocation: nothing but the plan decides what becomes of it.",
        ),
        "aliased_as": (
            "value name",
            "`name` is another name for what `value` holds, or for part of it.",
        ),
        "forwards": (
            "op edge position value",
            "Control takes the buffer `value`, as operand number `position` of `op`, counted from the first that is "
            "forwarded, to successor number `edge` of `op`; -1 stands for into or out of regions.",
        ),
        "successor_input": (
            "op edge position destination value",
            "What `op` forwards as operand number `position` along `edge` goes to the successor input `value` of "
            "`destination`: a block, or the op whose result it is.",
        ),
        "is_forwarded": (
            "value",
            "The buffer `value`, or another name for it, goes on to somewhere, so that its owner may change.",
        ),
        "owning_select": (
            "op value",
            "The select `op` chooses who owns what `value` holds: the side that is not chosen is released there, or goes on "
            "from the end of the block.",
        ),
        "may_be_aliased_as": (
            "value name",
            "Using `name` uses what `value` holds: it is another name for it, or may be.",
        ),
        "owner_of": (
            "value owner",
            "`owner` is the one that `value` is another name for; an owner's own name is one, too.",
        ),
        "tracked": (
            "value",
            "`value` is an owner or derived from one.",
        ),
        "never_owned": (
            "value",
            "Nobody here owns the buffer `value`, whichever it is selected from.",
        ),
        "known_source": (
            "value source",
            "The buffer `value` is another name for what `source` holds: an owner, or a parameter.",
        ),
        "has_known_source": (
            "value",
            "`value` is another name for something.",
        ),
        "forwards_owner": (
            "op edge position owner",
            "`op` forwards what `owner` holds, as operand number `position`, along `edge`.",
        ),
        "forwards_owner_first": (
            "op edge position owner",
            "`op` forwards what `owner` holds, as operand number `position`, along `edge`, and does so with no operand "
            "before that along the same edge.",
        ),
        "forwards_at": (
            "op owner block position",
            "`op`, which forwards what `owner` holds, or chooses from it, stands in `block` at `position`, or in a region "
            "of the op there. Blocks that the region of the owner's definition does not enclose have no row.",
        ),
        "handed_on": (
            "value",
            "The buffer `value`, or what is selected from it, goes on to somewhere else than to a caller who expects to own "
            "it.",
        ),
        "may_be_unowned": (
            "owner",
            "`owner` may hold what nobody here owns.",
        ),
        "forwards_from_region": (
            "op owner",
            "A region of `op`, which runs just one of them and once, forwards what `owner`, which is defined outside, "
            "holds.",
        ),
        "address_taken": (
            "value",
            "The allocation that the buffer `value` holds may be known by something else than a buffer.",
        ),
        "may_go": (
            "value",
            "The function around it may free what the buffer `value` holds.",
        ),
        "used_at": (
            "value number block position",
            "Use number `number` of the buffer `value` is by the op at `position` of `block`, or nested in it. Blocks that "
            "the definition's region does not enclose have no row.",
        ),
        "used_in_many_blocks": (
            "value",
            "The buffer `value` is used in `block`, which is another than the one that defines it, in the same region.",
        ),
        "defined_at": (
            "value position",
            "`position` is where `value` is defined in its block; -1 stands for before the first op.",
        ),
        "last_use_so_far": (
            "value seen position",
            "The last use of `value` and of all that derives from it, as far as the first `seen` ops that use it go, is at "
            "`position` of the block that defines it.",
        ),
        "aliased_at": (
            "value number name",
            "Use number `number` of `value` derives `name` from it, in the same block.",
        ),
        "nested_use": (
            "op value",
            "Some use of `value`, of a name for it, or of what it is lent to, is nested in `op`.",
        ),
        "has_alias_set": (
            "owner",
            "All names of what `owner` holds are listed, because where it is used cannot be told in a single block.",
        ),
        "alias_set": (
            "owner name",
            "`name` is `owner` or derived from it.",
        ),
        "last_use": (
            "owner block position",
            "The op at `position` is the last one in `block` that uses what `owner` holds, borrowers not counted.",
        ),
        "used_in": (
            "owner block",
            "What `owner` holds is used in `block`.",
        ),
        "owner_live_in": (
            "block owner",
            "What `owner` holds is needed on entry to `block`, another one than its own in the same region, borrowers not "
            "counted.",
        ),
        "owner_live_out": (
            "block owner",
            "What `owner` holds is needed after the end of `block`, borrowers not counted.",
        ),
        "end_position": (
            "block position",
            "The last op of `block` stands at `position`.",
        ),
        "consumes_on_edge": (
            "op owner when successor",
            "The owning select `op` takes ownership from `owner` at the end of its block, where control goes to successor "
            "number `successor` because its condition is `when`. Where control goes to the other one, `owner` keeps it.",
        ),
        "splits": (
            "op owner block when chosen other",
            "Where the condition of the owning select `op` is `when`, control goes from the end of its block `block` to "
            "successor number `chosen`, otherwise to number `other`. `owner` is the side for `when`, and goes on from "
            "there.",
        ),
        "may_consume": (
            "op owner",
            "Nothing but where it is used keeps the owning select `op` from taking what `owner` holds.",
        ),
        "ceases": (
            "block owner",
            "What `owner` holds is not needed after `block`, a successor of the block that ends with a choice of it; if it "
            "is needed in `block`, then control comes there from that block only.",
        ),
        "select_forwarded_in": (
            "value block",
            "What the owning select result `value` holds is forwarded, or chosen from, in `block`.",
        ),
        "astray": (
            "owner block chosen",
            "What `owner` holds is forwarded where a choice at the end of `block` cannot allow it. It can where control "
            "does not go to successor number `chosen`: along the edge to the other successor, and in that one.",
        ),
        "lost": (
            "block owner",
            "`block` needs what `owner` holds, and a choice has taken it at the end of the block before.",
        ),
        "side": (
            "op owner when condition",
            "The owning select `op` chooses what `owner` holds where the i1 `condition` is `when`.",
        ),
        "rival": (
            "op owner",
            "Another owning select than `op` may choose what `owner` holds when `op` does.",
        ),
        "goes_elsewhere": (
            "owner",
            "What `owner` holds is forwarded somewhere, or freed, by itself.",
        ),
        "select_forwarded_at": (
            "value block position",
            "What the owning select result `value` holds is forwarded, or chosen from, by the op at `position` of `block`, "
            "or in its regions.",
        ),
        "both_sides": (
            "op owner",
            "Whatever its condition is, the owning select `op` chooses what `owner` holds: there is nothing to decide.",
        ),
        "home": (
            "owner block",
            "`block` gets ownership of what `owner` holds: it defines the owner, or is a region that the owner moves into.",
        ),
        "has": (
            "block owner",
            "`block` has ownership of what `owner` holds at its beginning, or gets it.",
        ),
        "finishes": (
            "op owner how",
            "`owner` is used by `op` for the last time, counting all names: in its regions too, or only as operands of the "
            "op itself, as `how` says (\"region\", \"operand\"). Nobody knows the last use of what is known outside.",
        ),
        "enters": (
            "op owner",
            "`owner` moves into the regions of `op`: the one that runs forwards it or releases it.",
        ),
        "forwards_itself": (
            "op owner",
            "`op` itself forwards what `owner` holds.",
        ),
        "moves": (
            "op edge position owner",
            "The ownership of what `owner` holds goes along with operand number `position` that `op` forwards along `edge`.",
        ),
        "enters_once": (
            "op",
            "`op` enters its regions with its operands at most once.",
        ),
        "moved_operand": (
            "op edge position",
            "Ownership goes along with operand number `position` that `op` forwards along `edge`.",
        ),
        "moves_along": (
            "op edge owner",
            "`op` forwards what `owner` holds along `edge`, with its ownership.",
        ),
        "passes_plainly": (
            "op owner",
            "The call `op` passes what `owner` holds to a parameter that does not take ownership.",
        ),
        "passes_unclear": (
            "op",
            "The call `op` passes what one of several owners holds.",
        ),
        "forwarded_early": (
            "owner borrower",
            "What `owner` holds is forwarded to the owner `borrower`, and used again after that, in the same block or a "
            "later one.",
        ),
        "outlived": (
            "op owner",
            "`op` is the last to use what `owner` holds by its own names, but not the last to use what was forwarded from "
            "there early.",
        ),
        "outlived_in": (
            "block owner",
            "What was forwarded early, or chosen, from what `owner` holds is needed in `block`, another one than the "
            "owner's own.",
        ),
        "wanted": (
            "owner",
            "What `owner` holds is forwarded out of a region, to where its ownership is of use. It is of none where a "
            "return makes a copy anyway, because the successor input may be nobody's.",
        ),
        "consumes": (
            "op owner when",
            "The owning select `op` takes ownership from `owner` where its condition is `when`.",
        ),
        "consumes_here": (
            "op owner when",
            "The owning select `op` takes ownership from `owner` where its condition is `when`, and all is decided in its "
            "block.",
        ),
        "one_sided": (
            "op",
            "No owner gives its ownership to the owning select `op` for one of its sides.",
        ),
        "giving": (
            "op when",
            "Some owner can give its ownership to the owning select `op` where its condition is `when`.",
        ),
        "can_consume": (
            "op owner when",
            "The owning select `op` can take ownership from `owner` where its condition is `when`.",
        ),
        "choice": (
            "op block position",
            "The side of `op` that is not chosen is released after the op at `position` of `block`.",
        ),
        "side_consumed": (
            "op when",
            "The side of the owning select `op` that its condition `when` stands for brings ownership along.",
        ),
        "selected_early": (
            "op owner",
            "What the owning select `op` chooses goes on before the last use of `owner`, one of its sides.",
        ),
        "may_own": (
            "owner",
            "`owner` may own what it holds.",
        ),
        "borrows": (
            "borrower lender",
            "What the owner `borrower` holds may be what `lender`, which may own it, holds, without having moved: the "
            "lender has to last longer.",
        ),
        "forwarded_as": (
            "owner value",
            "What `owner`, or a borrower of it, holds is forwarded to the successor input `value`.",
        ),
        "still_there": (
            "owner value",
            "`owner`, forwarded as `value`, is still there where `value` begins: its definition dominates that of `value`, "
            "and control does not define it anew.",
        ),
        "gone": (
            "owner value",
            "`owner`, forwarded as `value`, is not there any more where `value` begins: what still_there denies, said "
            "without a negation, because who may own depends on it.",
        ),
        "borrowed_from": (
            "owner",
            "Somebody borrows from `owner`.",
        ),
        "on_loan": (
            "owner name",
            "While `name` is used, what the lender `owner` holds is.",
        ),
        "loan_live_in": (
            "block owner",
            "What `owner` holds must not be released before `block`, another one than its own in the same region, begins.",
        ),
        "loan_live_out": (
            "block owner",
            "What `owner` holds must not be released before `block` ends.",
        ),
        "last_use_with_loans": (
            "owner block position",
            "The op at `position` is the last one in `block` that uses what `owner` holds, borrowers counted.",
        ),
        "loan_used_in": (
            "owner block",
            "What the lender `owner` holds is used in `block`, which may have it.",
        ),
        "dynamic_transfer": (
            "op edge position owner",
            "`owner`, which ends at the terminator `op`, may hold what the borrower that is operand number `position` along "
            "`edge` holds, which goes to where `owner` is not: whether it does is decided at run time, and then ownership "
            "goes along.",
        ),
        "renewed": (
            "owner other",
            "The owners `owner` and `other` begin together: where a value is passed as `other`, the owner that was there "
            "before is gone.",
        ),
        "keeps": (
            "block owner",
            "`block` has, at some time, ownership of what `owner` holds.",
        ),
        "freed_by_hand": (
            "op owner",
            "`op`, which is in the program already, frees what `owner` holds, and nothing uses it later: the owner ends "
            "there.",
        ),
        "freed_as": (
            "op value source",
            "The free point `op`, which frees the buffer `value`, may free what `source` holds: the two are names for the "
            "same, or what `value` holds may be borrowed from `source`.",
        ),
        "held_at": (
            "op owner",
            "When control is at the free point `op`, which may free what `owner` holds, a block around it may have "
            "ownership of that.",
        ),
        "takes_from": (
            "op owner value how",
            "The free point `op` frees the buffer `value`, and with it what `owner` holds: `how` is \"always\", or \"if same\" "
            "where their addresses have to tell.",
        ),
        "drops": (
            "op owner value how",
            "The free point `op`, which is not the plain end of `owner`, frees the buffer `value`, and with it what `owner` "
            "holds: `how` is \"always\", or \"if same\" where their addresses have to tell.",
        ),
        "dropped": (
            "owner",
            "`owner` has a drop flag, because the program may free what it owns, and not at its plain end.",
        ),
        "drop_cleared": (
            "op owner value how argument",
            "The free point `op` clears the drop flag of `owner`: `how` is \"always\", or \"if same\" where the address is that "
            "of `value`. `argument` is -1, or the number of the argument that the call `op` must not report as unfreed.",
        ),
        "takes_from_caller": (
            "op owner value how",
            "The free point `op` frees the buffer `value`, and with it the parameter `owner` of its function, which tells "
            "its callers: `how` is \"always\", or \"if same\" where their addresses have to tell.",
        ),
        "parameter_cleared": (
            "op owner value how argument",
            "The free point `op` clears the flag that says whether the parameter `owner` is unfreed: `how` is \"always\", or "
            "\"if same\" where the address is that of `value`. `argument` is -1, or the number of the argument that the call "
            "`op` must not report as unfreed.",
        ),
        "addresses_at": (
            "op value other",
            "At the free point `op` the addresses of the buffers `value`, which it frees, and `other` are compared.",
        ),
        "host_flag": (
            "op",
            "The free point `op`, on a device, would have to clear a flag that is the host's.",
        ),
        "may_lack": (
            "owner",
            "`owner` may not own what it holds.",
        ),
        "owns": (
            "owner when",
            "`owner` owns what it holds; `when` is \"always\" or \"sometimes\". An owner that never does has no row.",
        ),
        "gives": (
            "block owner",
            "`owner` gives ownership away in `block`, before its end or by leaving its region.",
        ),
        "goes_on": (
            "block owner",
            "The ownership of what `owner` holds goes on from the end of `block`, along some edge.",
        ),
        "ends_in": (
            "block owner",
            "`owner` ends in `block`: it is released there.",
        ),
        "ends_on": (
            "block successor owner",
            "`owner` ends between `block` and its successor number `successor`, while it goes on along another edge.",
        ),
        "lasts": (
            "value",
            "The buffer `value` has to be released no earlier than where its block ends.",
        ),
        "release_after": (
            "block position value",
            "`value` is released in `block`, after the op at `position`; -1 is before the first op.",
        ),
        "release_at_end": (
            "block value",
            "`value` is released at the end of `block`, before its terminator and after the copies of what is returned.",
        ),
        "release_on_edge": (
            "block successor value",
            "`value` is released between `block` and its successor number `successor`, on no other edge.",
        ),
        "other_way": (
            "block owner",
            "Some edge into `block` is not one on which `owner` ends, though another is.",
        ),
        "release_unless": (
            "op when value block position",
            "`value` is released after the op at `position` of `block`, where the condition of the select `op` is not "
            "`when`.",
        ),
        "always_consumed": (
            "block owner",
            "Whatever the outcome, a choice in `block` takes what `owner` holds.",
        ),
        "carried": (
            "value",
            "The owner `value` comes with an i1 that tells whether it owns what it holds.",
        ),
        "carried_argument": (
            "block value",
            "The block argument `value` of `block` is followed by an i1 argument that tells whether it owns what it holds.",
        ),
        "carried_result": (
            "op value",
            "The result `value` of `op` is followed by an i1 result that tells whether it owns what it holds.",
        ),
        "carries": (
            "op edge position owner",
            "`op` forwards along `edge`, with operand number `position`, an i1 that tells whether `owner` owns what it "
            "holds; \"\" stands for nobody.",
        ),
        "return_clone": (
            "op position value owner",
            "The return `op` hands out a copy of its operand number `position`, the buffer `value`, unless `owner` owns it; "
            "\"\" stands for nobody.",
        ),
        "returned_uncopied": (
            "op position",
            "The return `op` hands out, as operand number `position`, what its function passes through: no copy is made.",
        ),
        "consumed_on_edge": (
            "block successor owner",
            "A choice takes what `owner` holds where control goes from `block` to its successor number `successor`.",
        ),
        "transfer_condition": (
            "op edge position value owner condition when",
            "What `op` forwards as operand number `position` along `edge`, the buffer `value`, is what `owner` holds just "
            "where the i1 `condition` is `when`.",
        ),
        "given": (
            "value owner condition when",
            "The result `value` of a conditional may be what `owner` holds where the i1 `condition` is `when`.",
        ),
        "yields": (
            "op name region position owner",
            "Region number `region` of `op`, which is called `name`, gives, as result number `position`, what `owner` holds "
            "or borrows.",
        ),
        "given_otherwise": (
            "value owner when",
            "The result `value` of a conditional may be what `owner` holds where its condition is not `when`.",
        ),
        "transfer_if_same": (
            "op edge position value owner",
            "`op` forwards the buffer `value` as operand number `position` along `edge`, and with it, just where the two "
            "are the same allocation, the ownership of what `owner`, which ends there, holds.",
        ),
        "transfer_if_unowned": (
            "op edge position value owner",
            "The operand that `op` forwards as number `position` along `edge` is a name of the owner `value`, which moves "
            "along: it is what `owner`, which ends there, holds just where `value` does not own it.",
        ),
        "transfer_demand": (
            "value",
            "It matters to a transfer at run time what the owner `value` holds where it does not own it.",
        ),
        "holds_unowned": (
            "value source",
            "The owner `value` may hold, without owning it, what `source`, an owner or a parameter, did when it was "
            "forwarded.",
        ),
        "inferred_abi_parameter": (
            "function position value",
            "The value `value` is parameter number `position` of `function`.",
        ),
        "source_unchanged": (
            "source value",
            "What `source` holds when the owner `value` begins is what it held when it was forwarded: control does not come "
            "by where it begins in between.",
        ),
        "source_unknown": (
            "value",
            "What the owner `value`, of which it matters, holds without owning it cannot be told.",
        ),
        "holds_unowned_otherwise": (
            "value source",
            "The owner `value` may hold, without owning it, something else than `source` does.",
        ),
        "given_for": (
            "value parameter",
            "`parameter` is a callee's, and the call passes something for it that `value`, the call's result, may hold.",
        ),
        "transfer_by_address": (
            "op edge position value owner",
            "Where `op` forwards the buffer `value` as operand number `position` along `edge`, nothing but the addresses of "
            "`value` and `owner` tells whether the ownership of what `owner` holds is transferred.",
        ),
        "refusal": (
            "op message advice",
            "The deallocation passes refuse the function around `op` because of `op`: `message` says why, `advice` what to "
            "do.",
        ),
        "parts": (
            "op lender",
            "`op` forwards what the buffer `lender` is lent to, to where the buffer is not any more.",
        ),
        "hands_loan": (
            "op lender",
            "The return `op` hands out a buffer that refers to the memory of the buffer `lender`.",
        ),
        "copied_through": (
            "value",
            "The buffer `value` may be a call's result that is the call's operand by the plan, and a copy by the function "
            "boundary ABI.",
        ),
        "pass_refusal": (
            "op message advice",
            "The ownership-based pass refuses the function around `op`, which a plan need not: `message` says why, `advice` "
            "what to do.",
        ),
        "undecided": (
            "function op reason",
            "`function` cannot be planned because of `op`, for the given `reason`: drop flags and the deallocations at "
            "block ends take care of it, with what remains at run time.",
        ),
        "blamed": (
            "function callee",
            "`function` is undecided, maybe because what `callee` returns to it may be what it was given.",
        ),
        "goes_by": (
            "function callee",
            "The plan of `function` goes by what `callee`, a function with inferred ABI, takes and gives.",
        ),
        "unplanned": (
            "function",
            "`function` has no plan.",
        ),
        "has_suspect": (
            "function",
            "Something nearer is to blame for that `function` has no plan than just any function with inferred ABI that it "
            "calls.",
        ),
        "involved": (
            "function",
            "The plan of `function` bears on that of a function without a plan, over calls of functions with inferred ABI.",
        ),
        "fixes_abi": (
            "function when",
            "The function with inferred ABI `function` shall keep to the ABI, so that others, or itself, get a plan; `when` "
            "is \"next\", or \"last\" if one has been tried.",
        ),
        "buffers_about": (
            "block",
            "A buffer is defined or used in `block`, or nested in it.",
        ),
        "unknown_ways": (
            "op",
            "No model says how control takes the regions of `op`, and buffers are about in them. The checker assumes that "
            "they run in any order, any number of times, or not at all; where the model says so, that one of them runs "
            "once.",
        ),
        "region_way": (
            "op source target",
            "Control may go from region number `source` of `op` to its region number `target`; -1 is the op itself, before "
            "and after its regions.",
        ),
        "region_start": (
            "region block",
            "Control that enters `region` does so at the start of `block`.",
        ),
        "way_in": (
            "op way block",
            "From `op`, control may go on at the start of `block`, which is way number `way` of the op.",
        ),
        "region_end": (
            "op parent region",
            "`op` ends region number `region` of the op `parent`: it is the last op of one of the region's blocks.",
        ),
        "way_out": (
            "op way after",
            "From `op`, control may go on behind the op `after`, which is way number `way` of the op.",
        ),
        "assigns": (
            "op way target source",
            "On way number `way` of `op`, `target` takes the value that `source` has.",
        ),
        "way_when": (
            "op way value truth",
            "Way number `way` of `op` is taken only where the i1 `value` is `truth` (\"true\" or \"false\").",
        ),
        "way_cases": (
            "op flag cases",
            "`op` takes the way that the integer `flag` chooses: way number i + 1 where it equals element number i of the "
            "list `cases`, way number 0 where it equals none of them.",
        ),
        "returns": (
            "op function",
            "`op` returns from `function` to its callers.",
        ),
        "returned_operand": (
            "op position value",
            "`op` hands the value `value` to the callers of its function, as result number `position`.",
        ),
        "address": (
            "value",
            "`value` is no buffer, but leads to the allocation of one.",
        ),
        "leads_to": (
            "op target source",
            "The handle `target` leads to the allocation that `source`, an operand of `op`, leads to.",
        ),
        "picks": (
            "op target condition on_true on_false",
            "`target`, the result of `op`, leads to where `on_true` leads if the i1 `condition` is true, else to where "
            "`on_false` leads.",
        ),
        "handle": (
            "value",
            "`value` may lead to an allocation: it is a buffer, or the address of one.",
        ),
        "frees_where": (
            "op position value condition",
            "`op` frees what the handle `value` leads to, where the i1 `condition` is true, unless the op retains it. Entry "
            "number `position` of the list.",
        ),
        "retains": (
            "op position value",
            "`op` retains what the handle `value` leads to, entry number `position` of the list: it is not freed.",
        ),
        "says_owned": (
            "op position value",
            "The i1 `value` says, behind `op`, whether entry number `position` of what it retains was to be freed.",
        ),
        "compares_lists": (
            "function",
            "`function` is the library function that compares lists of addresses.",
        ),
        "joins_conditions": (
            "function",
            "`function`, which compares lists, adds the conditions of an allocation that is listed twice to its first "
            "entry; else each entry has its own.",
        ),
        "asks_library": (
            "op function",
            "`op` calls `function`, which compares lists.",
        ),
        "list_argument": (
            "op argument array",
            "Operand number `argument` of `op`, a call that compares lists, is the list in the buffer `array`.",
        ),
        "list_store": (
            "op argument position value place",
            "Op number `place` of the block of the call `op` stores `value` in front of the call as element number "
            "`position` of the list that is operand number `argument` of the call.",
        ),
        "stored_over": (
            "op argument position place",
            "What op number `place` of the block of the call `op` stores as element number `position` of the list that is "
            "operand number `argument` of the call is there no more when control comes to the call.",
        ),
        "list_entry": (
            "op argument position value",
            "Element number `position` of the list that is operand number `argument` of `op` is `value`.",
        ),
        "loaded_answer": (
            "op argument position value",
            "`value` is loaded from element number `position` of the list that is operand number `argument` of `op`, behind "
            "it.",
        ),
        "element_index": (
            "value position",
            "The index `value` is the constant `position`.",
        ),
        "library_entry": (
            "op position value condition answer",
            "Entry number `position` of the call `op`, the address `value`, is to be freed where the i1 `condition` is "
            "true; the i1 `answer` says, behind it, whether it is.",
        ),
        "makes": (
            "op position value kind",
            "`value`, result number `position` of `op`, is a new allocation of the kind `kind`: \"heap\", or \"stack\" where it "
            "must not be freed.",
        ),
        "followed": (
            "op",
            "The call `op` calls a function whose body is here: what it does is what the body does.",
        ),
        "ends": (
            "op position value",
            "`op` frees the allocation that its operand number `position`, the buffer `value`, holds.",
        ),
        "uses_at_once": (
            "op value",
            "`op` may read or write the memory of the allocation that the buffer `value`, an operand of it, holds, before "
            "control passes on.",
        ),
        "touches": (
            "op value",
            "`op` may read or write the memory of the allocation that the buffer `value` holds, or waits for another op "
            "that may have done so until then.",
        ),
        "uses_later": (
            "op value",
            "`op` may use the memory of the allocation that the buffer `value` holds after control has passed it.",
        ),
        "block_of_late_op": (
            "block op",
            "`block` is in a region, at any depth, of `op`, which may go on after control has passed it.",
        ),
        "awaited_by": (
            "op waiter",
            "Once control has passed `waiter`, `op`, which may go on after control has passed it, is done.",
        ),
        "idle": (
            "name",
            "Ops called `name` look at no memory.",
        ),
        "told": (
            "name",
            "A relation of the model says an effect of ops called `name`, or that all of them are told.",
        ),
        "only_forwards": (
            "op position",
            "`op` only hands its operand number `position` on: to a block, a region, a function, or its caller.",
        ),
        "loses_sight": (
            "op value how",
            "Nobody can tell what becomes of the allocation that the handle `value`, an operand of `op`, leads to; `how` "
            "says what the op does with it.",
        ),
        "keeps_sight": (
            "op position",
            "The checker knows what `op` does with its operand number `position`, if that is an address.",
        ),
        "assumed_use": (
            "op value",
            "No model describes `op`, which has the buffer `value` as an operand: the checker assumes that it uses the "
            "buffer and keeps nothing of it.",
        ),
        "comes_from": (
            "value kind",
            "`value` is a buffer, and nothing tells which allocation it leads to; `kind` is \"parameter\", \"global\" or "
            "\"unknown\".",
        ),
        "accounted_for": (
            "value",
            "Rules here say which allocation the buffer `value` leads to.",
        ),
        "from_outside": (
            "value",
            "The handle `value` may lead to an allocation that was there before its function was called, or that nobody "
            "knows the origin of.",
        ),
        "flag_cell": (
            "cell",
            "`cell` is an i1 in memory that nobody sees but the ops that load it and store it.",
        ),
        "seen_elsewhere": (
            "cell",
            "More may be done to the buffer `cell`, an allocation on the stack, than to load from it and store to it, one "
            "op at a time.",
        ),
        "cell_used": (
            "cell block",
            "An op in `block`, or nested in it, uses `cell`, an allocation on the stack, and the block is inside of the "
            "region that allocates that.",
        ),
        "sets_flag": (
            "op cell value",
            "`op` stores the i1 `value` in `cell`.",
        ),
        "reads_flag": (
            "op cell value",
            "`value` is the i1 that `op` loads from `cell`.",
        ),
        "truth_constant": (
            "value truth",
            "The i1 `value` is the constant `truth`, as text.",
        ),
        "truth_of": (
            "value how first second",
            "The i1 `value` is computed from the i1 values `first` and `second`; `how` is \"and\", \"or\" or \"xor\".",
        ),
        "truth_select": (
            "value condition on_true on_false",
            "The i1 `value` is the i1 `on_true` where the i1 `condition` is true, else the i1 `on_false`.",
        ),
        "compares_integers": (
            "op value how first second",
            "The i1 `value`, the result of `op`, says how the integers `first` and `second` compare; `how` is the text of "
            "the predicate.",
        ),
        "number_constant": (
            "value text",
            "The integer `value` is the constant that `text` writes.",
        ),
        "weighed": (
            "value",
            "The integer `value` is compared, or chooses a way.",
        ),
        "asks_alike": (
            "value other how",
            "The comparisons `value` and `other` ask the same of the same two integers, if `how` is \"same\", or one of them "
            "asks whether the other does not hold, if it is \"opposite\".",
        ),
        "answered": (
            "value earlier how",
            "The comparison `value` has the answer that the comparison `earlier`, which dominates it, has, if `how` is "
            "\"same\", or the other one, if it is \"opposite\".",
        ),
        "restates": (
            "value leader how",
            "The comparison `value` restates `leader`, an earlier comparison that restates none; `how` says with which "
            "answer, \"same\" or \"opposite\".",
        ),
        "hangs_on": (
            "value source",
            "The i1 or integer `value` is computed from `source`, or takes its value on some way.",
        ),
        "steering": (
            "value",
            "`value`, an i1 or an integer that is compared, has a part in deciding which way control takes, or what a "
            "select picks.",
        ),
        "watched": (
            "value",
            "The checker remembers something about `value`: it is a handle, or steers control.",
        ),
        "watched_home": (
            "value block region",
            "The watched `value` is defined in `block`, which is a block of `region`.",
        ),
        "needed": (
            "value block position",
            "Op number `position` of `block`, or an op nested in it, needs the watched `value`, which is defined in the "
            "block's region or around it.",
        ),
        "computed": (
            "value source",
            "The i1 `value` is computed from `source` by an op without ways.",
        ),
        "needed_in": (
            "block value",
            "When control comes to `block`, the watched `value`, which is defined in another block of the same region, is "
            "still needed.",
        ),
        "needed_out": (
            "block value",
            "When control leaves `block`, the watched `value` is still needed in another block of its region.",
        ),
    },
    __name__,
)


def __getattr__(name: str) -> type[Relation]:
    return RELATIONS.of(name)

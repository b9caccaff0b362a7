/* The names of ops, blocks and values, as names.py gives them. */

#include "tree.h"

#include <string.h>

/* A function, or what lies outside of all functions: how the names of what it holds begin, and how many ops have theirs. */
struct scope {
    PyObject *prefix;
    Py_ssize_t count;
};

/* The ops of a block that are still to be named, from number `at` on. */
struct rest {
    PyObject *ops;
    Py_ssize_t at, scope;
};

/* Where names go, and what gives those that are not plain; all of them are borrowed. */
struct names {
    PyObject *functions, *of_op, *ops, *of_block, *blocks, *of_value, *values, *seen, *unique, *of_function;
    PyObject *once, *entry;
    struct scope *scopes;
    struct rest *rests;
    Py_ssize_t scope_count, scope_room, rest_count, rest_room;
};

static int add_scope(struct names *n, PyObject *prefix) {
    struct scope *scopes = grown(n->scopes, n->scope_count, 1, &n->scope_room, sizeof *scopes);
    if (!scopes) return -1;
    n->scopes = scopes;
    n->scopes[n->scope_count++] = (struct scope){Py_NewRef(prefix), 0};
    return 0;
}

static int add_rest(struct names *n, PyObject *ops, Py_ssize_t at, Py_ssize_t scope) {
    struct rest *rests = grown(n->rests, n->rest_count, 1, &n->rest_room, sizeof *rests);
    if (!rests) return -1;
    n->rests = rests;
    n->rests[n->rest_count++] = (struct rest){Py_NewRef(ops), at, scope};
    return 0;
}

static int enter(PyObject *of_node, PyObject *nodes, PyObject *node, PyObject *name) {
    return PyDict_SetItem(of_node, node, name) < 0 || PyDict_SetItem(nodes, name, node) < 0 ? -1 : 0;
}

/* The text that a function gives. */
static PyObject *text_from(PyObject *function, PyObject *argument) {
    PyObject *text = PyObject_CallOneArg(function, argument);
    if (text && !PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "a name is a text");
        Py_CLEAR(text);
    }
    return text;
}

/* Name a node; where others are called so, in another way. The reference to `name` is taken. */
static int enter_once(struct names *n, PyObject *of_node, PyObject *nodes, PyObject *node, PyObject *name) {
    int seen = name ? PyDict_Contains(n->seen, name) : -1;
    if (seen > 0) Py_SETREF(name, text_from(n->unique, name));
    int failed = seen < 0 || !name || (!seen && PyDict_SetItem(n->seen, name, n->once) < 0) || enter(of_node, nodes, node, name) < 0;
    Py_XDECREF(name);
    return failed ? -1 : 0;
}

static PyObject *value_name(PyObject *prefix, PyObject *value) {
    if (!Py_IS_TYPE(value, value_class.type)) {
        PyErr_SetString(PyExc_TypeError, "this is no value");
        return NULL;
    }
    PyObject *name = text_of(value, &value_class, VALUE_NAME), *number = FIELD(value, value_class, VALUE_PACK_INDEX);
    Py_ssize_t pack = name ? PyLong_AsSsize_t(FIELD(value, value_class, VALUE_PACK)) : -1;
    if (PyErr_Occurred()) return NULL;
    return pack == 1 ? PyUnicode_Concat(prefix, name) : PyUnicode_FromFormat("%U%U#%S", prefix, name, number);
}

static int name_values(struct names *n, Py_ssize_t scope, PyObject *values) {
    for (Py_ssize_t i = 0; values && i < PyList_GET_SIZE(values); i++) {
        /* What is asked for another name may do what it likes. */
        PyObject *value = Py_NewRef(PyList_GET_ITEM(values, i));
        int failed = enter_once(n, n->of_value, n->values, value, value_name(n->scopes[scope].prefix, value));
        Py_DECREF(value);
        if (failed) return -1;
    }
    return values ? 0 : -1;
}

/* The prefix, a number, a colon, and the op's own name. */
static PyObject *op_name(PyObject *prefix, Py_ssize_t number, PyObject *own) {
    if (!PyUnicode_IS_COMPACT_ASCII(prefix) || !PyUnicode_IS_COMPACT_ASCII(own)) return PyUnicode_FromFormat("%U%zd:%U", prefix, number, own);
    char digits[24];
    size_t first = sizeof digits, before = (size_t)PyUnicode_GET_LENGTH(prefix), behind = (size_t)PyUnicode_GET_LENGTH(own);
    digits[--first] = ':';
    do digits[--first] = (char)('0' + number % 10);
    while (number /= 10);
    size_t wide = sizeof digits - first;
    PyObject *name = PyUnicode_New((Py_ssize_t)(before + wide + behind), 127);
    if (!name) return NULL;
    char *at = PyUnicode_DATA(name);
    memcpy(at, PyUnicode_DATA(prefix), before);
    memcpy(at + before, digits + first, wide);
    memcpy(at + before + wide, PyUnicode_DATA(own), behind);
    return name;
}

static int name_block(struct names *n, PyObject *block, Py_ssize_t scope) {
    PyObject *ops = list_of(block, &block_class, BLOCK_OPS), *label = ops ? FIELD(block, block_class, BLOCK_LABEL) : NULL;
    int has_label = label && label != Py_None && PyUnicode_Check(label) && PyUnicode_GET_LENGTH(label);
    PyObject *name = ops ? PyUnicode_Concat(n->scopes[scope].prefix, has_label ? label : n->entry) : NULL;
    if (enter_once(n, n->of_block, n->blocks, block, name) < 0) return -1;
    if (name_values(n, scope, list_of(block, &block_class, BLOCK_ARGUMENTS)) < 0) return -1;
    return add_rest(n, FIELD(block, block_class, BLOCK_OPS), 0, scope);
}

/* Name what is in the regions of an op: the blocks, and what they define. The ops in them come next. */
static int name_blocks(struct names *n, PyObject *op, Py_ssize_t scope) {
    PyObject *regions = list_of(op, &op_class, OP_REGIONS);
    Py_ssize_t first = n->rest_count;
    for (Py_ssize_t i = 0; regions && i < PyList_GET_SIZE(regions); i++) {
        PyObject *blocks = list_of(PyList_GET_ITEM(regions, i), &region_class, REGION_BLOCKS);
        for (Py_ssize_t k = 0; blocks && k < PyList_GET_SIZE(blocks); k++) {
            PyObject *block = Py_NewRef(PyList_GET_ITEM(blocks, k));
            int failed = name_block(n, block, scope);
            Py_DECREF(block);
            if (failed) return -1;
        }
        if (!blocks) return -1;
    }
    if (!regions) return -1;
    /* The last ones are looked at first. */
    for (Py_ssize_t last = n->rest_count - 1; first < last; first++, last--) {
        struct rest other = n->rests[first];
        n->rests[first] = n->rests[last], n->rests[last] = other;
    }
    return 0;
}

/* Name an op that is a function, and begin its scope. */
static int name_function(struct names *n, PyObject *op) {
    PyObject *name = text_from(n->of_function, op), *prefix = name ? PyUnicode_FromFormat("%U/", name) : NULL;
    int failed = prefix ? add_scope(n, prefix) : -1;
    Py_XDECREF(name);
    Py_XDECREF(prefix);
    return failed;
}

static int name_op(struct names *n, PyObject *op, Py_ssize_t scope) {
    PyObject *own = text_of(op, &op_class, OP_NAME);
    int is_function = own ? PySet_Contains(n->functions, own) : -1;
    if (is_function < 0) return -1;
    if (is_function) {
        if (name_function(n, op) < 0) return -1;
    } else {
        PyObject *name = op_name(n->scopes[scope].prefix, n->scopes[scope].count++, own);
        int failed = name ? enter(n->of_op, n->ops, op, name) : -1;
        Py_XDECREF(name);
        if (failed) return -1;
    }
    if (name_values(n, scope, list_of(op, &op_class, OP_RESULTS)) < 0) return -1;
    return name_blocks(n, op, is_function ? n->scope_count - 1 : scope);
}

/* Name ops up to the first one with regions; what is behind that waits until what is in it has names. */
static int name_ops(struct names *n, struct rest rest) {
    while (rest.at < PyList_GET_SIZE(rest.ops)) {
        PyObject *op = Py_NewRef(PyList_GET_ITEM(rest.ops, rest.at++)), *regions = list_of(op, &op_class, OP_REGIONS);
        int has_regions = regions && PyList_GET_SIZE(regions);
        int failed = !regions || (has_regions && add_rest(n, rest.ops, rest.at, rest.scope) < 0) || name_op(n, op, rest.scope) < 0;
        Py_DECREF(op);
        if (failed || has_regions) return -failed;
    }
    return 0;
}

static int name_rests(struct names *n) {
    int failed = 0;
    while (!failed && n->rest_count) {
        struct rest rest = n->rests[--n->rest_count];
        failed = name_ops(n, rest);
        Py_DECREF(rest.ops);
    }
    return failed;
}

/* See tree.pyi. */
PyObject *name_all(PyObject *Py_UNUSED(module), PyObject *arguments) {
    PyObject *ops, *prefix;
    struct names n = {0};
    PyTypeObject *dict = &PyDict_Type;
    if (!PyArg_ParseTuple(arguments, "O!UO!O!O!O!O!O!O!O!OO", &PyList_Type, &ops, &prefix, &PyFrozenSet_Type, &n.functions, dict, &n.of_op,
                          dict, &n.ops, dict, &n.of_block, dict, &n.blocks, dict, &n.of_value, dict, &n.values, dict, &n.seen, &n.unique,
                          &n.of_function))
        return NULL;
    n.once = PyLong_FromLong(1);
    n.entry = PyUnicode_FromString("^entry");
    int failed = !n.once || !n.entry || add_scope(&n, prefix) < 0 || add_rest(&n, ops, 0, 0) < 0 || name_rests(&n) < 0;
    while (n.rest_count) Py_DECREF(n.rests[--n.rest_count].ops);
    for (Py_ssize_t i = 0; i < n.scope_count; i++) Py_DECREF(n.scopes[i].prefix);
    PyMem_Free(n.scopes);
    PyMem_Free(n.rests);
    Py_XDECREF(n.once);
    Py_XDECREF(n.entry);
    return failed ? NULL : Py_NewRef(Py_None);
}

/* The rows that say where ops stand, what they have, define and use. */

#include "tree.h"

/* The relations, and what comes with them: the ops with their names, and the values that blocks and ops define. */
enum { OP, BLOCK_ARGUMENT, TERMINATOR, RESULT, OPERAND, OPERAND_COUNT, OPERAND_GROUP, SUCCESSOR, ATTRIBUTE, RELATIONS };
static const char *const relations[] = {"op",            "block_argument", "terminator", "result",   "operand",
                                        "operand_count", "operand_group",  "successor",  "attribute"};

/* The rows of the relations that are asked for, the others being NULL; the names are borrowed. */
struct rows {
    PyObject *of_op, *of_block, *of_value, *ops, *defined, *of[RELATIONS];
};

/* The name of a node, borrowed. */
static PyObject *named(PyObject *names, PyObject *node) {
    PyObject *name = PyDict_GetItemWithError(names, node);
    if (!name && !PyErr_Occurred()) PyErr_SetObject(PyExc_KeyError, node);
    return name;
}

/* Append a new object to a list; the reference goes there. */
static int add(PyObject *list, PyObject *made) {
    int failed = made ? PyList_Append(list, made) : -1;
    Py_XDECREF(made);
    return failed;
}

static int add_all(PyObject *list, PyObject *more) {
    Py_ssize_t end = PyList_GET_SIZE(list);
    return PyList_GET_SIZE(more) ? PyList_SetSlice(list, end, end, more) : 0;
}

/* A row for each of `nodes`: what has them, the number, and the node's name. */
static int add_numbered(PyObject *rows, PyObject *name, PyObject *nodes, PyObject *names) {
    for (Py_ssize_t i = 0; rows && i < PyList_GET_SIZE(nodes); i++) {
        PyObject *of_node = named(names, PyList_GET_ITEM(nodes, i)), *number = of_node ? PyLong_FromSsize_t(i) : NULL;
        int failed = number ? add(rows, PyTuple_Pack(3, name, number, of_node)) : -1;
        Py_XDECREF(number);
        if (failed) return -1;
    }
    return 0;
}

static int add_group(PyObject *rows, PyObject *name, Py_ssize_t number, Py_ssize_t first, PyObject *size) {
    PyObject *group = PyLong_FromSsize_t(number), *start = group ? PyLong_FromSsize_t(first) : NULL;
    int failed = start ? add(rows, PyTuple_Pack(4, name, group, start, size)) : -1;
    Py_XDECREF(group);
    Py_XDECREF(start);
    return failed;
}

static int add_groups(struct rows *rows, PyObject *op, PyObject *name) {
    if (!rows->of[OPERAND_COUNT] && !rows->of[OPERAND_GROUP]) return 0;
    PyObject *segments = FIELD(op, op_class, OP_SEGMENTS), *groups = rows->of[OPERAND_GROUP];
    int whole = segments == Py_None;
    if (!whole && !(segments = list_of(op, &op_class, OP_SEGMENTS))) return -1;
    PyObject *count = PyLong_FromSsize_t(PyList_GET_SIZE(FIELD(op, op_class, OP_OPERANDS)));
    int failed = !count || (rows->of[OPERAND_COUNT] && add(rows->of[OPERAND_COUNT], PyTuple_Pack(2, name, count)));
    if (!failed && groups && whole) failed = add_group(groups, name, 0, 0, count);
    Py_ssize_t first = 0;
    for (Py_ssize_t i = 0; !failed && groups && !whole && i < PyList_GET_SIZE(segments); i++) {
        failed = add_group(groups, name, i, first, PyList_GET_ITEM(segments, i));
        Py_ssize_t size = PyLong_AsSsize_t(PyList_GET_ITEM(segments, i));
        if (size > PY_SSIZE_T_MAX - first) PyErr_SetString(PyExc_OverflowError, "these are more operands than there can be");
        if (PyErr_Occurred()) failed = -1;
        first += failed ? 0 : size;
    }
    Py_XDECREF(count);
    return failed ? -1 : 0;
}

static int add_attributes(PyObject *rows, PyObject *name, PyObject *attributes, PyObject *unit) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    if (!attributes || !PyDict_Check(attributes)) {
        PyErr_SetString(PyExc_TypeError, "this op has no dictionary of attributes");
        return -1;
    }
    while (rows && PyDict_Next(attributes, &at, &key, &value)) {
        PyObject *text = value == Py_None ? Py_NewRef(unit) : PyObject_Str(value);
        int failed = text ? add(rows, PyTuple_Pack(3, name, key, text)) : -1;
        Py_XDECREF(text);
        if (failed) return -1;
    }
    return 0;
}

static int add_op(struct rows *rows, PyObject *op, PyObject *block, Py_ssize_t position, PyObject *unit) {
    PyObject *results = list_of(op, &op_class, OP_RESULTS), *operands = results ? list_of(op, &op_class, OP_OPERANDS) : NULL;
    PyObject *successors = operands ? list_of(op, &op_class, OP_SUCCESSORS) : NULL;
    PyObject *name = successors ? named(rows->of_op, op) : NULL, *number = name ? PyLong_FromSsize_t(position) : NULL;
    PyObject **of = rows->of;
    PyObject *own = number ? text_of(op, &op_class, OP_NAME) : NULL;
    int failed = own && of[OP] ? add(of[OP], PyTuple_Pack(4, name, own, block, number)) : -!own;
    Py_XDECREF(number);
    if (failed || add(rows->ops, PyTuple_Pack(2, name, op))) return -1;
    return add_all(rows->defined, results) || add_numbered(of[RESULT], name, results, rows->of_value) ||
           add_numbered(of[OPERAND], name, operands, rows->of_value) || add_groups(rows, op, name) ||
           add_numbered(of[SUCCESSOR], name, successors, rows->of_block) ||
           add_attributes(of[ATTRIBUTE], name, FIELD(op, op_class, OP_ATTRS), unit) ||
           add_attributes(of[ATTRIBUTE], name, FIELD(op, op_class, OP_PROPERTIES), unit);
}

static int add_block(struct rows *rows, PyObject *name, PyObject *block, PyObject *unit) {
    PyObject *arguments = list_of(block, &block_class, BLOCK_ARGUMENTS);
    PyObject *ops = arguments ? list_of(block, &block_class, BLOCK_OPS) : NULL;
    if (!ops || add_all(rows->defined, arguments)) return -1;
    if (add_numbered(rows->of[BLOCK_ARGUMENT], name, arguments, rows->of_value)) return -1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(ops); i++)
        if (add_op(rows, PyList_GET_ITEM(ops, i), name, i, unit)) return -1;
    Py_ssize_t count = PyList_GET_SIZE(ops);
    /* A block in no region is not ended by an op. */
    if (!count || !rows->of[TERMINATOR] || FIELD(block, block_class, BLOCK_PARENT) == Py_None) return 0;
    PyObject *last = named(rows->of_op, PyList_GET_ITEM(ops, count - 1));
    return last ? add(rows->of[TERMINATOR], PyTuple_Pack(2, name, last)) : -1;
}

static int add_blocks(struct rows *rows, PyObject *blocks) {
    PyObject *unit = PyUnicode_FromString("unit");
    int failed = !unit;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(blocks); i++) {
        PyObject *pair = PyList_GET_ITEM(blocks, i);
        if (PyTuple_Check(pair) && PyTuple_GET_SIZE(pair) == 2 && Py_IS_TYPE(PyTuple_GET_ITEM(pair, 1), block_class.type))
            failed = add_block(rows, PyTuple_GET_ITEM(pair, 0), PyTuple_GET_ITEM(pair, 1), unit);
        else {
            PyErr_SetString(PyExc_TypeError, "rows_of takes names and blocks");
            failed = 1;
        }
    }
    Py_XDECREF(unit);
    return failed ? -1 : 0;
}

/* Begin the lists of the relations that are `wanted`; the dictionary in which they are, by relation. */
static PyObject *begin(struct rows *rows, PyObject *wanted) {
    PyObject *all = PyDict_New();
    for (int i = 0; all && i < RELATIONS; i++) {
        PyObject *name = PyUnicode_FromString(relations[i]);
        int failed = name ? PySet_Contains(wanted, name) : -1;
        if (failed > 0) {
            PyObject *list = rows->of[i] = PyList_New(0);
            failed = list ? PyDict_SetItem(all, name, list) : -1;
            Py_XDECREF(list);
        }
        Py_XDECREF(name);
        if (failed) Py_CLEAR(all);
    }
    return all;
}

/* See tree.pyi. */
PyObject *rows_of(PyObject *Py_UNUSED(module), PyObject *arguments) {
    PyObject *blocks, *wanted, *found = NULL;
    struct rows rows = {0};
    if (!PyArg_ParseTuple(arguments, "O!O!O!O!O!", &PyList_Type, &blocks, &PyDict_Type, &rows.of_op, &PyDict_Type, &rows.of_block,
                          &PyDict_Type, &rows.of_value, &PyFrozenSet_Type, &wanted))
        return NULL;
    PyObject *all = begin(&rows, wanted);
    rows.ops = PyList_New(0);
    rows.defined = PyList_New(0);
    if (all && rows.ops && rows.defined && !add_blocks(&rows, blocks)) found = PyTuple_Pack(3, rows.ops, rows.defined, all);
    Py_XDECREF(all);
    Py_XDECREF(rows.ops);
    Py_XDECREF(rows.defined);
    return found;
}

/* The ops of a list that have regions. */
PyObject *holding(PyObject *Py_UNUSED(module), PyObject *ops) {
    PyObject *found = PyList_Check(ops) ? PyList_New(0) : NULL;
    if (!found && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "holding takes a list of ops");
    for (Py_ssize_t i = 0; found && i < PyList_GET_SIZE(ops); i++) {
        PyObject *op = PyList_GET_ITEM(ops, i), *regions = list_of(op, &op_class, OP_REGIONS);
        if (!regions || (PyList_GET_SIZE(regions) && PyList_Append(found, op) < 0)) Py_CLEAR(found);
    }
    return found;
}

/* Walks over the tree: the ops in an op, and who uses which value. */

#include "tree.h"

/* A place in the regions of an op: regions may nest so deep that a recursion would leave the stack. */
struct place {
    PyObject *regions;
    Py_ssize_t region, block, op;
};

/* The next op at this depth, borrowed; NULL behind the last one. */
static PyObject *next_op(struct place *place) {
    while (place->region < PyList_GET_SIZE(place->regions)) {
        PyObject *blocks = FIELD(PyList_GET_ITEM(place->regions, place->region), region_class, REGION_BLOCKS);
        if (place->block >= PyList_GET_SIZE(blocks)) {
            place->region++, place->block = 0;
            continue;
        }
        PyObject *ops = FIELD(PyList_GET_ITEM(blocks, place->block), block_class, BLOCK_OPS);
        if (place->op < PyList_GET_SIZE(ops)) return PyList_GET_ITEM(ops, place->op++);
        place->block++, place->op = 0;
    }
    return NULL;
}

/* Does `closed` say yes to the name of the op? -1 if it fails. */
static int is_closed(PyObject *op, PyObject *closed) {
    if (closed == Py_None) return 0;
    PyObject *answer = PyObject_CallOneArg(closed, FIELD(op, op_class, OP_NAME));
    int yes = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return yes;
}

/* Add the ops in the regions of an op, in text order of the generic form. */
static int add_ops_in(PyObject *found, PyObject *op, PyObject *closed) {
    Py_ssize_t depth = 0, room = 16;
    struct place *places = PyMem_Malloc((size_t)room * sizeof *places);
    int failed = !places;
    if (places) places[0] = (struct place){FIELD(op, op_class, OP_REGIONS), 0, 0, 0};
    while (!failed && depth >= 0) {
        PyObject *inner = next_op(&places[depth]);
        if (!inner) {
            depth--;
            continue;
        }
        failed = PyList_Append(found, inner) < 0;
        if (failed || !PyList_GET_SIZE(FIELD(inner, op_class, OP_REGIONS))) continue;
        int skipped = is_closed(inner, closed);
        failed = skipped < 0;
        if (skipped) continue;
        if (++depth == room) {
            struct place *more = PyMem_Realloc(places, 2 * (size_t)room * sizeof *places);
            if (!more) {
                failed = 1;
                break;
            }
            places = more, room *= 2;
        }
        places[depth] = (struct place){FIELD(inner, op_class, OP_REGIONS), 0, 0, 0};
    }
    PyMem_Free(places);
    if (failed && !PyErr_Occurred()) PyErr_NoMemory();
    return failed ? -1 : 0;
}

/* The op, then all ops nested in it, but for what is in nested ops of whose names `closed`, if it is not None, says yes. */
PyObject *ops_in(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t count) {
    if (count != 2 || !op_class.type || !Py_IS_TYPE(arguments[0], op_class.type)) {
        PyErr_SetString(PyExc_TypeError, "ops_in takes an op, and what says which are closed");
        return NULL;
    }
    PyObject *found = PyList_New(0);
    if (found && (PyList_Append(found, arguments[0]) < 0 || add_ops_in(found, arguments[0], arguments[1]) < 0)) Py_CLEAR(found);
    return found;
}

/* Is `object` an op? If not, it is an error. */
int is_op(PyObject *object) {
    if (op_class.type && Py_IS_TYPE(object, op_class.type)) return 1;
    PyErr_SetString(PyExc_TypeError, "this is no op");
    return 0;
}

/* Things with room for `more` behind the first `count`; NULL, and an error, if there is none. */
void *grown(void *things, Py_ssize_t count, Py_ssize_t more, Py_ssize_t *room, size_t size) {
    if (things && count + more <= *room) return things;
    Py_ssize_t wide = 2 * (count + more) + 64;
    void *larger = PyMem_Realloc(things, (size_t)wide * size);
    if (larger) *room = wide;
    return larger ? larger : (PyErr_NoMemory(), NULL);
}

/* The list in a field of an object, borrowed; NULL, and an error, if the object is of another class, or the field holds something else. */
PyObject *list_of(PyObject *object, const struct class *class, int field) {
    PyObject *list = class->type && Py_IS_TYPE(object, class->type) ? FIELD(object, *class, field) : NULL;
    if (list && PyList_Check(list)) return list;
    PyErr_Format(PyExc_TypeError, "this %s has no list of %s", class->name, class->fields[field]);
    return NULL;
}

/* The text in a field of an object of this class, borrowed; NULL, and an error, if the field holds something else. */
PyObject *text_of(PyObject *object, const struct class *class, int field) {
    PyObject *text = FIELD(object, *class, field);
    if (text && PyUnicode_Check(text)) return text;
    PyErr_Format(PyExc_TypeError, "the %s of this %s is no text", class->fields[field], class->name);
    return NULL;
}

/* The ops that use each value, each of them once, in the order of the list `ops`. */
PyObject *users(PyObject *Py_UNUSED(module), PyObject *ops) {
    if (!op_class.type || !PyList_Check(ops)) {
        PyErr_SetString(PyExc_TypeError, "users takes a list of ops");
        return NULL;
    }
    PyObject *uses = PyDict_New();
    for (Py_ssize_t i = 0; uses && i < PyList_GET_SIZE(ops); i++) {
        PyObject *op = PyList_GET_ITEM(ops, i);
        PyObject *operands = is_op(op) ? FIELD(op, op_class, OP_OPERANDS) : NULL;
        if (!operands) Py_CLEAR(uses);
        for (Py_ssize_t j = 0; uses && j < PyList_GET_SIZE(operands); j++) {
            PyObject *value = PyList_GET_ITEM(operands, j), *of_value = PyDict_GetItemWithError(uses, value);
            if (!of_value && !PyErr_Occurred() && (of_value = PyDict_New())) {
                int failed = PyDict_SetItem(uses, value, of_value) < 0;
                Py_DECREF(of_value);
                if (failed) of_value = NULL;
            }
            if (!of_value || PyDict_SetItem(of_value, op, Py_None) < 0) Py_CLEAR(uses);
        }
    }
    return uses;
}

/* The numbers of the blocks that the last op of a block leads to. */
static PyObject *following(PyObject *block, PyObject *numbers) {
    PyObject *ops = list_of(block, &block_class, BLOCK_OPS);
    Py_ssize_t last = ops ? PyList_GET_SIZE(ops) - 1 : 0;
    if (!ops || last < 0) return ops ? PyTuple_New(0) : NULL;
    PyObject *successors = list_of(PyList_GET_ITEM(ops, last), &op_class, OP_SUCCESSORS);
    PyObject *found = successors ? PyTuple_New(PyList_GET_SIZE(successors)) : NULL;
    for (Py_ssize_t i = 0; found && i < PyList_GET_SIZE(successors); i++) {
        PyObject *number = PyDict_GetItemWithError(numbers, PyList_GET_ITEM(successors, i));
        if (number)
            PyTuple_SET_ITEM(found, i, Py_NewRef(number));
        else {
            if (!PyErr_Occurred()) PyErr_SetObject(PyExc_KeyError, PyList_GET_ITEM(successors, i));
            Py_CLEAR(found);
        }
    }
    return found;
}

/* The numbers of the blocks that each of `blocks` leads to. */
PyObject *graph_of(PyObject *Py_UNUSED(module), PyObject *blocks) {
    if (!block_class.type || !PyList_Check(blocks)) {
        PyErr_SetString(PyExc_TypeError, "graph_of takes a list of blocks");
        return NULL;
    }
    Py_ssize_t count = PyList_GET_SIZE(blocks);
    PyObject *numbers = PyDict_New(), *graph = numbers ? PyTuple_New(count) : NULL;
    for (Py_ssize_t i = 0; graph && i < count; i++) {
        PyObject *block = PyList_GET_ITEM(blocks, i), *number = Py_IS_TYPE(block, block_class.type) ? PyLong_FromSsize_t(i) : NULL;
        if (!number && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "graph_of takes a list of blocks");
        if (!number || PyDict_SetItem(numbers, block, number) < 0) Py_CLEAR(graph);
        Py_XDECREF(number);
    }
    for (Py_ssize_t i = 0; graph && i < count; i++) {
        PyObject *row = following(PyList_GET_ITEM(blocks, i), numbers);
        if (row)
            PyTuple_SET_ITEM(graph, i, row);
        else
            Py_CLEAR(graph);
    }
    Py_XDECREF(numbers);
    return graph;
}

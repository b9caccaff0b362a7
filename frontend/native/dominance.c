/* A preorder numbering of all definitions, as dominance_intervals.py makes it. */

#include "tree.h"

/* A block to walk through, from its op number `at` on (-1: from its arguments on); its place, and the places, counted from `first`, of the
   blocks that dominate nothing behind it any more. NULL for its own alone. */
struct step {
    PyObject *block, *ends;
    Py_ssize_t at, place, first;
};

/* The exit of a place that did not end yet. */
enum { OPEN = -2 };

struct definition {
    PyObject *value;
    Py_ssize_t place;
};

/* What a walk has found; the first four are borrowed. `orders` keeps what the steps borrow from. */
struct walk {
    PyObject *closed, *types, *order, *of_value, *orders;
    struct step *steps;
    struct definition *found;
    Py_ssize_t *exits;
    Py_ssize_t step_count, step_room, count, room, places, place_room;
};

static int add_step(struct walk *w, struct step step) {
    struct step *steps = grown(w->steps, w->step_count, 1, &w->step_room, sizeof *steps);
    if (!steps) return -1;
    w->steps = steps;
    steps[w->step_count++] = step;
    return 0;
}

static int add_places(struct walk *w, Py_ssize_t count) {
    Py_ssize_t *exits = grown(w->exits, w->places, count, &w->place_room, sizeof *exits);
    if (!exits) return -1;
    w->exits = exits;
    for (Py_ssize_t i = 0; i < count; i++) exits[w->places++] = OPEN;
    return 0;
}

/* The values that are found are held by the tree, which nobody changes meanwhile: see tree.pyi. */
static int add_values(struct walk *w, PyObject *values, Py_ssize_t place) {
    Py_ssize_t count = values ? PyList_GET_SIZE(values) : 0;
    struct definition *found = grown(w->found, w->count, count, &w->room, sizeof *found);
    if (!values || !found) return -1;
    w->found = found;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *value = PyList_GET_ITEM(values, i);
        if (!Py_IS_TYPE(value, value_class.type)) {
            PyErr_SetString(PyExc_TypeError, "this is no value");
            return -1;
        }
        int is_asked = w->types == Py_None ? 1 : PySet_Contains(w->types, FIELD(value, value_class, VALUE_TYPE));
        if (is_asked < 0) return -1;
        if (is_asked) found[w->count++] = (struct definition){value, place};
    }
    return 0;
}

/* Walk through the blocks of a region next. */
static int add_region(struct walk *w, PyObject *region) {
    PyObject *blocks = list_of(region, &region_class, REGION_BLOCKS);
    Py_ssize_t count = blocks ? PyList_GET_SIZE(blocks) : 0, first = w->places;
    if (!blocks || add_places(w, count) < 0) return -1;
    if (count == 1) return add_step(w, (struct step){PyList_GET_ITEM(blocks, 0), NULL, -1, first, first});
    PyObject *order = count ? PyObject_CallOneArg(w->order, region) : NULL;
    if (!order) return count ? -1 : 0;
    int failed = PyList_Append(w->orders, order) < 0 || !PyTuple_Check(order) || PyTuple_GET_SIZE(order) != count;
    failed = failed || PyList_GET_SIZE(blocks) != count;
    Py_DECREF(order);
    for (Py_ssize_t i = count - 1; !failed && i >= 0; i--) {
        PyObject *each = PyTuple_GET_ITEM(order, i), *ends;
        Py_ssize_t number;
        failed = !PyTuple_Check(each) || !PyArg_ParseTuple(each, "nO!", &number, &PyTuple_Type, &ends) || number < 0 || number >= count;
        if (!failed) failed = add_step(w, (struct step){PyList_GET_ITEM(blocks, number), ends, -1, first + i, first});
    }
    if (failed && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "this is no order of the blocks of a region");
    return failed ? -1 : 0;
}

/* Is there anything to walk through in the regions of this op? -1 if that cannot be said. */
static int is_open(struct walk *w, PyObject *op) {
    PyObject *regions = list_of(op, &op_class, OP_REGIONS);
    int is_closed = !regions ? -1 : PyList_GET_SIZE(regions) ? PySet_Contains(w->closed, op) : 1;
    return is_closed < 0 ? -1 : !is_closed;
}

static int end_blocks(struct walk *w, struct step step) {
    if (!step.ends) w->exits[step.place] = w->count - 1;
    for (Py_ssize_t i = 0; step.ends && i < PyTuple_GET_SIZE(step.ends); i++) {
        Py_ssize_t place = PyLong_AsSsize_t(PyTuple_GET_ITEM(step.ends, i));
        if (place < 0 || step.first + place >= w->places) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "this is no place of a block");
            return -1;
        }
        w->exits[step.first + place] = w->count - 1;
    }
    return 0;
}

static int walk_through(struct walk *w, struct step step) {
    PyObject *ops = list_of(step.block, &block_class, BLOCK_OPS);
    Py_ssize_t at = step.at;
    if (!ops || (at < 0 && add_values(w, list_of(step.block, &block_class, BLOCK_ARGUMENTS), step.place) < 0)) return -1;
    for (Py_ssize_t i = at < 0 ? 0 : at; i < PyList_GET_SIZE(ops); i++) {
        PyObject *op = PyList_GET_ITEM(ops, i);
        int inner = i == at ? 0 : is_open(w, op);
        if (inner < 0) return -1;
        if (inner) {
            /* What the op itself defines comes after what its regions do. */
            step.at = i;
            if (add_step(w, step) < 0) return -1;
            PyObject *regions = FIELD(op, op_class, OP_REGIONS);
            for (Py_ssize_t k = PyList_GET_SIZE(regions) - 1; k >= 0; k--)
                if (add_region(w, PyList_GET_ITEM(regions, k)) < 0) return -1;
            return 0;
        }
        if (add_values(w, list_of(op, &op_class, OP_RESULTS), step.place) < 0) return -1;
    }
    return end_blocks(w, step);
}

static PyObject *rows(struct walk *w) {
    PyObject *found = PyList_New(w->count);
    for (Py_ssize_t i = 0; found && i < w->count; i++) {
        PyObject *name = PyDict_GetItemWithError(w->of_value, w->found[i].value);
        if (!name && !PyErr_Occurred()) PyErr_SetObject(PyExc_KeyError, w->found[i].value);
        Py_ssize_t exit = w->exits[w->found[i].place];
        if (name && exit == OPEN) PyErr_SetString(PyExc_ValueError, "a block does not end");
        PyObject *row = name && exit != OPEN ? Py_BuildValue("(Onn)", name, i, exit) : NULL;
        if (row)
            PyList_SET_ITEM(found, i, row);
        else
            Py_CLEAR(found);
    }
    return found;
}

/* See tree.pyi. */
PyObject *intervals(PyObject *Py_UNUSED(module), PyObject *arguments) {
    PyObject *top, *found = NULL;
    struct walk w = {0};
    if (!PyArg_ParseTuple(arguments, "O!O!OOO!", block_class.type, &top, &PySet_Type, &w.closed, &w.types, &w.order, &PyDict_Type,
                          &w.of_value))
        return NULL;
    w.orders = PyList_New(0);
    int failed = !w.orders || add_places(&w, 1) < 0 || add_step(&w, (struct step){top, NULL, -1, 0, 0}) < 0;
    while (!failed && w.step_count) failed = walk_through(&w, w.steps[--w.step_count]) < 0;
    if (!failed) found = rows(&w);
    PyMem_Free(w.steps);
    PyMem_Free(w.found);
    PyMem_Free(w.exits);
    Py_XDECREF(w.orders);
    return found;
}

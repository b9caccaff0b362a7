/* Objects of the IR, made as their constructors make them (frontend/ir/ir.py), and the ops of a template
 * (reading/template.py). */

#include "tree.h"

#include <structmember.h>

static const char *const op_fields[] = {"attrs",    "because",  "changed",  "end",    "form",       "lead_start",
                                        "location", "name",     "operands", "parent", "properties", "regions",
                                        "results",  "segments", "source",   "start",  "successors", "touched"};
static const char *const value_fields[] = {"attrs",  "because", "index", "location",   "name",
                                           "offset", "owner",   "pack",  "pack_index", "type"};
static const char *const region_fields[] = {"blocks", "end", "parent", "start", "tail_start"};
static const char *const block_fields[] = {"arguments", "changed", "head_end", "label", "lead_start",
                                           "named",     "ops",     "parent",   "start"};

struct class op_class = {.name = "Op", .fields = op_fields, .count = OP_FIELDS};
struct class value_class = {.name = "Value", .fields = value_fields, .count = VALUE_FIELDS};
struct class region_class = {.name = "Region", .fields = region_fields, .count = REGION_FIELDS};
struct class block_class = {.name = "Block", .fields = block_fields, .count = BLOCK_FIELDS};

/* Look up where objects of a class have their fields, which have to be those that are known here. */
static int find_class(struct class *class, PyObject *type) {
    if (!PyType_Check(type)) {
        PyErr_Format(PyExc_TypeError, "%s is no class", class->name);
        return -1;
    }
    PyObject *slots = PyObject_GetAttrString(type, "__slots__");
    if (!slots) return -1;
    Py_ssize_t count = PyObject_Size(slots);
    Py_DECREF(slots);
    if (count != class->count) {
        PyErr_Format(PyExc_TypeError, "%s has other fields than those known here", class->name);
        return -1;
    }
    for (int i = 0; i < class->count; i++) {
        PyObject *member = PyObject_GetAttrString(type, class->fields[i]);
        if (!member) return -1;
        if (!Py_IS_TYPE(member, &PyMemberDescr_Type)) {
            Py_DECREF(member);
            PyErr_Format(PyExc_TypeError, "%s.%s is no slot", class->name, class->fields[i]);
            return -1;
        }
        class->at[i] = ((PyMemberDescrObject *)member)->d_member->offset;
        Py_DECREF(member);
    }
    Py_XSETREF(class->type, (PyTypeObject *)Py_NewRef(type));
    return 0;
}

/* Of a tuple with the classes of ops, values, regions and blocks. */
int find_fields(PyObject *classes) {
    PyObject *op, *value, *region, *block;
    if (!PyArg_ParseTuple(classes, "OOOO", &op, &value, &region, &block)) return -1;
    return find_class(&op_class, op) || find_class(&value_class, value) || find_class(&region_class, region) ||
                   find_class(&block_class, block)
               ? -1
               : 0;
}

/* Give a new object a field, to which the reference goes over; -1 without one. */
static int set(PyObject *object, const struct class *class, int field, PyObject *value) {
    if (!value) return -1;
    FIELD(object, *class, field) = value;
    return 0;
}

int set_number(PyObject *object, const struct class *class, int field, Py_ssize_t number) {
    PyObject *value = PyLong_FromSsize_t(number);
    if (!value) return -1;
    Py_XSETREF(FIELD(object, *class, field), value);
    return 0;
}

/* An op without results and regions. `operands` goes over to it, also where NULL is returned; the others are copied. */
PyObject *new_op(PyObject *name, PyObject *operands, PyObject *attrs, PyObject *properties, PyObject *segments,
                 PyObject *form, PyObject *location) {
    struct class *class = &op_class;
    PyObject *op = class->type->tp_alloc(class->type, 0);
    if (!op) {
        Py_XDECREF(operands);
        return NULL;
    }
    int failed = set(op, class, OP_OPERANDS, operands);
    failed |= set(op, class, OP_NAME, Py_NewRef(name)) | set(op, class, OP_FORM, Py_NewRef(form));
    failed |= set(op, class, OP_LOCATION, Py_NewRef(location));
    failed |= set(op, class, OP_RESULTS, PyList_New(0)) | set(op, class, OP_REGIONS, PyList_New(0));
    failed |= set(op, class, OP_SUCCESSORS, PyList_New(0)) | set(op, class, OP_BECAUSE, PyTuple_New(0));
    failed |= set(op, class, OP_ATTRS, PyDict_Copy(attrs)) | set(op, class, OP_PROPERTIES, PyDict_Copy(properties));
    failed |= set(op, class, OP_SEGMENTS, segments == Py_None ? Py_NewRef(Py_None) : PySequence_List(segments));
    failed |= set(op, class, OP_PARENT, Py_NewRef(Py_None)) | set(op, class, OP_SOURCE, Py_NewRef(Py_None));
    failed |= set(op, class, OP_CHANGED, Py_NewRef(Py_False)) | set(op, class, OP_TOUCHED, Py_NewRef(Py_False));
    for (const int *field = (const int[]){OP_LEAD_START, OP_START, OP_END, -1}; *field >= 0; field++)
        failed |= set_number(op, class, *field, NEW);
    if (failed) Py_CLEAR(op);
    return op;
}

PyObject *new_value(PyObject *name, PyObject *type, PyObject *owner, Py_ssize_t index, Py_ssize_t offset) {
    struct class *class = &value_class;
    PyObject *value = class->type->tp_alloc(class->type, 0);
    if (!value) return NULL;
    int failed = set(value, class, VALUE_NAME, Py_NewRef(name)) | set(value, class, VALUE_TYPE, Py_NewRef(type));
    failed |= set(value, class, VALUE_OWNER, Py_NewRef(owner)) | set(value, class, VALUE_BECAUSE, Py_NewRef(Py_None));
    failed |=
        set(value, class, VALUE_ATTRS, Py_NewRef(Py_None)) | set(value, class, VALUE_LOCATION, Py_NewRef(Py_None));
    failed |= set_number(value, class, VALUE_INDEX, index) | set_number(value, class, VALUE_OFFSET, offset);
    failed |= set_number(value, class, VALUE_PACK, 1) | set_number(value, class, VALUE_PACK_INDEX, 0);
    if (failed) Py_CLEAR(value);
    return value;
}

/* Keep a value, which something else holds, under the next number. */
int add_value(struct making *making, PyObject *value) {
    if (making->count == making->room) {
        Py_ssize_t room = making->room ? 2 * making->room : 32;
        PyObject **values = PyMem_Realloc(making->values, (size_t)room * sizeof *values);
        if (!values) {
            PyErr_NoMemory();
            return -1;
        }
        making->values = values, making->room = room;
    }
    making->values[making->count++] = value;
    return 0;
}

/* The offset that a place, a part of the text and the distance from its start, is; that of the part -1 is NEW. */
static Py_ssize_t offset_of(const struct making *making, PyObject *place) {
    Py_ssize_t part = PyLong_AsSsize_t(PyTuple_GET_ITEM(place, 0)), more = PyLong_AsSsize_t(PyTuple_GET_ITEM(place, 1));
    return part < 0 || part >= making->parts ? NEW : making->starts[part] + more;
}

/* The values that an op or a block defines. */
static PyObject *make_values(struct making *making, PyObject *plans, PyObject *owner) {
    Py_ssize_t count = PyList_GET_SIZE(plans);
    PyObject *made = PyList_New(count);
    for (Py_ssize_t i = 0; made && i < count; i++) {
        PyObject *plan = PyList_GET_ITEM(plans, i);
        Py_ssize_t slot = PyLong_AsSsize_t(PyTuple_GET_ITEM(plan, 0)),
                   type = PyLong_AsSsize_t(PyTuple_GET_ITEM(plan, 1));
        PyObject *value = new_value(PyList_GET_ITEM(making->names, slot), PyList_GET_ITEM(making->types, type), owner,
                                    i, making->starts[2 * slot + 1]);
        if (value) {
            Py_SETREF(FIELD(value, value_class, VALUE_ATTRS), Py_NewRef(PyTuple_GET_ITEM(plan, 2)));
            Py_SETREF(FIELD(value, value_class, VALUE_LOCATION), Py_NewRef(PyTuple_GET_ITEM(plan, 3)));
            PyList_SET_ITEM(made, i, value);
        }
        if (!value || add_value(making, value) < 0) Py_CLEAR(made);
    }
    return made;
}

/* Give a block of the region at hand what its plan says. */
static int fill_block(struct making *making, PyObject *block, PyObject *plan, PyObject *region) {
    struct class *class = &block_class;
    PyObject *ops = PyTuple_GET_ITEM(plan, 2), *places = PyTuple_GET_ITEM(plan, 3);
    Py_SETREF(FIELD(block, *class, BLOCK_PARENT), Py_NewRef(region));
    int failed = set_number(block, class, BLOCK_LEAD_START, offset_of(making, PyTuple_GET_ITEM(places, 0)));
    failed |= set_number(block, class, BLOCK_START, offset_of(making, PyTuple_GET_ITEM(places, 1)));
    failed |= set_number(block, class, BLOCK_HEAD_END, offset_of(making, PyTuple_GET_ITEM(places, 2)));
    PyObject *arguments = failed ? NULL : make_values(making, PyTuple_GET_ITEM(plan, 1), block);
    if (!arguments) return -1;
    Py_SETREF(FIELD(block, *class, BLOCK_ARGUMENTS), arguments);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(ops); i++) {
        PyObject *op = make_op(making, PyList_GET_ITEM(ops, i));
        if (!op) return -1;
        Py_SETREF(FIELD(op, op_class, OP_PARENT), Py_NewRef(block));
        failed = PyList_Append(FIELD(block, *class, BLOCK_OPS), op);
        Py_DECREF(op);
        if (failed) return -1;
    }
    return 0;
}

/* A block with nothing in it. */
static PyObject *new_block(PyObject *label) {
    struct class *class = &block_class;
    PyObject *block = class->type->tp_alloc(class->type, 0);
    if (!block) return NULL;
    int failed = set(block, class, BLOCK_LABEL, Py_NewRef(label)) | set(block, class, BLOCK_PARENT, Py_NewRef(Py_None));
    failed |=
        set(block, class, BLOCK_CHANGED, Py_NewRef(Py_False)) | set(block, class, BLOCK_NAMED, Py_NewRef(Py_None));
    failed |= set(block, class, BLOCK_ARGUMENTS, PyList_New(0)) | set(block, class, BLOCK_OPS, PyList_New(0));
    if (failed) Py_CLEAR(block);
    return block;
}

/* All blocks of a region, and then what is in them: an op may have a later one as its successor. */
static int fill_region(struct making *making, PyObject *region, PyObject *plans) {
    PyObject *blocks = FIELD(region, region_class, REGION_BLOCKS);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(plans); i++) {
        PyObject *block = new_block(PyTuple_GET_ITEM(PyList_GET_ITEM(plans, i), 0));
        int failed = !block || PyList_Append(blocks, block) < 0;
        Py_XDECREF(block);
        if (failed) return -1;
    }
    PyObject *around = making->blocks;
    making->blocks = blocks;
    int failed = 0;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(plans); i++)
        failed = fill_block(making, PyList_GET_ITEM(blocks, i), PyList_GET_ITEM(plans, i), region);
    making->blocks = around;
    return failed;
}

static PyObject *make_region(struct making *making, PyObject *plan, PyObject *op) {
    struct class *class = &region_class;
    PyObject *places = PyTuple_GET_ITEM(plan, 1), *region = class->type->tp_alloc(class->type, 0);
    if (!region) return NULL;
    int failed = set(region, class, REGION_PARENT, Py_NewRef(op)) | set(region, class, REGION_BLOCKS, PyList_New(0));
    failed |= set_number(region, class, REGION_START, offset_of(making, PyTuple_GET_ITEM(places, 0)));
    failed |= set_number(region, class, REGION_TAIL_START, offset_of(making, PyTuple_GET_ITEM(places, 1)));
    failed |= set_number(region, class, REGION_END, offset_of(making, PyTuple_GET_ITEM(places, 2)));
    if (failed || fill_region(making, region, PyTuple_GET_ITEM(plan, 0)) < 0) Py_CLEAR(region);
    return region;
}

/* The blocks of the region at hand that have these numbers. */
static PyObject *blocks_at(const struct making *making, PyObject *numbers) {
    PyObject *found = PyList_New(PyList_GET_SIZE(numbers));
    for (Py_ssize_t i = 0; found && i < PyList_GET_SIZE(numbers); i++)
        PyList_SET_ITEM(found, i,
                        Py_NewRef(PyList_GET_ITEM(making->blocks, PyLong_AsSsize_t(PyList_GET_ITEM(numbers, i)))));
    return found;
}

/* Give an op the symbols that the words of the text are (`Symbol.put` of symbols.py), and keep that it names some. */
static int put_symbols(struct making *making, PyObject *op, PyObject *symbols) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(symbols); i++) {
        PyObject *symbol = PyList_GET_ITEM(symbols, i),
                 *word = PyList_GET_ITEM(making->names, PyLong_AsSsize_t(PyTuple_GET_ITEM(symbol, 2)));
        PyObject *told = PyUnicode_FromFormat(PyTuple_GET_ITEM(symbol, 3) == Py_True ? "\"%U\"" : "@%U", word);
        PyObject *table = FIELD(op, op_class, PyTuple_GET_ITEM(symbol, 0) == Py_True ? OP_PROPERTIES : OP_ATTRS);
        int failed = !told || PyDict_SetItem(table, PyTuple_GET_ITEM(symbol, 1), told) < 0;
        Py_XDECREF(told);
        if (failed) return -1;
    }
    if (!PyList_GET_SIZE(symbols)) return 0;
    if (!making->naming) making->naming = PyList_New(0);
    return making->naming ? PyList_Append(making->naming, op) : -1;
}

/* The op that a plan (`_Op` of template.py) says, with all that is in it. */
PyObject *make_op(struct making *making, PyObject *plan) {
    PyObject *like = PyTuple_GET_ITEM(plan, 0), *numbers = PyTuple_GET_ITEM(plan, 1),
             *results = PyTuple_GET_ITEM(plan, 2);
    PyObject *regions = PyTuple_GET_ITEM(plan, 3), *places = PyTuple_GET_ITEM(plan, 4),
             *successors = PyTuple_GET_ITEM(plan, 6);
    PyObject *operands = PyList_New(PyList_GET_SIZE(numbers));
    if (!operands) return NULL;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(numbers); i++)
        PyList_SET_ITEM(operands, i, Py_NewRef(making->values[PyLong_AsSsize_t(PyList_GET_ITEM(numbers, i))]));
#define LIKE(field) FIELD(like, op_class, field)
    PyObject *op = new_op(LIKE(OP_NAME), operands, LIKE(OP_ATTRS), LIKE(OP_PROPERTIES), LIKE(OP_SEGMENTS),
                          LIKE(OP_FORM), LIKE(OP_LOCATION));
#undef LIKE
    if (!op) return NULL;
    int failed = put_symbols(making, op, PyTuple_GET_ITEM(plan, 5)) < 0;
    if (!failed && PyList_GET_SIZE(successors)) {
        PyObject *blocks = blocks_at(making, successors);
        if (blocks) Py_SETREF(FIELD(op, op_class, OP_SUCCESSORS), blocks);
        failed = !blocks;
    }
    if (!failed && places != Py_None) {
        Py_SETREF(FIELD(op, op_class, OP_SOURCE), Py_NewRef(making->source));
        failed |= set_number(op, &op_class, OP_LEAD_START, offset_of(making, PyTuple_GET_ITEM(places, 0)));
        failed |= set_number(op, &op_class, OP_START, offset_of(making, PyTuple_GET_ITEM(places, 1)));
        failed |= set_number(op, &op_class, OP_END, offset_of(making, PyTuple_GET_ITEM(places, 2)));
    }
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(regions); i++) {
        PyObject *region = make_region(making, PyList_GET_ITEM(regions, i), op);
        failed = !region || PyList_Append(FIELD(op, op_class, OP_REGIONS), region) < 0;
        Py_XDECREF(region);
    }
    if (!failed && PyList_GET_SIZE(results)) {
        PyObject *made = make_values(making, results, op);
        if (made) Py_SETREF(FIELD(op, op_class, OP_RESULTS), made);
        failed = !made;
    }
    if (failed) Py_CLEAR(op);
    return op;
}

/* Reading ops that are as one above, but for names: as long as that is plain, one after the other (reading/parser.py
 * does the same). */

#include "tree.h"

#include <string.h>

/* The tables are those of the parser: values by name, names in order of definition, names that need a look at
   dominance, plans of lines and of templates by the text without names, how long forms are looked for among templates,
   the ops that are as one above, and of those the ones in it that name other symbols. */
typedef struct {
    PyObject_HEAD
    PyObject *source, *text, *values, *defined, *distant, *lines, *templates, *patience, *alike, *naming;
    PyObject *end;   /* where the last op that was read ends */
    PyObject *scope; /* the parser, borrowed, while it has this read */
    struct text in;
} Reader;

/* An op that begins at `start`, behind `lead`. Its name is at `name` to `name_end`. That of its result ends at
   `result_end`; at `start` if it has none. */
struct head {
    Py_ssize_t lead, start, result_end, name, name_end;
};

enum { FAILED = -1, UNKNOWN, READ }; /* what came of an attempt to read an op */

static PyObject *custom, *canonical, *plan_of_line, *saw_line; /* interned */

int name_texts(void) {
    custom = PyUnicode_InternFromString("custom"), canonical = PyUnicode_InternFromString("canonical");
    plan_of_line = PyUnicode_InternFromString("plan_of_line"), saw_line = PyUnicode_InternFromString("saw_line");
    return custom && canonical && plan_of_line && saw_line ? 0 : -1;
}

/* What an op begins with: at most one plain result, and a name with its dialect. */
static int read_head(const Reader *r, Py_ssize_t at, struct head *head) {
    head->lead = at;
    head->start = head->result_end = at = skip(&r->in, at);
    if (at >= r->in.size) return UNKNOWN;
    Py_ssize_t end = name_end(&r->in, at);
    if (end > at) {
        head->result_end = end;
        while (end < r->in.size && r->in.at[end] == ' ') end++;
        if (end >= r->in.size || r->in.at[end] != '=') return UNKNOWN;
        for (end++; end < r->in.size && r->in.at[end] == ' ';) end++;
    }
    head->name = end;
    if (end >= r->in.size || !is_letter(r->in.at[end])) return UNKNOWN;
    while (end < r->in.size &&
           (is_letter(r->in.at[end]) || is_digit(r->in.at[end]) || r->in.at[end] == '$' || r->in.at[end] == '.'))
        end++;
    head->name_end = end;
    return memchr(r->in.at + head->name, '.', (size_t)(end - head->name)) ? READ : UNKNOWN;
}

/* The value that `name` means, borrowed, if it is one of `type` for which nothing has to be looked at later; else NULL,
   perhaps with an error. */
static PyObject *value_of(const Reader *r, PyObject *name, PyObject *type) {
    PyObject *value = PyDict_GetItemWithError(r->values, name);
    if (!value || !Py_IS_TYPE(value, value_class.type)) return NULL;
    if (PySet_GET_SIZE(r->distant) && PySet_Contains(r->distant, name) != 0) return NULL;
    PyObject *known = FIELD(value, value_class, VALUE_TYPE);
    if (known == type) return value;
    PyObject *left = PyObject_GetAttr(known, canonical), *right = left ? PyObject_GetAttr(type, canonical) : NULL;
    int same = right && PyUnicode_Check(left) && PyUnicode_Check(right) && PyUnicode_Compare(left, right) == 0;
    Py_XDECREF(left);
    Py_XDECREF(right);
    return same ? value : NULL;
}

static int outcome(int done) { return PyErr_Occurred() ? FAILED : done; }

/* Put the op where it stands, and define its result, if it has one. What the op is, was looked at before if `seen`. */
static int finish(Reader *r, PyObject *op, const struct head *head, Py_ssize_t end, PyObject *block, PyObject *type,
                  int seen) {
    Py_SETREF(FIELD(op, op_class, OP_SOURCE), Py_NewRef(r->source));
    Py_SETREF(FIELD(op, op_class, OP_PARENT), Py_NewRef(block));
    /* An offset that several objects have is one number. */
    PyObject *before =
        r->end && PyLong_AsSsize_t(r->end) == head->lead ? Py_NewRef(r->end) : PyLong_FromSsize_t(head->lead);
    PyObject *start = PyLong_FromSsize_t(head->start);
    Py_XSETREF(r->end, PyLong_FromSsize_t(end));
    if (!before || !start || !r->end) {
        Py_XDECREF(before);
        Py_XDECREF(start);
        return FAILED;
    }
    Py_SETREF(FIELD(op, op_class, OP_LEAD_START), before);
    Py_SETREF(FIELD(op, op_class, OP_START), start);
    Py_SETREF(FIELD(op, op_class, OP_END), Py_NewRef(r->end));
    if (head->result_end > head->start) {
        PyObject *name = slice(&r->in, head->start, head->result_end);
        PyObject *value = name ? new_value(name, type, op, 0, head->start) : NULL;
        if (value) Py_SETREF(FIELD(value, value_class, VALUE_OFFSET), Py_NewRef(start));
        int failed = !value || PyList_Append(FIELD(op, op_class, OP_RESULTS), value) < 0 ||
                     PyDict_SetItem(r->values, name, value) < 0 || PyList_Append(r->defined, name) < 0;
        Py_XDECREF(name);
        Py_XDECREF(value);
        if (failed) return FAILED;
    }
    if (PyList_Append(FIELD(block, block_class, BLOCK_OPS), op) < 0 || (seen && PySet_Add(r->alike, op) < 0))
        return FAILED;
    return READ;
}

/* Is the result, if there is one, of the one type that there is to be, and has its name no meaning yet? */
static int may_define(const Reader *r, const struct head *head, Py_ssize_t types) {
    if (head->result_end == head->start) return types == 0;
    PyObject *name = types == 1 ? slice(&r->in, head->start, head->result_end) : NULL;
    int known = name ? PyDict_Contains(r->values, name) : 1;
    Py_XDECREF(name);
    return known == 0;
}

/* The plan for a line (`Kind.plan` of alike.py), new; NULL, perhaps with an error, if there is none. `seen` says
   whether an op was made by it before. */
static PyObject *plan_for(const Reader *r, PyObject *key, const struct head *head, int *seen) {
    PyObject *plan = PyDict_GetItemWithError(r->lines, key);
    *seen = plan != NULL;
    if (plan || PyErr_Occurred()) return Py_XNewRef(plan);
    PyObject *name = slice(&r->in, head->name, head->name_end);
    plan = name ? PyObject_CallMethodObjArgs(r->scope, plan_of_line, key, name, NULL) : NULL;
    Py_XDECREF(name);
    if (plan == Py_None) Py_CLEAR(plan);
    if (plan) *seen = PyDict_Contains(r->lines, key) == 1;
    return plan;
}

/* The values that a line names as operands, of the types that its plan says; NULL, perhaps with an error, if they are
 * not plain. */
static PyObject *operands_of(const Reader *r, PyObject *types, int named) {
    Py_ssize_t count = PyTuple_GET_SIZE(types);
    PyObject *operands = PyList_New(count);
    for (Py_ssize_t i = 0; operands && i < count; i++) {
        PyObject *name = name_cut(&r->in, i + named),
                 *value = name ? value_of(r, name, PyTuple_GET_ITEM(types, i)) : NULL;
        Py_XDECREF(name);
        if (value)
            PyList_SET_ITEM(operands, i, Py_NewRef(value));
        else
            Py_CLEAR(operands);
    }
    return operands;
}

/* Read an op that a line says, if the line is one of the plan. */
static int read_planned(Reader *r, const struct head *head, Py_ssize_t end, PyObject *block, PyObject *plan, int seen) {
    PyObject *types = PyTuple_GET_ITEM(plan, 1), *results = PyTuple_GET_ITEM(plan, 2);
    int named = head->result_end > head->start;
    if (names_cut(&r->in) != PyTuple_GET_SIZE(types) + named || !may_define(r, head, PyTuple_GET_SIZE(results)) ||
        !may_end(&r->in, end))
        return outcome(UNKNOWN);
    PyObject *operands = operands_of(r, types, named);
    if (!operands) return outcome(UNKNOWN);
    PyObject *op = new_op(PyTuple_GET_ITEM(plan, 0), operands, PyTuple_GET_ITEM(plan, 3), PyTuple_GET_ITEM(plan, 4),
                          PyTuple_GET_ITEM(plan, 5), custom, PyTuple_GET_ITEM(plan, 6));
    int done = op ? finish(r, op, head, end, block, named ? PyTuple_GET_ITEM(results, 0) : NULL, seen) : FAILED;
    Py_XDECREF(op);
    return done;
}

/* Read an op that a line says, if there is a plan for such lines. */
static int read_line(Reader *r, const struct head *head, Py_ssize_t end, PyObject *block) {
    PyObject *key = cut(&r->in, head->start, end, "\n", VALUES);
    if (!key) return FAILED;
    int seen;
    PyObject *plan = plan_for(r, key, head, &seen);
    int done = plan ? read_planned(r, head, end, block, plan, seen) : outcome(UNKNOWN);
    if (done == READ && !seen) {
        PyObject *saw = PyObject_CallMethodObjArgs(r->scope, saw_line, key, NULL);
        if (!saw) done = FAILED;
        Py_XDECREF(saw);
    }
    Py_XDECREF(plan);
    Py_DECREF(key);
    return done;
}

static int same_names(const Reader *r, Py_ssize_t left, Py_ssize_t right) {
    const Py_ssize_t *a = r->in.cuts + 2 * left + 1, *b = r->in.cuts + 2 * right + 1;
    return a[1] - a[0] == b[1] - b[0] && !memcmp(r->in.at + a[0], r->in.at + b[0], (size_t)(a[1] - a[0]));
}

static Py_ssize_t slot_at(PyObject *slots, Py_ssize_t i) { return PyLong_AsSsize_t(PyTuple_GET_ITEM(slots, i)); }

/* Are names equal where they are in the template, and the names that it defines new, and different from each other, and
   the symbols the same that have to be? */
static int names_fit(const Reader *r, PyObject *plan, PyObject *names) {
    PyObject *again = PyTuple_GET_ITEM(plan, 2), *before = PyTuple_GET_ITEM(plan, 3),
             *inside = PyTuple_GET_ITEM(plan, 4);
    PyObject *distinct = PyTuple_GET_ITEM(plan, 5);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(again); i++)
        if (!same_names(r, slot_at(again, i), slot_at(before, i))) return 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(distinct); i++)
        for (Py_ssize_t j = 0; j < i; j++)
            if (same_names(r, slot_at(distinct, i), slot_at(distinct, j))) return 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(inside); i++)
        if (PyDict_Contains(r->values, PyList_GET_ITEM(names, slot_at(inside, i))) != 0) return 0;
    PyObject *fixed = PyTuple_GET_ITEM(plan, 7), *same = PyTuple_GET_ITEM(plan, 8);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(fixed); i++)
        if (PyUnicode_Compare(PyList_GET_ITEM(names, slot_at(fixed, i)), PyTuple_GET_ITEM(same, i)) != 0) return 0;
    return 1;
}

/* How the text spells the types of a template. */
static PyObject *spelled_in(PyObject *plan, PyObject *names) {
    PyObject *slots = PyTuple_GET_ITEM(plan, 6), *spelled = PyTuple_New(PyTuple_GET_SIZE(slots));
    for (Py_ssize_t i = 0; spelled && i < PyTuple_GET_SIZE(slots); i++)
        PyTuple_SET_ITEM(spelled, i, Py_NewRef(PyList_GET_ITEM(names, slot_at(slots, i))));
    return spelled;
}

/* The types of values where the text spells its types so, new; NULL, perhaps with an error, if they are not plain.
   `seen` says whether ops with these types were made before. */
static PyObject *types_spelled(const Reader *r, PyObject *plan, PyObject *names, PyObject *spelled, int *seen) {
    PyObject *types = PyDict_GetItemWithError(PyTuple_GET_ITEM(plan, 10), spelled);
    *seen = types != NULL;
    if (types || PyErr_Occurred()) return Py_XNewRef(types);
    types = PyObject_CallFunctionObjArgs(PyTuple_GET_ITEM(plan, 13), spelled, names, r->scope, NULL);
    if (types == Py_None) Py_CLEAR(types);
    return types;
}

/* Keep that an op of the template was made that has these types for the first time; and the ops in it that have none of
 * them. */
static int saw_types(Reader *r, PyObject *plan, PyObject *spelled, PyObject *types, PyObject *op) {
    if (PyDict_SetItem(PyTuple_GET_ITEM(plan, 10), spelled, types) < 0) return FAILED;
    PyObject *without = PyObject_CallOneArg(PyTuple_GET_ITEM(plan, 14), op);
    int done = without && PyList_Check(without) ? READ : FAILED;
    for (Py_ssize_t i = 0; done == READ && i < PyList_GET_SIZE(without); i++)
        if (PySet_Add(r->alike, PyList_GET_ITEM(without, i)) < 0) done = FAILED;
    Py_XDECREF(without);
    return done;
}

/* Make the op that a template tells, with values from outside that have its types. */
static int read_made(Reader *r, const struct head *head, Py_ssize_t end, PyObject *block, PyObject *plan,
                     struct making *making, int seen, PyObject *spelled) {
    PyObject *outer = PyTuple_GET_ITEM(plan, 9), *results = PyTuple_GET_ITEM(plan, 11);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(outer); i++) {
        PyObject *use = PyTuple_GET_ITEM(outer, i);
        PyObject *value = value_of(r, PyList_GET_ITEM(making->names, slot_at(use, 0)),
                                   PyList_GET_ITEM(making->types, slot_at(use, 1)));
        if (!value) return outcome(UNKNOWN);
        if (add_value(making, value) < 0) return FAILED;
    }
    PyObject *op = make_op(making, PyTuple_GET_ITEM(plan, 12));
    PyObject *type = PyTuple_GET_SIZE(results) ? PyList_GET_ITEM(making->types, slot_at(results, 0)) : NULL;
    int done = op ? finish(r, op, head, end, block, type, seen) : FAILED;
    if (done == READ && !seen) done = saw_types(r, plan, spelled, making->types, op);
    if (done == READ && seen && making->naming && PyDict_SetItem(r->naming, op, making->naming) < 0) done = FAILED;
    Py_XDECREF(op);
    return done;
}

/* Read an op that a template tells, if the text is one of it (`Template.plan`). */
static int read_alike(Reader *r, const struct head *head, Py_ssize_t end, PyObject *block, PyObject *plan,
                      PyObject *names) {
    if (PyLong_AsSsize_t(PyTuple_GET_ITEM(plan, 1)) != PyList_GET_SIZE(names) || !names_fit(r, plan, names))
        return outcome(UNKNOWN);
    if (!may_define(r, head, PyTuple_GET_SIZE(PyTuple_GET_ITEM(plan, 11)))) return outcome(UNKNOWN);
    int seen = 0;
    PyObject *spelled = spelled_in(plan, names),
             *types = spelled ? types_spelled(r, plan, names, spelled, &seen) : NULL;
    struct making making = {
        .names = names, .types = types, .source = r->source, .starts = r->in.cuts, .parts = r->in.parts + 1};
    int done = types ? read_made(r, head, end, block, plan, &making, seen, spelled) : outcome(UNKNOWN);
    PyMem_Free(making.values);
    Py_XDECREF(making.naming);
    Py_XDECREF(types);
    Py_XDECREF(spelled);
    return done;
}

/* Count that there was a template for an op of this form, as templates.py does. */
static int count_found(Reader *r, PyObject *form, PyObject *left) {
    PyObject *more = PyLong_FromSsize_t(PyLong_AsSsize_t(left) + 4);
    int failed = !more || PyDict_SetItem(r->patience, form, more) < 0;
    Py_XDECREF(more);
    return failed ? FAILED : READ;
}

/* Read an op with regions, if there is a template for its text as it is cut at these words. */
static int read_cut(Reader *r, const struct head *head, Py_ssize_t end, PyObject *block, PyObject *form, int words) {
    PyObject *key = cut(&r->in, head->start, end, "%0", words),
             *plans = key ? PyDict_GetItemWithError(r->templates, key) : NULL;
    Py_XDECREF(key);
    PyObject *names = plans ? PyList_New(names_cut(&r->in)) : NULL;
    for (Py_ssize_t i = 0; names && i < PyList_GET_SIZE(names); i++) {
        PyObject *name = name_cut(&r->in, i);
        if (name)
            PyList_SET_ITEM(names, i, name);
        else
            Py_CLEAR(names);
    }
    int done = UNKNOWN;
    for (Py_ssize_t i = 0; names && done == UNKNOWN && i < PyList_GET_SIZE(plans); i++) {
        PyObject *plan = PyList_GET_ITEM(plans, i);
        if (PyUnicode_Compare(PyTuple_GET_ITEM(plan, 0), form) == 0)
            done = read_alike(r, head, end, block, plan, names);
    }
    Py_XDECREF(names);
    return outcome(done);
}

/* Read an op with regions, if there is a template for its text; `end` is set to where it ends. */
static int read_closed(Reader *r, const struct head *head, PyObject *block, Py_ssize_t *end) {
    PyObject *form = slice(&r->in, head->name, head->name_end);
    PyObject *left = form ? PyDict_GetItemWithError(r->patience, form) : NULL;
    int done = UNKNOWN;
    if (left && PyLong_AsSsize_t(left) > 0 && (*end = closing(&r->in, head->start)) > head->start &&
        may_end(&r->in, *end)) {
        done = read_cut(r, head, *end, block, form, WORDS);
        if (done == UNKNOWN && r->in.types) done = read_cut(r, head, *end, block, form, NAMED);
    }
    if (done == READ) done = count_found(r, form, left);
    Py_XDECREF(form);
    return outcome(done);
}

PyDoc_STRVAR(read_doc, "read(at, block, parser, /)\n--\n\nRead ops from the offset `at` on, into a block; the offset "
                       "where it is not plain how to go on.");

/* Read ops from `at` on; the offset where it is not plain how to go on, -1 with an error. */
static Py_ssize_t read_ops(Reader *r, Py_ssize_t at, PyObject *block) {
    for (struct head head; read_head(r, at, &head) == READ;) {
        const char *newline = memchr(r->in.at + head.name_end, '\n', (size_t)(r->in.size - head.name_end));
        if (!newline) break;
        Py_ssize_t end = newline - r->in.at;
        int done = newline[-1] == '{' ? UNKNOWN : read_line(r, &head, end, block);
        if (done == UNKNOWN && PyDict_GET_SIZE(r->templates)) done = read_closed(r, &head, block, &end);
        if (done == FAILED || PyErr_CheckSignals() < 0) return -1;
        if (done == UNKNOWN) break;
        at = end;
    }
    return at;
}

static PyObject *Reader_read(Reader *r, PyObject *const *arguments, Py_ssize_t count) {
    if (count != 3 || !Py_IS_TYPE(arguments[1], block_class.type)) {
        PyErr_SetString(PyExc_TypeError, "read takes an offset, a block and a parser");
        return NULL;
    }
    Py_ssize_t at = PyLong_AsSsize_t(arguments[0]);
    if (at < 0) return PyErr_Occurred() ? NULL : PyLong_FromSsize_t(at);
    PyObject *before = r->scope;
    r->scope = arguments[2];
    at = read_ops(r, at, arguments[1]);
    r->scope = before;
    return at < 0 ? NULL : PyLong_FromSsize_t(at);
}

static int hold(PyObject **place, PyObject *value, PyTypeObject *type) {
    if (!PyObject_TypeCheck(value, type)) {
        PyErr_Format(PyExc_TypeError, "a %s is needed, not a %s", type->tp_name, Py_TYPE(value)->tp_name);
        return -1;
    }
    *place = Py_NewRef(value);
    return 0;
}

static PyObject *Reader_new(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(words)) {
    PyObject *source, *text, *values, *defined, *distant, *lines, *templates, *patience, *alike, *naming;
    if (!PyArg_ParseTuple(arguments, "OOOOOOOOOO", &source, &text, &values, &defined, &distant, &lines, &templates,
                          &patience, &alike, &naming))
        return NULL;
    if (!op_class.type) {
        PyErr_SetString(PyExc_TypeError, "nobody said what the classes are");
        return NULL;
    }
    Reader *r = (Reader *)type->tp_alloc(type, 0);
    if (!r) return NULL;
    r->source = Py_NewRef(source);
    if (hold(&r->text, text, &PyUnicode_Type) || hold(&r->values, values, &PyDict_Type) ||
        hold(&r->defined, defined, &PyList_Type) || hold(&r->distant, distant, &PySet_Type) ||
        hold(&r->lines, lines, &PyDict_Type) || hold(&r->templates, templates, &PyDict_Type) ||
        hold(&r->patience, patience, &PyDict_Type) || hold(&r->alike, alike, &PySet_Type) ||
        hold(&r->naming, naming, &PyDict_Type))
        Py_CLEAR(r);
    else if (PyUnicode_IS_ASCII(text))
        r->in.at = (const char *)PyUnicode_1BYTE_DATA(text), r->in.size = PyUnicode_GET_LENGTH(text);
    return (PyObject *)r;
}

static int Reader_traverse(Reader *r, visitproc visit, void *arg) {
    PyObject *held[] = {r->source, r->text,      r->values,   r->defined, r->distant,
                        r->lines,  r->templates, r->patience, r->alike,   r->naming};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) Py_VISIT(held[i]);
    return 0;
}

static int Reader_clear(Reader *r) {
    PyObject **held[] = {&r->source, &r->text,      &r->values,   &r->defined, &r->distant,
                         &r->lines,  &r->templates, &r->patience, &r->alike,   &r->naming};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) Py_CLEAR(*held[i]);
    r->in.size = 0;
    return 0;
}

static void Reader_dealloc(Reader *r) {
    PyObject_GC_UnTrack(r);
    Reader_clear(r);
    Py_XDECREF(r->end);
    PyMem_Free(r->in.key);
    PyMem_Free(r->in.cuts);
    Py_TYPE(r)->tp_free(r);
}

static PyMethodDef methods[] = {{"read", (PyCFunction)(void (*)(void))Reader_read, METH_FASTCALL, read_doc},
                                {NULL, NULL, 0, NULL}};

PyTypeObject ReaderType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "ownlog.frontend.native.tree.Reader",
    .tp_doc = "What reads ops of one text that are as one above, but for names.",
    .tp_basicsize = sizeof(Reader),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = Reader_new,
    .tp_dealloc = (destructor)Reader_dealloc,
    .tp_traverse = (traverseproc)Reader_traverse,
    .tp_clear = (inquiry)Reader_clear,
    .tp_methods = methods,
};

/* Relations: rows of cells in the order in which they came, and a hash table that finds them. */

#include "joins.h"

static bool same_row(const Relation *self, uint32_t row, const cell *other) {
    const cell *own = row_at(self, row);
    for (int i = 0; i < self->arity; i++)
        if (own[i] != other[i]) return false;
    return true;
}

static bool grow_table(Relation *self, uint32_t places) {
    uint32_t *table = new_table(places);
    if (!table) return false;
    uint32_t mask = places - 1;
    for (uint32_t row = 0; row < self->count; row++)
        put(table, mask, (uint32_t)hash_of(row_at(self, row), self->arity), row);
    PyMem_Free(self->table);
    self->table = table;
    self->mask = mask;
    return true;
}

static bool make_room(Relation *self, uint32_t rows) {
    uint32_t room = self->room ? self->room : 4;
    while (room < rows) {
        if (room > NONE / 4) return PyErr_NoMemory(), false;
        room *= 2;
    }
    cell *cells = PyMem_Realloc(self->cells, (size_t)room * (self->arity ? self->arity : 1) * sizeof *cells);
    if (!cells) return PyErr_NoMemory(), false;
    self->cells = cells;
    self->room = room;
    return grow_table(self, room * 2);
}

Relation *new_relation(Symbols *symbols, int arity) {
    Relation *self = PyObject_New(Relation, &RelationType);
    if (!self) return NULL;
    self->symbols = (Symbols *)Py_NewRef(symbols);
    self->arity = arity;
    self->cells = NULL;
    self->table = NULL;
    self->count = self->room = self->mask = 0;
    return self;
}

bool has_row(const Relation *self, const cell *row, uint64_t hash) {
    if (!self->count) return false;
    uint32_t place = (uint32_t)hash & self->mask;
    for (; self->table[place] != NONE; place = (place + 1) & self->mask)
        if (same_row(self, self->table[place], row)) return true;
    return false;
}

int add_row(Relation *self, const cell *row, uint64_t hash) {
    if (self->count == self->room && !make_room(self, self->count + 1)) return -1;
    uint32_t place = (uint32_t)hash & self->mask;
    for (; self->table[place] != NONE; place = (place + 1) & self->mask)
        if (same_row(self, self->table[place], row)) return 0;
    memcpy(self->cells + (size_t)self->count * self->arity, row, self->arity * sizeof *row);
    self->table[place] = self->count++;
    return 1;
}

static int add_fact(Relation *self, PyObject *fact, cell *row) {
    if (self->arity == 1 && !PyTuple_Check(fact))
        return encode(self->symbols, fact, row) ? add_row(self, row, hash_of(row, 1)) : -1;
    PyObject *values = PySequence_Fast(fact, "a row is a sequence");
    if (!values) return -1;
    int done = -1;
    if (PySequence_Fast_GET_SIZE(values) != self->arity) {
        PyErr_SetString(PyExc_ValueError, "a row of another width");
        goto end;
    }
    for (int i = 0; i < self->arity; i++)
        if (!encode(self->symbols, PySequence_Fast_GET_ITEM(values, i), row + i)) goto end;
    done = add_row(self, row, hash_of(row, self->arity));
end:
    Py_DECREF(values);
    return done;
}

static PyObject *update(Relation *self, PyObject *argument) {
    PyObject *facts = PySequence_Fast(argument, "rows come in a sequence");
    if (!facts) return NULL;
    cell *row = PyMem_Malloc((self->arity ? self->arity : 1) * sizeof *row);
    bool good = row != NULL;
    Py_ssize_t size = PySequence_Fast_GET_SIZE(facts);
    if (!good || size >= NONE / 4) {
        good = false;
        PyErr_NoMemory();
    }
    if (good && size && self->count + (uint32_t)size > self->room) good = make_room(self, self->count + (uint32_t)size);
    for (Py_ssize_t i = 0; good && i < size; i++) good = add_fact(self, PySequence_Fast_GET_ITEM(facts, i), row) >= 0;
    PyMem_Free(row);
    Py_DECREF(facts);
    if (!good) return NULL;
    Py_RETURN_NONE;
}

static PyObject *as_tuple(const Relation *self, uint32_t number) {
    PyObject *row = PyTuple_New(self->arity);
    if (!row) return NULL;
    const cell *cells = row_at(self, number);
    for (int i = 0; i < self->arity; i++) {
        PyObject *value = decode(self->symbols, cells[i]);
        if (!value) {
            Py_DECREF(row);
            return NULL;
        }
        PyTuple_SET_ITEM(row, i, value);
    }
    return row;
}

static PyObject *rows(Relation *self, PyObject *Py_UNUSED(none)) {
    PyObject *found = PySet_New(NULL);
    for (uint32_t number = 0; found && number < self->count; number++) {
        PyObject *row = as_tuple(self, number);
        if (!row || PySet_Add(found, row) < 0) Py_CLEAR(found);
        Py_XDECREF(row);
    }
    return found;
}

static PyObject *construct(PyTypeObject *Py_UNUSED(type), PyObject *arguments, PyObject *Py_UNUSED(names)) {
    Symbols *symbols;
    int arity;
    if (!PyArg_ParseTuple(arguments, "O!i", &SymbolsType, &symbols, &arity)) return NULL;
    if (arity < 0) return PyErr_SetString(PyExc_ValueError, "a relation has no negative number of columns"), NULL;
    return (PyObject *)new_relation(symbols, arity);
}

static Py_ssize_t length(PyObject *self) { return ((Relation *)self)->count; }

static void dealloc(Relation *self) {
    Py_DECREF(self->symbols);
    PyMem_Free(self->cells);
    PyMem_Free(self->table);
    PyObject_Free(self);
}

static PyMethodDef methods[] = {
    {"update", (PyCFunction)update, METH_O, "Add rows: tuples of str and int; of one column, bare values, too."},
    {"rows", (PyCFunction)rows, METH_NOARGS, "The rows, a set of tuples."},
    {NULL, NULL, 0, NULL},
};

static PySequenceMethods as_sequence = {.sq_length = length};

PyTypeObject RelationType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "ownlog.rules.engine.native.joins.Relation",
    .tp_doc = "Relation(symbols, columns): distinct rows, none at first.",
    .tp_basicsize = sizeof(Relation),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = construct,
    .tp_dealloc = (destructor)dealloc,
    .tp_as_sequence = &as_sequence,
    .tp_methods = methods,
};

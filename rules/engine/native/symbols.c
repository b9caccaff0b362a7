/* The table of symbols, and values as cells. */

#include "joins.h"

#define LARGEST ((INT64_C(1) << 62) - 1)

static bool grow_table(Symbols *self, uint32_t places) {
    uint32_t *table = new_table(places);
    if (!table) return false;
    uint32_t mask = places - 1;
    for (uint32_t number = 0; number < self->count; number++) put(table, mask, (uint32_t)self->hashes[number], number);
    PyMem_Free(self->table);
    self->table = table;
    self->mask = mask;
    return true;
}

static bool make_room(Symbols *self) {
    uint32_t room = self->room ? self->room * 2 : 256;
    if (room > NONE / 4) return PyErr_NoMemory(), false;
    PyObject **strings = PyMem_Realloc(self->strings, room * sizeof *strings);
    if (!strings) return PyErr_NoMemory(), false;
    self->strings = strings;
    Py_hash_t *hashes = PyMem_Realloc(self->hashes, room * sizeof *hashes);
    if (!hashes) return PyErr_NoMemory(), false;
    self->hashes = hashes;
    self->room = room;
    return grow_table(self, room * 2);
}

static bool symbol(Symbols *self, PyObject *value, cell *into) {
    Py_hash_t hash = PyObject_Hash(value);
    if (hash == -1) return false;
    if (self->count == self->room && !make_room(self)) return false;
    uint32_t place = (uint32_t)hash & self->mask, number;
    for (; (number = self->table[place]) != NONE; place = (place + 1) & self->mask) {
        if (self->hashes[number] != hash) continue;
        PyObject *known = self->strings[number];
        int same = known == value ? 1 : PyUnicode_Compare(known, value) == 0;
        if (!same && PyErr_Occurred()) return false;
        if (same) {
            *into = (cell)number << 1;
            return true;
        }
    }
    number = self->count++;
    self->strings[number] = Py_NewRef(value);
    self->hashes[number] = hash;
    self->table[place] = number;
    *into = (cell)number << 1;
    return true;
}

bool cell_of(int64_t number, cell *into) {
    if (number > LARGEST || number < -LARGEST) {
        PyErr_SetString(PyExc_OverflowError, "a number is too large");
        return false;
    }
    *into = (cell)((uint64_t)number << 1 | 1);
    return true;
}

bool encode(Symbols *symbols, PyObject *value, cell *into) {
    if (PyUnicode_Check(value)) return symbol(symbols, value, into);
    if (!PyLong_Check(value)) {
        PyErr_Format(PyExc_TypeError, "a value of a row is a str or an int, not %.100s", Py_TYPE(value)->tp_name);
        return false;
    }
    long long number = PyLong_AsLongLong(value);
    if (number == -1 && PyErr_Occurred()) return false;
    return cell_of(number, into);
}

PyObject *decode(Symbols *symbols, cell value) {
    if (is_number(value)) return PyLong_FromLongLong(number_of(value));
    if (value < 0 || value >> 1 >= symbols->count)
        return PyErr_SetString(PyExc_SystemError, "a symbol that was forgotten"), NULL;
    return Py_NewRef(symbols->strings[value >> 1]);
}

static void drop_behind(Symbols *self, uint32_t count) {
    while (self->count > count) Py_DECREF(self->strings[--self->count]);
}

static PyObject *forget(Symbols *self, PyObject *argument) {
    unsigned long count = PyLong_AsUnsignedLong(argument);
    if (count == (unsigned long)-1 && PyErr_Occurred()) return NULL;
    if (count >= self->count) Py_RETURN_NONE;
    drop_behind(self, (uint32_t)count);
    uint32_t room = 256;
    while (room < count) room *= 2;
    PyObject **strings = PyMem_Realloc(self->strings, room * sizeof *strings);
    if (strings) self->strings = strings;
    Py_hash_t *hashes = PyMem_Realloc(self->hashes, room * sizeof *hashes);
    if (hashes) self->hashes = hashes;
    self->room = room;
    if (!grow_table(self, room * 2)) return NULL;
    Py_RETURN_NONE;
}

static Py_ssize_t length(PyObject *self) { return ((Symbols *)self)->count; }

static void dealloc(Symbols *self) {
    drop_behind(self, 0);
    PyMem_Free(self->strings);
    PyMem_Free(self->hashes);
    PyMem_Free(self->table);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef methods[] = {
    {"forget", (PyCFunction)forget, METH_O, "Forget all symbols but the first ones, as many as are said."},
    {NULL, NULL, 0, NULL},
};

static PySequenceMethods as_sequence = {.sq_length = length};

PyTypeObject SymbolsType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "ownlog.rules.engine.native.joins.Symbols",
    .tp_doc = "Strings with numbers: those of the relations that are made with this table.",
    .tp_basicsize = sizeof(Symbols),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)dealloc,
    .tp_as_sequence = &as_sequence,
    .tp_methods = methods,
};

/* Indexes: hash tables from keys to chains of rows, which grow as their relation does. */

#include "joins.h"

static uint32_t key_hash(const Index *self, const cell *row) {
    uint64_t hash = 0;
    for (int i = 0; i < self->width; i++) hash = mixed(hash, row[self->key[i]]);
    return (uint32_t)(hash ^ hash >> 32);
}

static bool grow_table(Index *self, uint32_t places) {
    uint32_t *table = new_table(places);
    if (!table) return false;
    uint32_t mask = places - 1;
    for (uint32_t number = 0; number < self->count; number++) put(table, mask, self->entries[number].hash, number);
    PyMem_Free(self->table);
    self->table = table;
    self->mask = mask;
    return true;
}

static bool make_room(Index *self) {
    uint32_t room = self->entry_room ? self->entry_room * 2 : 16;
    Entry *entries = PyMem_Realloc(self->entries, (size_t)room * sizeof *entries);
    if (!entries) return PyErr_NoMemory(), false;
    self->entries = entries;
    self->entry_room = room;
    return grow_table(self, room * 2);
}

static bool same_key(const Index *self, const Entry *entry, const cell *row) {
    const cell *own = row_at(self->rows, entry->first);
    for (int i = 0; i < self->width; i++)
        if (own[self->key[i]] != row[self->key[i]]) return false;
    return true;
}

/* Row `number` of the rows that are found goes to the end of its key's chain. */
static bool insert(Index *self, uint32_t number) {
    if (self->count == self->entry_room && !make_room(self)) return false;
    const cell *row = row_at(self->rows, number);
    uint32_t hash = key_hash(self, row), place = hash & self->mask, at;
    for (; (at = self->table[place]) != NONE; place = (place + 1) & self->mask) {
        Entry *entry = &self->entries[at];
        if (entry->hash != hash || !same_key(self, entry, row)) continue;
        if (self->kind != KEYS) self->next[entry->last] = number;
        entry->last = number;
        entry->count++;
        return true;
    }
    self->entries[self->count] = (Entry){number, number, 1, hash};
    self->table[place] = self->count++;
    return true;
}

static bool make_chains(Index *self, uint32_t rows) {
    if (self->kind == KEYS || rows <= self->room) return true;
    uint32_t room = self->room * 2 > rows ? self->room * 2 : rows;
    uint32_t *next = PyMem_Realloc(self->next, (size_t)room * sizeof *next);
    if (!next) return PyErr_NoMemory(), false;
    memset(next + self->room, 0xff, (size_t)(room - self->room) * sizeof *next);
    self->next = next;
    self->room = room;
    return true;
}

bool extend_index(Index *self) {
    uint32_t known = self->rows->count;
    if (self->kind == SETS) {
        cell row[self->rows->arity + 1];
        for (uint32_t number = self->seen; number < self->source->count; number++) {
            const cell *whole = row_at(self->source, number);
            for (int i = 0; i < self->rows->arity; i++) row[i] = whole[self->columns[i]];
            if (add_row(self->rows, row, hash_of(row, self->rows->arity)) < 0) return false;
        }
    } else {
        known = self->seen;
    }
    self->seen = self->source->count;
    if (!make_chains(self, self->rows->count)) return false;
    for (uint32_t number = known; number < self->rows->count; number++)
        if (!insert(self, number)) return false;
    return true;
}

const Entry *find_key(const Index *self, const cell *key) {
    if (!self->count) return NULL;
    uint64_t mix = hash_of(key, self->width);
    uint32_t hash = (uint32_t)(mix ^ mix >> 32), place = hash & self->mask, at;
    for (; (at = self->table[place]) != NONE; place = (place + 1) & self->mask) {
        const Entry *entry = &self->entries[at];
        if (entry->hash != hash) continue;
        const cell *own = row_at(self->rows, entry->first);
        int i = 0;
        while (i < self->width && own[self->key[i]] == key[i]) i++;
        if (i == self->width) return entry;
    }
    return NULL;
}

/* The numbers in a tuple, each below `bound`. */
static int *numbers(PyObject *tuple, Py_ssize_t bound) {
    Py_ssize_t size = PyTuple_GET_SIZE(tuple);
    int *found = PyMem_Malloc((size + 1) * sizeof *found);
    if (!found) return (int *)PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < size; i++) {
        long number = PyLong_AsLong(PyTuple_GET_ITEM(tuple, i));
        if (number < 0 || number >= bound) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "no such column");
            PyMem_Free(found);
            return NULL;
        }
        found[i] = (int)number;
    }
    return found;
}

/* Index(relation, kind, columns of the rows that are found, columns of these that are the key) */
static PyObject *construct(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(names)) {
    Relation *source;
    int kind;
    PyObject *columns, *key;
    if (!PyArg_ParseTuple(arguments, "O!iO!O!", &RelationType, &source, &kind, &PyTuple_Type, &columns, &PyTuple_Type,
                          &key))
        return NULL;
    Index *self = (Index *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    self->kind = (enum Kind)kind;
    self->source = (Relation *)Py_NewRef(source);
    self->width = (int)PyTuple_GET_SIZE(key);
    if (kind == SETS) {
        self->columns = numbers(columns, source->arity);
        self->rows = self->columns ? new_relation(source->symbols, (int)PyTuple_GET_SIZE(columns)) : NULL;
    } else {
        self->rows = (Relation *)Py_NewRef(source);
    }
    if (self->rows) self->key = numbers(key, self->rows->arity);
    if (!self->key || !extend_index(self)) Py_CLEAR(self);
    return (PyObject *)self;
}

static void dealloc(Index *self) {
    Py_XDECREF(self->source);
    Py_XDECREF(self->rows);
    PyMem_Free(self->columns);
    PyMem_Free(self->key);
    PyMem_Free(self->next);
    PyMem_Free(self->entries);
    PyMem_Free(self->table);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

PyTypeObject IndexType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "ownlog.rules.engine.native.joins.Index",
    .tp_doc = "Rows of a relation by a key.",
    .tp_basicsize = sizeof(Index),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = construct,
    .tp_dealloc = (destructor)dealloc,
};

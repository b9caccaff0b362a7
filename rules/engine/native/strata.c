/* Strata: their plans, and a run of one over the relations of a program. */

#include "steps.h"

/* What makes an index of a relation: Builder(kind, columns, key). */
typedef struct {
    PyObject_HEAD
    PyObject *kind, *columns, *key;
} Builder;

static PyObject *new_builder(PyObject *kind, PyObject *columns, PyObject *key) {
    Builder *self = PyObject_New(Builder, &BuilderType);
    if (!self) return NULL;
    self->kind = Py_NewRef(kind);
    self->columns = Py_NewRef(columns);
    self->key = Py_NewRef(key);
    return (PyObject *)self;
}

static PyObject *build(Builder *self, PyObject *arguments, PyObject *Py_UNUSED(names)) {
    PyObject *relation;
    if (!PyArg_ParseTuple(arguments, "O", &relation)) return NULL;
    return PyObject_CallFunctionObjArgs((PyObject *)&IndexType, relation, self->kind, self->columns, self->key, NULL);
}

static void builder_dealloc(Builder *self) {
    Py_DECREF(self->kind);
    Py_DECREF(self->columns);
    Py_DECREF(self->key);
    PyObject_Free(self);
}

PyTypeObject BuilderType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "ownlog.rules.engine.native.joins.Builder",
    .tp_doc = "Makes an index of a relation.",
    .tp_basicsize = sizeof(Builder),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_call = (ternaryfunc)build,
    .tp_dealloc = (destructor)builder_dealloc,
};

typedef struct {
    PyObject *code; /* bytes: a length in front of each clause */
    int relation;   /* whose new rows it goes by */
} Round;

typedef struct {
    PyObject_HEAD
    PyObject *names;     /* of the relations */
    PyObject *constants; /* str and int */
    PyObject *functions; /* callables, in place of which a plan has names */
    PyObject *start;
    IndexPlan *indexes;
    Round *rounds;
    int index_count, round_count, registers, width;
} Stratum;

static bool read_indexes(Stratum *self, PyObject *plans) {
    Py_ssize_t count = PyTuple_GET_SIZE(plans);
    self->indexes = PyMem_Calloc(count + 1, sizeof *self->indexes);
    if (!self->indexes) return PyErr_NoMemory(), false;
    for (; self->index_count < count; self->index_count++) {
        IndexPlan *plan = &self->indexes[self->index_count];
        PyObject *name, *kind, *columns, *key;
        int grows;
        PyObject *given = PyTuple_GET_ITEM(plans, self->index_count);
        if (!PyArg_ParseTuple(given, "UipOOO", &name, &plan->relation, &grows, &kind, &columns, &key)) return false;
        plan->grows = grows;
        plan->builder = new_builder(kind, columns, key);
        if (!plan->builder) return false;
        plan->name = Py_NewRef(name);
    }
    return true;
}

static bool read_rounds(Stratum *self, PyObject *plans) {
    Py_ssize_t count = PyTuple_GET_SIZE(plans);
    self->rounds = PyMem_Calloc(count + 1, sizeof *self->rounds);
    if (!self->rounds) return PyErr_NoMemory(), false;
    for (; self->round_count < count; self->round_count++) {
        Round *round = &self->rounds[self->round_count];
        PyObject *code;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(plans, self->round_count), "iS", &round->relation, &code)) return false;
        round->code = Py_NewRef(code);
    }
    return true;
}

/* Stratum(relations, constants, functions, registers, width of the widest row, indexes, start, rounds) */
static PyObject *construct(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(names)) {
    PyObject *relations, *constants, *functions, *indexes, *start, *rounds;
    int registers, width;
    if (!PyArg_ParseTuple(arguments, "O!O!O!iiO!SO!", &PyTuple_Type, &relations, &PyTuple_Type, &constants,
                          &PyTuple_Type, &functions, &registers, &width, &PyTuple_Type, &indexes, &start, &PyTuple_Type,
                          &rounds))
        return NULL;
    Stratum *self = (Stratum *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    self->names = Py_NewRef(relations);
    self->constants = Py_NewRef(constants);
    self->functions = Py_NewRef(functions);
    self->start = Py_NewRef(start);
    self->registers = registers;
    self->width = width;
    if (!read_indexes(self, indexes) || !read_rounds(self, rounds)) Py_CLEAR(self);
    return (PyObject *)self;
}

static int run_clauses(Run *run, PyObject *code) {
    const int32_t *at = (const int32_t *)PyBytes_AS_STRING(code), *end = at + PyBytes_GET_SIZE(code) / sizeof *at;
    for (; at < end; at += at[0])
        if (run_steps(run, at + 1) < 0) return -1;
    return 0;
}

/* Semi-naive: a round for the rows that are new since the one before, until there are none. Indexes grow between
 * rounds. */
static int run_rounds(const Stratum *self, Run *run) {
    bool more = false;
    for (int i = 0; i < self->round_count; i++) {
        int relation = self->rounds[i].relation;
        run->known[relation] = 0;
        run->settled[relation] = run->relations[relation]->count;
        more |= run->settled[relation] > 0;
    }
    for (int i = 0; more && i < self->index_count; i++)
        if (self->indexes[i].grows && !index_at(run, i)) return -1;
    while (more) {
        if (PyErr_CheckSignals() < 0) return -1;
        for (int i = 0; i < self->round_count; i++) {
            int relation = self->rounds[i].relation;
            if (run->known[relation] < run->settled[relation] && run_clauses(run, self->rounds[i].code) < 0) return -1;
        }
        more = false;
        for (int i = 0; i < self->round_count; i++) {
            int relation = self->rounds[i].relation;
            run->known[relation] = run->settled[relation];
            run->settled[relation] = run->relations[relation]->count;
            more |= run->known[relation] < run->settled[relation];
        }
        for (int i = 0; more && i < self->index_count; i++)
            if (self->indexes[i].grows && !extend_index(run->indexes[i])) return -1;
    }
    return 0;
}

static bool prepare(const Stratum *self, PyObject *relations, Run *run) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self->names); i++) {
        PyObject *relation = PyDict_GetItemWithError(relations, PyTuple_GET_ITEM(self->names, i));
        if (!relation || !Py_IS_TYPE(relation, &RelationType)) {
            if (!PyErr_Occurred()) PyErr_SetObject(PyExc_KeyError, PyTuple_GET_ITEM(self->names, i));
            return false;
        }
        run->relations[i] = (Relation *)relation;
    }
    run->symbols = run->relations[0]->symbols;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self->constants); i++)
        if (!encode(run->symbols, PyTuple_GET_ITEM(self->constants, i), (cell *)&run->constants[i])) return false;
    return true;
}

static PyObject *evaluate(Stratum *self, PyObject *arguments, PyObject *Py_UNUSED(names)) {
    PyObject *relations, *fetch;
    if (!PyArg_ParseTuple(arguments, "O!O", &PyDict_Type, &relations, &fetch)) return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(self->names);
    Relation *known[count + 1];
    uint32_t rows[2 * count + 2];
    Index *indexes[self->index_count + 1];
    memset(rows, 0, sizeof rows);
    memset(indexes, 0, sizeof indexes);
    cell cells[PyTuple_GET_SIZE(self->constants) + self->registers + 2 * self->width + 1];
    cell *registers = cells + PyTuple_GET_SIZE(self->constants), *row = registers + self->registers;
    Run run = {.relations = known,
               .settled = rows,
               .known = rows + count,
               .plans = self->indexes,
               .indexes = indexes,
               .fetch = fetch,
               .constants = cells,
               .functions = ((PyTupleObject *)self->functions)->ob_item,
               .registers = registers,
               .row = row,
               .found = row + self->width,
               .ticks = 1};
    bool good = prepare(self, relations, &run) && run_clauses(&run, self->start) == 0 && run_rounds(self, &run) == 0;
    for (int i = 0; i < self->index_count; i++) Py_XDECREF(indexes[i]);
    if (!good) return NULL;
    Py_RETURN_NONE;
}

static void dealloc(Stratum *self) {
    Py_XDECREF(self->names);
    Py_XDECREF(self->constants);
    Py_XDECREF(self->functions);
    Py_XDECREF(self->start);
    for (int i = 0; i < self->index_count; i++) {
        Py_XDECREF(self->indexes[i].name);
        Py_XDECREF(self->indexes[i].builder);
    }
    for (int i = 0; i < self->round_count; i++) Py_XDECREF(self->rounds[i].code);
    PyMem_Free(self->indexes);
    PyMem_Free(self->rounds);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

PyTypeObject StratumType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "ownlog.rules.engine.native.joins.Stratum",
    .tp_doc = "The rules of some relations. Called with the relations by name and a function that finds or makes an "
              "index, it derives their rows.",
    .tp_basicsize = sizeof(Stratum),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = construct,
    .tp_call = (ternaryfunc)evaluate,
    .tp_dealloc = (destructor)dealloc,
};

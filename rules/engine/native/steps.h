/* The steps of a stratum while they run. */

#ifndef OWNLOG_STEPS_H
#define OWNLOG_STEPS_H

#include "joins.h"

typedef struct {
    PyObject *name;    /* by which a run knows the index */
    PyObject *builder; /* what makes it of its relation */
    int relation;
    bool grows; /* with its relation, in the rounds of the stratum */
} IndexPlan;

typedef struct {
    Symbols *symbols;
    Relation **relations;
    uint32_t *settled; /* of each relation: how many rows the indexes have, which grow between rounds */
    uint32_t *known;   /* of each relation: how many rows were known in the round before */
    const IndexPlan *plans;
    Index **indexes; /* NULL as long as nobody asked */
    PyObject *fetch; /* the run's function that finds an index or has it made */
    const cell *constants;
    PyObject *const *functions;
    cell *registers;
    cell *row, *found; /* room for a row, and the row of UNLESS */
    uint64_t found_hash;
    uint32_t ticks; /* until somebody looks whether the user wants to stop */
} Run;

/* Runs the steps from `code` on: 1 if a row of UNLESS was derived, else 0; -1 with an exception. */
int run_steps(Run *run, const int32_t *code);
/* The index, made where there is none yet; NULL with an exception. */
Index *index_at(Run *run, int number);
/* Steps that compute: 1 if the clause goes on, 0 if not, -1 with an exception. */
int compute(Run *run, int operation, cell left, cell right, cell *into);
int compare(Run *run, int comparison, cell left, cell right);
int ask(Run *run, PyObject *function, bool wanted, cell left, cell right);
int call(Run *run, PyObject *function, const int32_t *terms, int count, cell *into);
int fold(Run *run, int aggregate, cell *result, cell value);

static inline cell term(const Run *run, int32_t term) {
    return term >= 0 ? run->registers[term] : run->constants[~term];
}

#endif

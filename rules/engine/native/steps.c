/* The steps of a clause: each goes on with the next one, once or for each row that it finds. */

#include "steps.h"

#define TICKS 1000000

uint64_t looked_at = 0;

Index *index_at(Run *run, int number) {
    Index *known = run->indexes[number];
    if (known) return known;
    const IndexPlan *plan = &run->plans[number];
    PyObject *found =
        PyObject_CallFunctionObjArgs(run->fetch, plan->name, plan->builder, run->relations[plan->relation], NULL);
    if (found && !Py_IS_TYPE(found, &IndexType)) {
        PyErr_SetString(PyExc_TypeError, "an index of another engine");
        Py_CLEAR(found);
    }
    return run->indexes[number] = (Index *)found;
}

/* A row is looked at: whether the user wants to stop. */
static inline bool stopped(Run *run) {
    looked_at++;
    if (--run->ticks) return false;
    run->ticks = TICKS;
    return PyErr_CheckSignals() < 0;
}

static inline void fill(const Run *run, cell *row, const int32_t *terms, int count) {
    for (int i = 0; i < count; i++) row[i] = term(run, terms[i]);
}

/* Binds the columns of a row, and holds them against what they must be: fields n, (column, register)*, n, (column,
 * register)*. */
static inline bool bind(Run *run, const cell *row, const int32_t *fields) {
    int count = *fields++;
    for (; count--; fields += 2) run->registers[fields[1]] = row[fields[0]];
    count = *fields++;
    for (; count--; fields += 2)
        if (row[fields[0]] != run->registers[fields[1]]) return false;
    return true;
}

static inline const int32_t *behind_pairs(const int32_t *fields, int lists) {
    while (lists--) fields += 1 + 2 * *fields;
    return fields;
}

static int scan(Run *run, const int32_t *code) {
    Relation *relation = run->relations[code[1]];
    uint32_t row = code[2] == NEW ? run->known[code[1]] : 0,
             end = code[2] == ALL ? relation->count : run->settled[code[1]];
    const int32_t *binds = code + 3, *tests = behind_pairs(binds, 2), *next = behind_pairs(tests, 1);
    for (; row < end; row++) {
        if (stopped(run)) return -1;
        const cell *cells = row_at(relation, row);
        bool fits = true;
        for (int i = 0; fits && i < tests[0]; i++) fits = cells[tests[1 + 2 * i]] == term(run, tests[2 + 2 * i]);
        if (!fits || !bind(run, cells, binds)) continue;
        int done = run_steps(run, next);
        if (done) return done;
    }
    return 0;
}

static const Entry *entry_of(Run *run, Index *index, const int32_t *terms, int count) {
    cell key[count + 1];
    fill(run, key, terms, count);
    return find_key(index, key);
}

static int lookup(Run *run, const int32_t *code) {
    Index *index = index_at(run, code[1]);
    if (!index) return -1;
    const Entry *entry = entry_of(run, index, code + 3, code[2]);
    if (!entry) return 0;
    const int32_t *binds = code + 3 + code[2], *next = behind_pairs(binds, 2);
    /* The chain may grow while it is gone through only if rows come in between rounds: `last` is where it ends now. */
    for (uint32_t row = entry->first, last = entry->last;; row = index->next[row]) {
        if (stopped(run)) return -1;
        if (bind(run, row_at(index->rows, row), binds)) {
            int done = run_steps(run, next);
            if (done) return done;
        }
        if (row == last) return 0;
    }
}

/* 1 if the aggregate has a result, 0 if not, -1 with an exception. */
static int aggregate(Run *run, const int32_t *code) {
    bool extreme = code[1] == MIN || code[1] == MAX;
    run->registers[code[2]] = extreme ? UNSET : 1;
    if (run_steps(run, code + 4) < 0) return -1;
    return !extreme || run->registers[code[2]] != UNSET;
}

static int key_size(Run *run, const int32_t *code) {
    Index *index = index_at(run, code[2]);
    if (!index) return -1;
    const Entry *entry = entry_of(run, index, code + 4, code[3]);
    run->registers[code[1]] = (cell)(entry ? entry->count : 0) << 1 | 1;
    return 1;
}

static int has_key(Run *run, const int32_t *code) {
    Index *index = index_at(run, code[1]);
    return index ? (entry_of(run, index, code + 4, code[3]) != NULL) == code[2] : -1;
}

static int is_member(Run *run, const int32_t *code) {
    fill(run, run->row, code + 4, code[3]);
    return has_row(run->relations[code[1]], run->row, hash_of(run->row, code[3])) == code[2];
}

static int unless(Run *run, const int32_t *code) {
    fill(run, run->found, code + 3, code[2]);
    run->found_hash = hash_of(run->found, code[2]);
    return !has_row(run->relations[code[1]], run->found, run->found_hash);
}

static int add(Run *run, const int32_t *code) {
    fill(run, run->row, code + 3, code[2]);
    return add_row(run->relations[code[1]], run->row, hash_of(run->row, code[2])) < 0 ? -1 : 0;
}

int run_steps(Run *run, const int32_t *code) {
    cell *registers = run->registers;
    int on = 1;
    for (;;) {
        switch (code[0]) {
        case SCAN: return scan(run, code);
        case LOOKUP: return lookup(run, code);
        case ADD: return add(run, code);
        case ADD_FOUND: return add_row(run->relations[code[1]], run->found, run->found_hash) < 0 ? -1 : 1;
        case FOLDED: return fold(run, code[1], &registers[code[2]], term(run, code[3])) < 0 ? -1 : 0;
        case UNLESS:
            on = unless(run, code);
            if (on) on = run_steps(run, code + 3 + code[2]);
            return on < 0 ? -1 : 0;
        case REQUIRE: on = run->relations[code[1]]->count > 0, code += 2; break;
        case MEMBER: on = is_member(run, code), code += 4 + code[3]; break;
        case HAS_KEY: on = has_key(run, code), code += 4 + code[3]; break;
        case HAS_ROWS: on = (run->relations[code[1]]->count > 0) == code[2], code += 3; break;
        case TEST: on = compare(run, code[1], term(run, code[2]), term(run, code[3])), code += 4; break;
        case ASK:
            on = ask(run, run->functions[code[1]], code[2], term(run, code[3]), term(run, code[4])), code += 5;
            break;
        case MOVE: registers[code[1]] = term(run, code[2]), code += 3; break;
        case COMPUTE:
            on = compute(run, code[1], term(run, code[3]), term(run, code[4]), &registers[code[2]]), code += 5;
            break;
        case CALL:
            on = call(run, run->functions[code[1]], code + 4, code[3], &registers[code[2]]), code += 4 + code[3];
            break;
        case FOLD: on = aggregate(run, code), code += code[3]; break;
        case SIZE: registers[code[1]] = (cell)run->relations[code[2]]->count << 1 | 1, code += 3; break;
        case KEY_SIZE: on = key_size(run, code), code += 4 + code[3]; break;
        default: return PyErr_SetString(PyExc_SystemError, "no step of a plan"), -1;
        }
        if (on <= 0) return on;
    }
}

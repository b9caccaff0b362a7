/* What the parts of the native engine share: values, relations, indexes, and the codes of the steps that `plan.py`
 * writes. */

#ifndef OWNLOG_JOINS_H
#define OWNLOG_JOINS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

/* A value: a number n as 2n + 1, a symbol as twice its number in the table of symbols. So equal values are equal cells,
   and numbers keep their order. */
typedef int64_t cell;

#define FORMAT 1 /* of plans; native/__init__.py has the same number */
#define UNSET INT64_MIN /* no value: what a minimum of nothing is */
#define NONE UINT32_MAX /* no row, no entry */

static inline bool is_number(cell value) { return value & 1; }
static inline int64_t number_of(cell value) { return value >> 1; }

static inline uint64_t mixed(uint64_t hash, cell value) {
    hash = (hash ^ (uint64_t)value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

static inline uint64_t hash_of(const cell *row, Py_ssize_t width) {
    uint64_t hash = 0;
    for (Py_ssize_t i = 0; i < width; i++) hash = mixed(hash, row[i]);
    return hash;
}

/* Hash tables of numbers, open addressed: `mask` + 1 places, a power of two, at most half of them taken. */

static inline uint32_t *new_table(uint32_t places) {
    uint32_t *table = PyMem_Malloc((size_t)places * sizeof *table);
    if (!table) return (uint32_t *)PyErr_NoMemory();
    memset(table, 0xff, (size_t)places * sizeof *table);
    return table;
}

static inline void put(uint32_t *table, uint32_t mask, uint32_t hash, uint32_t number) {
    uint32_t place = hash & mask;
    while (table[place] != NONE) place = (place + 1) & mask;
    table[place] = number;
}

/* Symbols: the strings of a run, each with a number. */

typedef struct {
    PyObject_HEAD
    PyObject **strings;
    Py_hash_t *hashes;
    uint32_t count, room;
    uint32_t *table; /* numbers, by hash; `mask` + 1 places */
    uint32_t mask;
} Symbols;

extern PyTypeObject SymbolsType;

/* The cell of a str or an int. False with an exception: OverflowError for a number that a cell has no room for. */
bool encode(Symbols *symbols, PyObject *value, cell *into);
/* The str or int of a cell; a new reference. */
PyObject *decode(Symbols *symbols, cell value);
/* 2n + 1; false with OverflowError where there is no room for that. */
bool cell_of(int64_t number, cell *into);

/* Relations: distinct rows, in the order in which they came. */

typedef struct {
    PyObject_HEAD
    Symbols *symbols;
    cell *cells;
    uint32_t count, room;
    uint32_t *table; /* numbers of rows, by hash; none before the first row */
    uint32_t mask;
    int arity;
} Relation;

extern PyTypeObject RelationType;

Relation *new_relation(Symbols *symbols, int arity);
static inline const cell *row_at(const Relation *relation, uint32_t row) {
    return relation->cells + (size_t)row * relation->arity;
}
bool has_row(const Relation *relation, const cell *row, uint64_t hash);
/* Whether the row is new: 1 or 0, and -1 with an exception. */
int add_row(Relation *relation, const cell *row, uint64_t hash);

/* Indexes: the rows of a relation by some of their columns. */

enum Kind { KEYS, LISTS, SETS };

typedef struct {
    uint32_t first, last, count, hash;
} Entry;

typedef struct {
    PyObject_HEAD
    Relation *source;
    Relation *rows; /* those that are found: of the source, or distinct ones of some of its columns (SETS) */
    int *columns;   /* SETS: which columns of the source the found rows have */
    int *key;       /* which columns of the found rows are the key */
    int width;      /* of the key */
    enum Kind kind;
    uint32_t seen;  /* how many rows of the source are in */
    uint32_t *next; /* of each row the next one of its key; not for KEYS */
    uint32_t room;  /* of `next` */
    Entry *entries;
    uint32_t count, entry_room;
    uint32_t *table;
    uint32_t mask;
} Index;

extern PyTypeObject IndexType;

/* Takes in the rows of the source that came since the last time. False with an exception. */
bool extend_index(Index *index);
/* The entry of a key, or NULL. */
const Entry *find_key(const Index *index, const cell *key);

/* Strata: the rules of some relations as steps. */

extern PyTypeObject BuilderType, StratumType;

/* How many rows all runs have gone through: a measure of work that is the same on every machine. */
extern uint64_t looked_at;

/* What stands in the code: a step's number, then its fields. A term is the number of a register, or ~n for constant n.
   Lists come with their length in a field in front. plan.py has the same numbers. */
enum Step {
    REQUIRE = 1, /* relation: goes on if it has rows */
    SCAN,   /* relation, which rows, n binds (column, register), n repeats (column, register), n tests (column, term) */
    LOOKUP, /* index, n key terms, n binds, n repeats */
    MEMBER, /* relation, wanted, n terms: goes on if the row is there, or if it is not */
    HAS_KEY,  /* index, wanted, n key terms */
    HAS_ROWS, /* relation, wanted */
    TEST,     /* comparison, term, term */
    ASK,      /* function, wanted, term, term: goes on if the function is true, or is not */
    MOVE,     /* register, term */
    COMPUTE,  /* operation, register, term, term */
    CALL,     /* function, register, n terms */
    FOLD, /* aggregate, register, distance: the steps up to there end with FOLDED; goes on there if there is a result */
    FOLDED,   /* aggregate, register, term: one more value */
    SIZE,     /* register, relation */
    KEY_SIZE, /* register, index, n key terms */
    UNLESS,   /* relation, n terms: goes on if the row is not there; one derivation of it is enough */
    ADD,      /* relation, n terms */
    ADD_FOUND /* relation: the row of UNLESS */
};
enum Rows { ALL, SETTLED, NEW };
enum Comparison { EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST };
enum Operation { PLUS, MINUS, TIMES, DIVIDED, MODULO, AND, OR, XOR, LEAST, GREATEST };
enum Aggregate { COUNT, SUM, MIN, MAX };

#endif

/* What the files share: where objects of the IR have their fields, and how they are made. */

#ifndef OWNLOG_TREE_H
#define OWNLOG_TREE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

enum { FORMAT = 6 }; /* of the plans; `FORMAT` of native/__init__.py */
enum { NEW = -1 };   /* the offset of what no text was read for */

/* Fields of objects, in the order in which making.c names them. */
enum {
    OP_ATTRS,
    OP_BECAUSE,
    OP_CHANGED,
    OP_END,
    OP_FORM,
    OP_LEAD_START,
    OP_LOCATION,
    OP_NAME,
    OP_OPERANDS,
    OP_PARENT,
    OP_PROPERTIES,
    OP_REGIONS,
    OP_RESULTS,
    OP_SEGMENTS,
    OP_SOURCE,
    OP_START,
    OP_SUCCESSORS,
    OP_TOUCHED,
    OP_FIELDS
};
enum {
    VALUE_ATTRS,
    VALUE_BECAUSE,
    VALUE_INDEX,
    VALUE_LOCATION,
    VALUE_NAME,
    VALUE_OFFSET,
    VALUE_OWNER,
    VALUE_PACK,
    VALUE_PACK_INDEX,
    VALUE_TYPE,
    VALUE_FIELDS
};
enum { REGION_BLOCKS, REGION_END, REGION_PARENT, REGION_START, REGION_TAIL_START, REGION_FIELDS };
enum {
    BLOCK_ARGUMENTS,
    BLOCK_CHANGED,
    BLOCK_HEAD_END,
    BLOCK_LABEL,
    BLOCK_LEAD_START,
    BLOCK_NAMED,
    BLOCK_OPS,
    BLOCK_PARENT,
    BLOCK_START,
    BLOCK_FIELDS
};

/* A class with `__slots__`, and where its objects have their fields. */
struct class {
    const char *name;
    const char *const *fields;
    int count;
    PyTypeObject *type;
    Py_ssize_t at[OP_FIELDS];
};

extern struct class op_class, value_class, region_class, block_class;

#define FIELD(object, class, field) (*(PyObject **)((char *)(object) + (class).at[field]))

/* What a template's ops are made of: the names, where each part of the text starts, values and types by their numbers.
   All are borrowed, but `naming`, a list of the ops made that name symbols of the text, or NULL; `blocks` are those of
   the region at hand. */
struct making {
    PyObject *names, *types, *source, *naming, *blocks;
    const Py_ssize_t *starts;
    Py_ssize_t parts; /* of `starts` */
    PyObject **values;
    Py_ssize_t count, room;
};

/* A text, all of it ASCII, and one op of it that was cut. */
struct text {
    const char *at;
    Py_ssize_t size;
    char *key;        /* what the op's text is without its words */
    Py_ssize_t *cuts; /* where its parts start, of which words are the odd ones, and where the last one ends */
    Py_ssize_t room, parts, types; /* how many of the words are types */
};

/* What the words of a text are: the names of values, those of symbols too, and memrefs with sizes too. */
enum { VALUES, NAMED, WORDS };

int is_digit(char c);
int is_letter(char c);
Py_ssize_t skip(const struct text *text, Py_ssize_t at);
Py_ssize_t name_end(const struct text *text, Py_ssize_t at);
int may_end(const struct text *text, Py_ssize_t at);
Py_ssize_t closing(const struct text *text, Py_ssize_t start);
PyObject *cut(struct text *text, Py_ssize_t start, Py_ssize_t end, const char *hole, int words);
PyObject *slice(const struct text *text, Py_ssize_t start, Py_ssize_t end);
Py_ssize_t names_cut(const struct text *text);
PyObject *name_cut(const struct text *text, Py_ssize_t slot);

int find_fields(PyObject *classes);
PyObject *new_op(PyObject *name, PyObject *operands, PyObject *attrs, PyObject *properties, PyObject *segments,
                 PyObject *form, PyObject *location);
PyObject *new_value(PyObject *name, PyObject *type, PyObject *owner, Py_ssize_t index, Py_ssize_t offset);
int set_number(PyObject *object, const struct class *class, int field, Py_ssize_t number);
PyObject *make_op(struct making *making, PyObject *plan);
int add_value(struct making *making, PyObject *value);

int name_texts(void);

extern PyTypeObject ReaderType;

#endif

/* The module. */

#include "tree.h"

PyDoc_STRVAR(know_doc, "know(classes, /)\n--\n\nTake these as the classes of ops, values, regions and blocks.");

static PyObject *know(PyObject *Py_UNUSED(module), PyObject *classes) {
    if (!PyTuple_Check(classes)) {
        PyErr_SetString(PyExc_TypeError, "know takes a tuple of classes");
        return NULL;
    }
    return find_fields(classes) < 0 ? NULL : Py_NewRef(Py_None);
}

static PyMethodDef methods[] = {
    {"know", know, METH_O, know_doc},
    {"ops_in", (PyCFunction)(void (*)(void))ops_in, METH_FASTCALL, "ops_in(op, closed, /)\n--\n\nAs ops_in of walking.py."},
    {"graph_of", graph_of, METH_O, "graph_of(blocks, /)\n--\n\nAs graph_of of graphs.py."},
    {"users", users, METH_O, "users(ops, /)\n--\n\nAs users of walking.py."},
    {"holding", holding, METH_O, "holding(ops, /)\n--\n\nAs holding of standing.py."},
    {"name_all", name_all, METH_VARARGS, "Name ops, and all that is in them, as names.py does."},
    {"rows_of", rows_of, METH_VARARGS, "rows_of(blocks, of_op, of_block, of_value, wanted, /)\n--\n\nAs rows_of of standing.py."},
    {"intervals", intervals, METH_VARARGS, "Number definitions as dominance_intervals.py does."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tree",
    .m_doc = "The tree of the IR: reading ops that are as one above, but for names, walking it, and naming what is in it.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit_tree(void) {
    PyObject *module = name_texts() < 0 ? NULL : PyModule_Create(&definition);
    if (module && (PyModule_AddType(module, &ReaderType) < 0 || PyModule_AddIntConstant(module, "FORMAT", FORMAT) < 0)) Py_CLEAR(module);
    return module;
}

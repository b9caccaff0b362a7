/* The module. */

#include "joins.h"

static PyObject *rows_looked_at(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none)) {
    return PyLong_FromUnsignedLongLong(looked_at);
}

static PyMethodDef methods[] = {
    {"rows_looked_at", rows_looked_at, METH_NOARGS, "How many rows all runs of this process have gone through."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "joins",
    .m_doc = "Relations of numbers, and the steps that derive their rows: what the plans of plan.py are run with.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit_joins(void) {
    PyTypeObject *types[] = {&SymbolsType, &RelationType, &IndexType, &BuilderType, &StratumType};
    PyObject *module = PyModule_Create(&definition);
    for (size_t i = 0; module && i < sizeof types / sizeof *types; i++)
        if (PyModule_AddType(module, types[i]) < 0) Py_CLEAR(module);
    if (module && PyModule_AddIntConstant(module, "FORMAT", FORMAT) < 0) Py_CLEAR(module);
    return module;
}

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
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tree",
    .m_doc = "The tree of the IR: reading ops that are as one above, but for names.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit_tree(void) {
    PyObject *module = name_texts() < 0 ? NULL : PyModule_Create(&definition);
    if (module && (PyModule_AddType(module, &ReaderType) < 0 || PyModule_AddIntConstant(module, "FORMAT", FORMAT) < 0))
        Py_CLEAR(module);
    return module;
}

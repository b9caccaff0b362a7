/* Steps that compute or compare. What is rare is left to Python's functions, which other engines have, too. */

#include "steps.h"

static int overflow(void) {
    PyErr_SetString(PyExc_OverflowError, "a number is too large");
    return -1;
}

/* A division by 0 is not ours to tell of: the functor of the same name does. */
static int divided(int operation, int64_t left, int64_t right, cell *into) {
    if (!right) {
        PyObject *functors = PyImport_ImportModule("ownlog.rules.engine.planning.functors");
        PyObject *done =
            functors ? PyObject_CallMethod(functors, operation == DIVIDED ? "div" : "mod", "LL", (long long)left, 0LL)
                     : NULL;
        Py_XDECREF(functors);
        Py_XDECREF(done);
        return -1;
    }
    return cell_of(operation == DIVIDED ? left / right : left % right, into) ? 1 : -1;
}

int compute(Run *run, int operation, cell a, cell b, cell *into) {
    if (operation == LEAST || operation == GREATEST) {
        int less = compare(run, LESS, a, b);
        if (less < 0) return -1;
        *into = less == (operation == LEAST) ? a : b;
        return 1;
    }
    if (!is_number(a) || !is_number(b)) return PyErr_SetString(PyExc_TypeError, "arithmetic takes numbers"), -1;
    int64_t left = number_of(a), right = number_of(b), result;
    switch (operation) {
    case PLUS: result = left + right; break;
    case MINUS: result = left - right; break;
    case TIMES:
        if (__builtin_mul_overflow(left, right, &result)) return overflow();
        break;
    case AND: result = left & right; break;
    case OR: result = left | right; break;
    case XOR: result = left ^ right; break;
    default: return divided(operation, left, right, into);
    }
    return cell_of(result, into) ? 1 : -1;
}


int compare(Run *run, int comparison, cell left, cell right) {
    if (comparison == EQUAL) return left == right;
    if (comparison == UNEQUAL) return left != right;
    int order = (left > right) - (left < right);
    if (!is_number(left) || !is_number(right)) {
        if (is_number(left) || is_number(right))
            return PyErr_SetString(PyExc_TypeError, "a number and a symbol have no order"), -1;
        order = PyUnicode_Compare(run->symbols->strings[left >> 1], run->symbols->strings[right >> 1]);
        if (order == -1 && PyErr_Occurred()) return -1;
    }
    switch (comparison) {
    case LESS: return order < 0;
    case AT_MOST: return order <= 0;
    case MORE: return order > 0;
    default: return order >= 0;
    }
}

static PyObject *called(Run *run, PyObject *function, const cell *values, int count) {
    PyObject *arguments = PyTuple_New(count);
    for (int i = 0; arguments && i < count; i++) {
        PyObject *value = decode(run->symbols, values[i]);
        if (value) PyTuple_SET_ITEM(arguments, i, value);
        else Py_CLEAR(arguments);
    }
    PyObject *result = arguments ? PyObject_Call(function, arguments, NULL) : NULL;
    Py_XDECREF(arguments);
    return result;
}

int ask(Run *run, PyObject *function, bool wanted, cell left, cell right) {
    PyObject *answer = called(run, function, (cell[]){left, right}, 2);
    if (!answer) return -1;
    int yes = PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return yes < 0 ? -1 : (yes != 0) == wanted;
}

int call(Run *run, PyObject *function, const int32_t *terms, int count, cell *into) {
    cell values[count + 1];
    for (int i = 0; i < count; i++) values[i] = term(run, terms[i]);
    PyObject *result = called(run, function, values, count);
    bool good = result && encode(run->symbols, result, into);
    Py_XDECREF(result);
    return good ? 1 : -1;
}

int fold(Run *run, int aggregate, cell *result, cell value) {
    if (aggregate == COUNT || aggregate == SUM) return compute(run, PLUS, *result, value, result);
    if (*result != UNSET) {
        int better = compare(run, aggregate == MIN ? LESS : MORE, value, *result);
        if (better <= 0) return better < 0 ? -1 : 1;
    }
    *result = value;
    return 1;
}

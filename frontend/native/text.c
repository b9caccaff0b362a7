/* The text: where names, types and ops end, and an op's text without its words (as the patterns of reading/ find them).
 */

#include "tree.h"

#include <string.h>

static const Py_ssize_t LONGEST = 2000; /* as in templates.py */

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_lower(char c) { return c >= 'a' && c <= 'z'; }
int is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_suffix(char c) { return is_letter(c) || c == '$' || c == '.' || c == '-'; }

Py_ssize_t skip(const struct text *t, Py_ssize_t at) {
    while (at < t->size && is_space(t->at[at])) at++;
    return at;
}

/* The end of the name of a value whose sigil is at `at`; `at` if there is none. */
Py_ssize_t name_end(const struct text *t, Py_ssize_t at) {
    Py_ssize_t end = at + 1;
    if (t->at[at] != '%' || end >= t->size) return at;
    if (is_digit(t->at[end])) {
        while (end < t->size && is_digit(t->at[end])) end++;
        return end;
    }
    if (!is_suffix(t->at[end])) return at;
    while (end < t->size && (is_suffix(t->at[end]) || is_digit(t->at[end]))) end++;
    return end;
}

/* The end of the name of a symbol; `at` if there is none. */
static Py_ssize_t symbol_end(const struct text *t, Py_ssize_t at, Py_ssize_t end) {
    if (!is_letter(t->at[at])) return at;
    while (at < end && (is_letter(t->at[at]) || is_digit(t->at[at]) || t->at[at] == '$' || t->at[at] == '.')) at++;
    return at;
}

/* Is it plain that an op which may be over before `at` is over there: another one begins, or a region ends? */
int may_end(const struct text *t, Py_ssize_t at) {
    at = skip(t, at);
    if (at >= t->size) return 0;
    if (t->at[at] == '}') return 1;
    Py_ssize_t end = name_end(t, at);
    if (end > at) {
        while (end < t->size && t->at[end] == ' ') end++;
        return end < t->size && t->at[end] == '=';
    }
    if (!is_lower(t->at[at]) && t->at[at] != '_') return 0;
    while (end < t->size && (is_lower(t->at[end]) || is_digit(t->at[end]) || t->at[end] == '_')) end++;
    return end + 1 < t->size && t->at[end] == '.' && is_lower(t->at[end + 1]);
}

Py_ssize_t names_cut(const struct text *t) { return t->parts / 2; }

static Py_ssize_t digits(const struct text *t, Py_ssize_t at, Py_ssize_t end) {
    while (at < end && is_digit(t->at[at])) at++;
    return at;
}

/* The end of `what`, if it is at `at`; else `at`. */
static Py_ssize_t behind(const struct text *t, Py_ssize_t at, Py_ssize_t end, const char *what) {
    Py_ssize_t wide = (Py_ssize_t)strlen(what);
    return end - at >= wide && !memcmp(t->at + at, what, (size_t)wide) ? at + wide : at;
}

/* The end of a memref with sizes, as `TYPES` in sizes.py finds it; `at` if there is none. */
static Py_ssize_t type_end(const struct text *t, Py_ssize_t at, Py_ssize_t end) {
    Py_ssize_t to = behind(t, at, end, "memref<"), next;
    if (to == at) return at;
    Py_ssize_t sizes = to;
    while ((next = digits(t, to, end)) > to && next < end && t->at[next] == 'x') to = next + 1;
    if (to == sizes || to >= end || !is_lower(t->at[to])) return at;
    while (to < end && (is_lower(t->at[to]) || is_digit(t->at[to]))) to++;
    Py_ssize_t strides = behind(t, to, end, ", strided<[");
    if (strides > to) {
        for (next = strides; next < end && (is_digit(t->at[next]) || t->at[next] == ',' || t->at[next] == ' ');) next++;
        Py_ssize_t closed = next > strides ? behind(t, next, end, "]") : next;
        if (closed == next) return at;
        Py_ssize_t offset = behind(t, closed, end, ", offset: "), number = digits(t, offset, end);
        if (offset > closed && number > offset) closed = number;
        to = behind(t, closed, end, ">");
        if (to == closed) return at;
    }
    next = behind(t, to, end, ">");
    return next > to ? next : at;
}

/* Write a type without its sizes, strides and offset, as `sizes_left_out` in sizes.py does; the end of what is written.
 */
static char *without_sizes(const struct text *t, char *key, Py_ssize_t at, Py_ssize_t end) {
    while (at < end) {
        Py_ssize_t number = digits(t, at, end);
        if (number > at && (t->at[number] == 'x' || t->at[at - 1] == '[' || t->at[at - 1] == ' '))
            at = number;
        else if (number > at)
            while (at < number) *key++ = t->at[at++];
        else
            *key++ = t->at[at++];
    }
    return key;
}

/* The end of the word at `at`, if one is there; else `at`. */
static Py_ssize_t word_end(const struct text *t, Py_ssize_t at, Py_ssize_t end, int words) {
    int behind_sign = words >= NAMED && at > 0 && t->at[at - 1] == '@';
    if (t->at[at] == '%') return behind_sign ? at : name_end(t, at);
    if (behind_sign) return symbol_end(t, at, end);
    return words >= WORDS && t->at[at] == 'm' ? type_end(t, at, end) : at;
}

/* Cut the text at these words. The key is what is left of it, with `hole` in place of each word, and what the types are
   like behind it, as
   `_key` in templates.py. */
PyObject *cut(struct text *t, Py_ssize_t start, Py_ssize_t end, const char *hole, int words) {
    if (2 * (end - start) + 3 > t->room) {
        Py_ssize_t room = 4 * (end - start) + 3;
        char *key = PyMem_Realloc(t->key, (size_t)room);
        if (key) t->key = key;
        Py_ssize_t *cuts = PyMem_Realloc(t->cuts, (size_t)room * sizeof *cuts);
        if (cuts) t->cuts = cuts;
        if (!key || !cuts) return PyErr_NoMemory();
        t->room = room;
    }
    size_t wide = strlen(hole);
    char *key = t->key;
    Py_ssize_t from = start;
    t->parts = 0;
    t->cuts[t->parts++] = start;
    for (Py_ssize_t at = start; at < end;) {
        Py_ssize_t to = word_end(t, at, end, words);
        if (to == at) {
            at++;
            continue;
        }
        memcpy(key, t->at + from, (size_t)(at - from));
        memcpy(key + (at - from), hole, wide);
        key += at - from + (Py_ssize_t)wide;
        t->cuts[t->parts++] = at;
        t->cuts[t->parts++] = from = at = to;
    }
    memcpy(key, t->at + from, (size_t)(end - from));
    key += end - from;
    t->cuts[t->parts] = end;
    t->types = 0;
    for (Py_ssize_t slot = 0; words == WORDS && slot < names_cut(t); slot++)
        if (t->at[t->cuts[2 * slot + 2] - 1] == '>') {
            *key++ = t->types++ ? ' ' : '\n';
            key = without_sizes(t, key, t->cuts[2 * slot + 1], t->cuts[2 * slot + 2]);
        }
    PyObject *text = PyUnicode_New(key - t->key, 127);
    if (text) memcpy(PyUnicode_1BYTE_DATA(text), t->key, (size_t)(key - t->key));
    return text;
}

PyObject *slice(const struct text *t, Py_ssize_t start, Py_ssize_t end) {
    PyObject *text = PyUnicode_New(end - start, 127);
    if (text) memcpy(PyUnicode_1BYTE_DATA(text), t->at + start, (size_t)(end - start));
    return text;
}

PyObject *name_cut(const struct text *t, Py_ssize_t slot) {
    return slice(t, t->cuts[2 * slot + 1], t->cuts[2 * slot + 2]);
}

/* Where `what` is in the text from `at` on, before `limit`; -1 if it is not. */
static Py_ssize_t find(const struct text *t, const char *what, size_t wide, Py_ssize_t at, Py_ssize_t limit) {
    while (at + (Py_ssize_t)wide <= limit) {
        const char *next = memchr(t->at + at, what[0], (size_t)(limit - at) - wide + 1);
        if (!next) return -1;
        if (!memcmp(next, what, wide)) return next - t->at;
        at = next - t->at + 1;
    }
    return -1;
}

/* Where the line ends that closes the op at `start`, as `closing` in templates.py finds it; `start` if that is not
 * plain. */
Py_ssize_t closing(const struct text *t, Py_ssize_t start) {
    Py_ssize_t limit = start + LONGEST < t->size ? start + LONGEST : t->size, at = find(t, "{\n", 2, start, limit);
    if (at < 0) return start;
    Py_ssize_t line = at, indent = 0;
    while (line > 0 && t->at[line - 1] != '\n') line--;
    while (t->at[line + indent] == ' ') indent++;
    while ((at = find(t, "\n", 1, at, limit)) >= 0) {
        Py_ssize_t brace = at + 1, spaces = 0;
        while (brace + spaces < limit && spaces < indent && t->at[brace + spaces] == ' ') spaces++;
        brace += spaces;
        if (spaces < indent || brace >= limit || t->at[brace] != '}') {
            at++;
            continue;
        }
        const char *end = memchr(t->at + brace, '\n', (size_t)(t->size - brace));
        if (!end) return start;
        if (end[-1] != '{') return end - t->at;
        at = end - t->at;
    }
    return start;
}

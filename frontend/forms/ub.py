"""Forms of the ub dialect."""

from __future__ import annotations

from ownlog.frontend.forms.registry import Form

FORMS: dict[str, Form | str] = {
    "ub.poison": "attr-dict `:` type(result)",
    "ub.unreachable": "attr-dict",
}

"""Forms of the transform dialect: named sequences."""

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.functions import function

FORMS: dict[str, Form | str] = {"transform.named_sequence": function()}

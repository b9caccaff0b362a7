"""Forms of the ml_program dialect: functions and subgraphs."""

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.functions import function

FORMS: dict[str, Form | str] = {
    "ml_program.func": function(),
    "ml_program.subgraph": function(graph=True),
}

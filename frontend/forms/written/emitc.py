"""."""
FORMS: dict[str, object] = {}

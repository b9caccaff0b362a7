"""Numbers of things, in words."""


def counted(number: int, what: str) -> str:
    """`3 buffers`, `1 buffer`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"

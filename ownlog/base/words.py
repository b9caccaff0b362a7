"""Numbers of things, in words."""


def counted(number: int, what: str, several: str = "") -> str:
    """`3 buffers`, `1 buffer`; `several` where the plural has more than an s behind it."""
    return f"{number:,} {what if number == 1 else several or f'{what}s'}"

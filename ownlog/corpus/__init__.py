"""Corpora: many files analysed in separate processes, what was derived kept as Parquet, questions in SQL.

`inputs` finds the files, `run` drives an executor (`processes` or `cluster`), whose `worker`s `examine` one file each; `store` keeps the
results; `sql`, `summary` and `diff` read them. docs/corpora.md has the user's side.
"""

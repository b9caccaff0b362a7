"""Derived facts and IR to new IR: the passes, and the text form of pass pipelines."""

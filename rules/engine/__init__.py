"""Datalog in Soufflé's dialect, and its engines: embedded (native or in Python), native Soufflé and clingo.

Nothing here knows of MLIR. Engines are loaded when first asked for.
"""

"""Datalog: programs in Soufflé's dialect, and the engines that run them: the embedded one, natively or in Python, which
every installation has, native Soufflé and clingo. Nothing here knows of MLIR.

Each is loaded when first asked for: a run with the embedded engine needs neither another one nor the exchange files.
"""

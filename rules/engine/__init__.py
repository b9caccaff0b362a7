"""Datalog: programs in Soufflé's dialect, and the engines that run them.

Each is loaded when first asked for: a run with the embedded engine needs neither another one nor the exchange files.
"""

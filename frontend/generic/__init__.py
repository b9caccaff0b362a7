"""Ops in generic form, as mlir-opt writes them, with what upstream's definitions of linalg and others leave unsaid in
custom form.
"""

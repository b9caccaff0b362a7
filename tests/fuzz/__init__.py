"""Does any mutant of what there is break the passes, hang them, or come out as what mlir-opt-22 refuses?

Not whether it frees rightly.
"""

"""Are the rows of the dialect files what mlir-opt-22 knows of the ops?"""

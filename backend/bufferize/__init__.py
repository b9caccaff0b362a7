"""From tensors to buffers: `aliasing` finds which tensors may share one, `minimize_copies` and `analysis` decide which
do; here that is carried out, by the op's dialect in `ops`. Nothing is decided here.
"""

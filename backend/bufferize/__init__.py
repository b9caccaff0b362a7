"""From tensors to buffers: `sharing` says which tensors may share one, `choosing` and `deciding` which do; `rewriting`
carries it out on `values`. Here is the pass itself.
"""

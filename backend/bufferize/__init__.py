"""From tensors to buffers: `deciding` finds which tensors share one, `rewriting` carries it out on `values`. Here is the pass itself."""

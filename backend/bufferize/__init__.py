"""From tensors to buffers: `deciding` finds which tensors share one, `rewriting` carries it out on `values`. The pass stands here."""

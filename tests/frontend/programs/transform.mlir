module attributes {transform.with_named_sequence} {
transform.named_sequence private @decl(%x: !transform.any_op {transform.readonly}) -> !transform.any_op
transform.named_sequence @a(%x : !transform.any_op {transform.consumed}) { transform.yield } }

ml_program.func private @ext(i64) -> (i64)
ml_program.func @f(%a : i64) -> (i64) attributes {x = 1} {
  ml_program.return %a : i64
}
ml_program.subgraph @g(%a : i64) -> i64 {
  ml_program.output %a : i64
}
ml_program.subgraph private @noop() -> i64

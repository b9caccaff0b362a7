// What the if yields of the first region is passed on.
// What arrives in the second region is what the scf.if yielded: the next number, the step itself, the number at
// hand.
// What the loop gives is what the else yielded.
// pipeline: canonicalize
func.func @f(%n: index, %one: index) -> index {
  %r:3 = scf.while (%i = %n) : (index) -> (index, index, index) { //-
  //+ %r:2 = scf.while (%i = %n) : (index) -> (index, index) {
    %more = "test.cond"(%i) : (index) -> i1
    %next = arith.addi %i, %one : index
    %s:3 = scf.if %more -> (index, index, index) { //-
      "test.use"(%i) : (index) -> () //-
      scf.yield %next, %one, %i : index, index, index //-
    } else { //-
      scf.yield %i, %n, %next : index, index, index //-
    //+ scf.condition(%more) %i, %next : index, index
  //+ } do {
  //+ ^bb0(%j: index, %old: index):
    //+ "test.use"(%j) : (index) -> ()
    //+ scf.for %k = %old to %one step %j {
      //+ "test.use"(%old, %j) : (index, index) -> ()
    }
    scf.condition(%more) %s#0, %s#1, %s#2 : index, index, index //-
  } do { //-
  ^bb0(%j: index, %step: index, %old: index): //-
    scf.for %k = %j to %step step %old { //-
      "test.use"(%j, %old) : (index, index) -> () //-
    } //-
    scf.yield %j : index //-
    //+ scf.yield %old : index
  }
  "test.use"(%r#1, %r#2) : (index, index) -> () //-
  //+ "test.use"(%n, %r#1) : (index, index) -> ()
  return %r#0 : index
}

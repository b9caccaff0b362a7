// Solvers: bit vectors, integers, arrays.
func.func @bits(%a: !smt.bv<8>, %b: !smt.bv<8>) -> !smt.bool {
  %c = smt.bv.constant #smt.bv<-2> : !smt.bv<8> {note}
  %sum = smt.bv.add %a, %c : !smt.bv<8>
  %all = smt.bv.not %sum : !smt.bv<8>
  %low = smt.bv.extract %all from 2 : (!smt.bv<8>) -> !smt.bv<3>
  %i = smt.bv2int %low signed : !smt.bv<3>
  %j = smt.int.abs %i
  %k = smt.int.add %i, %j, %i
  %l = smt.int.mod %k, %j
  %n = smt.int2bv %l : !smt.bv<8>
  %less = smt.int.cmp le %l, %i
  %other = smt.bv.cmp ult %n, %b : !smt.bv<8>
  %r = smt.and %less, %other
  return %r : !smt.bool
}

func.func @numbers(%a: !smt.bv<8>, %b: !smt.bv<4>) -> !smt.bv<36> {
  %five = smt.int.constant 5
  %nine = smt.int.constant 9 {mine}
  %none = smt.int.constant 0
  %less = smt.int.constant -8
  %large = smt.int.constant -123456789012345678901234567890
  %both = smt.bv.concat %a, %b {mine} : !smt.bv<8>, !smt.bv<4>
  %often = smt.bv.repeat 3 times %both {mine} : !smt.bv<12>
  return %often : !smt.bv<36>
}

func.func @arrays(%v: !smt.int, %at: !smt.bool) -> !smt.int {
  %same = smt.array.broadcast %v : !smt.array<[!smt.bool -> !smt.int]>
  %one = smt.array.store %same[%at], %v : !smt.array<[!smt.bool -> !smt.int]>
  %r = smt.array.select %one[%at] : !smt.array<[!smt.bool -> !smt.int]>
  return %r : !smt.int
}

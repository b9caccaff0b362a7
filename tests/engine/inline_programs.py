"""Programs with inline relations, and what follows from them."""

from tests.engine.programs import NUM, NUMS, PAIR, PAIRS, Case, out

LESS = ".decl Less(x:number, y:number) inline\nLess(x,y) :- x < y.\n"
PART = ".decl Part(x:number) inline\n"
STEP = ".decl Step(x:number, y:number) inline\nStep(x,y) :- Pair(x,z), Pair(z,y).\n"
BOTH = {**NUMS, **PAIRS}


def _case(name: str, text: str, *rows: tuple[int, ...]) -> Case:
    return Case(name, NUM + PAIR + text, BOTH, {"R": set(rows)})


CASES = [
    _case(
        "bound where it is read",
        LESS + out("number", "number") + "R(x,y) :- Pair(x,y), Less(x,y).",
        (1, 2),
        (1, 3),
        (2, 3),
    ),
    _case("negated", LESS + out("number", "number") + "R(x,y) :- Pair(x,y), !Less(x,y).", (4, 4), (5, -6)),
    _case("negated in a group", LESS + out("number") + "R(x) :- Pair(x,y), !(Less(x,y); y = 4).", (5,)),
    _case("variables of its own", STEP + out("number", "number") + "R(x,y) :- Step(x,y).", (1, 3), (4, 4)),
    _case("names that both have", STEP + out("number", "number") + "R(z,x) :- Step(z,x), !Pair(x,z).", (1, 3)),
    _case("twice in a rule", STEP + out("number") + "R(x) :- Step(x,y), Step(y,x).", (4,)),
    _case("open columns", STEP + out("number") + "R(y) :- Step(_,y).", (3,), (4,)),
    _case("constants", STEP + out("number") + "R(y) :- Step(1,y).", (3,)),
    _case("expressions", STEP + out("number") + "R(x) :- Num(x), Step(x-1,x+1); Num(x), Step(x,5-1).", (2,)),
    _case("one variable in two columns", STEP + out("number") + "R(x) :- Step(x,x).", (4,)),
    _case(
        "several rules",
        PART + "Part(x) :- Num(x), x < 0. Part(x) :- Pair(x,x).\n" + out("number") + "R(x) :- Part(x).",
        (-7,),
        (4,),
    ),
    _case(
        "alternatives", PART + "Part(x) :- Num(x), (x < 0; x > 2).\n" + out("number") + "R(x) :- Part(x).", (-7,), (3,)
    ),
    _case(
        "negated alternatives",
        PART + "Part(x) :- x < 0; x > 2.\n" + out("number") + "R(x) :- Num(x), !Part(x).",
        (1,),
        (2,),
    ),
    _case("inline facts", PART + "Part(1). Part(9).\n" + out("number") + "R(x) :- Num(x), Part(x).", (1,)),
    _case("negated facts", PART + "Part(1). Part(2).\n" + out("number") + "R(x) :- Num(x), !Part(x).", (3,), (-7,)),
    _case(
        "other facts",
        PART + "Part(1). Part(9).\n" + out("number") + "R(x) :- Num(x), Part(2).\nR(x) :- Pair(x,x).",
        (4,),
    ),
    _case("no rules", PART + out("number") + "R(x) :- Num(x), Part(x).\nR(x) :- Pair(x,x), !Part(x).", (4,)),
    _case(
        "heads that say more",
        ".decl Up(x:number, y:number, z:number) inline\nUp(x,x,x+1) :- Num(x).\n"
        + out("number", "number")
        + "R(x,z) :- Up(x,2,z).",
        (2, 3),
    ),
    _case(
        "negated heads that say more",
        ".decl Up(x:number, y:number, z:number) inline\nUp(x,x,x+1) :- Num(x).\n"
        + out("number")
        + "R(x) :- Pair(x,y), !Up(x,y-1,y).",
        (1,),
        (4,),
        (5,),
    ),
    _case(
        "inline in inline",
        LESS
        + STEP
        + PART
        + "Part(x) :- Step(x,y), Less(x,y), !Less(y,x).\n"
        + out("number")
        + "R(x) :- Num(x), Part(x).",
        (1,),
    ),
    _case(
        "recursion through it",
        STEP.replace("Pair(z,y)", "R(z,y)")
        + out("number", "number")
        + "R(x,y) :- Pair(x,y), x < y. R(x,y) :- Step(x,y).",
        (1, 2),
        (1, 3),
        (2, 3),
    ),
    _case(
        "an aggregate in it",
        ".decl Many(x:number, n:number) inline\nMany(x,n) :- Num(x), n = count : { Pair(x,y), Less(y) }.\n.decl"
        " Less(y:number)\nLess(3).\n" + out("number", "number") + "R(x,n) :- Many(x,n), n > 0.",
        (1, 1),
        (2, 1),
    ),
    _case(
        "two heads",
        PART + out("number") + ".decl O(x:number)\nPart(x), O(x) :- Num(x), x > 1. R(x) :- Part(x), O(x).",
        (2,),
        (3,),
    ),
]

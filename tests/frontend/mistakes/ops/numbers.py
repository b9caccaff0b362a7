"""Ops of arith."""

from random import Random

from tests.frontend.mistakes.ops.made import FLOATS, INTS, Made, Maker


def _arith(chance: Random) -> Made:
    one = chance.choice((*INTS, *FLOATS))
    ints = one in INTS
    shaped = chance.choice(("{}", "{}", "{}", "vector<4x{}>", "tensor<?x{}>"))
    match chance.randrange(5):
        case 0:
            name = chance.choice(
                ("addi", "andi", "ori", "xori", "muli", "divsi", "shli", "minui")
                if ints
                else ("addf", "mulf", "maximumf", "negf")
            )
            count = 1 if name == "negf" else 2
            return Made(f"arith.{name}", (shaped.format(one),) * count, (shaped.format(one),))
        case 1:
            name = "arith.cmpi" if ints else "arith.cmpf"
            return Made(
                name,
                (shaped.format(one), shaped.format(one)),
                (shaped.format("i1"),),
                {"predicate": f"{chance.choice((0, 2, 6, 9, 12))} : i64"},
            )
        case 2:
            condition = chance.choice(("i1", shaped.format("i1")))
            return Made("arith.select", (condition, shaped.format(one), shaped.format(one)), (shaped.format(one),))
        case 3:
            name = chance.choice(
                (
                    "extsi",
                    "extui",
                    "trunci",
                    "extf",
                    "truncf",
                    "sitofp",
                    "fptosi",
                    "index_cast",
                    "index_castui",
                    "bitcast",
                )
            )
            pool = {"index_cast": INTS, "index_castui": INTS, "extsi": INTS, "extui": INTS, "trunci": INTS,
            "extf": FLOATS,
                    "truncf": FLOATS, "sitofp": INTS, "fptosi": FLOATS}.get(name, (*INTS, *FLOATS))  # fmt: skip
            to = {"sitofp": FLOATS, "fptosi": INTS}.get(name, pool)
            return Made(f"arith.{name}", (shaped.format(chance.choice(pool)),), (shaped.format(chance.choice(to)),))
        case _:
            if shaped != "{}":
                shaped = "vector<4x{}>"
                value = f"dense<{'1' if ints else '1.0'}> : {shaped.format(one)}"
            else:
                value = f"{chance.choice(('1', '-1', '300')) if ints else '1.5'} : {one}"
            return Made(
                "arith.constant", (), (shaped.format(chance.choice((one, one, one, "i32", "f32"))),), {"value": value}
            )


MAKERS: dict[str, Maker] = {"arith": _arith}
"""What makes ops, by kind."""

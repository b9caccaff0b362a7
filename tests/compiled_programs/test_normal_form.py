from tests.compiled_programs.differential import normal_form


def test_the_normal_form_sees_through_names_and_constants_only() -> None:
    one = "  %true = arith.constant true\n  %a = f(%true, %b)\n"
    assert normal_form(one) == normal_form("  %x = f(%t_0, %y)\n  %t_0 = arith.constant true\n")
    assert normal_form(one) != normal_form("  %true = arith.constant false\n  %a = f(%true, %b)\n")
    assert normal_form("g(%a, %b)") != normal_form("g(%a, %a)")

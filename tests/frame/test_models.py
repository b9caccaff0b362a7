"""A model file that is missing or faulty is an error wherever one can be given, whether anything is derived or not."""

import re
from pathlib import Path

import pytest

import ownlog
from ownlog.backend.passes.registry import PASSES
from ownlog.base.errors import RuleError
from tests.frame.programs import GOOD, contents, write
from tests.shared import REPOSITORY
from tests.tiers import every
from tests.tools import OwnlogFork

COMMANDS = (
    "opt {path} --buffer-deallocation-pipeline",
    "opt {path} --cse",
    "opt {path}",
    "opt {path} --list-passes",
    "opt {path} --pass-pipeline=builtin.module(cse,canonicalize)",
    "facts --derived {path} -o {folder}/out",
    "explain {path} buffer(X)",
    "relations",
    "query {path} buffer(X)",
    "alias {path} --value %buffer",
    "owners {path}",
    "why {path} 1 -p canonicalize",
    "report {path} -o {folder}/out.html",
    "corpus run {path} -o {folder}/out",
)
FAULTY = {
    "missing": (None, "missing.dl: No such file or directory"),
    "no Datalog": ("allocates(\n", "my.dl:1:11: error: "),
    "unknown relation": ('alocates("my.make", 0).\n', "my.dl:1:1: error: "),
}


@pytest.mark.parametrize(("command", "fault"), every(3, [(command, fault) for fault in FAULTY for command in COMMANDS]))
def test_every_command_refuses_a_faulty_model(command: str, fault: str, tmp_path: Path) -> None:
    text, said = FAULTY[fault]
    path = write(tmp_path, GOOD)
    model = tmp_path / "missing.dl" if text is None else write(tmp_path, text, "my.dl")
    before = contents(tmp_path)
    run = OwnlogFork(())([*command.format(path=path, folder=tmp_path).split(), "--model", str(model)])
    assert (run.status, run.out) == (1, "")
    assert said in run.err
    assert "help: " in run.err
    assert contents(tmp_path) == before
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", PASSES)
def test_the_api_refuses_a_faulty_model_before_any_pass(name: str, tmp_path: Path) -> None:
    module = ownlog.parse(GOOD)
    with pytest.raises(RuleError, match=r"missing\.dl"):
        ownlog.run_pipeline(module, name, models=[tmp_path / "missing.dl"])
    assert str(module) == GOOD


def test_the_guide_to_models_has_an_example_of_each_word() -> None:
    words = re.findall(r"^\.decl (\w+)\(", (REPOSITORY / "rules" / "dialects" / "model.dl").read_text(), re.M)
    guide = (REPOSITORY / "docs" / "models.md").read_text()
    assert len(words) > 40
    assert [word for word in words if not re.search(rf"^{word}\(|`{word}\b", guide, re.M)] == []


def warned(tmp_path: Path, text: str) -> str:
    """What the command line says of a model beside doing what it is asked."""
    model, path = write(tmp_path, text, "my.dl"), write(tmp_path, GOOD)
    run = OwnlogFork(("opt",))([str(path), "--model", str(model), "--model", str(model)])
    assert (run.status, run.out) == (0, GOOD)
    return run.err


def test_a_misspelt_name_of_a_known_dialect_is_warned_of_once(tmp_path: Path) -> None:
    said = warned(
        tmp_path,
        'allocates("my.make", 0).\neffects_known("memref.asume_alignment").\npure("memref.asume_alignment").\n',
    )
    assert said.count("warning:") == 1
    assert "my.dl:2:1: warning: Ownlog knows no op called 'memref.asume_alignment' in the dialect 'memref'" in said
    assert "help: did you mean memref.assume_alignment?" in said


def test_other_names_are_not_warned_of(tmp_path: Path) -> None:
    facts = (
        'effects_known("memref.assume_alignment").',
        'effects_known("test.memref_user").',
        'pure("memref.of_our_own").',
        'pure("mymemref.aloc").',
        'exports("memref.aloc").',
    )
    assert warned(tmp_path, "\n".join(facts)) == ""


def test_facts_know_the_users_functions(tmp_path: Path) -> None:
    model, path = tmp_path / "model.dl", tmp_path / "in.mlir"
    model.write_text('function_like("my.func").\n')
    path.write_text(
        '"my.func"() ({\n  %a = memref.alloc() : memref<4xf32>\n  "my.end"() : () -> ()\n}) {sym_name = "f"} : () ->'
        " ()\n"
    )
    run = OwnlogFork(("facts",))
    assert run([str(path), "-o", str(tmp_path / "plain")]).status == 0
    assert run([str(path), "-o", str(tmp_path / "modelled"), "--model", str(model)]).status == 0
    plain, modelled = ((tmp_path / name / "result.facts").read_text() for name in ("plain", "modelled"))
    assert "@f/%a" in modelled
    assert "@f/%a" not in plain

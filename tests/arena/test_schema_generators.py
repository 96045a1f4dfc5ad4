"""The bundle of schemas is accepted by the code generators that people use."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.arena.conftest import Arena
from tools.clients import MissingError, npm_program, tsc

NAMES = ("RiichiView", "TigerDragonView", "JoinAck", "RoundResult")
"""Some of the types that a reader looks for."""


@pytest.fixture
def bundle(tmp_path: Path, arena: Arena) -> Path:
    code, out, _ = arena("schema", "--bundle")
    assert code == 0
    file = tmp_path / "bundle.json"
    file.write_text(out, encoding="utf-8")
    return file


def generated(command: list[str], file: Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=file.parent)
    assert done.returncode == 0, done.stderr
    return file.read_text(encoding="utf-8")


def node(package: str, path: str) -> list[str]:
    try:
        return ["node", npm_program(package, path)]
    except MissingError as missing:
        pytest.skip(str(missing))


def test_json_schema_to_typescript_accepts_it(bundle: Path) -> None:
    file = bundle.with_name("types.ts")
    program = node("json-schema-to-typescript", "dist/src/cli.js")
    text = generated([*program, "-i", str(bundle), "-o", str(file)], file)
    assert [name for name in NAMES if f"export interface {name} " not in text] == []
    subprocess.run(["node", tsc(), "--noEmit", "--strict", file.name], cwd=file.parent, check=True)


def test_quicktype_accepts_it(bundle: Path) -> None:
    file = bundle.with_name("types.go")
    words = ["-s", "schema", str(bundle), "-o", str(file), "--lang", "go", "--package", "types"]
    text = generated([*node("quicktype", "dist/index.js"), *words], file)
    assert text.count("\ntype ") > 50


def test_datamodel_code_generator_accepts_it(bundle: Path) -> None:
    if find_spec("datamodel_code_generator") is None:
        pytest.skip("datamodel-code-generator is not installed")
    file = bundle.with_name("types_made.py")
    command = [sys.executable, "-m", "datamodel_code_generator", "--input", str(bundle)]
    command += ["--input-file-type", "jsonschema", "--output", str(file)]
    text = generated([*command, "--output-model-type", "pydantic_v2.BaseModel"], file)
    assert [name for name in NAMES if f"\nclass {name}(" not in text] == []
    code = f"import types_made as made; print(made.{NAMES[0]}.model_fields['hand'].annotation)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=file.parent, capture_output=True, text=True, check=True
    )
    assert "str" in done.stdout
    assert json.loads(bundle.read_text(encoding="utf-8"))["$schema"].startswith("https://json-sch")

"""Hashes of people's PINs. Tests hash them cheaply (`tests/conftest.py`), the program does not."""

from importlib.util import find_spec, module_from_spec

from argon2 import extract_parameters


def test_the_program_hashes_pins_at_least_as_owasp_advises() -> None:
    """Argon2id with 19 MiB and two passes (OWASP, Password Storage Cheat Sheet)."""
    spec = find_spec("webui.access.people")
    assert spec
    assert spec.loader
    program = module_from_spec(spec)
    spec.loader.exec_module(program)
    made = extract_parameters(program._NOBODY)
    assert made.type.name == "ID"
    assert (made.time_cost >= 2, made.memory_cost >= 19 * 1024, made.parallelism) == (True, True, 1)

"""The command that records a North set aside."""

from pathlib import Path

from click.testing import CliRunner

from webui.cli import main


def run(*words: str) -> str:
    result = CliRunner().invoke(main, ["match", *words, "--lang", "en"])
    return result.output


def test_norths_are_recorded_and_shown(tmp_path: Path) -> None:
    file = str(tmp_path / "three.jsonl")
    assert "is recorded" in run("new", file, "--players", "Ann,Bo,Chen", "--rules", "sanma-tenhou")
    assert "Recorded as number 2" in run("record", file, "north", "Bo")
    assert "Recorded as number 3" in run("record", file, "north", "Bo")
    assert "Norths set aside: Bo 2" in run("export", file)


def test_norths_are_asked_for_where_they_are_a_bonus(tmp_path: Path) -> None:
    rules, hand = tmp_path / "value.toml", "123p456p789p11s67s 8s no-riichi dora=0"
    rules.write_text(
        'name = "value"\ntitle = "Value"\nbase = "sanma-home"\nsource = "us"\n[switches]\nSA1 = "value"\n', "utf-8"
    )
    for name, book, said in (("a", "sanma-home", "norths= with the number"), ("b", str(rules), "Recorded as number 2")):
        file = str(tmp_path / name)
        run("new", file, "--players", "Ann,Bo,Chen", "--rules", book)
        assert said in run("record", file, "won", "--winner", "Bo", "--hand", hand)


def test_three_names_are_asked_for(tmp_path: Path) -> None:
    assert "Give three names" in run("new", str(tmp_path / "x"), "--players", "A,B,C,D", "--rules", "sanma-home")
    assert "Give four names" in run("new", str(tmp_path / "y"), "--players", "A,B,C", "--rules", "mcr")

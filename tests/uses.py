"""Sentences that stand in several places of the program, each with its one meaning.

    python -m tests.uses

writes `tests/data/uses.tsv` anew after places have changed and prints the rows to be read: those without a meaning, and
sentences in a place where they were not. Read such a row in each language in each of its places. If a place means
something else, give it a sentence of its own (or `in_context`); else write the meaning.
"""

import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tests.structure import ROOT
from webui.translations import catalogues

TABLE: Final = ROOT / "tests/data/uses.tsv"

_PARAMETER: Final = re.compile(r"%\(\w+\)[ds]|\{\w+\}")


class Use(NamedTuple):
    """The meaning of a sentence, and its places: a file, with the number of times if there are several."""

    meaning: str
    places: str


@cache
def found() -> dict[str, str]:
    """Return the places of each sentence that has several; signs without a word, such as a comma, join anything."""
    places: dict[str, Counter[str]] = defaultdict(Counter)
    for file, forms, context in catalogues.occurrences(catalogues.ROOT):
        one = forms if isinstance(forms, str) else forms[0]
        places[f"{context}: {one}" if context else one][file.removeprefix("../").removeprefix("webui/")] += 1
    return {
        sentence: " ".join(file if n == 1 else f"{file}*{n}" for file, n in sorted(files.items()))
        for sentence, files in places.items()
        if files.total() > 1 and re.search(r"[^\W\d_]", _PARAMETER.sub("", sentence))
    }


def kept(table: Path = TABLE) -> dict[str, Use]:
    """Return the rows of the table by sentence."""
    rows = (line.split("\t") for line in table.read_text("utf-8").splitlines())
    return {sentence.replace(r"\n", "\n"): Use(meaning, places) for sentence, meaning, places in rows}


def unread() -> list[str]:
    """Return the sentences that nobody has read in their present places."""
    read = kept()
    return [
        f"{sentence!r} in {places}: was {read[sentence].places if sentence in read else 'in one place'}"
        for sentence, places in found().items()
        if sentence not in read or read[sentence].places != places or not read[sentence].meaning
    ]


def main() -> None:
    """Write the table anew, with an empty meaning where places were added."""
    print(*unread(), sep="\n")
    read = kept() if TABLE.is_file() else {}
    rows = []
    for sentence, places in sorted(found().items()):
        was = read.get(sentence, Use("", ""))
        gone = set(places.split()) <= set(was.places.split())
        escaped = sentence.replace("\n", r"\n")
        rows.append(f"{escaped}\t{was.meaning if gone else ''}\t{places}\n")
    TABLE.write_text("".join(rows), "utf-8")


if __name__ == "__main__":
    main()

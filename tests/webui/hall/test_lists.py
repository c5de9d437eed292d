"""Lists of players as people have them: kinds of headings, delimiters, titles, sheets, encodings, and what is open."""

import csv
import io
import re
import time
import zipfile
from collections.abc import Callable, Sequence
from unicodedata import normalize

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.rows import row_by_row
from webui.hall.encodings import decodings
from webui.hall.entries import InvalidListError, PlayerList, from_file, from_text
from webui.hall.headings import HEADINGS, Column, column_of
from webui.hall.lists import MOST_ROWS, read_source

OLD_EXCEL = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(1000)

ANN_BO = [("Ann Lee", "NOR"), ("Bo Ek", "SWE")]


def found(listed: PlayerList) -> list[tuple[str, str]]:
    return [(person.name, person.country) for person in listed.people]


def book(**sheets: Sequence[Sequence[object]]) -> bytes:
    made, out = Workbook(), io.BytesIO()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    made.save(out)
    return out.getvalue()


CASES: list[tuple[str, list[tuple[str, str]]]] = [
    ("Name;Vorname;Land\r\nMüller;Max;GER\r\nMüller;Anna;GER", [("Max Müller", "GER"), ("Anna Müller", "GER")]),
    ("Achternaam;Voornaam;Land\nde Vries;Jan;NED", [("Jan de Vries", "NED")]),
    ("Förnamn;Efternamn;Land\nLars;Öberg;SWE", [("Lars Öberg", "SWE")]),
    ("Nom;Prénom;Pays\nLefèvre;Zoé;FRA", [("Zoé Lefèvre", "FRA")]),
    ("Cognome,Nome,Nazione\nRossi,Ada,ITA", [("Ada Rossi", "ITA")]),
    ("Apellidos;Nombre;País\nMuñoz;José;ESP", [("José Muñoz", "ESP")]),
    ("Nome;Apelido;País\nInês;Sá;POR", [("Inês Sá", "POR")]),
    ("Efternavn;Fornavn;Land\nØrsted;Bo;DEN", [("Bo Ørsted", "DEN")]),
    ("Etternavn;Fornavn;Nasjon\nBerg;Liv;NOR", [("Liv Berg", "NOR")]),
    ("Sukunimi;Etunimi;Maa\nMäki;Aino;FIN", [("Aino Mäki", "FIN")]),
    ("Nazwisko;Imię;Kraj\nWałęsa;Łukasz;POL", [("Łukasz Wałęsa", "POL")]),
    ("Příjmení;Jméno;Země\nDvořák;Jiří;CZE", [("Jiří Dvořák", "CZE")]),
    ("Priezvisko;Meno;Krajina\nNovák;Ján;SVK", [("Ján Novák", "SVK")]),
    ("Vezetéknév;Keresztnév;Ország\nSzabó;Győző;HUN", [("Győző Szabó", "HUN")]),
    ("Фамилия;Имя;Страна\nИванов;Пётр;RUS", [("Пётр Иванов", "RUS")]),
    ("Прізвище;Ім'я;Країна\nШевченко;Леся;UKR", [("Леся Шевченко", "UKR")]),
    ("Επώνυμο;Όνομα;Χώρα\nΝικολάου;Μαρία;GRE", [("Μαρία Νικολάου", "GRE")]),
    ("Soyadı;Adı;Ülke\nYılmaz;Ayşe;TUR", [("Ayşe Yılmaz", "TUR")]),
    ("Perekonnanimi;Eesnimi;Riik\nTamm;Jaan;EST", [("Jaan Tamm", "EST")]),
    ("姓名,国家\n王伟,CHN", [("王伟", "CHN")]),
    ("姓名\t國家\n陳大文\tTPE", [("陳大文", "TPE")]),
    ("氏名,国籍\n田中太郎,JPN", [("田中太郎", "JPN")]),
    ("姓;名;国籍\n田中;太郎;JPN", [("田中太郎", "JPN")]),
    ("성;이름;국적\n김;민수;KOR", [("김민수", "KOR")]),
    ("Name / 姓名;Country / 国家\nAnn Lee;NOR\nBo Ek;SWE", ANN_BO),
    ("NAME:;COUNTRY *\nAnn Lee;NOR\nBo Ek;SWE", ANN_BO),
    ("Ann Lee,NOR\nBo Ek,SWE", ANN_BO),
    ("Ann Lee;NOR\nBo Ek;SWE", ANN_BO),
    ("Ann Lee|NOR\nBo Ek|SWE", ANN_BO),
    ("sep=;\r\nname;country\r\nAnn Lee;NOR\r\nBo Ek;SWE", ANN_BO),
    ("SEP=,\nname,country\nAnn Lee,NOR\nBo Ek,SWE", ANN_BO),
    ("Oslo Open 2026;;\n;;\nname;country;team\nAnn Lee;NOR;Red\nBo Ek;SWE;Blue", ANN_BO),
    ("Oslo Open, 2026\n\nname;country\nAnn Lee;NOR\nBo Ek;SWE", ANN_BO),
    ("Players: 2\nName;Land\nAnn Lee;NOR\nBo Ek;SWE", ANN_BO),
    ("Entries;Player;;\nNo;Name;Vorname;Land\n1;Lee;Ann;NOR\n2;Ek;Bo;SWE\n;;;\n", ANN_BO),
    ("First and last name;Country\nAnn Lee;NOR\nBo Ek;SWE", ANN_BO),
    ("name;country\nAnn Lee;NOR\nname;country\nBo Ek;SWE", ANN_BO),  # printed again on each page
    ('name,club,country\n"Ann Lee","Oslo; Bergen",NOR\nBo Ek,Lund,SWE', ANN_BO),
    ('name;country\n"Ann\nLee";NOR\nBo Ek;SWE', ANN_BO),
    ("name;country\nAnn\u200b Lee\u00a0;NOR\nBo Ek;SWE", ANN_BO),
]


@pytest.mark.parametrize(("text", "people"), CASES, ids=[text.split("\n")[0] for text, _ in CASES])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_a_list_is_read_with_its_columns(text: str, people: list[tuple[str, str]], encoding: str) -> None:
    listed = from_file(text.encode(encoding))
    assert (found(listed), listed.open) == (people, ())


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("big5", "姓名,國家\n陳大文,TPE\n林志玲,TPE"),
        ("big5", "陳大文,TPE\n林志玲,TPE\n王建民,TPE"),
        ("gb18030", "姓名,国家\n王伟,CHN\n李娜,CHN"),
        ("cp932", "姓名,国家\n田中太郎,JPN\n佐藤花子,JPN"),
        ("euc_jp", "氏名,国籍\n清水翔太,JPN\n阿部寛,JPN"),
        ("euc_kr", "이름,국가\n김민수,KOR\n이영희,KOR"),
        ("cp1252", "Nom;Prénom;Pays\nLefèvre;René;FRA\nGarçon;Noël;FRA"),
        ("mac_roman", "Nom;Prénom;Pays\nLefèvre;René;FRA\nGarçon;Noël;FRA"),
        ("cp1252", "Efternamn;Förnamn\nSjöström;Åsa\nÅström;Bo"),
        ("cp1250", "Příjmení;Jméno\nDvořák;Jiří\nŘíha;Božena"),
        ("cp1250", "Nazwisko;Imię\nWałęsa;Łukasz\nWójcik;Paweł"),
        ("cp1251", "Фамилия;Имя\nИванов;Пётр\nПопова;Ольга"),
        ("cp1253", "Επώνυμο;Όνομα\nΝικολάου;Μαρία\nΙωάννου;Ελένη"),
        ("cp1254", "Soyadı;Adı\nYılmaz;Ayşe\nŞahin;Gökhan"),
        ("cp1257", "Pavardė;Vardas\nKazlauskienė;Živilė"),
    ],
)
def test_headings_or_names_prove_an_encoding(encoding: str, text: str) -> None:
    listed = from_file(text.encode(encoding))
    assert (found(listed), listed.open) == (found(from_text(text)), ())


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("euc_kr", "김민수,KOR\n이영희,KOR"), ("cp1252", "Muñoz,ESP\nNúñez,ESP")],
)
def test_an_encoding_that_the_names_leave_open_is_asked_with_the_names(encoding: str, text: str) -> None:
    listed = from_file(text.encode(encoding))
    assert "encoding" in listed.open
    names = {each.encoding: each.sample for each in listed.encodings}
    chosen = next(name for name, sample in names.items() if sample == [line for line in text.split("\n") if line])
    again = from_file(
        text.encode(encoding), encoding=chosen, columns=["name", "country"][: (text.count(",") and 2) or 1]
    )
    assert (found(again), again.open) == (found(from_text(text)), ())


def test_columns_without_headings_are_asked() -> None:
    listed = from_text("Lars;Öberg;SWE\nBo;Ek;SWE")
    assert (listed.open, listed.columns) == (("columns",), ("first", "last", "country"))
    turned = from_text("Lars;Öberg;SWE\nBo;Ek;SWE", columns=["last", "first", "-"])
    assert (turned.open, found(turned)) == ((), [("Öberg Lars", ""), ("Ek Bo", "")])


@pytest.mark.parametrize(
    ("text", "skip", "people"),
    [
        ("Jina;Nchi\nAnn Lee;NOR\nBo Ek;SWE", 1, ANN_BO),  # words above codes
        ("Kombe la Oslo\n\nJina;Nchi\nAnn Lee;NOR\nBo Ek;SWE", 2, ANN_BO),  # and a title above them
        ("Kombe la Oslo\n\nAnn Lee;NOR\nBo Ek;SWE", 1, ANN_BO),
        ("Ann;Lee\nBo;Ek", 0, [("Ann Lee", ""), ("Bo Ek", "")]),  # words above words
        ("Wachezaji\nAnn Lee\nBo Ek", 1, [("Ann Lee", ""), ("Bo Ek", "")]),
        ("Wachezaji: 2\nAnn\nBo", 1, [("Ann", ""), ("Bo", "")]),
    ],
)
def test_a_first_row_that_may_be_no_player_is_asked(text: str, skip: int, people: list[tuple[str, str]]) -> None:
    listed = from_text(text)
    assert "rows" in listed.open
    chosen = from_text(text, columns=["-" if each is None else each for each in listed.columns], skip=skip)
    assert (chosen.open, found(chosen)) == ((), people)
    assert ("columns" in from_text(text, skip=skip).open) is (";" in text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Achternaam;Tussenvoegsel;Voornaam\nVries;de;Jan\nBerg;van den;Els\nBos;;Piet",
            "Jan de Vries, Els van den Berg, Piet Bos",
        ),
        ("Primer apellido;Segundo apellido;Nombre\nNúñez;Peña;José\nRuiz;;Ana", "José Núñez Peña, Ana Ruiz"),
        ("Apellido 1;Apellido 2;Nombre\nNúñez;Peña;José", "José Núñez Peña"),
        ("First name;Middle name;Last name\nAnn;Mary;Lee\nBo;;Ek", "Ann Mary Lee, Bo Ek"),
        (
            "Nr;Name;Land;;Nr;Name;Land\n1;Ann Lee;NOR;;3;Cy Ro;SWE\n2;Bo Ek;SWE;;;;",
            "Ann Lee, Bo Ek, Cy Ro",
        ),  # side by side
        ("Name;Land\nAnn Lee;NOR\nBo Ek;SWE\n\nTotal: 2;", "Ann Lee, Bo Ek"),
        ("中文姓名,英文姓名,國家\n陳大文,Chan Tai Man,HKG", "陳大文"),
    ],
)
def test_no_part_of_a_list_is_left_out(text: str, names: str) -> None:
    listed = from_text(text)
    assert (", ".join(person.name for person in listed.people), listed.open) == (names, ())


def test_a_row_of_headings_that_is_none_is_a_player_again() -> None:
    listed = from_text("Name;Land\nAnn Lee;NOR", columns=["name", "country"], skip=0)
    assert found(listed) == [("Name", "Land"), ("Ann Lee", "NOR")]
    with pytest.raises(InvalidListError) as refused:
        from_text("Ann\nBo", skip=2)
    assert refused.value.kind == "list-few-rows"


@pytest.mark.parametrize(
    ("rows", "people", "asked"),
    [
        ({"Info": [["Oslo Open"]], "List": [["Name", "Land"], ["Ann Lee", "NOR"], ["Bo Ek", "SWE"]]}, ANN_BO, ()),
        ({"A": [["Name", "Land"], ["Ann Lee", "NOR"]], "B": [["Name", "Land"], ["Bo Ek", "SWE"]]}, None, ("sheet",)),
        ({"A": [["Oslo Open"], [], ["Name", "Land"], ["Ann Lee", "NOR"], ["Bo Ek", "SWE"]]}, ANN_BO, ()),
        ({"A": [["Ann Lee", "NOR"], ["Bo Ek", "SWE"]], "B": []}, ANN_BO, ()),
    ],
)
def test_the_sheet_with_the_list_is_read(rows: dict[str, list[list[object]]], people: object, asked: object) -> None:
    listed = from_file(book(**rows))
    assert listed.open == asked
    if people:
        assert found(listed) == people
    else:
        assert found(from_file(book(**rows), sheet="B")) == [("Bo Ek", "SWE")]


def test_our_own_workbook_is_read_by_its_first_sheet() -> None:
    ema = [["Tournament", "Cup"], ["Place", "Oslo"], ["Players", 2], []]
    ema += [["Place", "First name", "Last name", "EMA number", "Table points", "Score", "Member", "Country"]]
    ema += [[1, "Ann", "Lee", "04000001", 4, 44, 1, "NOR"], [2, "Bo", "Ek", "", 2, 10, "", "SWE"]]
    rounds = [["Place", "No.", "Name", "Team", "Points"], [1, 1, "Ann Lee", "Red", 44], [2, 2, "Bo Ek", "Blue", 10]]
    listed = from_file(book(EMA=ema, Rounds=rounds, Seating=[["Round no.", "East"], [1, "Ann Lee"]]))
    assert (found(listed), listed.open, listed.people[0].ema) == (ANN_BO, (), "04000001")


def test_headings_that_are_sentences_are_asked() -> None:
    listed = from_text("Timestamp,Your full name,Country of residence\nMonday,Ann Lee,NOR")
    assert (listed.columns, listed.open) == ((None, "name", "country"), ("columns",))


def test_the_legal_name_stays_beside_the_name_at_tables() -> None:
    whole = from_text("Name;Nickname;License;Photos\nChen Dawen;Dave;N-12;yes\nBo Ek;;;no").people
    assert [(p.name, p.legal, p.other, p.photos) for p in whole] == [
        ("Dave", "Chen Dawen", "N-12", True),
        ("Bo Ek", "", "", False),
    ]
    parts = from_text("First name;Last name;Badge name\nDawen;Chen;Dave").people
    assert [(p.name, p.first, p.last, p.legal) for p in parts] == [("Dave", "Dawen", "Chen", "")]


@pytest.mark.parametrize(
    ("read", "kind"),
    [
        (lambda: from_file(OLD_EXCEL), "list-old-excel"),
        (lambda: from_file(b"<html><table><tr><td>Ann</td></tr></table>"), "list-old-excel"),
        (lambda: from_file(b"%PDF-1.7 Ann"), "list-unreadable"),
        (lambda: from_file(bytes(range(256))), "list-unreadable"),
        (lambda: from_text('name;club\n"Ann Lee;Oslo\nBo Ek;Lund'), "list-quote-open"),
        (lambda: from_text('name;club\n"Ann Lee;Oslo\n"Bo Ek";Lund'), "list-quote-open"),
        (lambda: from_text('name;club\n"Ann Lee;Oslo\nBo Ek";Lund'), "list-quote-open"),
        (lambda: from_file(b"Ann", encoding="no-such"), "list-no-encoding"),
        (lambda: from_file("Zoë".encode("cp1252"), encoding="utf-8"), "list-other-encoding"),
        (lambda: from_file(book(A=[["Name"], ["Ann"]]), sheet="B"), "list-no-sheet"),
        (lambda: from_text("Ann;NOR", columns=["name", "land"]), "list-no-column"),
        (lambda: from_text("Ann;NOR", columns=["name", "name"]), "list-column-twice"),
        (lambda: from_text("Ann;NOR", columns=["name", "country", "club"]), "list-few-columns"),
        (lambda: from_text("Ann;NOR", columns=["-", "country"]), "list-no-name"),
    ],
)
def test_what_cannot_be_read_is_refused(read: Callable[[], object], kind: str) -> None:
    with pytest.raises(InvalidListError) as refused:
        read()
    assert refused.value.kind == kind
    assert refused.value.about.get("line", 2) == 2


NOBODY = {
    *("yes", "no", "ja", "nein", "oui", "non", "si", "sí", "нет", "да", "是", "否", "はい", "いいえ", "예"),
    "아니오",
} | {*("anonym", "匿名", "익명", "аноним"), *("无", "無", "無し", "なし")}
"""Answers and signs that stand for no name: a column of them is asked about, or a cell is empty."""

WORD = st.text(alphabet=st.characters(categories=["Lu", "Ll", "Lo"], max_codepoint=0x9FFF), min_size=1, max_size=6)


@given(
    st.lists(st.tuples(WORD, WORD), min_size=1, max_size=6), st.sampled_from(";,\t|"), st.sampled_from(sorted(HEADINGS))
)
@settings(max_examples=150)
def test_what_a_spreadsheet_writes_is_read_back(people: list[tuple[str, str]], delimiter: str, language: str) -> None:
    heads = HEADINGS[language]
    assume("first" in heads and "last" in heads)
    assume(not any(column_of(cell) or cell.casefold() in NOBODY for row in people for cell in row))
    out = io.StringIO()
    rows = [[heads["last"].split("|")[0], heads["first"].split("|")[0]], *people]
    csv.writer(out, delimiter=delimiter).writerows(rows)
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        listed = from_file(out.getvalue().encode(encoding))
        assert [(person.last, person.first) for person in listed.people] == [
            (normalize("NFC", last), normalize("NFC", first)) for last, first in people
        ]
        assert listed.open == ()


@given(st.binary(max_size=200), st.sampled_from(["", "big5", "utf-16", "mac-roman"]))
@settings(max_examples=150)
def test_whatever_the_bytes_are_they_are_a_list_or_refused(data: bytes, encoding: str) -> None:
    try:
        listed = from_file(data, encoding=encoding)
    except InvalidListError:
        return
    assert all(len(row) == len(listed.columns) for row in listed.table.rows)
    assert len({person.number for person in listed.people}) == len(listed.people)


@given(st.text(alphabet="陳林黃張李王吳劉蔡楊大文志玲美惠學友國華建民淑芬德", min_size=2, max_size=3))
@settings(max_examples=100)
def test_a_name_is_never_taken_for_another_in_silence(name: str) -> None:
    """The text of an encoding that is certain is the right one; otherwise the right one is among those asked."""
    texts = [each.text for each in decodings(f"{name},TPE\n".encode("big5"))]
    assert f"{name},TPE\n" in texts


@row_by_row("language", sorted(HEADINGS))
def test_every_heading_is_known_by_its_column(language: str) -> None:
    shared: dict[str, set[Column]] = {}
    for columns in HEADINGS.values():
        for column, headings in columns.items():
            for heading in headings.split("|"):
                shared.setdefault(heading, set()).add(column)
    for column, headings in HEADINGS[language].items():
        for heading in headings.split("|"):
            known = column_of(heading)
            assert known is not None, heading
            assert (
                known[0] == column
                or len(shared[heading]) > 1
                or language not in known[1]
                or column in ("first", "name")
            )


def cells(sheet: bytes) -> bytes:
    """A workbook whose sheet has these rows, as another program may write them: 1,000 times smaller than unpacked."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(book(players=[("Name",)]))) as made,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed,
    ):
        for name in made.namelist():
            part = made.read(name)
            if name.endswith("sheet1.xml"):
                part = re.sub(rb"(?<=<sheetData>).*(?=</sheetData>)", lambda _: sheet, part, flags=re.DOTALL)
            packed.writestr(name, part)
    return out.getvalue()


CELL = b'<c t="inlineStr"><is><t>Ann</t></is></c>'


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (lambda: cells(b"<row>" + CELL.replace(b"Ann", b"A" * 5_000_000) + b"</row>"), "list-too-large"),
        (lambda: cells((b"<row>" + CELL + b"</row>") * 160_000), "list-too-long"),
        (lambda: cells((b'<row r="1">' + CELL + b"</row>") * 160_000), "list-too-large"),
        (lambda: cells(b"<row>" + CELL * 220_000 + b"</row>"), "list-too-large"),
        (lambda: cells((b"<row>" + CELL.replace(b"Ann", b"A" * 90_000) + b"</row>") * 100), "list-too-large"),
        (lambda: cells((b"<row>" + CELL.replace(b"Ann", b"A" * 2_000) + b"</row>") * 900), "list-too-large"),
        (lambda: cells(b"<row " * 1_000_000), "list-unreadable"),
        (lambda: b"Name,Club\nAnn," + b"\xe9x" * 450_000, "list-too-large"),
        (lambda: b"Name,Club\n" + b"a," * 500_000, "list-too-large"),
        (lambda: b'Name;Club\n"Ann;x\n' + b"B\xf6hm;K\xf6ln\n" * 95_000, "list-quote-open"),
        (lambda: b'Name,Club\n"Ann,x\n' + b"Bo,Berlin\n" * 100_000, "list-quote-open"),
        (lambda: b"B\xf6hm\n" * 300_000, "list-too-long"),
        (lambda: (b"x" * 99_999 + b"\n") * 10, None),
        (lambda: (b"Ann, " * 19_999 + b"\n") * 10, None),
        (lambda: (b"\xe9t\xe9;" * 24_999 + b"\n") * 10, None),
    ],
)
def test_a_list_costs_what_it_weighs(data: Callable[[], bytes], kind: str | None) -> None:
    sent = data()
    before = time.thread_time()
    found = None
    try:
        read_source(sent)
    except InvalidListError as refused:
        found = refused.kind
    assert found == kind
    assert time.thread_time() - before < 5  # a busy core counts twice the time of an idle one


def test_a_long_list_with_all_columns_is_read() -> None:
    row = (b"<row>" + CELL * 40 + b"</row>") * MOST_ROWS
    assert len(read_source(cells(row)).table.rows) > 900
    text = "\n".join(";".join(["Böhm", *["Straße " * 3] * 39]) for _ in range(MOST_ROWS))
    assert len(read_source(text.encode("cp1252")[: 2**20]).table.rows) > 900

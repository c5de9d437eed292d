"""Sign-up forms of many programs and languages: what they ask is read, or somebody is asked, and nothing is guessed."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rows import row_by_row
from webui.hall.entries import PlayerList, from_file
from webui.hall.headings import HEADINGS, column_of, columns_of
from webui.hall.questions import is_of_no_use

SENT = "2026/10/02 9:14:03 PM GMT+2"

# A program and language; its headings; the answers of one person; the use of each column, "-" for none.
READ = {
    "Google Forms, en": (
        "Timestamp|Email Address|What is your full name?|Country|EMA number (if you have one)|Will you join the dinner?"
        "|Any food allergies?|How did you hear about us?",
        f"{SENT}|a@x.org|Ann Lee|NED|04010001|Yes|no nuts|friend",
        "-|-|name|country|ema|-|-|-",
    ),
    "Google Forms, numbered": (
        "Timestamp|1. First name|2. Family name|3. Nationality (3-letter code)|4. Email",
        f"{SENT}|Ann|Lee|NOR|a@x.org",
        "-|first|last|country|-",
    ),
    "Google Forms, de": (
        "Zeitstempel|E-Mail-Adresse|Wie lautet dein Vor- und Nachname?|Aus welchem Land kommst du?|EMA-Nummer (falls "
        "vorhanden)|Verein|Ernährungswünsche|Ich bin mit der Datenschutzerklärung einverstanden|Ankunft",
        "02.10.2026 21:14:03|a@x.org|Jörg Müller|Österreich|04010001|MSC Köln|vegan|Ja|Freitag",
        "-|-|name|country|ema|club|-|-|-",
    ),
    "Google Forms, fr": (
        "Horodateur|Adresse e-mail|Quel est votre nom ?|Quel est votre prénom ?|Votre pays|Numéro EMA (si vous en avez "
        "un)|Nom du club|Régime alimentaire|Téléphone",
        "02/10/2026 21:14:03|a@x.org|Lefèvre|Zoé|France|03010045|Paris|végétarien|06",
        "-|-|last|first|country|ema|club?|-|-",
    ),
    "Google Forms, es": (
        "Marca temporal|Correo electrónico|¿Cuál es tu nombre completo?|¿De qué país eres?|Número EMA|¿Cómo nos ves?",
        "02/10/2026 21:14:03|a@x.org|José Muñoz|España|04010001|web",
        "-|-|name|country|ema|-",
    ),
    "Google Forms, nl": (
        "Tijdstempel|Wat is je voornaam?|Wat is je achternaam?|Tussenvoegsel|E-mailadres|Dieetwensen",
        "02-10-2026 21:14:03|Jan|Vries|de|a@x.org|geen",
        "-|first|last|prefix|-|-",
    ),
    "Google Forms, it": (
        "Informazioni cronologiche|Nome e cognome|Il tuo paese|Numero EMA (se ne hai uno)|Arrivo previsto|Intolleranze",
        "02/10/2026 21.14.03|Ada Rossi|Italia|04010001|venerdì|latte",
        "-|name|country|ema|-|-",
    ),
    "Google Forms, pl": (
        "Sygnatura czasowa|Podaj swoje imię i nazwisko|Kraj|Adres e-mail|Numer telefonu",
        f"{SENT}|Łukasz Wałęsa|Polska|a@x.org|500100200",
        "-|name|country|-|-",
    ),
    "Google Forms, ru": (
        "Отметка времени|Как вас зовут?|Ваша страна|Телефон|Пожелания по питанию",
        "02.10.2026 21:14:03|Пётр Иванов|Россия|+7|нет",
        "-|name|country|-|-",
    ),
    "Google Forms, ja": (
        "タイムスタンプ|メールアドレス|お名前（漢字）|お名前（ふりがな）|所属団体を入力してください|電話番号|懇親会に参加しますか|アレルギーの有無",
        "2026/10/02 21:14:03|a@x.org|田中太郎|たなかたろう|東京クラブ|090|はい|なし",
        "-|-|name|-|club|-|-|-",
    ),
    "Google Forms, ja, asked": (
        "タイムスタンプ|お名前を教えてください|あなたの国籍|ニックネームは何ですか|参加費の支払方法",
        "2026/10/02 21:14:03|田中太郎|日本|タナ|現金",
        "-|name|country|shown|-",
    ),
    "Google Forms, ko": (
        "타임스탬프|이메일 주소|성함을 입력해 주세요|국적|연락처|식사 여부",
        "2026. 10. 2 오후 9:14:03|a@x.org|김민수|대한민국|010|예",
        "-|-|name|country|-|-",
    ),
    "Google Forms, zh-Hant": (
        "時間戳記|電子郵件地址|請問您的姓名是？|國籍|聯絡電話|是否用餐（葷／素）",
        "2026/10/2 下午 9:14:03|a@x.org|陳大文|台灣|0912|葷",
        "-|-|name|country|-|-",
    ),
    "wenjuanxing": (
        "序号|提交答卷时间|所用时间|来源|来源详情|来自IP|1、您的姓名：|2、您的性别：|3、手机号码：|4、国籍（必填）|5、是否参加晚宴？|总分",
        "1|2026/10/2 21:14:03|65秒|微信|N/A|1.2.3.4(北京-北京)|王伟|男|13800000000|中国|是|0",
        "number|-|-|-|-|-|name|-|-|country|-|-",
    ),
    "a survey, zh": ("序号|提交时间|您的姓名：|雀渣ID", "1|2026/10/2 21:14:03|甲一|tz01", "number|-|name|-"),
    "Microsoft Forms, anonymous": (
        "ID|Start time|Completion time|Email|Name|Last modified time|Full name|Country|EMA number (if any)"
        "|Do you have dietary requirements?|I agree to the processing of my data",
        "1|10/2/26 21:14:03|10/2/26 21:20:03|anonymous|||Ann Lee|Norway|04010001|No|Yes",
        "number|-|-|-|-|-|name|country|ema|-|-",
    ),
    "Microsoft Forms, accounts": (
        "ID|Start time|Completion time|Email|Name|First name|Last name|Nationality",
        "1|10/2/26 21:14:03|10/2/26 21:20:03|a@x.org|Lee Ann (Oslo)|Ann|Lee|NOR",
        "number|-|-|-|-|first|last|country",
    ),
    "Jotform": (
        "Submission Date|First Name|Last Name|E-mail|Phone Number|Which country do you represent?|Club|Arrival Date"
        "|T-Shirt Size|Submission ID",
        "2026-10-02 21:14:03|Ann|Lee|a@x.org|(047) 123-4567|Norway|Oslo|10-02-2026|M|5501",
        "-|first|last|-|-|country|club|-|-|-",
    ),
    "Jotform, one field": (
        "Submission Date|Full Name - First Name|Full Name - Last Name|Email|Emergency contact (name)",
        "2026-10-02 21:14:03|Ann|Lee|a@x.org|Tom Lee",
        "-|first|last|-|-",
    ),
    "Typeform": (
        "#|Hi there! What's your first name?|And your last name?|Which country are you representing?|Phone number"
        "|Will you stay for dinner?|Start Date (UTC)|Submit Date (UTC)|Network ID",
        "ab12|Ann|Lee|Norway|+4712|1|2026-10-02 21:14:03|2026-10-02 21:15:03|f00",
        "number|first|last|country|-|-|-|-|-",
    ),
    "LimeSurvey": (
        "id. Response ID|submitdate. Date submitted|Your name [First name]|Your name [Last name]|Country",
        "1|2026-10-02 21:14:03|Ann|Lee|Norway",
        "-|-|first|last|country",
    ),
}


def listed(heads: str, *rows: str) -> PlayerList:
    out = io.StringIO()
    csv.writer(out).writerows([heads.split("|"), *(row.split("|") for row in rows)])
    return from_file(out.getvalue().encode())


@pytest.mark.parametrize(("heads", "answers", "uses"), READ.values(), ids=READ)
def test_a_form_is_read_by_what_it_asks(heads: str, answers: str, uses: str) -> None:
    found = listed(heads, answers, answers)
    assert [each or "-" for each in found.columns] == [each.removesuffix("?") for each in uses.split("|")]
    assert found.open == (("columns",) if "?" in uses else ())
    cells = dict(zip(uses.split("|"), answers.split("|"), strict=True))
    person = found.people[0]
    assert (person.ema, person.country) == (cells.get("ema", ""), cells.get("country", ""))
    assert cells.get("shown", cells.get("name", person.name)) == person.name
    assert {cells.get("first", ""), cells.get("last", "")} <= {*person.name.split(), ""}


@pytest.mark.parametrize(
    ("heads", "answers"),
    [
        (
            "ID|Start time|Completion time|Email|Name|What is your name?",
            f"1|{SENT}|{SENT}|a@x.org|Lee Ann (Oslo)|Ann Lee",
        ),
        ("Timestamp|Your name|Name for the badge", f"{SENT}|Ann Lee|Annie"),
        ("Timestamp|Player 1 name|Player 1 EMA|Player 2 name|Team name", f"{SENT}|Ann Lee||Tom Po|Reds"),
        ("Timestamp|Who is signing up?|Where from?|Anything to eat?", f"{SENT}|Ann Lee|Norway|fish"),
        ("Timestamp|Full name|May we publish photos of you?", f"{SENT}|Ann Lee|I would rather not"),
        ("Timestamp|Full name|Plus (name)", f"{SENT}|Ann Lee|Tom Lee"),
    ],
)
def test_what_two_questions_may_have_asked_for_is_asked(heads: str, answers: str) -> None:
    found = listed(heads, answers, answers)
    assert "columns" in found.open
    assert (found.people[0].name, found.people[0].photos) == ("Ann Lee", False)


def test_an_answer_that_there_is_none_is_none() -> None:
    heads = "Full name|EMA number|Club|Team|Country|Photos|Substitute"
    people = listed(
        heads,
        "Ann Lee|n/a|none|-|n/a|No, thanks|no",
        "Bo Ek|pending|没有|N/A|NO|不同意|yes",
        "Nil None|will apply soon|Nil Sports Club|No|NA|I agree to photos|x",
        "Dai Ro|4010001|なし|TBD|-|please do not|",
    ).people
    assert [
        (each.name, each.ema, each.club, each.team, each.country, each.photos, each.substitute) for each in people
    ] == [
        ("Ann Lee", "", "", "", "", False, False),
        ("Bo Ek", "", "", "", "NO", False, True),
        ("Nil None", "", "Nil Sports Club", "", "NA", True, True),
        ("Dai Ro", "04010001", "", "", "", False, False),
    ]


def test_a_second_row_of_headings_is_no_player() -> None:
    found = listed(
        "Respondent ID|Start Date|First Name|What is your full name?", "|||Open-Ended Response", f"7|{SENT}||Ann Lee"
    )
    assert ([person.name for person in found.people], found.open) == (["Ann Lee"], ())


FRAMES = (
    "{}?",
    "1. {}",
    "{} *",
    "3、{}",
    "{} (required)",
    "{}（必填）",
    "Your {}",
    "What is your {}?",
    "请填写您的{}：",
    "Q2. {}",
)


@given(st.data(), st.sampled_from(FRAMES))
def test_a_heading_in_a_question_is_the_same_heading(data: st.DataObject, frame: str) -> None:
    language = data.draw(st.sampled_from(sorted(HEADINGS)))
    column = data.draw(st.sampled_from(sorted({*HEADINGS[language]} & {"name", "first", "last", "country", "ema"})))
    heading = data.draw(st.sampled_from(HEADINGS[language][column].split("|")))
    alone, asked = column_of(heading), column_of(frame.format(heading))
    assert alone
    assert asked is None or asked[0] == alone[0] or "name" in (asked[0], alone[0])
    assert asked or any(char.isdigit() for char in heading) or is_of_no_use(heading) or " " in heading


@row_by_row("language", sorted(HEADINGS))
def test_subjects_of_no_use_are_not_the_headings_of_lists(language: str) -> None:
    for headings in HEADINGS[language].values():
        for heading in headings.split("|"):
            assert columns_of([heading]) != [None], heading

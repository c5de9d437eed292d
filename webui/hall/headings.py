"""Headings of lists of players, in the languages of the countries of the EMA and of East Asia."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Literal, get_args

from webui.hall.questions import asked_about, is_of_no_use, is_question, is_yes_or_no, within, without_accents

Column = Literal[
    "number",
    "name",
    "legal",
    "shown",
    "first",
    "prefix",
    "last",
    "ema",
    "other",
    "country",
    "team",
    "club",
    "substitute",
    "photos",
]
"""The use of a column: `name` is the whole name, `prefix` the part of a last name that lists sort apart (van, de),
`legal` and `shown` the legal name and the name at tables if they differ, `other` the number of an association other
than the EMA, `photos` the consent to published photos."""

COLUMNS: Final[tuple[Column, ...]] = get_args(Column)

HEADINGS: Final[Mapping[str, Mapping[Column, str]]] = {
    "en": {
        "number": "no|number|#|id|start number|entry",
        "name": "name|player|players|player name|full name|first and last name|first name last name"
        "|last name first name|name and surname|surname and name|participant|competitor|names|fullname",
        "legal": "legal name|official name|name in passport|passport name",
        "shown": "shown name|display name|badge name|nickname|alias|name at table|name shown|preferred name",
        "first": "first name|first|firstname|given name|given names|forename|christian name|givenname",
        "prefix": "prefix|name prefix|surname prefix|infix|particle",
        "last": "last name|last|lastname|surname|family name|second name|familyname",
        "ema": "ema|ema number|ema no|ema id|ema nr|mers|mers number|mers id|european number|ema member number",
        "other": "association number|member number|membership number|license|licence|license number|licence number"
        "|member id|membership id|federation number|wmo|wmo number|national number|mil id|usmjl number",
        "country": "country|nation|nationality|nat|country code|region|noc|federation",
        "team": "team|team name|group",
        "club": "club|city|association|town|club name",
        "substitute": "substitute|sub|reserve",
        "photos": "photos|photo consent|photographs|photo|photos allowed|consent to photos",
    },
    "de": {
        "number": "nr|nummer|startnummer|lfd nr",
        "name": "name|spieler|spielerin|spielername|teilnehmer|vor- und nachname|vorname und nachname|vorname nachname"
        "|nachname vorname|namen|spieler name",
        "shown": "anzeigename|spitzname|rufname",
        "first": "vorname|vornamen|rufname",
        "prefix": "namenszusatz|namensvorsatz|vorsatzwort",
        "last": "nachname|familienname|zuname",
        "ema": "ema nummer|ema-nr|ema mitgliedsnummer|emanummer",
        "other": "mitgliedsnummer|mitglied nr|lizenz|lizenznummer|verbandsnummer|dmjl nummer",
        "country": "land|nation|nationalität|staat|herkunft",
        "team": "team|mannschaft|gruppe",
        "club": "verein|klub|club|stadt|ort|wohnort",
        "substitute": "ersatz|ersatzspieler|reserve",
        "photos": "fotos|foto|bilder|fotos erlaubt",
    },
    "fr": {
        "number": "n°|no|numéro|num",
        "name": "nom|joueur|joueuse|joueurs|nom complet|nom et prénom|nom prénom|prénom et nom|prénom nom|participant",
        "shown": "pseudo|surnom|nom affiché",
        "first": "prénom|prénoms",
        "last": "nom de famille|nom patronymique",
        "ema": "numéro ema|n° ema|no ema|num ema",
        "other": "licence|numéro de licence|n° licence|numéro d'adhérent|n° adhérent|numéro ffmj",
        "country": "pays|nation|nationalité",
        "team": "équipe|groupe",
        "club": "club|ville|association",
        "substitute": "remplaçant|remplaçante|suppléant",
        "photos": "photos|photo",
    },
    "nl": {
        "number": "nr|nummer",
        "name": "naam|speler|speelster|spelers|volledige naam|voor- en achternaam|deelnemer|voornaam achternaam",
        "shown": "weergavenaam|bijnaam|roepnaam",
        "first": "voornaam|voornamen|roepnaam",
        "prefix": "tussenvoegsel|tussenvoegsels|tussenv|voorvoegsel|voorvoegsels|tv",
        "last": "achternaam|familienaam",
        "ema": "ema nummer",
        "other": "lidnummer|licentie|bondsnummer|nmb nummer",
        "country": "land|nationaliteit",
        "team": "team|ploeg|groep",
        "club": "club|vereniging|stad|plaats|woonplaats",
        "substitute": "reserve|invaller",
        "photos": "foto's|foto|fotos",
    },
    "sv": {
        "number": "nr|nummer",
        "name": "namn|spelare|deltagare|fullständigt namn|för- och efternamn|förnamn och efternamn",
        "shown": "smeknamn|visningsnamn",
        "first": "förnamn|tilltalsnamn",
        "last": "efternamn|släktnamn",
        "ema": "ema-nummer",
        "other": "medlemsnummer|licensnummer|licens",
        "country": "land|nation|nationalitet",
        "team": "lag|grupp",
        "club": "klubb|förening|stad|ort",
        "substitute": "reserv|ersättare",
        "photos": "foton|foto|bilder",
    },
    "da": {
        "number": "nr|nummer",
        "name": "navn|spiller|spillere|deltager|fulde navn|for- og efternavn|fuldt navn",
        "shown": "kaldenavn|visningsnavn",
        "first": "fornavn|fornavne",
        "last": "efternavn",
        "ema": "ema-nummer",
        "other": "medlemsnummer|licensnummer|licens",
        "country": "land|nationalitet",
        "team": "hold|gruppe",
        "club": "klub|forening|by",
        "substitute": "reserve|afløser",
        "photos": "fotos|foto|billeder",
    },
    "no": {
        "name": "navn|spiller|spillere|deltaker|fullt navn|for- og etternavn",
        "first": "fornavn",
        "last": "etternavn|slektsnavn",
        "other": "medlemsnummer|lisensnummer",
        "country": "land|nasjon|nasjonalitet",
        "team": "lag|gruppe",
        "club": "klubb|forening|by|sted",
        "substitute": "reserve|vara",
        "photos": "bilder|foto",
    },
    "fi": {
        "number": "nro|numero",
        "name": "nimi|pelaaja|pelaajat|koko nimi|etu- ja sukunimi",
        "first": "etunimi|etunimet",
        "last": "sukunimi",
        "ema": "ema-numero",
        "other": "jäsennumero|lisenssi",
        "country": "maa|kansallisuus",
        "team": "joukkue|ryhmä",
        "club": "seura|kerho|kaupunki|paikkakunta",
        "substitute": "varapelaaja|vara",
        "photos": "kuvat|valokuvat",
    },
    "is": {
        "name": "nafn|leikmaður",
        "first": "fornafn|eiginnafn",
        "last": "eftirnafn",
        "country": "land",
        "team": "lið",
    },
    "it": {
        "number": "n|numero|nr|num",
        "name": "nome|giocatore|giocatrice|giocatori|nome e cognome|cognome e nome|nome cognome|cognome nome"
        "|nominativo|partecipante|nome completo",
        "shown": "soprannome",
        "last": "cognome",
        "ema": "numero ema|n ema",
        "other": "tessera|numero tessera|n tessera|licenza",
        "country": "paese|nazione|nazionalità|stato",
        "team": "squadra|gruppo",
        "club": "club|circolo|città|associazione",
        "substitute": "riserva|sostituto",
        "photos": "foto",
    },
    "es": {
        "number": "n°|nº|número|num",
        "name": "nombre|jugador|jugadora|jugadores|nombre completo|nombre y apellidos|nombre y apellido"
        "|apellidos y nombre|participante",
        "shown": "apodo|alias",
        "first": "nombres|nombre de pila",
        "last": "apellidos|apellido|primer apellido|1er apellido|1º apellido|apellido 1|apellido paterno",
        "ema": "número ema|nº ema",
        "other": "licencia|número de licencia|nº socio|número de socio",
        "country": "país|nación|nacionalidad",
        "team": "equipo|grupo",
        "club": "club|ciudad|asociación",
        "substitute": "suplente|reserva",
        "photos": "fotos|foto",
    },
    "pt": {
        "number": "número|nº",
        "name": "nome|jogador|jogadora|jogadores|nome completo|nome e apelido|participante",
        "first": "primeiro nome|nome próprio",
        "last": "apelido|apelidos|sobrenome|último nome",
        "other": "licença|número de sócio",
        "country": "país|nacionalidade",
        "team": "equipa|equipe|grupo",
        "club": "clube|cidade|associação",
        "substitute": "suplente|reserva",
        "photos": "fotos|fotografias",
    },
    "ca": {"name": "nom|jugador", "last": "cognom|cognoms", "country": "país", "team": "equip", "club": "club|ciutat"},
    "pl": {
        "number": "nr|numer|lp",
        "name": "imię i nazwisko|nazwisko i imię|gracz|zawodnik|uczestnik|imię nazwisko",
        "shown": "pseudonim|ksywka|nick",
        "first": "imię|imiona",
        "last": "nazwisko",
        "ema": "numer ema|nr ema",
        "other": "licencja|numer licencji|nr licencji|numer członkowski",
        "country": "kraj|narodowość|państwo",
        "team": "drużyna|zespół|grupa",
        "club": "klub|miasto|stowarzyszenie",
        "substitute": "rezerwa|rezerwowy|zmiennik",
        "photos": "zdjęcia|foto",
    },
    "cs": {
        "number": "č|číslo|poř|poř č",
        "name": "jméno|hráč|hráči|jméno a příjmení|příjmení a jméno|účastník|celé jméno",
        "shown": "přezdívka",
        "first": "křestní jméno|křestní",
        "last": "příjmení",
        "ema": "číslo ema|č ema",
        "other": "licence|číslo licence|členské číslo",
        "country": "země|stát|národnost",
        "team": "tým|družstvo|skupina",
        "club": "klub|oddíl|město",
        "substitute": "náhradník",
        "photos": "fotky|fotografie",
    },
    "sk": {
        "number": "č|číslo",
        "name": "meno|hráč|meno a priezvisko|priezvisko a meno|celé meno",
        "shown": "prezývka",
        "first": "krstné meno",
        "last": "priezvisko",
        "other": "licencia|členské číslo",
        "country": "krajina|štát",
        "team": "tím|družstvo",
        "club": "klub|mesto",
        "substitute": "náhradník",
        "photos": "fotky",
    },
    "hu": {
        "number": "sorszám|szám|ssz",
        "name": "név|játékos|teljes név|játékosok",
        "shown": "becenév",
        "first": "keresztnév|utónév",
        "last": "vezetéknév|családnév|családi név",
        "ema": "ema szám|ema-szám",
        "other": "tagsági szám|licenc|engedélyszám",
        "country": "ország|nemzetiség",
        "team": "csapat|csoport",
        "club": "klub|egyesület|város",
        "substitute": "tartalék|csere",
        "photos": "fotók|fényképek",
    },
    "ro": {
        "name": "nume|jucător|nume și prenume|nume complet",
        "first": "prenume",
        "last": "nume de familie",
        "country": "țara|țară|naționalitate",
        "team": "echipa|echipă",
        "club": "club|oraș",
        "substitute": "rezervă",
    },
    "hr": {
        "number": "br|broj|rb",
        "name": "ime i prezime|igrač|prezime i ime|ime",
        "last": "prezime",
        "country": "država|zemlja|država",
        "team": "ekipa|momčad|tim",
        "club": "klub|grad",
        "substitute": "zamjena|rezerva",
    },
    "sl": {
        "name": "ime in priimek|igralec|priimek in ime",
        "last": "priimek",
        "country": "država",
        "team": "ekipa",
        "club": "klub|mesto",
    },
    "et": {
        "name": "nimi|mängija|ees- ja perekonnanimi",
        "first": "eesnimi",
        "last": "perekonnanimi|perenimi",
        "country": "riik",
        "team": "meeskond|võistkond",
        "club": "klubi|linn",
        "substitute": "varumängija",
    },
    "lv": {
        "name": "vārds uzvārds|vārds un uzvārds|spēlētājs|vārds",
        "last": "uzvārds",
        "country": "valsts",
        "team": "komanda",
        "club": "klubs|pilsēta",
    },
    "lt": {
        "name": "vardas pavardė|vardas ir pavardė|žaidėjas|vardas",
        "last": "pavardė",
        "country": "šalis|valstybė",
        "team": "komanda",
        "club": "klubas|miestas",
    },
    "el": {
        "number": "α/α|αριθμός|αρ",
        "name": "όνομα|ονοματεπώνυμο|παίκτης|παίχτης|παίκτες",
        "shown": "ψευδώνυμο",
        "last": "επώνυμο|επίθετο",
        "other": "αριθμός μέλους|άδεια",
        "country": "χώρα|εθνικότητα",
        "team": "ομάδα",
        "club": "σύλλογος|πόλη|λέσχη",
        "substitute": "αναπληρωματικός|αναπληρωτής",
        "photos": "φωτογραφίες",
    },
    "tr": {
        "number": "sıra|numara|sıra no",
        "name": "ad|adı|isim|oyuncu|ad soyad|adı soyadı|ad ve soyad|isim soyisim",
        "last": "soyad|soyadı|soyisim",
        "country": "ülke|uyruk",
        "team": "takım|grup",
        "club": "kulüp|şehir",
        "substitute": "yedek",
        "photos": "fotoğraflar|fotoğraf",
    },
    "ru": {
        "number": "№|номер|№ п/п",
        "name": "имя|игрок|игроки|фио|ф и о|имя и фамилия|фамилия и имя|фамилия имя|имя фамилия|участник",
        "shown": "ник|псевдоним|прозвище",
        "last": "фамилия",
        "ema": "номер ema|ema номер|номер ема",
        "other": "номер лицензии|лицензия|членский номер",
        "country": "страна|гражданство|государство",
        "team": "команда|группа",
        "club": "клуб|город",
        "substitute": "запасной|замена",
        "photos": "фото|фотографии",
    },
    "uk": {
        "name": "ім'я|ім’я|гравець|піб|прізвище та ім'я|ім'я та прізвище",
        "last": "прізвище",
        "country": "країна",
        "team": "команда",
        "club": "клуб|місто",
        "substitute": "запасний",
    },
    "be": {"name": "імя|гулец", "last": "прозвішча", "country": "краіна", "team": "каманда", "club": "клуб|горад"},
    "bg": {
        "name": "име|играч|име и фамилия|трите имена",
        "last": "фамилия|фамилно име",
        "country": "държава|страна",
        "team": "отбор",
        "club": "клуб|град",
        "substitute": "резерва",
    },
    "sr": {"name": "име|играч|име и презиме", "last": "презиме", "country": "земља|држава", "team": "екипа|тим"},
    "zh": {
        "number": "号码|编号|序号|号|选手编号|参赛号",
        "name": "姓名|中文姓名|中文名|选手|名字|选手姓名|参赛者|选手名|真实姓名|队员|运动员",
        "legal": "法定姓名|证件姓名|英文姓名|英文名|外文姓名|拼音|姓名拼音",
        "shown": "昵称|显示名|显示姓名|参赛名|网名",
        "first": "名",
        "last": "姓|姓氏",
        "ema": "欧洲编号|ema编号|ema号码|欧洲麻将协会编号",
        "other": "会员号|会员编号|注册号|证号|协会编号|段位证号|其他协会的编号",
        "country": "国家|地区|国籍|国家地区|国家或地区|国家/地区",
        "team": "队|队伍|团队|队名|代表队|团体|小组",
        "club": "俱乐部|城市|单位|协会|所在城市|所属俱乐部",
        "substitute": "替补|候补",
        "photos": "照片|同意拍照|允许公开照片",
    },
    "zh-Hant": {
        "number": "號碼|編號|序號|號|選手編號|參賽號",
        "name": "姓名|中文姓名|中文名|選手|名字|選手姓名|參賽者|選手名|真實姓名|隊員|運動員",
        "legal": "法定姓名|證件姓名|英文姓名|英文名|外文姓名|羅馬拼音",
        "shown": "暱稱|顯示名|顯示姓名|參賽名",
        "ema": "歐洲編號|ema編號|ema號碼",
        "other": "會員號|會員編號|註冊號|證號|協會編號|其他協會的編號",
        "country": "國家|地區|國籍|國家地區|國家或地區",
        "team": "隊|隊伍|團隊|隊名|代表隊|團體|小組",
        "club": "俱樂部|城市|單位|協會|所在城市|縣市",
        "substitute": "替補|候補",
        "photos": "照片|同意拍照|允許公開照片",
    },
    "ja": {
        "number": "番号|no|エントリー番号|選手番号",
        "name": "氏名|名前|選手名|お名前|選手|参加者|フルネーム|プレイヤー|プレーヤー",
        "shown": "登録名|表示名|ニックネーム|ハンドルネーム",
        "first": "名|下の名前",
        "legal": "ローマ字|ローマ字氏名|英字氏名|英語名|パスポート名",
        "last": "姓|苗字|名字|氏",
        "ema": "ema番号|欧州番号",
        "other": "会員番号|ライセンス番号|登録番号|会員no",
        "country": "国|国籍|国名|地域|出身国",
        "team": "チーム|チーム名|団体|所属チーム",
        "club": "所属|クラブ|都市|所属団体|所属クラブ|都道府県",
        "substitute": "補欠|控え|リザーブ",
        "photos": "写真|写真掲載",
    },
    "ko": {
        "number": "번호|참가번호|선수번호",
        "name": "이름|성명|선수|선수명|참가자|성함",
        "legal": "영문이름|영문 이름|영문성명|영문명|여권 이름",
        "shown": "닉네임|별명|표시 이름",
        "last": "성|성씨",
        "ema": "ema번호|유럽번호",
        "other": "회원번호|등록번호|면허번호",
        "country": "국가|국적|나라|지역",
        "team": "팀|팀명|단체",
        "club": "소속|클럽|도시",
        "substitute": "후보|예비|교체",
        "photos": "사진",
    },
    "vi": {
        "name": "tên|họ tên|họ và tên|người chơi|vận động viên",
        "last": "họ",
        "country": "quốc gia|nước",
        "team": "đội",
        "club": "câu lạc bộ|thành phố",
    },
}
"""Usual headings of each language, by the use of the column; the first language that has a heading decides."""

_PARTS: Final = re.compile(r"[/|\n\r,，、:：]")


_JOINED: Final[Mapping[Column, str]] = {
    "first": "middle name|middle names|middlename|second first name|zweiter vorname|2. vorname|deuxième prénom"
    "|segundo nombre|secondo nome|mellomnavn|mellannamn|mellemnavn",
    "last": "segundo apellido|2º apellido|2o apellido|apellido 2|apellido materno|second last name|second surname"
    "|last name 2|surname 2|apelido 2|segundo apelido",
}
"""Headings of a second part of a first or last name, which joins the first part."""

NONE: Final = """
    na none no nil tbd pending unknown keine keiner kein nein aucun aucune non ninguno ninguna nessuno nessuna geen nee
    ingen inget nej brak nie нет ei 没有 沒有 暂无 暫無 特になし 없습니다
"""
"""Answers of one word that say there is none."""


def fold(heading: str) -> str:
    """Return a heading without case, accents, signs and double spaces."""
    plain = without_accents(heading)
    return " ".join(re.sub(r"[._\-*:;'’\"“”#№°]+", " ", plain).split()) or ("#" if re.search("[#№°]", heading) else "")


@cache
def _known() -> dict[str, tuple[Column, frozenset[str]]]:
    """Return the use and the languages of each heading."""
    found: dict[str, tuple[Column, frozenset[str]]] = {}
    for language, columns in HEADINGS.items():
        for column, headings in columns.items():
            for heading in map(fold, headings.split("|")):
                use, languages = found.get(heading, (column, frozenset[str]()))
                found[heading] = use, languages | {language}
    return found


@cache
def _parts() -> dict[str, Column]:
    """Return the column that each heading of a second part of a name joins."""
    return {fold(heading): column for column, headings in _JOINED.items() for heading in headings.split("|")}


def column_of(heading: str) -> tuple[Column, frozenset[str]] | None:
    """Return the use of a column by its heading, and the languages of the heading, or None if it is unknown.

    In `Name / 姓名` and `Country (of birth)` the first part that is known decides, in `What is your full name?` the
    thing asked for. Of `Hotel (name)` a list has no use.
    """
    known = _known()
    asked = asked_about(heading)
    for whole in (heading, asked):
        if found := known.get(fold(whole)):
            return found
    without = re.sub(r"[(（\[].*?[)）\]]", " ", asked)
    if re.search(r"\d", without) or is_of_no_use(fold(asked)):
        return None  # a title such as "Players: 8"
    inside = re.findall(r"[(（\[](.*?)[)）\]]", asked)
    outside = [without, *reversed(re.split(r"\s[-–—›»]\s", without)), *_PARTS.split(without)]
    found = next((use for part in outside if (use := _asked_for(part))), None)
    within = next((use for part in inside if (use := _asked_for(part))), None)
    if within and (not found or (found[0] == "name" and within[0] in _OF_NAMES)):
        return within  # "Your name (first name)"
    return found


_OF_NAMES: Final[frozenset[Column]] = frozenset({"first", "last", "legal"})
"""Uses of a column that a bracket behind "name" tells."""


def _asked_for(part: str) -> tuple[Column, frozenset[str]] | None:
    """Return the use of a known heading, or of one in the frame of a question."""
    folded = fold(part)
    if not folded:
        return None
    return next((use for each in (folded, *within(folded)) if (use := _known().get(fold(each)))), None)


def is_known(heading: str) -> bool:
    """Return True for a heading that is known as it stands."""
    return fold(heading) in _known()


def is_of_a_form(heading: str) -> bool:
    """Return True for a heading as forms have it: a question, or of no use to a list of players."""
    return is_question(heading) or is_of_no_use(fold(heading))


def likely_column(heading: str) -> Column | None:
    """Return the use of a column whose heading has a known one within it, as in "Country of residence", or None.

    It is likely alone, and of "Name of your club" it is the club. Numbers of all kinds are on forms, and who would be a
    substitute says no more than that they would.
    """
    if found := column_of(heading):
        return found[0]
    folded = fold(asked_about(heading))
    if is_of_no_use(folded):
        return None
    words, uses = folded.split(), []
    for length in range(min(len(words), 4), 0, -1):
        for at in range(len(words) - length + 1):
            part = " ".join(words[at : at + length])
            if len(part) > 2 and part in _known():
                uses.append(_known()[part][0])
    uses = [use for use in uses if use not in ("number", "substitute")]
    if is_yes_or_no(folded):
        uses = [use for use in uses if use == "photos"]
    return next((use for use in uses if use not in ("name", *_OF_NAMES, "shown")), next(iter(uses), None))


def rivals(row: Sequence[str]) -> dict[Column, list[int]]:
    """Return the places of the columns that claim one use: of a form, or by headings not all known as they stand."""
    found: dict[Column, list[int]] = {}
    for at, cell in enumerate(row):
        if (use := column_of(cell)) and not _parts().get(fold(cell)):
            found.setdefault(use[0], []).append(at)
    several = {use: places for use, places in found.items() if len(places) > 1}
    form = is_form(row)
    return {use: places for use, places in several.items() if form or not all(is_known(row[at]) for at in places)}


def is_form(row: Sequence[str]) -> bool:
    """Return True for headings of which several are as forms have them."""
    return sum(map(is_of_a_form, row)) > 1


def columns_of(row: list[str]) -> list[Column | None]:
    """Return the uses of the columns below a row of headings; None for unknown ones.

    A plain "Name" beside a first name is the last name, and beside a last name the first. Only the first and the last
    name may have several columns, which are parts of it.
    """
    found = [column_of(cell) for cell in row]
    columns: list[Column | None] = [each[0] if each else None for each in found]
    if "name" not in columns and "legal" in columns and not {"first", "last"} & set(columns):
        columns[columns.index("legal")] = "name"
    if columns.count("name") == 1 and ("first" in columns) != ("last" in columns):
        columns[columns.index("name")] = "last" if "first" in columns else "first"
    parts = [_parts().get(fold(cell)) for cell in row]
    columns = [part if part and part in columns else column for part, column in zip(parts, columns, strict=True)]
    seen: set[Column] = set()
    for at, column in enumerate(columns):
        if parts[at] and parts[at] == column:
            continue
        if column in seen:
            columns[at] = None
        elif column:
            seen.add(column)
    return columns

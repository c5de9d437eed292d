"""Headings that sign-up forms make: questions, numbered ones, and columns of which a list of players has no use.

All texts are compared as `webui.hall.headings.fold` leaves them: without case, accents and most signs.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final


def without_accents(text: str) -> str:
    """Return a text without case and accents, those of kana too; Hangul stays in syllables."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text)).casefold()
    plain = "".join(char for char in plain if not unicodedata.combining(char)).replace("ı", "i").replace("ł", "l")
    return unicodedata.normalize("NFC", plain)


def _compared(pattern: str) -> re.Pattern[str]:
    """Return a pattern of words, compared with folded text."""
    parts = re.split(r"(\\.)", pattern)
    return re.compile("".join(part if part.startswith("\\") else without_accents(part) for part in parts))


_NUMBERING: Final = re.compile(
    r"^\s*(?:(?:q|question|frage|问题|問題|第)\s*)?\d{1,3}\s*(?:[.、．:：)）题題]|\s-)\s*(?=\D)", re.IGNORECASE
)
"""The number of a question, as in “1、您的姓名” and “Q3. Country”."""

_NOTES: Final = re.compile(
    r"[(（【\[]\s*(?:required|optional|mandatory|pflichtfeld|pflichtangabe|freiwillig|obligatoire|facultatif|optionnel"
    r"|obligatorio|opcional|obbligatorio|facoltativo|verplicht|optioneel|必填|选填|選填|必須|任意|필수|선택)[^)）】\]]*[)）】\]]",
    re.IGNORECASE,
)
"""A note on whether an answer is needed."""


def asked_about(heading: str) -> str:
    """Return a heading without the number of its question and the note on whether an answer is needed."""
    return _NOTES.sub(" ", _NUMBERING.sub("", heading)).strip()


_FRAME_WORDS: Final = """
    hi hello there que eres ok
    a an and are as at be belong by can could do for from i in into is it me my of on or play please player players
    s participant participants enter fill give insert live main our represent representing provide select specify
    state tell the to type us we what whats which will with would write you your yours bitte dein deine deinen
    deiner den der des die das dem du ein eine eingeben angeben trage trag wie lautet ist heisst ihr ihre ihren
    ihrer sie welche welcher welches welchem welchen aus kommst vertrittst spielst spielers teilnehmers fur gehorst
    kommen wat je jouw uw vul hier van de het een welk welke vad ditt din er heter ar skriv ange hvad hva dit mika
    sinun vilket vilken hvilket hvilken anna kirjoita quel quelle est sont votre vos ton ta tes le la les l d un une
    veuillez saisir indiquer indiquez entrez merci quels quelles joueur joueuse representez vous tu cual es su sus
    tus el los las del por favor indica indique escribe escriba introduce seu sua teu tua qual o os da dos insira
    digite informe il lo gli tuo suo inserisci inserire indicare scrivi e di che della dei jugador jogador giocatore
    representas podaj prosze twoje twoj twoja jakie jest swoje swoj pana pani vase vas tvoje tve jak zadejte uvedte
    kerem kerjuk add meg az ваш ваша ваше ваши укажите введите пожалуйста как какой какая какое какую вы твое твой
    lutfen girin giriniz yazin yaziniz nedir nelerdir
"""
_FRAME: Final = frozenset(_FRAME_WORDS.split())
"""Words of the frame of a question, in which the heading stands: “What is your full name?”. The languages are those of
most forms: English, German, Dutch and Scandinavian, French, Southern European, Eastern European."""

_BEFORE: Final = (
    r"请问|請問|请|請|填写|填寫|填|输入|輸入|留下|提供|选择|選擇|写下|寫下|您|你|的|参赛选手|參賽選手|参赛者|參賽者|报名人|報名人|报名者|報名者|本人|真实的"
    r"|あなたの|ご自身の|参加者の|参加者|ご|귀하의|귀하|본인의|본인|당신의|참가자의|참가자"
)
_BEHIND: Final = (
    r"是什么|是什麼|是哪里|是哪裡|是|为|為|呢|吗|嗎|を?ご?(?:記入|入力|お書き|教えて|お答え|選択)?(?:して)?(?:ください|下さい)"
    r"|は何ですか|はなんですか|はどこですか|은|는|을|를|(?:입력|작성|기재)?해?\s*주세요|적어\s*주세요|무엇입니까\??"
)

_WORDLESS: Final = _compared(rf"^(?:{_BEFORE})+|(?:\s*(?:{_BEHIND}))+$")

_NAME: Final = _compared(
    r"^(wie hei(ss|ß)(t du|en sie)|comment (vous appelez vous|t appelles tu|tu t appelles)|como te llamas|como se llama"
    r"|come ti chiami|come si chiama|hoe heet (je|u)|vad heter du|hvad hedder du|hva heter du"
    r"|jak (sie )?(nazywasz|se jmenujes?)"
    r"|как (вас|тебя) зовут|(你|您)(叫|的名字叫)什么(名字)?|(你|您)叫什麼(名字)?|who are you)$"
)
"""Whole questions that ask for a name without the word."""

NAME: Final = "name"
"""The heading that such a question stands for."""

_YES_OR_NO: Final = _compared(
    r"^(do|does|did|are|is|will|would|can|could|may|should|have|has|shall"
    r"|bist|sind|ist|hast|haben|willst|wollen|mochtest|mochten|nimmst|nehmen|darf|durfen|kannst|konnen|spielst"
    r"|avez|etes|es|as|souhaitez|voulez|veux|pouvez|acceptez|autorisez|serez"
    r"|ben|bent|heb|hebt|wil|mag|mogen|ga|gaat|komt|kom|tienes|tiene|eres|quieres|deseas|vas|sei|hai|vuoi|czy)\b"
    r"|^(是否|有无|有無|可否|能否|您是否|你是否)|(吗|嗎|か|ますか|ですか|니까|나요)$"
)
"""Questions that are answered by yes or no."""


_WHAT: Final = _compared(r"何|なん|どこ|どちら|どの|무엇|어디|什么|什麼")
"""Words of other questions that end alike."""


def is_yes_or_no(folded: str) -> bool:
    """Return True for a question that is answered by yes or no, and names nothing."""
    plain = folded.strip(" ?")
    return bool(_YES_OR_NO.search(plain)) and not _WHAT.search(plain)


def within(folded: str) -> Iterator[str]:
    """Yield what a question may ask for, the longest part first: it without words of its frame."""
    plain = " ".join(re.sub(r"[?!,;¿¡。？！，]", " ", folded).split())
    if _NAME.search(plain):
        yield NAME
        return
    if is_yes_or_no(folded):
        return
    words = plain.split()
    first = next((at for at, word in enumerate(words) if word not in _FRAME), len(words))
    last = next((at for at in range(len(words), 0, -1) if words[at - 1] not in _FRAME), 0)
    parts = [" ".join(words[one:other]) for one in range(first + 1) for other in range(last, len(words) + 1)]
    yield from sorted({part for part in parts if part}, key=lambda part: (-len(part), part))
    if (short := _WORDLESS.sub("", plain).strip()) and short != plain:
        yield short


_NO_USE: Final = _compared(
    r"(?:^|\b)(?:"
    # when and how it was sent
    r"time ?stamps?|submi(t|ss|tted)\w*|"
    r"(start|end|completion|response|last modified|entry|order|created|updated) ?(time|date)"
    r"|date|dates|time|times|ip|ip address|network id|response id|respondent id|collector id|sid|token|seed|referr?er"
    r"|zeitstempel|datum|uhrzeit|startzeit|fertigstellungszeit|horodateur|soumis|heure|heures|marca temporal|fecha|hora"
    r"|carimbo de data|informazioni cronologiche|data e ora|ora|tijdstempel|tidsstampel|tidsstempel|tidspunkt|aikaleima"
    r"|sygnatura czasowa|data|casove razitko|idobelyeg|отметка времени|дата|время|zaman damgasi|tarih"
    # how to reach somebody
    r"|e ?mails?|mails?|mail ?adress\w*|phone\w*|tele(ph|f)on\w*|tel|mobile\w*|cell|whatsapp|telegram"
    r"|discord|wechat|line id"
    r"|facebook|instagram|handy\w*|rufnummer|portable|movil|celular|cellulare|telefo\w*|puhelin\w*|телефон|почта|address"
    r"|adress\w*|anschrift|adresse|direccion|indirizzo|adres|contact\w*|kontakt\w*|contacto|contatto|postcode|zip|plz"
    r"|emergency|notfall\w*|urgence|emergencia|emergenza|noodgeval|nod\w*"
    # what somebody eats, where they sleep, how they come
    r"|diet\w*|food|meals?|menu|lunch|dinner|breakfast|banquet|vegan\w*|vegetarian\w*|allerg\w*|intoleran\w*|essen\w*"
    r"|ernahrung\w*|mittagessen|abendessen|regime|repas|diner|dejeuner|comida|cena|almuerzo|pranzo|pasto|dieet\w*"
    r"|maaltijd\w*|kost\w*|mat|middag|питани\w*|аллерги\w*|ужин|обед"
    r"|hotels?|accommodat\w*|rooms?|roommate\w*|nights?|stay\w*|unterkunft|ubernacht\w*|zimmer|hebergement|chambre"
    r"|alojamiento|alloggio|camera|arriv\w*|depart\w*|travel\w*|flight\w*|train|parking|ankunft|anreise|abreise|arrivee"
    r"|llegada|arrivo|aankomst|ankomst|приезд\w*|shirt\w*|size|grosse|taille|talla|taglia|guests?|companions?|partner\w*|teammates?"
    r"|plus one|begleit\w*|accompagna\w*|parents?|guardian\w*"
    # money, agreement, remarks
    r"|pay|who pays|pays for|paying|payments?|paypal|paid|fees?|bank|iban|invoice|amount|price|ticket\w*"
    r"|quantity|zahlung\w*|bezahl\w*|betrag|paiement|pago"
    r"|pagamento|betaling\w*|consent\w*|agree\w*|terms|privacy|gdpr|dsgvo|rgpd|data protection|datenschutz\w*"
    r"|einwillig\w*|einverstand\w*|accord|accept\w*|comments?|remarks?|notes?|message|anything else|questions?"
    r"|bemerkung\w*|anmerkung\w*|kommentar\w*|remarques?|commentaires?|comentarios?|osservazioni|opmerking\w*"
    r"|hear about|heard|found us|erfahren|score|points|feedback|birth\w*|born|age|gender|sex|geburt\w*|geschlecht"
    r"|naissance|nacimiento|nascita|passport|password|captcha|beginner|experience|skill|level"
    r")(?:$|\b)"
    r"|時間戳|时间戳|提交|时间|時間|日期|耗时|耗時|来源|來源|用时|用時|电话|電話|手机|手機|微信|邮箱|郵箱|邮件|郵件|电邮|電郵|联系|聯絡|聯繫|地址"
    r"|饮食|飲食|忌口|过敏|過敏|素食|晚宴|晚餐|午餐|用餐|住宿|酒店|房间|房間|抵达|抵達|到达|到達|航班|车次|車次|交通|尺码|尺碼|缴费|繳費|付款|费用|費用"
    r"|备注|備註|留言|总分|總分|同意|性别|性別|年龄|年齡|生日|出生|身份证|身分證|紧急|緊急|陪同|家属|家屬"
    r"|タイムスタンプ|日時|日付|メール|電子メール|連絡|住所|アレルギー|食事|懇親会|夕食|昼食|宿泊|到着|支払|参加費|備考|コメント|ご質問|質問|生年月日|年齢"
    r"|ふりがな|フリガナ|カナ|よみがな|読み"
    r"|타임스탬프|이메일|전화|연락처|휴대|주소|식사|식단|알레르기|숙박|호텔|도착|결제|참가비|동의|비고|메모|생년|나이|성별|일시|시간|날짜"
)
"""Subjects of a form of which a list of players has no use."""

_PHOTO: Final = _compared(r"photo|foto|picture|bild|kuva|zdjeci|фото|写真|照片|拍照|사진")


def is_of_no_use(folded: str) -> bool:
    """Return True for a heading with a subject of which a list of players has no use, such as a meal or a telephone."""
    return bool(_NO_USE.search(folded)) and not _PHOTO.search(folded)


_ADDRESSED: Final = _compared(
    r"\b(your?|deine?|ihre?|votre|vos|ton|ta|tu|su|tuo|tua|jouw|uw|je|din|ditt|seu|sua|ваша?|ваше|твое|twoje|twoj)\b"
    r"|您|请|請|你的|あなた|ください|주세요|귀하"
)
"""Words of a heading that speaks to somebody."""


def is_question(heading: str) -> bool:
    """Return True for a heading as forms have it: a question, numbered, or one that speaks to somebody."""
    asks = re.search(r"[?？]\s*$", heading) or _ADDRESSED.search(without_accents(heading))
    return bool(asks) or asked_about(heading) != heading.strip()

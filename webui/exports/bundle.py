"""A match in one zip file: its records, photos, laid hands, followed deals and hand sheet.

Opening a bundle checks that it is consistent in itself: every file against its hash in `manifest.json`, every record
against its own hash and the chain of all, every photo, laid hand and followed deal against the hashes in the records,
the files for other programs and the sheet against those that the records give. Whoever makes a bundle can make all of
these, so `webui.table.known` compares its records with those that are here, and a phone its seals with those that it
was shown.
"""

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from importlib.metadata import version
from types import MappingProxyType
from typing import IO, Any, Final

from msgspec import convert, to_builtins

from scoring import RulingError
from scoring.errors import Value
from scoring.games.game import RuleBook
from scoring.match.errors import RecordError
from scoring.match.records import (
    Act,
    Imported,
    Pruned,
    record_from_dict,
    record_to_dict,
)
from scoring.match.state import Match
from scoring.rules import BOOKS, DEFAULT, tournament
from webui.base.text import BOM
from webui.exports.replays import files_of
from webui.exports.spreadsheet import sheet_table, to_csv
from webui.exports.workbook import to_xlsx
from webui.match.matches import TableMatch
from webui.messages import Messages
from webui.records.bundles import HARMLESS, BundleError, BundleFault, BundleNoteKind, ProblemKind
from webui.records.canonical import digest
from webui.records.chain import seal_of, seals
from webui.records.commitments import Commitments
from webui.records.evidence import hand_hash, steps_hash
from webui.records.followed import KeptStep, KeptSteps
from webui.records.hands import KeptHand
from webui.records.journal import JournalEntry, entry_of, fold_entries
from webui.records.photos.in_files import ending
from webui.records.references import referenced_ids
from webui.records.verifying import record_of, verify
from webui.serializers.sheet import hand_sheet_json
from webui.table.follow.hands import followed_in

FORMAT: Final = "tableside-match"
"""Name of the format in the manifest."""

VERSION: Final = 5
"""Version of the format; a bundle of a higher version is refused. In version 2 records have commitments, in version 3
there are followed deals, in version 4 also as files for other programs; in version 5 records have hashes of hands and
steps."""

_CHAINED: Final = 2
"""The first version whose bundles all have a chain."""

LARGEST: Final = 2 * 1024**3
"""Most bytes of all files together; 16 hands with photos take 0.1 GB. A larger limit lets an upload fill the disk."""

LARGEST_TEXT: Final = 16 * 1024**2
"""Most bytes of a file that is no photo; such a file is read into memory whole."""

MOST_FILES: Final = 20000
"""Most files in a bundle; fewer could refuse a long match whose deals were followed: some 150 pictures each."""

HELD: Final = 8 * 1024 * 1024
"""Bytes held in memory while a bundle is written; beyond this it goes to a temporary file."""

_PHOTO: Final = re.compile(r"photos/([0-9a-f]{64})\.(jpg|png|webp|heic|bin)")
_STEP: Final = re.compile(r"followed/([1-9][0-9]{0,8})\.jpg")
_REPLAY: Final = re.compile(r"replays/[a-z0-9][a-z0-9.-]{0,60}")
_TEXTS: Final = ("records.jsonl", "hands.jsonl", "followed.jsonl", "sheet.json", "sheet.csv", "sheet.xlsx")
_MANIFEST: Final = "manifest.json"
NO_REPLAYS: Final[Mapping[str, str]] = MappingProxyType({})
_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Bundle:
    """An opened bundle.

    Attributes:
        records: The records of the match.
        preset: The TOML text of the tournament's own rules; "" for built-in rules.
        match: The match that the records give.
        hands: The laid hands.
        followed: The steps of its followed deals.
        photos: The hashes of the photos that are included and undamaged.
        made: When the bundle was written (ISO 8601).
        seal: SHA-256 of the manifest, which has the hash of every file.
        problems: The checks that failed.
        notes: What the bundle has and nothing in it covers.
        seals: The number of each record, and the seal after it.
    """

    records: tuple[JournalEntry[Act], ...]
    preset: str
    match: Match
    hands: tuple[KeptHand, ...]
    followed: tuple[KeptStep, ...]
    photos: tuple[str, ...]
    made: str
    seal: str
    problems: tuple[BundleFault, ...]
    notes: tuple[BundleFault, ...]
    seals: tuple[tuple[int, str], ...]

    @property
    def sound(self) -> bool:
        """True if all checks passed."""
        return all(problem.kind in HARMLESS for problem in self.problems)

    def to_keep(self) -> list[JournalEntry[Act]]:
        """Return the records for the database.

        Raises:
            BundleError: `bundle-unsound`, a check failed.
        """
        if not self.sound:
            raise BundleError("bundle-unsound")
        return list(self.records)


def belongs(name: str) -> bool:
    """Return True if a bundle may have a file of this name."""
    return name == _MANIFEST or name in _TEXTS or any(kind.fullmatch(name) for kind in (_PHOTO, _STEP, _REPLAY))


def write_bundle(
    out: IO[bytes],
    match: Match,
    records: Sequence[JournalEntry[Act]],
    hands: Sequence[KeptHand] = (),
    photo: Callable[[str], bytes | None] = lambda sha256: None,
    followed: Sequence[KeptStep] = (),
    step_picture: Callable[[int], bytes | None] = lambda number: None,
    replays: Mapping[str, str] = NO_REPLAYS,
) -> str:
    """Write a bundle.

    Args:
        out: The file to write to.
        match: The match that the records give.
        records: The records of the match, in order.
        hands: The hands laid for the match.
        photo: Returns the photo with a hash, or None if it is no longer stored.
        followed: The steps of the deals that were followed in it.
        step_picture: Returns the picture of a step by its number, or None.
        replays: The texts of the same deals for other programs, by their names.

    Returns:
        The seal: the SHA-256 of the manifest, which has the hash of every file.
    """
    english = Messages.of("en")
    files: dict[str, str] = {}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name: str, data: bytes) -> None:
            files[name] = digest(data)
            kept = zipfile.ZIP_STORED if name.startswith(("photos/", "followed/")) else zipfile.ZIP_DEFLATED
            archive.writestr(name, data, kept)

        preset: list[Any] = [{"preset": match.rules.text}] if match.rules.text else []
        add("records.jsonl", _lines([*preset, *map(_record_json, records)]))
        if hands:
            add("hands.jsonl", _lines(map(_hand_json, hands)))
        if followed:
            add("followed.jsonl", _lines(map(asdict, followed)))
        for step in followed:
            data = step_picture(step.number) if step.pictured else None
            if data is not None:
                add(f"followed/{step.number}.jpg", data)
        for name, text in replays.items():
            add(f"replays/{name}", text.encode())
        add("sheet.json", json.dumps(hand_sheet_json(match, english), ensure_ascii=False).encode())
        add("sheet.csv", BOM + to_csv(sheet_table(match, english)).encode())
        add("sheet.xlsx", to_xlsx(match, records, english))
        names = [name for kept in records for name in referenced_ids(kept.act, "photo")]
        for name in dict.fromkeys([*names, *(hand.photo for hand in hands if hand.photo)]):
            data = photo(name)
            if data is not None:
                add(f"photos/{name}.{ending(data)}", data)
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "program": version("tableside"),
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "rules": match.rules.name,
            "chain": seal_of(records),
            "files": files,
        }
        written = json.dumps(manifest, indent=1).encode()
        archive.writestr(_MANIFEST, written)
    return digest(written)


def _hand_json(hand: KeptHand) -> dict[str, Any]:
    """Return a hand in the format of a bundle, which has `sent` only where the photo was changed for storage."""
    return {name: value for name, value in asdict(hand).items() if name != "sent" or value}


def open_bundle(file: IO[bytes]) -> Bundle:
    """Open a bundle and check it.

    Args:
        file: The bundle; it is read to the end.

    Raises:
        BundleError: The file is no bundle, too large or of a newer version, or its records cannot be read.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            return _Opened(archive).bundle()
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError) as error:
        raise BundleError("not-a-bundle") from error


def step_pictures(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the pictures of the steps of an opened bundle, each with the number of its step."""
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            if found := _STEP.fullmatch(name):
                yield int(found[1]), archive.read(name)


def photographs(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the photos of an opened bundle."""
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            if _PHOTO.fullmatch(name):
                yield archive.read(name)


class _Opened:
    """A bundle while it is opened; adds what it finds wrong to `problems`."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._infos = {info.filename: info for info in archive.infolist()}
        if len(archive.infolist()) > MOST_FILES or sum(info.file_size for info in archive.infolist()) > LARGEST:
            raise BundleError("bundle-too-large", most=LARGEST // 1024**2)
        if len(self._infos) < len(archive.infolist()):
            raise BundleError("not-a-bundle")  # two files of one name
        self.problems: list[BundleFault] = []
        self.notes: list[BundleFault] = []

    def bundle(self) -> Bundle:
        text, manifest = self._manifest()
        files = {str(name): str(sha256) for name, sha256 in manifest["files"].items()}
        sound = self._sound(files)
        preset, book, records = self._records(sound, str(manifest.get("rules", "")))
        match = fold_entries(records, book)
        hands = self._hands(sound)
        followed = self._followed(sound)
        photos = [found[1] for name in sound if (found := _PHOTO.fullmatch(name))]
        self._check_records(records, match)
        self._check_photos(records, hands, photos)
        self._check_sheet(sound, match)
        edition, chain = manifest["version"], tuple(zip([kept.number for kept in records], seals(records), strict=True))
        if "chain" not in manifest and edition >= _CHAINED:
            self._say("chain-missing")
        elif manifest.get("chain", chain[-1][1]) != chain[-1][1]:
            self._say("chain-differs")
        if edition < VERSION:
            self._note("earlier-format", version=edition)
        else:
            self._check_hands(records, hands)
            if not match.missing:
                self._check_followed(records, match, followed)
            self._check_replays(records, match, followed, files, str(manifest.get("program")))
        return Bundle(
            tuple(records),
            preset,
            match,
            tuple(hands),
            tuple(followed),
            tuple(photos),
            str(manifest.get("made", "")),
            digest(text),
            tuple(self.problems),
            tuple(self.notes),
            chain,
        )

    def _read(self, name: str, most: int) -> bytes:
        info = self._infos[name]
        if info.file_size > most:
            raise BundleError("bundle-too-large", most=most // 1024**2)
        with self._archive.open(info) as opened:
            return opened.read(most + 1)

    def _manifest(self) -> tuple[bytes, dict[str, Any]]:
        if _MANIFEST not in self._infos:
            raise BundleError("not-a-bundle")
        text = self._read(_MANIFEST, LARGEST_TEXT)
        manifest = _object(text)
        if manifest is None or manifest.get("format") != FORMAT or not isinstance(manifest.get("files"), dict):
            raise BundleError("not-a-bundle")
        edition = manifest.get("version")
        if not isinstance(edition, int) or edition < 1:
            raise BundleError("not-a-bundle")
        if edition > VERSION:
            raise BundleError("newer-bundle", version=edition)
        return text, manifest

    def _sound(self, files: Mapping[str, str]) -> dict[str, bytes]:
        """Return the texts by name, and the names of photos, of the files whose hash is right."""
        sound: dict[str, bytes] = {}
        for name, sha256 in files.items():
            photo, unread = _PHOTO.fullmatch(name), _STEP.fullmatch(name) or _REPLAY.fullmatch(name)
            if not photo and not unread and name not in _TEXTS:
                self._say("file-unknown", file=name)
            elif name not in self._infos:
                self._say("file-missing", file=name)
            elif photo:
                if photo[1] != sha256 or self._hash(name) != sha256:
                    self._say("file-changed", file=name)
                else:
                    sound[name] = b""
            elif unread:
                if self._hash(name) != sha256:
                    self._say("file-changed", file=name)
            else:
                data = self._bytes(name)
                if data is None or digest(data) != sha256:
                    self._say("file-changed", file=name)
                else:
                    sound[name] = data
        for name in self._infos:
            if name not in files and name != _MANIFEST:
                self._say("file-unknown", file=name)
        return sound

    def _bytes(self, name: str) -> bytes | None:
        """Return the bytes of a file that is no photo, or None if it is damaged."""
        try:
            return self._read(name, LARGEST_TEXT)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError):
            return None

    def _hash(self, name: str) -> str:
        """Return the SHA-256 of a file, read in pieces; "" if it is damaged."""
        found = hashlib.sha256()
        try:
            with self._archive.open(name) as opened:
                while chunk := opened.read(_CHUNK):
                    found.update(chunk)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError):
            return ""
        return found.hexdigest()

    def _records(self, sound: Mapping[str, bytes], rules: str) -> tuple[str, RuleBook, list[JournalEntry[Act]]]:
        name = "records.jsonl"
        data = sound.get(name)
        if data is None:  # shown all the same, with the problem
            data = self._bytes(name) if name in self._infos else None
        if data is None:
            raise BundleError("bundle-unreadable", file=name)
        preset, book = "", BOOKS.get(rules)
        records: list[JournalEntry[Act]] = []
        try:
            for at, line in enumerate(data.splitlines()):
                values = json.loads(line)
                if at == 0 and "preset" in values:
                    preset = str(values["preset"])
                    book = tournament(preset)  # valid for this match only
                    continue
                number = values["number"]
                if not isinstance(number, int) or (records and number <= records[-1].number):
                    raise TypeError(number)
                made = convert(values["commitments"], Commitments) if "commitments" in values else None
                known = (str(values["id"]), str(values["hash"]), made)
                records.append(entry_of(number, record_from_dict(values, kept=True), *known))
        except (ValueError, KeyError, TypeError, RecursionError, RecordError, RulingError) as error:
            raise BundleError("bundle-unreadable", file=name) from error
        if not records or (preset and (book is None or book.name != rules)):
            raise BundleError("bundle-unreadable", file=name)
        return preset, book or BOOKS[DEFAULT], records  # rules that are not installed are refused by name

    def _hands(self, sound: Mapping[str, bytes]) -> list[KeptHand]:
        hands = []
        try:
            for line in sound.get("hands.jsonl", b"").splitlines():
                values = json.loads(line)
                kept = {"sent": ""} | values
                kept = {item.name: kept[item.name] for item in fields(KeptHand)}
                hands.append(KeptHand(**{**kept, "changes": tuple(kept["changes"])}))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BundleError("bundle-unreadable", file="hands.jsonl") from error
        return hands

    def _followed(self, sound: Mapping[str, bytes]) -> list[KeptStep]:
        try:
            return [convert(json.loads(line), KeptStep) for line in sound.get("followed.jsonl", b"").splitlines()]
        except (ValueError, RecursionError) as error:
            raise BundleError("bundle-unreadable", file="followed.jsonl") from error

    def _check_records(self, records: Sequence[JournalEntry[Act]], match: Match) -> None:
        found = verify([record_of(kept) for kept in records])
        if found.earlier:
            self._note("earlier-records", count=len(found.earlier))
        if imported := [kept.act.records for kept in records if isinstance(kept.act, Imported)]:
            self._note("imported-records", count=sum(imported))
        if match.missing:
            self._say("rules-missing", rules=match.missing)
        for kept in records:
            if kept.number in found.forged:
                self._say("record-changed", number=kept.number)
            elif kept.number in (*found.nameless, *found.open):
                self._say("record-erased", number=kept.number)
            if kept.number in match.refused and not match.missing:
                self._say("record-refused", number=kept.number)

    def _check_hands(self, records: Sequence[JournalEntry[Act]], hands: Sequence[KeptHand]) -> None:
        """Compare the laid hands with the last record that names each."""
        covered = dict[str, str]()
        for kept in records:
            ids = [*referenced_ids(kept.act, "laid")]
            evidence = kept.commitments.evidence if kept.commitments else None
            hashes = evidence.hands if evidence and len(evidence.hands) == len(ids) else ("",) * len(ids)
            covered |= dict(zip(ids, hashes, strict=True))
        for hand in hands:
            known, edits = covered.pop(hand.id, None), len(hand.changes)
            found = next((n for n in range(edits, -1, -1) if known and hand_hash(hand, n) == known), None)
            if known is None:
                self._say("hand-unnamed", number=hand.number)
            elif not known:
                self._note("hands-uncovered", number=hand.number)
            elif found is None:
                self._say("hand-changed", number=hand.number)
            elif found < edits:
                self._note("hand-edited", number=hand.number)
        for id in [id for id, known in covered.items() if known]:
            self._say("hand-missing", hand=id)

    def _check_followed(self, records: Sequence[JournalEntry[Act]], match: Match, followed: Sequence[KeptStep]) -> None:
        """Compare the followed deals with the last record that names those of each hand."""
        evidence = [kept.commitments.evidence if kept.commitments else None for kept in records]
        covered = {each.steps.began: each.steps for each in evidence if each and each.steps}
        whole = TableMatch(records[0].number, tuple(records), match)
        beginnings = {whole.deal_of(hand).began: hand for hand in match.hands}
        deals = dict[int, list[KeptStep]]()
        for step in sorted(followed, key=lambda step: (step.deal, step.number)):
            deals.setdefault(step.deal, []).append(step)
        of_hands = dict[int, list[KeptStep]]()
        for steps in deals.values():
            heads = [step.began for step in steps if step.began]
            of_hands.setdefault(heads[-1] if heads else 0, []).extend(steps)
        for began, steps in of_hands.items():
            known, hand = covered.get(began), beginnings.get(began)
            first = sorted(steps, key=lambda step: step.number)[: known.count] if known else []
            if hand is None:
                self._say("steps-unnamed", number=0)
            elif known and steps_hash(first) != known.hash:
                self._say("steps-changed", number=hand.number)
            elif not known and all(evidence) and hand.ended and _is_of_one_hand(steps):
                self._say("steps-unnamed", number=hand.number)
            elif not known or known.count < len(steps):
                self._note("deals-uncovered", number=hand.number)

    def _check_replays(
        self,
        records: Sequence[JournalEntry[Act]],
        match: Match,
        followed: Sequence[KeptStep],
        files: Mapping[str, str],
        program: str,
    ) -> None:
        """Compare the files for other programs with those that the followed deals give."""
        found = {name.removeprefix("replays/"): made for name, made in files.items() if _REPLAY.fullmatch(name)}
        if program != version("tableside") or match.missing:
            if found:
                self._note("replays-unchecked", program=program)
            return
        whole = TableMatch(records[0].number, tuple(records), match)
        deals = tuple(followed_in(KeptSteps(followed), records[0].stream, [whole]))
        made = files_of(deals, whole, Messages.of("en"))
        if found != {name: digest(text.encode()) for name, text in made.items()}:
            self._say("replays-differ")

    def _check_photos(
        self, records: Sequence[JournalEntry[Act]], hands: Iterable[KeptHand], photos: Sequence[str]
    ) -> None:
        places = {name: kept.number for kept in records for name in referenced_ids(kept.act, "photo")}
        places |= {hand.photo: 0 for hand in hands if hand.photo and hand.photo not in places}
        pruned = {name for kept in records if isinstance(kept.act, Pruned) for name in kept.act.photos}
        for name, number in places.items():
            if name not in photos:
                self._say("photo-pruned" if name in pruned else "photo-missing", photo=name, number=number)

    def _check_sheet(self, sound: Mapping[str, bytes], match: Match) -> None:
        sheet = _object(sound.get("sheet.json", b""))
        if sheet is None:
            self._say("sheet-differs")
        elif match.missing or not sheet.get("players"):
            pass  # the rules are missing here, or were where the file was made, whose sheet says nothing then
        elif match.before and sheet.get("totals") == match.before:
            pass  # an earlier version made the file; the sheet of this one has both totals
        elif _figures(sheet) != _figures(hand_sheet_json(match, Messages.of("en"))):
            self._say("sheet-differs")

    def _note(self, kind: BundleNoteKind, **about: Value) -> None:
        self.notes.append(BundleFault(kind, about))

    def _say(self, kind: ProblemKind, **about: Value) -> None:
        self.problems.append(BundleFault(kind, about))


def _is_of_one_hand(steps: Sequence[KeptStep]) -> bool:
    """Return True unless somebody said later which hand a deal is: no record may have come since."""
    return len([step for step in steps if step.began]) == len({step.deal for step in steps})


_NOT_COMPARED: Final = (
    "penalties",
    "departures",
    "appeals",
    "mispaid",
    "body",
    "rules",
    "rules_says",
    "recounted",
    "money",
    "unit",
    "house_totals",
)
"""Keys of a hand sheet whose values are, or contain, sentences and amounts of money as people write them, or follow
from totals and rules."""


def _figures(sheet: Mapping[str, Any]) -> Any:
    """Return the figures of a hand sheet to compare, without sentences and without keys that older versions lack.

    Values of hands that are empty are left out: games added keys, which are empty in the hands of others.
    """
    kept = json.loads(json.dumps({key: value for key, value in sheet.items() if key not in _NOT_COMPARED}))
    for hand in kept["hands"] if isinstance(kept.get("hands"), list) else ():
        if isinstance(hand, dict):
            for key in (
                "corrected",
                "deal",
                "gains",
                "house_gains",
                *[key for key, value in hand.items() if not value],
            ):
                hand.pop(key, None)
    if not kept.get("results"):
        kept.pop("results", None)
    return kept


def _object(text: bytes) -> dict[str, Any] | None:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def _record_json(kept: JournalEntry[Act]) -> dict[str, Any]:
    made = {"commitments": to_builtins(kept.commitments)} if kept.commitments else {}
    return {"number": kept.number, "id": str(kept.id), "hash": kept.hash, **made, **record_to_dict(kept.record)}


def _lines(values: Iterable[Any]) -> bytes:
    out = io.BytesIO()
    for value in values:
        out.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")
    return out.getvalue()

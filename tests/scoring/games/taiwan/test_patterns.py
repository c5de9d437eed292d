"""Each pattern of Taiwan beside those that it excludes, under each answer: hands that the description decides."""

from scoring.games.taiwan.patterns import PATTERNS
from tests.rows import row_by_row
from tests.scoring.games.taiwan_hands import lines_of, scored


@row_by_row(
    ("rules", "switches", "hand", "lines"),
    [
        ("home", "", "234m567m345p678p99s34s 5s discard seat=W round=S from=S flowers=0", "1.1=1 2.1=2"),
        ("home", "", "[1111m]234m345p678p99s34s 5s discard seat=W round=S from=S flowers=0", "1.1=1"),
        ("home", "", "[111m,1]234m345p678p99s34s 5s self-draw seat=W round=S flowers=0", "1.2=1"),
        ("home", "", "[1111m]234m345p678p99s34s 5s self-draw seat=W round=S flowers=0 no-kong", "1.3=3"),
        ("home", "", "[1111m,1][234m,1][345p,1][678p,1][789s,1]9s 9s discard seat=W round=S from=N flowers=0", "1.4=2"),
        (
            "atw",
            "",
            "[1111m,1][234m,1][345p,1][678p,1][789s,1]9s 9s discard seat=W round=S from=N flowers=0 wind=E",
            "1.4=2 1.6=1",
        ),
        ("home", "", "[1111m][234m,1][345p,1][678p,1][789s,1]9s 9s discard seat=W round=S from=N flowers=0", "1.6=1"),
        (
            "home",
            "TW9=adds",
            "[1111m,1][234m,1][345p,1][678p,1][789s,1]9s 9s self-draw seat=W round=S flowers=0 no-kong",
            "1.2=1 1.5=1 1.6=1",
        ),
        (
            "home",
            "TW10=0",
            "[1111m,1][234m,1][345p,1][678p,1][789s,1]9s 9s self-draw seat=W round=S flowers=0 no-kong",
            "1.2=1 1.6=1",
        ),
        (
            "home",
            "TW10=0 TW9=adds",
            "[1111m,1][234m,1][345p,1][678p,1][789s,1]9s 9s self-draw seat=W round=S flowers=0 no-kong",
            "1.2=1 1.6=1",
        ),
        (
            "home",
            "TW12=0 TW9=adds",
            "[1111m,1][234m,1][345p,1][678p,1][789s,1]9s 9s self-draw seat=W round=S flowers=0 no-kong",
            "1.2=1 1.5=1",
        ),
        ("home", "", "[234p,1][567p,1]345s66m777s89m 7m discard seat=W round=E from=N flowers=0", "1.6=1"),
        ("home", "", "[234p,1][567p,1]345s66m777s79m 8m discard seat=W round=E from=N flowers=0", "1.6=1"),
        ("home", "", "[234p,1][567p,1][345s,1]777s4567m 7m discard seat=W round=E from=N flowers=0", ""),
        ("home", "", "[3333m][567p,1][345s,1][678s,1]1112m 2m discard seat=W round=E from=N flowers=0", "1.6=1"),
        (
            "home",
            "",
            "[3333m][567p,1][345s,1][678s,1]1112m 2m self-draw seat=W round=E flowers=0 no-kong",
            "1.2=1 1.6=1",
        ),
        ("home", "", "[1111m][567p,1][345s,1][678s,1]23m55p 4m discard seat=W round=E from=N flowers=0", ""),
        ("home", "", "123m567p345s678s55p23m 4m discard kong seat=S round=E from=N flowers=0", "1.1=1 1.7=1 2.1=2"),
        ("home", "", "[CCC,1]123m567p345s55p23m 4m self-draw kong seat=S round=E flowers=s4", "1.2=1 1.8=1 3.1=1"),
        ("home", "", "[CCC,1]123m567p345s55p23m 4m self-draw kong seat=S round=E flowers=3", "1.2=1 1.8=1 3.1=1"),
        (
            "home",
            "",
            "[CCC,1]123m567p345s55p23m 4m discard seat=S round=E from=W flowers=7",
            "3.1=1 4.2=2",
        ),  # the least
        (
            "home",
            "TW24=adds",
            "[CCC,1]123m567p345s55p23m 4m discard seat=S round=E from=W flowers=7",
            "3.1=1 4.1=1 4.2=2",
        ),
        (
            "home",
            "",
            "[CCCC,1]123m567p345s55p23m 4m self-draw kong last-tile seat=S round=E flowers=0",
            "1.2=1 1.8=1 1.9=1 3.1=1",
        ),
        ("home", "", "[CCC,1]123m567p345s55p23m 4m discard last-tile from=W seat=S round=E flowers=0", "1.10=1 3.1=1"),
        (
            "gamesofa",
            "",
            "[CCC,1]123m567p345s55p23m 4m self-draw last-tile seat=S round=E flowers=0 wind=S",
            "1.2=1 1.9=1 3.1=1",
        ),
        ("home", "TW13=0", "[CCC,1]123m567p345s55p23m 4m discard last-tile from=W seat=S round=E flowers=0", "3.1=1"),
        ("home", "", "123m567p345s678s55p23m 4m discard ready seat=S round=E from=N flowers=0", "1.1=1 2.1=2"),
        (
            "gamesofa",
            "",
            "123m567p345s678s55p23m 4m discard ready seat=S round=E from=N flowers=0 wind=E",
            "1.1=1 1.11=1 2.1=2",
        ),
        (
            "gamesofa",
            "",
            "123m567p345s678s55p23m 4m discard ready=heaven seat=S round=E from=N flowers=0 wind=E",
            "1.1=1 1.11=1 2.1=2",
        ),
        (
            "gamesofa",
            "",
            "123m567p345s678s55p23m 4m self-draw ready=heaven seat=S round=E flowers=0 wind=E",
            "1.3=3 1.11=1",
        ),
        (
            "gamesofa",
            "TW15=16",
            "123m567p345s678s55p23m 4m self-draw ready=heaven seat=S round=E flowers=0 wind=E",
            "1.3=2 1.12=16",
        ),
        ("home", "", "123m567p345s678s55p23m 4m discard ready=heaven seat=S round=E from=N flowers=0", "1.12=8 2.1=2"),
        ("home", "", "123m567p345s678s55p23m 4m self-draw ready=heaven seat=S round=E flowers=0", "1.2=1 1.12=8"),
        ("home", "", "123m567p345s678s55p23m 4m discard ready=earth seat=S round=E from=N flowers=0", "1.13=4 2.1=2"),
        (
            "home",
            "TW16=0",
            "123m567p345s678s55p23m 4m discard ready=earth seat=S round=E from=N flowers=0",
            "1.1=1 2.1=2",
        ),
        ("home", "TW16=0", "123m567p345s678s55p23m 4m self-draw ready=earth seat=S round=E flowers=0", "1.3=3"),
        (
            "home",
            "TW16=8 TW14=1",
            "123m567p345s678s55p23m 4m discard ready=earth seat=S round=E from=N flowers=0",
            "1.13=8 2.1=2",
        ),
        (
            "home",
            "TW16=0 TW14=1",
            "123m567p345s678s55p23m 4m discard ready=earth seat=S round=E from=N flowers=0",
            "1.1=1 1.11=1 2.1=2",
        ),
        ("home", "", "[5555p]123m345s678s99p23m 4m discard ready=earth seat=S round=E from=N flowers=0", "1.13=4"),
        ("home", "", "1122m3344p5566s9sEEE 9s self-draw ready=heaven seat=S round=W flowers=0", "1.2=1 1.12=8 2.9=8"),
        (
            "home",
            "TW17=2",
            "1122m3344p5566s9sEEE 9s self-draw ready=heaven seat=S round=W flowers=0",
            "1.2=1 1.12=8 2.9=8",
        ),
        ("home", "", "[123m,1]567p345s678sEE23m 4m discard seat=S round=E from=N flowers=0", ""),
        ("home", "", "[123m,1]567p345s678s55p23m 4m discard seat=S round=E from=N flowers=f1", ""),
        ("home", "TW32=off", "[123m,1]567p345s678s55p23m 4m discard seat=S round=E from=N flowers=0", "2.1=2"),
        ("home", "TW32=each", "[123m,1]567p345s678s55p23m 4m discard seat=S round=E from=N flowers=f1", "4.3=1"),
        ("home", "", "[123m,1]567p345s678s55p12m 3m discard seat=S round=E from=N flowers=0", "1.6=1"),
        ("home", "TW11=every", "[567p,1]345s678s55p12345m 6m discard seat=S round=E from=N flowers=0", "2.1=2"),
        ("home", "TW11=every", "[567p,1]345s678s55p12345m 3m discard seat=S round=E from=N flowers=0", ""),
        ("home", "TW11=every", "[567p,1]345s678s55p56789m 7m discard seat=S round=E from=N flowers=0", ""),
        ("home", "TW11=every", "[567p,1]345s678s55p56789m 4m discard seat=S round=E from=N flowers=0", "2.1=2"),
        ("home", "TW11=every", "[567p,1]345s678s55p34567m 5m discard seat=S round=E from=N flowers=0", "2.1=2"),
        ("home", "TW11=two", "[567p,1]345s678s55p34567m 5m discard seat=S round=E from=N flowers=0", ""),
        ("home", "TW11=two", "[567p,1]345s678s55p34m678m 2m discard seat=S round=E from=N flowers=0", "2.1=2"),
        ("home", "", "[567p,1]345s678s234p2345m 5m discard seat=S round=E from=N flowers=0", ""),
        ("home", "", "[567p,1]345s678s234p3455m 5m discard seat=S round=E from=N flowers=0", "2.1=2"),
        ("home", "", "[567p,1]345s678s234p3455m 2m discard seat=S round=E from=N flowers=0", "2.1=2"),
        ("home", "", "[567p,1]345s678s234p3445m 4m discard seat=S round=E from=N flowers=0", "1.6=1"),
        (
            "home",
            "",
            "[1111m][222p,1][3333s]777m555p4s 4s discard seat=S round=W from=N flowers=0",
            "1.6=1 2.2=4 2.4=5",
        ),
        ("home", "", "[1111m][3333s]777m555p88m44s 4s discard seat=S round=W from=N flowers=0", "1.1=1 2.2=4 2.4=5"),
        (
            "home",
            "TW18=6",
            "[1111m][3333s]777m555p88m44s 4s discard seat=S round=W from=N flowers=0",
            "1.1=1 2.2=4 2.4=6",
        ),
        ("home", "", "[1111m][3333s]777m555p88m44s 4s self-draw seat=S round=W flowers=0 no-kong", "1.3=3 2.2=4 2.5=8"),
        (
            "home",
            "TW19=16",
            "[1111m][3333s]777m555p88m44s 4s self-draw seat=S round=W flowers=0 no-kong",
            "1.3=3 2.2=4 2.5=16",
        ),
        (
            "home",
            "",
            "[1111m][3333s]777m555p888m4s 4s discard seat=S round=W from=N flowers=0",
            "1.1=1 1.6=1 2.2=4 2.5=8",
        ),
        ("atw", "", "[1111m][3333s]777m555p888m4s 4s discard seat=S round=W from=N flowers=0 wind=W", "1.6=1 2.5=8"),
        (
            "atw",
            "",
            "[1111m][3333s]777m555p888m4s 4s self-draw seat=S round=W flowers=0 wind=W no-kong",
            "1.3=2 1.6=1 2.5=8",
        ),
        (
            "atw",
            "",
            "[1111m][3333s]777m555p888m4s 4s self-draw ready=earth seat=S round=W flowers=0 wind=W no-kong",
            "1.2=1 1.6=1 1.13=4 2.5=8",
        ),
        (
            "atw",
            "TW17=2",
            "[1111m][3333s]777m555p888m4s 4s self-draw ready=earth seat=S round=W flowers=0 wind=W no-kong",
            "1.3=2 1.6=1 1.13=4 2.5=8",
        ),
        ("home", "", "[456p,1][567p,1]111222333m9s 9s discard seat=S round=E from=W flowers=0", "1.6=1 2.3=2"),
        ("home", "", "[CCC,1]123m456m789m22m67m 8m discard seat=S round=E from=W flowers=0", "2.6=4 3.1=1"),
        ("home", "", "[234m,1]123m456m789m22m67m 8m discard seat=S round=E from=W flowers=0", "2.1=2 2.7=8"),
        ("home", "TW21=12", "[234m,1]123m456m789m22m67m 8m discard seat=S round=E from=W flowers=0", "2.1=2 2.7=12"),
        ("home", "", "[EEE,1][SSS,1]CCCFFFPPNN P self-draw seat=W round=N flowers=0", "1.2=1 2.3=2 2.8=16 3.6=8"),
        ("home", "TW22=8", "[EEE,1][SSS,1]CCCFFFPPNN P discard from=E seat=W round=N flowers=0", "2.8=8 3.6=8"),
        (
            "home",
            "TW32=each",
            "[EEE,1][SSS,1]CCCFFFPPNN P discard from=E seat=W round=N flowers=0",
            "2.8=16 3.6=8 3.4=2",
        ),
        ("home", "", "EESSWWNNCCFFPPEE P self-draw seat=S round=S flowers=0", "1.2=1 2.8=16 2.9=8 3.1=1"),
        ("home", "", "EESSWWNNCCFFPPEE S self-draw seat=S round=S flowers=0", "1.2=1 2.8=16 2.9=8 3.2=1 3.3=1"),
        ("home", "", "1133557799m113399p 1m discard seat=S round=E from=E flowers=0", "2.9=8"),
        ("home", "", "113355779mEECCWWW 9m discard seat=W round=W from=E flowers=f3", "2.6=4 2.9=8 3.2=1 3.3=1 4.1=1"),
        (
            "home",
            "",
            "11333355779mCCCEE 9m self-draw last-tile seat=W round=N flowers=0",
            "1.2=1 1.9=1 2.6=4 2.9=8 3.1=1",
        ),
        ("home", "", "112233m112233p11s88s 8s discard seat=W round=N from=E flowers=0", "2.9=8"),
        ("home", "", "112233m112233p1s888s 1s discard seat=W round=N from=E flowers=0", "2.9=8"),
        ("home", "TW29=0", "112233m112233p1s888s 1s discard seat=W round=N from=E flowers=0", "1.1=1 1.6=1"),
        ("home", "", "1122334455667788m 8m discard seat=W round=N from=E flowers=0", "2.7=8 2.9=8"),
        ("home", "", "[EEE,1]123m456p789s55s34m 5m discard seat=E round=E from=S flowers=0", "3.2=1 3.3=1"),
        ("home", "", "[EEE,1]123m456p789s55s34m 5m discard seat=W round=S from=S flowers=0", ""),
        ("home", "TW32=each", "[EEE,1]123m456p789s55s34m 5m discard seat=W round=S from=S flowers=0", "3.4=1"),
        ("home", "TW32=each", "[EEE,1]123m456p789s55s34m 5m discard seat=E round=E from=S flowers=0", "3.4=1"),
        (
            "home",
            "TW32=each",
            "[EEE,1][SSS,1][WWW,1]NN123m45m 6m discard seat=E round=E from=S flowers=f1f2f3f4s1",
            "2.6=4 3.4=3 3.7=8 4.3=5",
        ),
        (
            "home",
            "TW32=each TW23=excludes",
            "[EEE,1][SSS,1][WWW,1]NN123m45m 6m discard seat=E round=E from=S flowers=f1f2f3f4s1",
            "2.6=4 3.4=3 3.7=8 4.3=5",
        ),
        (
            "home",
            "TW32=each",
            "[EEE,1][SSS,1][WWW,1][NNN,1]1188m 8m discard seat=E round=E from=S flowers=0",
            "2.2=4 2.6=4 3.8=16",
        ),
        (
            "home",
            "TW23=excludes",
            "[EEE,1][SSS,1][WWW,1]NN123m45m 6m discard seat=E round=E from=S flowers=f1",
            "2.6=4 3.7=8 4.1=1",
        ),
        (
            "home",
            "",
            "[EEE,1][SSS,1][WWW,1]NN123m45m 6m discard seat=E round=E from=S flowers=f1",
            "2.6=4 3.2=1 3.3=1 3.7=8 4.1=1",
        ),
        ("home", "", "[CCC,1][FFF,2]PP123m456m78s 9s discard seat=S round=E from=E flowers=0", "3.5=4"),
        ("home", "", "[CCC,1][FFF,2][PPP,1]11p123m78s 9s discard seat=S round=E from=E flowers=0", "3.6=8"),
        ("home", "", "[CCC,1][FFF,2]11p123m456m78s 9s discard seat=S round=E from=E flowers=0", "3.1=2"),
        ("home", "", "[CCC,1]11p123m456m345s78s 9s discard seat=S round=E from=E flowers=f1f3s1s4", "3.1=1"),
        ("home", "", "[CCC,1]11p123m456m345s78s 9s discard seat=S round=E from=E flowers=f2s2", "3.1=1 4.1=2"),
        ("home", "", "[CCC,1]11p123m456m345s78s 9s discard seat=S round=E from=E flowers=8", "3.1=1 4.2=4"),
        (
            "home",
            "TW24=adds",
            "[CCC,1]11p123m456m345s78s 9s discard seat=S round=E from=E flowers=8",
            "3.1=1 4.1=2 4.2=4",
        ),
        ("atw", "", "[CCC,1]11p123m456m345s78s 9s discard seat=E round=E from=S flowers=f2s2 wind=S", "3.1=1 4.1=2"),
        (
            "home",
            "",
            "123m567p345s678s55p23m 4m self-draw flower-win kong seat=E round=E flowers=8",
            "1.3=3 1.8=1 4.4=8",
        ),
        (
            "home",
            "",
            "[123m,1]567p345s678s55p23m 4m self-draw flower-win seat=E round=E flowers=8 no-kong",
            "1.2=1 4.4=8",
        ),
        (
            "home",
            "",
            "[123m,1]567p345s678s55p23m 4m discard from=S flower-win seat=W round=E flowers=f1f2f3f4s1s2s3",
            "4.5=8",
        ),
        (
            "home",
            "",
            "[123m,1]567pCCC678s55p23m 4m discard from=E flower-win seat=W round=E flowers=f1f2f3f4s1s2s3",
            "3.1=1 4.5=8",
        ),
        ("home", "TW30=16", "1359m258p147sESWNCF P self-draw seat=S round=E flowers=8 flower-win", "4.4=16"),
        (
            "home",
            "TW30=0",
            "123m567p345s678s55p23m 4m self-draw flower-win seat=E round=E flowers=8 no-kong",
            "1.3=3 4.2=4",
        ),
        ("home", "TW32=each", "1359m258p147sESWNCF P self-draw seat=S round=E flowers=8 flower-win", "4.4=8"),
        ("home", "TW32=each", "123m567p345s678s55p23m 4m self-draw seat=E round=E flowers=8 no-kong", "1.3=3 4.3=8"),
        ("home", "", "123m567p345s678s55p13m 2m self-draw heaven kong seat=E round=E flowers=s3", "5.1=24"),
        (
            "gamesofa",
            "",
            "123m567p345s678s55p13m 2m self-draw heaven kong seat=E round=E flowers=s3 wind=W",
            "1.3=3 4.1=1 5.1=24",
        ),
        ("home", "TW25=32", "[1111m]567p345s678s55p24m 3m self-draw heaven kong seat=E round=E flowers=0", "5.1=32"),
        ("home", "", "123m567p345s678s55p13m 2m self-draw earth kong seat=N round=E flowers=s3", "1.6=1 1.8=1 5.2=16"),
        (
            "gamesofa",
            "TW26=8",
            "123m567p345s678s55p13m 2m self-draw earth seat=N round=E flowers=0 wind=N",
            "1.3=3 1.6=1 5.2=8",
        ),
        ("home", "", "123m567p345s678s55p34m 2m discard man seat=N from=E round=E flowers=0", "2.1=2 5.3=8"),
        ("home", "TW27=0", "123m567p345s678s55p34m 2m discard man seat=N from=E round=E flowers=0", "1.1=1 2.1=2"),
        ("atw", "", "123m567p345s678s55p34m 2m discard man seat=N from=E round=E flowers=0 wind=N", "2.1=2 5.3=16"),
        ("home", "TW31=24", "[EEE,1][SSS,1]CCCFFFPPNN P discard from=E seat=W round=N flowers=0", "2.8=16 3.6=8"),
        (
            "home",
            "TW31=24",
            "[EEE,1][SSS,1]CCCFFFPPNN P self-draw seat=W round=S flowers=0",
            "1.2=1 2.3=2 2.8=16 3.6=8 3.2=1",
        ),
        ("home", "TW34=3", "[123m,1]567p345s678s55p34m 2m discard seat=N from=E round=E flowers=0", "2.1=2"),
        ("home", "TW3=off", "[123m,1]567p345s678s55p34m 2m discard seat=N from=E round=E flowers=0 streak=3", "2.1=2"),
        ("home", "TW4=1", "[123m,1]567p345s678s55p34m 2m discard seat=N from=E round=E flowers=0 streak=3", "2.1=2"),
        ("home", "TW4=0", "[123m,1]567p345s678s55p34m 2m discard seat=N from=E round=E flowers=0 streak=3", "2.1=2"),
        (
            "home",
            "TW4=1 TW1=0 TW2=7",
            "[123m,1]567p345s678s55p34m 2m discard seat=E from=N round=E flowers=0 streak=3",
            "2.1=2",
        ),
    ],
)
def test_the_lines_of_a_hand_are_those_of_the_description(rules: str, switches: str, hand: str, lines: str) -> None:
    answers = dict(each.split("=") for each in switches.split())
    sheet = scored(hand, f"taiwan-{rules}", **answers)
    assert (sheet.wins, sheet.findings) == (True, ())
    assert lines_of(sheet) == {line: int(tai) for line, tai in (each.split("=") for each in lines.split())}


@row_by_row(
    ("rules", "switches", "hand", "lines"),
    [
        # 1.1 to 1.5: a concealed kong claims nothing, an added one does
        ("home", "", "[EEEE]234m345p678p99s34s 5s discard seat=W round=S from=S flowers=0", "1.1=1"),
        ("home", "", "[2222m,5]345m345p678p99s34s 5s discard seat=W round=S from=S flowers=0", ""),
        (
            "home",
            "",
            "[222m,1][345m,1][345p,1][678p,1][EEEE]9s 9s self-draw no-kong seat=W round=S flowers=0",
            "1.2=1 1.6=1",
        ),
        # 1.6: once only, not where a second kind wins by another reading, and by shape alone
        ("home", "", "[567p,1][345s,1][678s,1][789m,1]1234m 4m discard seat=W round=E from=N flowers=0", ""),
        ("home", "", "[567p,1][345s,1][678s,1][789m,1]2224m 3m discard seat=W round=E from=N flowers=0", ""),
        ("home", "", "[567p,1][345s,1][678s,1]99p99m89m 7m discard seat=W round=E from=N flowers=0", None),
        ("home", "", "[4444s][567p,1][345m,1][678m,1]56s99p 7s discard seat=W round=E from=N flowers=0", ""),
        ("home", "", "123m456m789m1122p1133s 3s discard seat=W round=E from=N flowers=0", None),
        # 1.7, 1.8, 1.9: robbed in a claimed hand, after a concealed kong, the last tile of a concealed hand
        ("home", "", "[CCC,1]123m567p345s55p79m 8m discard kong seat=S round=E from=E flowers=0", "1.6=1 1.7=1 3.1=1"),
        ("home", "", "[9999s]123m567p345s55p23m 4m self-draw kong seat=S round=E flowers=0", "1.3=3 1.8=1"),
        (
            "home",
            "",
            "[9999s]123m567p345s55p23m 4m self-draw no-kong last-tile seat=S round=E flowers=0",
            "1.3=3 1.9=1",
        ),
        ("atw", "", "[CCC,1]123m567p345s55p23m 4m discard last-tile from=W seat=S round=E flowers=0", "1.10=1 3.1=1"),
        # 1.11 to 1.13: beside how the hand was won
        ("gamesofa", "", "123m567p345s678s55p23m 4m self-draw ready seat=S round=E flowers=0", "1.3=3 1.11=1"),
        (
            "atw",
            "",
            "[9999s]123m567p345s55p23m 4m self-draw kong ready=heaven seat=S round=E flowers=0",
            "1.2=1 1.8=1 1.12=8",
        ),
        (
            "home",
            "TW17=2",
            "123m567p345s678s55p23m 4m discard ready=earth seat=S round=E from=N flowers=0",
            "1.13=4 2.1=2",
        ),
        # 2.1: the pair, the places, robbed kongs
        ("home", "TW11=every", "[567p,1]345s678s234p3455m 5m discard seat=S round=E from=N flowers=0", ""),
        ("home", "TW11=every", "[567p,1]345s678s234p3455m 2m discard seat=S round=E from=N flowers=0", "2.1=2"),
        ("home", "TW11=two", "[567p,1]345s678s55p12345m 3m discard seat=S round=E from=N flowers=0", "2.1=2"),
        ("home", "TW11=two", "[567p,1]345s678s234p3455m 5m discard seat=S round=E from=N flowers=0", "2.1=2"),
        ("home", "", "[567p,1]345s678s55p89m345m 7m discard seat=S round=E from=N flowers=0", "1.6=1"),
        ("home", "TW32=each", "[567p,1]345s678s55p23m345m 4m discard seat=S round=E from=N flowers=0", "2.1=2"),
        # 2.3 to 2.5: claimed and added kongs are not concealed, a robbed tile completes no triplet
        ("home", "", "[1111m][2222p,5]777m999s345p4p 4p discard seat=S round=W from=N flowers=0", "1.6=1 2.3=2"),
        ("home", "", "[1111m][2222p]777m345p4466s 6s self-draw no-kong seat=S round=W flowers=0", "1.3=3 2.4=5"),
        ("home", "", "[1111m][2222p]777m345p4466s 6s discard seat=S round=W from=N flowers=0", "1.1=1 2.3=2"),
        ("home", "", "[345p,1]111222333m4466s 6s discard seat=S round=W from=N flowers=0", "2.3=2"),
        ("home", "", "[345p,1][678s,1]11122233m66s 3m discard seat=S round=W from=N flowers=0", ""),
        # 2.6 to 2.9
        ("home", "", "EEESSSWWWNNNCC C discard seat=E round=S from=W flowers=0", None),
        ("home", "", "EEESSSWWWNNNCCFF F discard seat=E round=S from=W flowers=0", "1.1=1 2.4=5 2.8=16 3.1=1 3.8=16"),
        ("home", "", "EEESSSWWWNNNCCFF F self-draw seat=E round=S flowers=0", "1.3=3 2.5=8 2.8=16 3.1=1 3.8=16"),
        ("atw", "", "EEESSSWWWNNNCCFF F self-draw seat=E round=S flowers=0 wind=N", "1.3=2 2.5=8 2.8=16 3.1=1 3.8=16"),
        ("home", "", "1122m3344p5566s99sEE E discard seat=S round=W from=N flowers=0", "2.9=8"),
        ("home", "TW32=each", "1122m3344p5566s9sEEE 9s discard seat=E round=E from=N flowers=f2", "2.9=8 3.4=1 4.3=1"),
        ("home", "", "1122m3344p5566s9sEEE 9s self-draw heaven seat=E round=S flowers=0", "2.9=8 3.3=1 5.1=24"),
        (
            "home",
            "TW28=adds",
            "1122m3344p5566s9sEEE 9s self-draw heaven seat=E round=S flowers=0",
            "1.2=1 2.9=8 3.3=1 5.1=24",
        ),
        # 3: winds by the winner's wind where dice decide it, a kong is a triplet, pairs of winds alone are nothing
        ("gamesofa", "", "[EEEE,2]123m456p789s55s34m 5m discard seat=S round=W from=N flowers=0 wind=E", "3.3=1"),
        ("gamesofa", "", "[EEEE,2]123m456p789s55s34m 5m discard seat=E round=W from=N flowers=0 wind=S", ""),
        ("home", "", "[CCC,1][FFF,2]EE123m456m78s 9s discard seat=E round=E from=W flowers=0", "3.1=2"),
        ("home", "", "[EEE,1][SSS,2]WW123m456p78s 9s discard seat=N round=N from=E flowers=0", ""),
        # 4: own flowers of either series, a series beside a flower of the other
        ("home", "", "[CCC,1]11p123m456m345s78s 9s discard seat=N round=E from=E flowers=f4s4", "3.1=1 4.1=2"),
        ("home", "", "[CCC,1]11p123m456m345s78s 9s discard seat=N round=E from=E flowers=f1f2f3f4s3", "3.1=1 4.2=2"),
        (
            "home",
            "",
            "[CCC,1]11p123m456m345s78s 9s discard seat=N round=E from=E flowers=f1f2f3f4s4",
            "3.1=1 4.1=1 4.2=2",
        ),
        (
            "gamesofa",
            "",
            "[CCC,1]11p123m456m345s78s 9s discard seat=N round=E from=E flowers=f2s4 wind=S",
            "3.1=1 4.1=1",
        ),
        ("home", "TW30=16", "[CCC,1]1359m258p147sESW N discard seat=S round=E from=W flowers=7 flower-win", "4.5=16"),
        (
            "home",
            "TW32=each",
            "[123m,1]567pCCC678s55p23m 4m discard from=E flower-win seat=W round=E flowers=f1f2f3f4s1s2s3",
            "3.1=1 4.5=8",
        ),
        # 5: what a blessing excludes, and what it does not
        ("home", "", "123m567p345s678s55p23m 4m self-draw heaven no-kong seat=E round=E flowers=f1", "4.1=1 5.1=24"),
        (
            "home",
            "TW28=adds",
            "[1111m]567p345s678s55p24m 3m self-draw heaven kong seat=E round=E flowers=0",
            "1.3=3 5.1=24",
        ),
        ("atw", "", "111m222m333p444sCC99s C self-draw heaven seat=E round=W flowers=0", "2.5=8 3.1=1 5.1=16"),
        (
            "atw",
            "TW28=adds",
            "111m222m333p444sCC99s C self-draw heaven seat=E round=W flowers=0",
            "1.3=2 2.5=8 3.1=1 5.1=16",
        ),
        ("home", "", "123m567p345s678s55p13m 2m discard man seat=N from=E round=E flowers=0", "1.6=1 5.3=8"),
        ("gamesofa", "", "123m567p345s678s55p34m 2m discard man seat=N from=E round=E flowers=0", "1.1=1 5.3=8"),
        ("gamesofa", "", "123m567p345s678s55p34m 5m discard man seat=N from=E round=E flowers=0", "1.1=1 2.1=2 5.3=8"),
    ],
)
def test_each_clause_of_the_description_has_a_hand(rules: str, switches: str, hand: str, lines: str | None) -> None:
    answers = dict(each.split("=") for each in switches.split())
    sheet = scored(hand, f"taiwan-{rules}", **answers)
    assert sheet.wins == (lines is not None)
    counted = {line: int(tai) for line, tai in (each.split("=") for each in (lines or "").split())}
    assert lines_of(sheet) == counted


_HONOURS = "EEESSSWWWNNNCCFF F self-draw round=S flowers=0"
"""44 tai of East: 3, 8, 16, 1 and 16."""
_TWO = "[123m,1]567p345s678s55p34m 2m discard round=E flowers=0"
"""Two tai: five chows."""
_NONE = "[789m,1]34m123p234789sWW 5m discard round=E flowers=0"
_FLOWERS = "1359m258p147sESWNCF P flower-win round=E"


@row_by_row(
    ("rules", "switches", "hand", "raw", "tai", "paid"),
    [
        ("home", "", f"{_HONOURS} seat=E", 44, 44, (14_400, -4800, -4800, -4800)),
        ("home", "TW31=40", f"{_HONOURS} seat=E", 44, 40, (13_200, -4400, -4400, -4400)),  # before the dealer's tai
        ("home", "TW31=24", f"{_HONOURS} seat=E streak=2", 44, 24, (9600, -3200, -3200, -3200)),
        ("atw", "", f"{_HONOURS} seat=E", 43, 43, (14_100, -4700, -4700, -4700)),
        ("atw", "TW19=16 TW31=24", f"{_HONOURS} seat=W", 51, 24, (-2800, -2700, 8200, -2700)),
        ("home", "", f"{_TWO} seat=N from=E", 2, 2, (-600, 0, 0, 600)),
        ("home", "TW34=1", f"{_TWO} seat=N from=E", 2, 2, (-600, 0, 0, 600)),
        ("home", "TW34=3", f"{_TWO} seat=N from=E streak=3", 2, 2, None),  # the dealer's tai are none of the hand
        ("home", "TW34=1", f"{_NONE} seat=N from=W", 0, 0, None),
        ("home", "", f"{_NONE} seat=N from=W streak=3", 0, 0, (0, 0, -300, 300)),
        ("home", "TW34=5", f"{_FLOWERS} seat=N self-draw flowers=8", 8, 8, (-1200, -1100, -1100, 3400)),
        ("home", "", f"{_FLOWERS} seat=E self-draw flowers=8 streak=1", 8, 8, (4200, -1400, -1400, -1400)),
        ("home", "", f"{_FLOWERS} seat=E from=W flowers=7 streak=1", 8, 8, (1400, 0, -1400, 0)),
        ("home", "", f"{_FLOWERS} seat=N from=W flowers=7 streak=1", 8, 8, (0, 0, -1100, 1100)),
        (
            "gamesofa",
            "",
            f"{_NONE} seat=S wind=E from=W streak=4",
            0,
            0,
            (0, 100, -100, 0),
        ),  # dice: who pays is the seat
        ("gamesofa", "", f"{_NONE} seat=E wind=W from=W streak=1", 0, 0, (160, 0, -160, 0)),
    ],
)
def test_the_most_and_the_least_tai_of_a_hand_and_what_it_is_paid(
    rules: str, switches: str, hand: str, raw: int, tai: int, paid: tuple[int, ...] | None
) -> None:
    answers = dict(each.split("=") for each in switches.split())
    sheet = scored(hand, f"taiwan-{rules}", **answers)
    assert (sheet.wins, sheet.extra.raw, sheet.total) == (True, raw, tai)
    assert (sheet.payments and tuple(sheet.payments.values())) == paid
    assert sheet.legal == (paid is not None)


def test_excluded_patterns_are_patterns() -> None:
    known = {row.id for row in PATTERNS}
    assert all({*row.excludes} <= known - {row.id} for row in PATTERNS)

"""Schedules found by search: base rounds to rotate, and whole schedules of up to 36 players.

The players of a base round for n are three rings of m = (n - 1) // 3 and n - 3m who stay: number 0 to m - 1 is the
first ring, m to 2m - 1 the second, 2m to 3m - 1 the third. Each round moves every ring on by one place, so m rounds
follow from the first, and more without a repeated meeting do not exist for n players.

A whole schedule is written with a digit a player (0 to 9, then a to z), four a table, and a space between rounds.
"""

from collections.abc import Mapping
from typing import Final

BASE_ROUNDS: Final[Mapping[int, tuple[tuple[int, int, int, int], ...]]] = {
    16: ((15, 0, 5, 10), (1, 8, 7, 4), (6, 13, 12, 9), (11, 3, 2, 14)),
    24: ((21, 0, 7, 14), (22, 1, 11, 16), (23, 3, 12, 20), (2, 4, 5, 10), (8, 9, 13, 19), (18, 15, 17, 6)),
    28: (
        (27, 0, 9, 18),
        (1, 23, 3, 6),
        (13, 2, 12, 15),
        (25, 17, 21, 24),
        (4, 5, 10, 20),
        (16, 11, 22, 8),
        (19, 26, 7, 14),
    ),
    36: (
        (33, 0, 11, 22),
        (34, 6, 13, 23),
        (35, 4, 21, 24),
        (8, 31, 2, 27),
        (1, 10, 9, 25),
        (3, 12, 17, 7),
        (5, 26, 20, 18),
        (14, 29, 30, 32),
        (15, 16, 28, 19),
    ),
    40: (
        (39, 0, 13, 26),
        (1, 18, 21, 12),
        (14, 31, 34, 25),
        (27, 5, 8, 38),
        (2, 16, 23, 11),
        (15, 29, 36, 24),
        (28, 3, 10, 37),
        (4, 19, 20, 9),
        (17, 32, 33, 22),
        (30, 6, 7, 35),
    ),
    44: (
        (42, 0, 14, 28),
        (43, 11, 15, 37),
        (1, 9, 17, 38),
        (23, 25, 41, 6),
        (39, 29, 5, 26),
        (2, 12, 27, 22),
        (18, 24, 33, 30),
        (36, 34, 3, 4),
        (7, 16, 20, 19),
        (21, 32, 40, 31),
        (35, 8, 10, 13),
    ),
    48: (
        (45, 0, 15, 30),
        (46, 9, 18, 35),
        (47, 12, 29, 34),
        (2, 28, 25, 20),
        (16, 6, 42, 38),
        (22, 43, 3, 41),
        (24, 4, 32, 33),
        (36, 44, 5, 39),
        (40, 26, 27, 13),
        (37, 19, 21, 31),
        (17, 1, 23, 11),
        (7, 14, 8, 10),
    ),
    52: (
        (51, 0, 17, 34),
        (1, 10, 20, 5),
        (18, 27, 37, 22),
        (35, 44, 3, 39),
        (2, 49, 9, 33),
        (19, 15, 26, 50),
        (36, 32, 43, 16),
        (4, 24, 42, 30),
        (21, 41, 8, 47),
        (38, 7, 25, 13),
        (6, 28, 29, 31),
        (23, 45, 46, 48),
        (40, 11, 12, 14),
    ),
    56: (
        (54, 0, 18, 36),
        (55, 16, 22, 46),
        (1, 9, 2, 21),
        (25, 27, 32, 39),
        (49, 45, 44, 3),
        (4, 53, 47, 19),
        (28, 11, 5, 43),
        (52, 23, 35, 13),
        (6, 31, 50, 10),
        (24, 37, 8, 34),
        (42, 7, 20, 40),
        (12, 26, 15, 17),
        (30, 38, 33, 29),
        (48, 14, 51, 41),
    ),
    60: (
        (57, 0, 19, 38),
        (58, 15, 29, 51),
        (59, 3, 21, 52),
        (1, 4, 2, 30),
        (26, 28, 33, 39),
        (49, 44, 41, 7),
        (5, 14, 37, 36),
        (35, 22, 50, 43),
        (55, 40, 8, 16),
        (6, 11, 27, 31),
        (23, 20, 56, 46),
        (47, 45, 12, 18),
        (9, 53, 13, 54),
        (25, 10, 34, 17),
        (42, 32, 48, 24),
    ),
    64: (
        (63, 0, 21, 42),
        (1, 2, 33, 4),
        (25, 29, 48, 37),
        (58, 53, 3, 43),
        (5, 24, 10, 19),
        (41, 54, 40, 34),
        (59, 6, 55, 52),
        (7, 45, 15, 46),
        (28, 12, 39, 16),
        (49, 27, 51, 22),
        (8, 36, 62, 18),
        (32, 60, 17, 30),
        (44, 9, 26, 57),
        (11, 31, 56, 47),
        (23, 61, 14, 20),
        (50, 13, 35, 38),
    ),
}
"""The base round by number of players; the tests verify the rotation of each."""

WITHOUT_REPEATS: Final[Mapping[int, str]] = {
    32: (
        "08go19hp2aiq3bjr4cks5dlt6emu7fnv 09is18jt2bgu3ahv4dmo5cnp6fkq7elr 0akr1blq28mp39no4egv5fhu6cit7djs "
        "0bmv1anu29kt38ls4fir5ejq6dgp7cho 0cju1div2ehs3fgt48nq59mr6alo7bkp 0dhq1cgr2fjo3eip49lu58kv6bns7amt "
        "0ent1fms2clv3dku4ajp5bio68hr79gq 0flp1eko2dnr3cmq4bht5ags69jv78iu 0123456789abcdefghijklmnopqrstuv"
    ),
}
"""Rounds without a repeated meeting for numbers without a base round: 32 as the lines of four directions over GF(8).

Ten rounds for 32 are known to exist (A. Aguado, 2004); these are nine.
"""

SCHEDULES: Final[Mapping[tuple[int, int], str]] = {
    (8, 2): "71523406 20315467",
    (8, 3): "61523407 60354127 73612450",
    (8, 4): "73521406 12340756 53612470 62543710",
    (8, 5): "67503421 62304157 73612450 62470315 70342516",
    (8, 6): "46123507 67430125 07612435 60452713 04721356 14750362",
    (8, 7): "60521437 70615324 23617450 23075164 41023657 13057462 06347152",
    (8, 8): "61523407 15340627 73412650 61403725 50423167 12037564 05637412 50174326",
    (8, 9): "31527406 75320416 73602154 63421705 61723450 24075361 75243016 54671320 31470256",
    (8, 10): "73520416 65340127 73612450 62304715 61423057 40357162 15637402 24371056 60471253 43015627",
    (8, 11): "73506421 60345127 73421650 65403712 51423607 14075362 05237416 20471356 65470213 43510627 64235710",
    (8, 12): (
        "64523107 20345167 73642150 63402715 60723154 16057342 05637412 20541376 61045273 63215407 05371642 32564170"
    ),
    (8, 13): (
        "71523406 24650173 53612470 62314705 51423607 42635701 53671024 40317256 53410276 53746120 05617243 "
        "31274650 74615230"
    ),
    (8, 14): (
        "61423507 60354127 23017456 62130745 63471052 14357062 01734265 20471356 63407251 45012637 53271046 "
        "32457160 24301576 43716502"
    ),
    (8, 15): (
        "71536024 65304127 10462357 24506713 03671425 16257340 01657432 20753164 01476253 43265107 05341276 "
        "32107465 62701453 50413672 76543120"
    ),
    (8, 16): (
        "71423506 52306714 73612450 62403715 31426057 14057362 01627453 20374156 61253704 73065124 45637102 "
        "52473160 74563210 52671403 70642135 70154632"
    ),
    (12, 2): "9b53780614a2 825716b390a4",
    (12, 3): "105ab7369248 a42b86107953 b970562a1834",
    (12, 4): "571a8b304962 632a09b58417 b657043a8921 b3126907548a",
    (12, 5): "9a51780634b2 a20746b93185 b520319768a4 b410653a7829 9038261b574a",
    (12, 6): "9a17865230b4 16437a20b598 754b9a231860 9480271b6a35 520138ab4967 a41572380b96",
    (12, 7): "8942365a17b0 0546a789b213 0572a143968b 348752ab6910 ba0461289375 74b6093215a8 72a6830b1495",
    (12, 8): (
        "b05927643a18 b8a694523071 739b8521604a 360598a2741b 2b3014a97586 80419632b7a5 a7021965384b 890735a4b216"
    ),
    (12, 9): (
        "4895731b620a 82074a1b6953 7a04815632b9 2a970b853164 14092765ba38 15a76b093428 674b1289a305 "
        "57b986a43102 a16942b58307"
    ),
    (12, 10): (
        "69748503ab12 92186a0547b3 29537ab84061 830ba7695214 8270316a95b4 5a9872630b14 179065b2438a "
        "b6814a759230 71358624ba09 875104a2b369"
    ),
    (12, 11): (
        "b0132679458a b124378a5690 b235489067a1 b34659a17802 b4576a028913 b56870139a24 b6798124a035 "
        "b78a92350146 b890a3461257 b9a104572368 ba0215683479"
    ),
    (12, 12): (
        "6427518b39a0 6ba047318295 02b65917a843 2308b7a14659 243b0a791586 7523104896ba b7082961354a "
        "90125a4b7638 15038b947a26 07b5124a3869 b3619074a285 871a4650b239"
    ),
    (12, 13): (
        "517804b9a263 9501683b4a27 8926a4105b73 06a7b4521389 35294617b08a 96a780534b12 ba1325604879 "
        "391ab5760824 1b46a5982037 53a4681297b0 94657a82b310 38475160a9b2 0643b8a59127"
    ),
    (12, 14): (
        "7b431806295a 14b05738962a b819203a4765 309b62715a84 9b5431a82670 51690342a78b 6980425b3a71 "
        "85321479a06b 6ba541082397 369ba2410578 749a2b863105 70ba42986513 a6340789251b 4863b1729a50"
    ),
    (12, 15): (
        "145a763029b8 835069241b7a 74165a390b28 024139a7685b 143b56a09872 702563849ba1 2317a0b85649 "
        "348159b702a6 470b18956a23 a186b3902457 748a96012b53 1058736b2a49 8967ba045213 1b2630497a85 "
        "91075b463a28"
    ),
    (12, 16): (
        "47a630b98215 3625b41089a7 1a63850472b9 567b984312a0 05b369a81472 5ba361924078 2689450a7b13 "
        "947ba5183026 72a5138b9604 71682ba43905 b46175389a20 5971a643208b 7a10842359b6 72348b9a0615 "
        "b8a641592307 139a87605b42"
    ),
    (20, 6): (
        "7d1j9hi84bf256ea0g3c g851027694adjhcf3ieb 7aif05j9d832he4g16bc 2e9c5h37i014f6dgba8j "
        "2jigc8473fa5e691b0hd 79gb6j34cdi5h2a1ef08"
    ),
    (20, 7): (
        "3dgf2b5jha1e4i706c89 7192d8ei0j3ch4g56bfa d41b28h39i60j7gace5f 2e0gcihb18jf49a3d567 "
        "hf07ac2dg89bj64ei513 487c1d0bh632e95fgija b7e3085agc61h9jd2f4i"
    ),
    (20, 8): (
        "fhi2340cb16a58eg79jd 490ge7265dhc3bj8afi1 a9528id4g7310f6jcbeh 0a2dig6b4j1593hec7f8 "
        "1h0849c6f23dbeag5ij7 2189hgd607b5j4feaci3 6538a7h4fd9b2cjgei10 42b3d1ech8ajf5g06i79"
    ),
    (20, 9): (
        "9524ei1cdhj3b76ga08f 0h4f89gcbdi1j65e2a73 0a4jie2g857d93f61hcb f2jb0i35acg67e9h18d4 "
        "cb547a13ijfg98h2ed60 c462e8baj9dgh07if153 95f1d2ea0j7cg34bi86h 8j16i32c5ghafe74b09d "
        "3e8jia49cd7fh56b2g01"
    ),
    (20, 10): (
        "f6ce419agj872bh53di0 17ef2835cd9g4h06abij d76h9je02b4gf85ai1c3 01gh6fiba3d8cj45e297 "
        "i27c5e438dhj6b19gf0a d42f3j7bha1c90i5g6e8 148bf230gdeijc567ha9 9dfbi648e3hc01j25ga7 "
        "hi98c407ebd52ja6g1f3 fj4h8b0c96g3d1572eai"
    ),
    (20, 11): (
        "gdfe17i34bj6h5c820a9 9jhib23ga87dc46f015e f7i8g5d094j216hb3cae hd4ab9g51ci07jfe2836 "
        "eg2ia51jbd38074hfc96 ec3h6a7514dbf0j2gi89 04g875b213f9dicja6eh h1fg24a8306i97bejcd5 "
        "08ej12d6bifa539hcg47 g67je891h2id3f54acb0 ie54721c09d63jagfb8h"
    ),
    (20, 12): (
        "860hdg32i4jf5c9bea71 abehd7f056g12c8i4j93 204gdi5a78jh3b1fe6c9 9dhbi73g468a0c1f5e2j "
        "60bij83e714dgah92fc5 9e7fg45h8i12a30cbd6j jf9g0d2e6ia7583b1ch4 4890jcda157362hfebig "
        "dg8f932a4ice1b0jh765 85fagc6jdi91he03427b cb87jag012965de4h3if e8g1cd36509ij72hfb4a"
    ),
    (20, 13): (
        "id394ag126hc078jb5fe gd5hf21a8bj0ie6934c7 72egc01dih4b869f35ja c9g543i802dbjeha76f1 "
        "35e09j2hc84dfi71agb6 bijcda9736250hg14e8f 1cj6924eg8iha30fdb75 g3cf56ed20jib19847ha "
        "ae8di25160g4hfbc379j 28g71e3bj6d4aci59fh0 85h706iae19cfdgj34b2 e70cga9bifd2h836451j "
        "3d1h7ib6gfje8a2c4059"
    ),
    (20, 14): (
        "j083h46g59cibf1e72ad 09bjh7fiad63g4821c5e 4ij38e6f5h291ca7gd0b ige72ab4j19fc8h60d35 "
        "8cjg20eia945361bfh7d fi3hj7b69a8edc04152g hb85i6a0ed79f3c42gj1 092f6gec34571d8ijhba "
        "be4id5gfh0c967j283a1 8fj4ia569eg3cd2b017h g7934605hjdefabc812i ji5fbc23hg1a689d0e47 "
        "1hd4e5jab9gi236f0c87 b587icdjh2e3gfa09146"
    ),
    (20, 15): (
        "b0fci14j32da96g8h7e5 e1a645f79di0b3c8hgj2 8dh62ebi509417cja3fg 5821fhi69cgdej34ab70 "
        "h74cifa9bjg860315de2 0gef6c29843dbi1h7aj5 i53c264b1ahd0jgef798 j3cie198d2g76b5haf40 "
        "ebchg15djia980672f43 6caegi7b53f1jd80924h 16fjha8g9e730ic245db h4gaid67f58cj39b0e12 "
        "1cg45j968i2abdfe7h03 jf27h930ba186cd4ig5e b791ac50jdfh2g36i48e"
    ),
    (20, 16): (
        "03egbf1d8a2h5j9i674c 8j7g9bich6f302de51a4 4hd7cej23895i06b1afg 0b736ca984djifg25e1h "
        "e941cg3i2bdh078a5j6f ia87j2g1f5h0bc43d96e 2b8h43af0c915g7ei6jd 05862493eabi7cjhfg1d "
        "893dh61i5abg0j42fc7e i1j38ef095b742g6dach ca520631h97gjbfe4i8d ie5dg0c4297fb8316haj "
        "c158ehb46adgi372f90j 6ce8a92f73d5ih01b4gj 3jae45if76210bdch98g b562f8cia904egh37d1j"
    ),
    (24, 8): (
        "l07em1bgn3ck245a89djifh6 l18fm2chn4de356b9a7kjgi0 l29gm3din57f460cab8ekhj1 l3ahm47jn68g501dbc9feik2 "
        "l4bim58kn09h6127cdagfje3 l5cjm69en1ai0238d7bhgkf4 l6dkm0afn2bj134978ciheg5 akj67e1c4g8hi095df23blmn"
    ),
    (24, 9): (
        "l07em1bgn3ck245a89djifh6 l18fm2chn4de356b9a7kjgi0 l29gm3din57f460cab8ekhj1 l3ahm47jn68g501dbc9feik2 "
        "l4bim58kn09h6127cdagfje3 l5cjm69en1ai0238d7bhgkf4 l6dkm0afn2bj134978ciheg5 df2mgh840klb5i9e7c3nj61a "
        "a86kg3d7b1echj209f4ilnm5"
    ),
    (24, 10): (
        "127b45mhf3kaijnel68dg0c9 7cmlkdb5fe4ajgh36i028n19 16da530lcbnfeg879h24ijkm 729k6lfbn31mi4dga0c8jhe5 "
        "gl2ek1c4if9570d36mnhba8j 7hiakeln2dcjg8150m9fb643 7nd9jl54gmab1k0hcef638i2 96ja7k84fgn2e1mdh0lbci53 "
        "e93b7g65fhd8nj04k2mc1lai l9hcme08a5n2f17jdib43gk6"
    ),
    (24, 11): (
        "f41an602389kmilgedh5b7cj 38cfleb6m195jg24kha70idn 7j4iglk096f5nem1h8ca3bd2 e42ki8gm1h0bcd9l6aj3n7f5 "
        "n4c5am9jbfg2l10k6ih378de 3gn1805j7mbl2c69fhie4akd 8lan1i5k4hm3e9gbc760fd2j 49h0nkbf5a6g82i73dmclj1e "
        "bi5c17dgnk9j0ea3m8h2f64l 25hlbian86d13497kecg0jfm m6kd4b081ac2hgjn7l35e9if"
    ),
    (24, 12): (
        "ae1n6kc2il5fm7h0d39gjb84 kf0hcing86db2lm1aj4397e5 9na0lhdjc2be7fg8i61k4m35 n3fie694158hjlg20cdkm7ab "
        "32hf87knd9imecj1b054a6lg g1f9jhai7k3bl80enm4c562d ki143ghc720emdaf6blnj895 9cbfka5g7jd184il320nmh6e "
        "81gmh429kfdej6n5bai03lc7 egbicda574hl3106f8m2kjn9 gd04jf6c7i25b1hnkml9a3e8 b53kndlea912ci8hf476gmj0"
    ),
    (24, 13): (
        "9nf84d1cjgabh2km3il760e5 9gdh2k8ib0ec6m43a7lj1f5n 9a6fgn0kbcmlj428h31ed57i ljhce492kn3d0mia1b67gf85 "
        "4ij5fekd681l90b7cn2g3amh j78ekmc5401hgd6f39binl2a 7c4fjh6kim8n0lg3b12de59a 5jd9e1an43g762bm0ck8ihlf "
        "94klac7fd6eig1m8j230nh5b l08deb4nj1fm53kah2679cgi c2da83b5nij6k9174h0fgmle 12l5kfbi36nc4d8a0mj97geh "
        "mnd7ef32i01ac89h546lbgkj"
    ),
    (24, 14): (
        "d6c408hebalfg1ink73j952m jgl8b7d9i45ke12c6n3amh0f 6h71mdilk9fenj2a5g3c8b04 3629f7i1l4ahj5bmk8dnc0eg "
        "9a3ilfjch7d56k0gem81b42n h8i2109b3je5kcda4fg6lm7n c7k9025lmdg38af1b6nhi4je e3bh49jf5d1n6c87im0aklg2 "
        "56ei13cl704nf2hkm89agjdb hjkile9nfmbca650728314dg 8ig9ld6e4m72nf30ajhck1b5 cn9hbl86fdi3g7a510j2me4k "
        "i2cb1k6ml43h5n8fd9j0ea7g 19hgc854def2akb3jmn6l0i7"
    ),
    (24, 15): (
        "cli8kh7n29db403gm6ja15ef 3k2a07g6149ljiebnd85chmf al0fh18g7c296mi5bkden4j3 l35d2fj0a49ieh6nm8k71bcg "
        "d4hafelkm8i0gj952bcn1637 9gdmcjk67fabn14l2e80h35i hj4bae79l258gfi6k1dmcn03 93ki4nme7dhf105bca86lj2g "
        "9kb6524he38ajml7ifgnd0c1 570k1ma26df4inlb3gce8j9h 5ack7li40eh9j8d3mfgbn162 c0idf236mn59k48ge71jlhab "
        "h2gkedl6c574ja1im0b3f8n9 960lme42gandjf5ck1hi38b7 i27dj0nk913f468ba5eghmcl"
    ),
    (24, 16): (
        "b38c4j7il0dk1e2fh6a95ngm 9d4anmb2j3f7c8el05h1kig6 lga3f4k8cbed6059inj2mh17 k8lme7hg6302n45db9ifjca1 "
        "a67bfh5l9n8ik2e4g1d3m0jc igc046lm1e5j8na73fkdb2h9 hl4nckad13ib0m7f86j5g29e 93m15keb67cn4i2lh8jdfg0a "
        "gb7lcm419je03hnk2a85dif6 2g1dnblj57k94803iaemhf6c 9c478bd5kgmjei3h02alf6n1 g82704b1el6dhajc9fnk5i3m "
        "f5c2l9j36em8gb4hd07ni1ka 61kb0h8ifl7eng9c3a45d2mj mafbg6j4id75h2ck9l813en0 hd9mcil54aenkjb073268f1g"
    ),
    (32, 10): (
        "08go19hp2aiq3bjr4cks5dlt6emu7fnv 09is18jt2bgu3ahv4dmo5cnp6fkq7elr 0akr1blq28mp39no4egv5fhu6cit7djs "
        "0bmv1anu29kt38ls4fir5ejq6dgp7cho 0cju1div2ehs3fgt48nq59mr6alo7bkp 0dhq1cgr2fjo3eip49lu58kv6bns7amt "
        "0ent1fms2clv3dku4ajp5bio68hr79gq 0flp1eko2dnr3cmq4bht5ags69jv78iu 0123456789abcdefghijklmnopqrstuv "
        "likgpousbaef5173mhnj0642tvrq8c9d"
    ),
    (32, 11): (
        "08go19hp2aiq3bjr4cks5dlt6emu7fnv 09is18jt2bgu3ahv4dmo5cnp6fkq7elr 0akr1blq28mp39no4egv5fhu6cit7djs "
        "0bmv1anu29kt38ls4fir5ejq6dgp7cho 0cju1div2ehs3fgt48nq59mr6alo7bkp 0dhq1cgr2fjo3eip49lu58kv6bns7amt "
        "0ent1fms2clv3dku4ajp5bio68hr79gq 0flp1eko2dnr3cmq4bht5ags69jv78iu 0123456789abcdefghijklmnopqrstuv "
        "ovtp8ec9surqbdfa01465327jglmnhik cd9abekj7im1uhol6053vpqsr2t4fng8"
    ),
    (32, 12): (
        "08go19hp2aiq3bjr4cks5dlt6emu7fnv 09is18jt2bgu3ahv4dmo5cnp6fkq7elr 0akr1blq28mp39no4egv5fhu6cit7djs "
        "0bmv1anu29kt38ls4fir5ejq6dgp7cho 0cju1div2ehs3fgt48nq59mr6alo7bkp 0dhq1cgr2fjo3eip49lu58kv6bns7amt "
        "0ent1fms2clv3dku4ajp5bio68hr79gq 0flp1eko2dnr3cmq4bht5ags69jv78iu 0123456789abcdefghijklmnopqrstuv "
        "1345sovqdb8ftpru2760eca9iljnhmkg 258cebspgfan7l1hjqmuo40tvr639idk gl429frs7u3o0165vhpntqdabmicek8j"
    ),
    (32, 13): (
        "8gm9f2j6ec1437vdul5kth0sprqnoiba nclv18fu9sroa4dpgj5qeb20h63m7kit 5fs48cb6ilq3kragv0pm2tonh7uejd91 "
        "lhng586aj4teru1ivkpbd9f032co7smq vr69i2kamtld57bjcgusep31fhqo04n8 p827ct9qsa3nb4umjhk6ifverdg051ol "
        "kdqe62s15rpt8chu79la03fb4gvojmni bq1ng924j0uofpkctahvl8rem7536isd 04k3m25vqg187dcoihp9easjblfrtnu6 "
        "cmfao8idjlspt1kbg3uv0q76h42r9ne5 ma01p6eoc3jrqi4vnd2u8sklhb59gtf7 5ci0746ls1hvuaqpt38ojmr2n9fkdebg "
        "02qlj8vfomketcsbu493da5h71nrpi6g"
    ),
    (32, 14): (
        "s24nehib3kpj8u5rov7c9da6ql0mg1tf 9gc3bm15ntluvhq27krdif6pj408osea u5dfbngo829ichlj7014akvsqte3rm6p "
        "6u2c7bfaepdl0ir538nvs1o9gqjthkm4 567t30fci1upq4dgovjrs2kba98lenmh jh2g8omf9t4i0ulb3dvacrekn7p51s6q "
        "cfd13oi0e4l59vmbpaq2hrtnk8gujs67 amt1u2eocrvq34b5d09j6nkip8sfl7gh qo5parb1h94ufkn6md23s0gc87teivlj "
        "jbefh5dsugvp28t0o6437n9ramic1lkq l72ousjm9qfn6e0vrg4a831h5ickbptd fm2rli3sdj1n5g9eq7buh6ao4p8ck0tv "
        "bstcem4pv125di8q9jok0unah73fl6rg b86qnce1hp09a25js3ur7mgif4vlotdk"
    ),
    (32, 15): (
        "8rkutnq0a2465ohf793mbidsg1ecpvjl 025sltgq1fumjrk6i34vo8cd7ebp9anh 95tef1sadcj4236l70ripkmngh8bvoqu "
        "bvh10uk2dmpit3aenjc567ogrqf48sl9 no4931usgk5pctrabjm72iq8lfh0v6de nf72bu65r8mva0qpot41egd3ihsjl9ck "
        "g6s5irjfbuc4321klo0ah8pt7nvde9mq v3fc9bia5748upstlmojn2rge6q1hd0k d2jtchpuqvig49086mafsler751kn3bo "
        "3opsl7h691drcm0gtknie4ua2qbj85vf gvka3j097fpec1lid5qu8s6n4h2mrotb 2o9pj0evkdb41mqhcsa7l53rgfnu6i8t "
        "4tlma7jusoqkv92c3rhg6pdfi105nb8e 3p45qrh7duln0b6cs2vmaj81okeiftg9 blkf6iu938qcjs4gnpr17t0vdam5eoh2"
    ),
    (32, 16): (
        "1m97ru45t8pfa2jk3clno6sqge0hvdbi 1td0ehjl3v7ua5ocng4mqip6f2rbk98s 9g3qd78c14la2nft0smrobhj5vikue6p "
        "pvas9chgj4kq56217of8dtb3reniuml0 6bitgaufqhn2o3rk5m9d0jpl8cv1e47s fh104i9tn8jusodgclk5r67beqmvpa32 "
        "tke8a960f1onj5s7p4bchmliq3gruvd2 esvm0qaouj9fglb184i372drktc65hpn q8defvgk2l9s1ptr5i0oa7h4bcunjm63 "
        "b9aeiuhs3kp72otmrlfdqc41v60n85gj 9vrj35e1tlgo0ic7f4mpu268dakhnsbq 4d6hlstu70nkirj1pvo9a8gmq52bf3ec "
        "31s6ukbmlqf7hrc9ajtnv084eo2igpd5 2034mrcau1o7kfsithqvn9pdeg6j5bl8 c2gvdqjm7t594uoefhs38rl60kpbnia1 "
        "fa56cdjsk1qu9b3oe0rtvln4hm28gpi7"
    ),
    (36, 12): (
        "x0bmy6dnz4lo8v2r1a9p3ch75qkietuwfgsj x1cny7eoz5bp9w3s20aq4di86rljfuvmghtk "
        "x2doy8fpz6cqam4t310r5ej97sbkgvwnhiul x3epy9gqz7dr0n5u421s6fka8tclhwmoijvb "
        "x4fqyahrz8es1o6v532t7gl09udbimnpjkwc x5gry0isz9ft2p7w643u8hb1avecjnoqklmd "
        "x6hsy1jtzagu3q8m754v9ic20wfdkoprlbne x7ity2kuz0hv4r9n865wajd31mgelpqsbcof "
        "x8juy3lvz1iw5sao976m0ke42nhfbqrtcdpg x9kvy4bwz2jm6t0pa87n1lf53oigcrsudeqh "
        "xalwy5cmz3kn7u1q098o2bg64pjhdstvefri 1d5kba6i48cgjf703pvqwrsmhxzy2e9ltuon"
    ),
    (36, 13): (
        "x0bmy6dnz4lo8v2r1a9p3ch75qkietuwfgsj x1cny7eoz5bp9w3s20aq4di86rljfuvmghtk "
        "x2doy8fpz6cqam4t310r5ej97sbkgvwnhiul x3epy9gqz7dr0n5u421s6fka8tclhwmoijvb "
        "x4fqyahrz8es1o6v532t7gl09udbimnpjkwc x5gry0isz9ft2p7w643u8hb1avecjnoqklmd "
        "x6hsy1jtzagu3q8m754v9ic20wfdkoprlbne x7ity2kuz0hv4r9n865wajd31mgelpqsbcof "
        "x8juy3lvz1iw5sao976m0ke42nhfbqrtcdpg x9kvy4bwz2jm6t0pa87n1lf53oigcrsudeqh "
        "xalwy5cmz3kn7u1q098o2bg64pjhdstvefri srmxq2vyj8gkce0zl9ou37bfap6iwt4n1d5h "
        "skn195hipfuvoatb6l2exdyzmj07c43gw8rq"
    ),
    (36, 14): (
        "x0bmy6dnz4lo8v2r1a9p3ch75qkietuwfgsj x1cny7eoz5bp9w3s20aq4di86rljfuvmghtk "
        "x2doy8fpz6cqam4t310r5ej97sbkgvwnhiul x3epy9gqz7dr0n5u421s6fka8tclhwmoijvb "
        "x4fqyahrz8es1o6v532t7gl09udbimnpjkwc x5gry0isz9ft2p7w643u8hb1avecjnoqklmd "
        "x6hsy1jtzagu3q8m754v9ic20wfdkoprlbne x7ity2kuz0hv4r9n865wajd31mgelpqsbcof "
        "x8juy3lvz1iw5sao976m0ke42nhfbqrtcdpg x9kvy4bwz2jm6t0pa87n1lf53oigcrsudeqh "
        "xalwy5cmz3kn7u1q098o2bg64pjhdstvefri wr5mkb6eo1dql289xszyuapi04vch7gfnj3t "
        "kpg8yhw207jetboamqvzs5n146xild3f9rcu 0a1ke2g4ltmsr3bxw87q5dh9zojuinyc6pvf"
    ),
    (36, 15): (
        "14oxwr5jgysnqtkezfpui8d3b2am7clv96h0 p1xd4239iqbrg5lsawfev7zthmocn6uk0jy8 "
        "z20ktwmycbjpg9deuoxn7f3riahsl84q5v61 63w8jvkocmsdq5a9xrgth47z0npbuye1l2if "
        "f4evjq1zrydapm58s0ki36cnugw2lxh7tb9o k54cp7qgn2vabh8ez6r9my3x0dfltjuiwos1 "
        "i5ez7ag0y3kpms6fcnwq2rh1l9jxto8udb4v s4tphud5mzajrq037bkwcex2li1ny68fog9v "
        "v80eplaz4nmr72jy9buwck1dsqofh5t3x6ig ac34ejmg9uikqy2vbsxz60rond8twplh7f15 "
        "xqbftak146jd9psr3lume5n2y7oi8zcg0hvw f1w96gabv5xn3olepi2c8rjs0uq4thyzkm7d "
        "3svjyb5lkfgh1mt0eq6pz2dow4ix987nrcau bctfrlkeg4yiq9hmpduvj05xs128ao673zwn "
        "kax8fjnhdzwqu7se4p5og3b1l6t2vrmi90cy"
    ),
    (36, 16): (
        "i7fpk42cnwldzbrv3qu19je6agy0xtm5o8sh 9kqpb62acxu4hwo1nirj7d0zgm5vl8yt3esf "
        "z610lsa98ryitv2jfcnme5o4xwqbp3gdhku7 u9zm2j0ob4wgqy3l1r7asxnkcdiefvth6p58 "
        "orl076yw8hzcgkn52u3mv19efapb4isxtqjd pcq7l12ek3frdjxma89nhyz5vswuiog6t40b "
        "w519gjclkbu6ahiqd0s38mr4ex7fpvy2znot emb79ofyxr3h1sc04z56avijg2nqdwk8ultp "
        "4fadqm6rzv7lkjy12x90eitgchbns5u83wop rdue14ptsgh6cz2fxqoymvlki3b9087nwj5a "
        "qv058f1g4j37cauo6ilkxzpnetrw92dhbsmy 0wamrb5cdy1x9izk3v6n8e2q7otsujfgl4ph "
        "3zma794g5lfd1nob8xuviw2y6cqtpsrjehk0 w0qfmi1h752sezpgy4un8lbjaktx9c3vodr6 "
        "8b3geyac6fxlpkmor127dq4vu50ijszwhnt9 xr9gleankd1b5t23yhujqzsip0m84fvoc76w"
    ),
}
"""The schedule by players and rounds for which some meetings must repeat, with the fewest repeats found by
annealing."""

"""Names of people: written one way, with nothing that cannot be seen, and not to be taken for another's."""

from __future__ import annotations

import unicodedata

from orrery.core.saying import say
from orrery.desk.problems import Refused

LONGEST = 40

_BLANK = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)}
"""Characters that show nothing although they are letters or marks."""


def _pairs(*texts: str) -> dict[str, str]:
    return {text[0]: text[1] for one in texts for text in one.split()}


# A letter of another alphabet and the Latin one that it looks like; the capitals stand by themselves.
_LOOKS = _pairs(
    "Аa Вb Еe З3 Кk Мm Нh Оo Рp Сc Тt Уy Хx Ѕs Іi Јj Ԛq Ԝw Ьb Ғf Һh",
    "аa вb еe з3 кk мm нh оo рp сc тt уy хx ѕs іi јj ԛq ԝw ьb ԁd ɡg һh ґr гr пn ѵv",
    "Αa Βb Εe Ζz Ηh Ιi Κk Μm Νn Οo Ρp Τt Υy Χx Ϲc Ϳj",
    "αa βb εe ηn ιi κk νv οo ρp τt υu χx γy ωw ϲc ϳj",
    "ıi ɑa ƅb ɩi ʟl ᴀa ᴄc ᴇe ᴏo ᴛt ᴜu ᴠv ᴡw ᴢz օo ոn սu հh ցg աw յj ѡw",
    "0o 1l |l il",
)


def plain(name: str) -> str:
    """A name as it is stored: compatible forms made one, blanks made one."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def clean(name: str) -> str:
    """The name as it is stored; refused if it is empty, or holds what cannot be seen or turns the writing round."""
    found = plain(name)
    for one in (*name, *found):
        hidden = unicodedata.category(one) in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp") or ord(one) in _BLANK
        if hidden and not one.isspace():
            said = say("server.name.hidden", code=f"{ord(one):04X}")
            raise Refused(400, "bad-request", said, {"field": "name"})
    if not any(unicodedata.category(one)[0] in "LNS" for one in found):
        raise Refused(400, "bad-request", say("server.name.letter"), {"field": "name"})
    if len(found) > LONGEST:
        raise Refused(400, "bad-request", say("server.name.long", most=LONGEST), {"field": "name"})
    return found


def skeleton(name: str) -> str:
    """What is left of a name when letters that look alike are one; two names with the same look alike."""
    looked = "".join(_LOOKS.get(one, one) for one in plain(name)).casefold()
    return "".join(_LOOKS.get(one, one) for one in looked).replace("rn", "m").replace("vv", "w")


_TRIED = """
password password1 password12 password123 passw0rd p@ssw0rd p@ssword passwort passwort1 passwort123 jelszo123
12345678 123456789 1234567890 0123456789 12345678910 87654321 987654321 0987654321 11111111 111111111 00000000
22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 12341234 11223344 12121212 123123123
123321123 147258369 123654789 147852369 789456123 741852963 159753456 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2
qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwertz123 qwertzui qwertzuiop asdfghjk asdfghjkl asdf1234
zxcvbnm1 zaq12wsx abcd1234 abc12345 abcdefgh abcdefg1 a1b2c3d4 aa123456 a1234567 a12345678 q1w2e3r4 iloveyou
iloveyou1 sunshine princess football baseball basketball superman batman123 starwars trustno1 whatever computer
internet michelle jennifer jordan23 charlie1 welcome1 welcome123 letmein1 letmein123 dragon123 monkey123
shadow123 master123 michael1 admin123 admin1234 administrator changeme changeme1 test1234 testtest hello123
secret123 samsung1 pokemon1 liverpool chocolate corvette midnight maverick mercedes startrek
"""
COMMON = frozenset(_TRIED.split())
"""Passwords that are tried first, of those that are long enough."""


def uncommon(password: str, field: str = "password") -> str:
    """The password, unless it is one that everybody tries first."""
    if password.casefold() in COMMON or len(set(password)) == 1:
        said = say("server.password.common")
        raise Refused(400, "bad-request", said, {"field": field})
    return password

"""The passwords that are tried first: those of published lists with at least eight characters."""

from __future__ import annotations

_COMMON = """
00000000 11111111 111111111 1111111111 11223344 112233445566 12121212 123123123 12341234 12344321 12345678 123456789
1234567890 123456789a 12345678910 1234qwer 123abc123 123qwe123 147258369 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
1qazxsw2 22222222 55555555 66666666 77777777 87654321 88888888 987654321 9876543210 99999999 a1234567 a12345678
a123456789 aa123456 aa12345678 aaaaaaaa abc12345 abcd1234 abcdefgh abcdefghi administrator admin123 adminadmin
alexander asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl azertyui azertyuiop babygirl babygirl1 backspace baseball
baseball1 basketball butterfly changeme charlie1 chocolate christian christine computer computer1 corvette cristina
dragon123 einstein elephant estrella facebook family123 fernando fishing1 football football1 football123 forever1
freedom1 garfield gateway1 godzilla google123 hallo123 hello123 hellohello hellokitty iloveyou iloveyou1 iloveyou2
immortal internet isabella jennifer jessica1 jonathan jordan23 justin123 killer123 letmein1 letmein123 liverpool
liverpool1 lovelove loveyou1 mariposa maverick mercedes metallica michael1 michelle michigan midnight minecraft
monkey123 mountain mustang1 mypassword naruto123 nicholas nintendo p@ssw0rd p@ssword pa55word passw0rd password
password! password1 password12 password123 password1234 passwort passwort1 patricia playstation pokemon1 pokemon123
precious princess princess1 princesse q1w2e3r4 q1w2e3r4t5 qazwsxedc qqqqqqqq qwer1234 qwerasdf qwert123 qwerty12
qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyui qwertyuiop qwertz123 qwertzuiop samantha samsung1 scorpion
scooby12 shadow12 skateboard slipknot snowball spiderman spongebob starwars starwars1 steelers stephanie strawberry
sunshine sunshine1 superman superman1 superstar sweetheart target123 trustno1 undertaker veronica victoria volleyball
welcome1 welcome12 welcome123 whatever whatever1 william1 wordpass xxxxxxxx zaq12wsx zaq1zaq1 zxcvbnm1 zxcvbnm123
"""
COMMON_PASSWORDS = frozenset(_COMMON.split())


def is_common(password: str) -> bool:
    return password.casefold() in COMMON_PASSWORDS

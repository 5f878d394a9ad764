"""The page shown while the server loads or compiles its rules: self-contained, in the visitor's language."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from html import escape
from pathlib import Path

import msgspec

from niwashi.parallel.progress import CompileProgress
from niwashi.server.http.static_files import STATIC

FONTS = {
    ("Noto Sans Variable", "100 900"): "noto-sans-latin-wght-normal",
    ("Shippori Mincho", "600"): "shippori-mincho-latin-600-normal",
}
WORDS: dict[str, dict[str, str]] = {
    "en": {
        "title": "The garden is being prepared",
        "compiling": "Compiling the rules for this machine. This happens once and takes a minute or two.",
        "loading": "Loading the rules …",
        "far": "{done} of {of} parts, {seconds} s",
        "opened": "Ready. Opening …",
        "lost": "The server does not answer. If it was stopped, start it again; this page keeps asking.",
    },
    "de": {
        "title": "Der Garten wird vorbereitet",
        "compiling": "Die Regeln werden für diesen Rechner kompiliert. Nur einmal, ein bis zwei Minuten lang.",
        "loading": "Die Regeln werden geladen …",
        "far": "{done} von {of} Teilen, {seconds} s",
        "opened": "Fertig. Es geht los …",
        "lost": "Der Server antwortet nicht. Falls er beendet wurde, starte ihn neu; diese Seite fragt weiter.",
    },
    "fr": {
        "title": "Le jardin se prépare",
        "compiling": "Compilation des règles pour cette machine. Une seule fois, pendant une minute ou deux.",
        "loading": "Chargement des règles…",
        "far": "{done} parties sur {of}, {seconds} s",
        "opened": "Prêt. Ouverture…",
        "lost": "Le serveur ne répond pas. S’il a été arrêté, relance-le ; cette page continue de demander.",
    },
    "ja": {
        "title": "庭を整えています",
        "compiling": "このコンピューター用にルールをコンパイルしています。最初の1回だけで、1〜2分かかります。",
        "loading": "ルールを読み込んでいます…",
        "far": "{of} 個中 {done} 個、{seconds} 秒",
        "opened": "準備ができました。開いています…",
        "lost": "サーバーが応答しません。止まっている場合は再び起動してください。このページは問い合わせを続けます。",
    },
}


class StartupStatus(msgspec.Struct, omit_defaults=True):
    ready: bool
    doing: str = ""
    far: str = ""
    done: int = 0
    of: int = 0


def startup_status(progress: CompileProgress, language: str) -> StartupStatus:
    words = WORDS[language]
    if not progress.begun:
        return StartupStatus(ready=False, doing=words["loading"])
    far = words["far"].format(done=progress.done, of=progress.of, seconds=progress.seconds)
    return StartupStatus(ready=False, doing=words["compiling"], far=far, done=progress.done, of=progress.of)


def page(status: StartupStatus, language: str) -> tuple[bytes, str]:
    """Return the page, and a content security policy that allows only its own script and style."""
    share = f"#rake {{ width: {100 * status.done // max(status.of, 1)}%; }}"  # works without scripts
    style, script = _fonts() + _part("css") + share, _part("js")
    words = {name: escape(word) for name, word in WORDS[language].items()}
    values = f' aria-valuemax="{status.of}" aria-valuenow="{status.done}"' if status.of else ""
    texts = {**words, "language": language, "doing": escape(status.doing), "far": escape(status.far), "values": values}
    return _part("html").format(**texts, style=style, script=script).encode(), _policy(style, script)


def language_in(accepted: str) -> str:
    """The first supported language of an Accept-Language header, which browsers sort by preference."""
    preferred = (one.split(";")[0].split("-")[0].strip().lower() for one in accepted.split(","))
    return next((one for one in preferred if one in WORDS), "en")


@cache
def _part(kind: str) -> str:
    return Path(__file__).with_suffix(f".{kind}").read_text(encoding="utf-8")


@cache
def _fonts() -> str:
    """The client's fonts for Latin text."""
    found = {name: next(STATIC.glob(f"assets/{file}-*.woff2"), None) for name, file in FONTS.items()}
    return "".join(
        f"@font-face {{ font-family: '{name}'; font-weight: {weight}; src: url('assets/{path.name}'); }}"
        for (name, weight), path in found.items()
        if path
    )


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; connect-src 'self'; "
        "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

"""Makes the sounds of the browser client anew: `python -m tools.sounds.make`, from the root.

`--look FOLDER` also writes each as WAV, and draws what it is made of (time to the right, pitch upwards).
"""

from __future__ import annotations

import argparse
import wave
from pathlib import Path

from tools.sounds.flac import encode
from tools.sounds.loudness import attack_seconds, loudness, peak
from tools.sounds.master import ROLE, Pcm, finish, to_signal
from tools.sounds.resonance import RATE
from tools.sounds.spectrogram import draw

FOLDER = Path(__file__).parents[2] / "web" / "src" / "sounds"


def describe(name: str, samples: Pcm, size: int) -> str:
    sound = to_signal(samples)
    return (
        f"{name:7} {ROLE[name]:7} {len(sound) / RATE:5.2f} s  {loudness(sound):6.1f} LUFS  peak {peak(sound):6.1f} dB"
        f"  attack {1000 * attack_seconds(sound):5.1f} ms  {size:6,} bytes"
    )


def write_wav(path: Path, samples: Pcm) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.astype("<i2").tobytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--look", type=Path, metavar="FOLDER")
    look = parser.parse_args().look
    FOLDER.mkdir(exist_ok=True)
    total = 0
    for name in ROLE:
        samples = finish(name)
        content = encode(samples, RATE)
        (FOLDER / f"{name}.flac").write_bytes(content)
        print(describe(name, samples, len(content)))
        total += len(content)
        if look:
            look.mkdir(parents=True, exist_ok=True)
            write_wav(look / f"{name}.wav", samples)
            (look / f"{name}.png").write_bytes(draw(to_signal(samples)))
    print(f"{total:,} bytes in all")


if __name__ == "__main__":
    main()

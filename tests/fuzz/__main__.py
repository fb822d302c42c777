"""Fuzzing that follows what the code reaches: atheris, the extra `fuzz`.

Usage: python -m tests.fuzz archive|answers RUNS FOLDER. FOLDER keeps the inputs that reached something new, so that the
next run goes on from there, and each input that broke a promise, which then becomes a test.
"""

import argparse
import importlib
import sys
from pathlib import Path

import atheris


def main(given: argparse.Namespace) -> None:
    """Run; atheris ends the process, with an error when a promise broke."""
    with atheris.instrument_imports(include=["codex.core", "grounded.core"]):
        target = importlib.import_module(f"tests.fuzz.{given.target}")
    kept = given.folder / given.target
    kept.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.SEEDS):
        (kept / f"seed-{number}").write_bytes(seed)
    words = given.folder / f"{given.target}.dict"
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in target.WORDS))
    bounds = [f"-runs={given.runs}", "-max_len=4096", "-len_control=0", "-timeout=30", f"-dict={words}"]
    atheris.Setup([sys.argv[0], *bounds, f"-artifact_prefix={given.folder}/", str(kept)], target.check)
    atheris.Fuzz()


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace('"', '\\"')


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("target", choices=["archive", "answers"])
    parser.add_argument("runs", type=int)
    parser.add_argument("folder", type=Path)
    main(parser.parse_args())

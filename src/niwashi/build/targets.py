"""The targets: what a compiler and a linker must know about each."""

from __future__ import annotations

from dataclasses import dataclass

from niwashi.core.errors import NiwashiError, quote


@dataclass(frozen=True)
class Target:
    name: str
    triple: str
    cpu: str
    features: str = ""
    linked: str = "python"
    """What is made of the object: an extension module for `python`, a `wasm` module with a memory of its own, a `side`
    module that Emscripten loads into the memory of its program, or nothing (`ptx` is text)."""
    platform: str = ""
    """As `core.ahead.platform_tag` names it."""
    zig: str = ""
    """The linker's name of the system."""

    @property
    def suffix(self) -> str:
        if self.linked in ("wasm", "ptx"):
            return f".{self.linked}"
        return ".pyd" if self.platform.startswith("win32") else ".so"


LINUX = "linux-gnu.2.17"
LINUX_X86 = {
    "platform": "linux-x86_64",
    "zig": f"x86_64-{LINUX}",
}
WASM_FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
"""What every browser since 2023 has."""

TARGETS = {
    target.name: target
    for target in (
        Target("x86-64-v2", "x86_64-unknown-linux-gnu", "x86-64-v2", **LINUX_X86),
        Target("x86-64-v3", "x86_64-unknown-linux-gnu", "x86-64-v3", **LINUX_X86),
        Target(
            "arm64-linux",
            "aarch64-unknown-linux-gnu",
            "generic",
            platform="linux-arm64",
            zig=f"aarch64-{LINUX}",
        ),
        Target(
            "arm64-macos",
            "arm64-apple-macosx11.0",
            "apple-m1",
            platform="darwin-arm64",
            zig="aarch64-macos.11.0",
        ),
        Target(
            "windows-x86-64",
            "x86_64-pc-windows-gnu",
            "x86-64-v2",
            platform="win32-x86_64",
            zig="x86_64-windows-gnu",
        ),
        Target("wasm32", "wasm32-unknown-unknown", "generic", WASM_FEATURES, linked="wasm"),
        Target("pyodide", "wasm32-unknown-emscripten", "generic", WASM_FEATURES, linked="side"),
        Target("ptx", "nvptx64-nvidia-cuda", "sm_75", linked="ptx"),
    )
}


def find_target(name: str) -> Target:
    """By name; `native` is this machine's."""
    if name == "native":
        return native()
    if name not in TARGETS:
        known = ", ".join(["native", *TARGETS])
        raise NiwashiError("build/target", f"there is no target {quote(name)}; the targets are {known}")
    return TARGETS[name]


def platforms() -> list[str]:
    """Those for which a wheel can be built."""
    return sorted({target.platform for target in TARGETS.values() if target.platform})


def of_platform(tag: str) -> list[Target]:
    """The targets that a wheel for a platform has, the best one last."""
    if found := [target for target in TARGETS.values() if target.platform == tag]:
        return found
    known = ", ".join(platforms())
    raise NiwashiError("build/target", f"nothing is compiled ahead for {tag}; the platforms are {known}")


def native() -> Target:
    """This processor with all that it can do."""
    import llvmlite.binding as llvm

    from niwashi.core.ahead import platform_tag

    tag = platform_tag()
    like = next((target for target in TARGETS.values() if target.platform == tag), None)
    zig = like.zig if like else ""
    triple = like.triple if like else llvm.get_process_triple()
    return Target(
        "native", triple, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(), "python", tag, zig
    )

"""Makes machine code of lowered functions for a target: one module, optimised as a whole, as an object file."""

from __future__ import annotations

from collections.abc import Iterable

import llvmlite.binding as llvm

from niwashi.build.targets import Target


def initialize() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def machine_of(target: Target) -> llvm.TargetMachine:
    """Without contraction: a product and a sum are rounded separately, so floats agree on every target."""
    found = llvm.Target.from_triple(target.triple)
    reloc = "pic" if target.linked in ("python", "side") else "static" if target.linked == "wasm" else "default"
    return found.create_target_machine(
        cpu=target.cpu, features=target.features, opt=3, reloc=reloc, codemodel="default"
    )


def merge(modules: Iterable[llvm.ModuleRef]) -> bytes:
    """One module of several that share functions."""
    merged = llvm.parse_assembly("")
    for module in modules:
        merged.link_in(module.clone())
    return bytes(merged.as_bitcode())


def optimise(bitcode: bytes, interface: str, exported: Iterable[str], target: Target) -> llvm.ModuleRef:
    """With the interface's functions added; all but `exported` become internal, so that unused code is dropped."""
    machine, keep = machine_of(target), set(exported)
    module = llvm.parse_bitcode(bitcode)
    # Only now: the names of types in a module's text differ from those in another's.
    declared = {function.name for function in module.functions}
    module.link_in(llvm.parse_assembly(declarations(interface, module, declared) + interface))
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    for item in (*module.functions, *module.global_variables):
        if not item.is_declaration and item.name not in keep:
            item.linkage = "internal"
    module.verify()
    if target.linked == "python":
        _simplify_functions(module, machine)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    return module


def _simplify_functions(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Each by itself, before it is inlined into others, as Numba does: random games are a quarter faster with it. Loops
    are not vectorised yet, since the code around them is not known. WebAssembly would become a fifth larger."""
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = False
    for function in module.functions:
        if not function.is_declaration:
            builder = llvm.create_pass_builder(machine, options)
            builder.getFunctionPassManager().run(function, builder)


def declarations(interface: str, module: llvm.ModuleRef, declared: set[str]) -> str:
    """Of the lowered functions that the interface calls."""
    lines = []
    for function in module.functions:
        if f'@"{function.name}"(' in interface and not function.is_declaration and function.name in declared:
            kinds = ", ".join(str(argument.type) for argument in function.arguments)
            lines.append(f'declare i32 @"{function.name}"({kinds})\n')
    return "".join(lines)


def undefined(module: llvm.ModuleRef) -> list[str]:
    """What the linker must find elsewhere."""
    items = (*module.functions, *module.global_variables)
    return sorted(item.name for item in items if item.is_declaration and not item.name.startswith("llvm."))


def emit(module: llvm.ModuleRef, target: Target) -> bytes:
    machine = machine_of(target)
    if target.linked == "ptx":
        return str(machine.emit_assembly(module)).encode()
    return bytes(machine.emit_object(module))

// Runs the conformance script of targets.py with WebAssembly modules and prints the same lines, under Node or in a page:
//   node wasm.mjs FOLDER SCRIPT.json [SECONDS]
// With SECONDS it runs measures instead, and prints how much of each a second of processor time does.

const align = (n) => (n + 63) & ~63;

/** An instance of a game's module, with memory that is taken anew for each case. */
export class Machine {
  constructor(module) {
    this.exports = new WebAssembly.Instance(module, {}).exports;
  }

  load(arrays) {
    let end = align(this.exports.__heap_base.value);
    this.at = { "": end };
    end += 64; // for results that are tuples
    for (const [name, { bytes }] of Object.entries(arrays)) {
      this.at[name] = end;
      end = align(end + bytes);
    }
    const missing = end - this.exports.memory.buffer.byteLength;
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / 65536));
    this.bytes = new Uint8Array(this.exports.memory.buffer);
    for (const [name, { bytes, base64 }] of Object.entries(arrays)) {
      this.bytes.fill(0, this.at[name], this.at[name] + bytes);
      if (base64) this.bytes.set(decode(base64), this.at[name]);
    }
  }

  call(name, args, arrays, signature) {
    const kinds = signature.arguments;
    const flat = args.flatMap((arg, i) => {
      if (typeof arg === "string" && arg.startsWith("*")) return [this.at[arg.slice(1)]];
      if (typeof arg === "string") return [this.at[arg], BigInt(arrays[arg].items)];
      return [kinds[i] === "float64" ? arg : BigInt(arg)];
    });
    const items = signature.items;
    if (items.length > 1) {
      this.exports[name](this.at[""], ...flat);
      return this.bytes.slice(this.at[""], this.at[""] + 8 * items.length);
    }
    const result = this.exports[name](...flat);
    if (items.length === 0) return new Uint8Array();
    const view = new DataView(new ArrayBuffer(8));
    if (items[0] === "double") view.setFloat64(0, result, true);
    else view.setBigInt64(0, result, true);
    return new Uint8Array(view.buffer);
  }
}

function decode(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

async function sha256(parts) {
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function runCase(machine, { arrays, calls, hashed }, signatures, letters) {
  machine.load(arrays);
  const parts = calls.map(([name, args]) => machine.call(name, args, arrays, signatures[name]));
  for (const name of hashed) {
    const [array, count] = name.split(":");
    const length = count ? Number(count) * 8 : arrays[array].bytes;
    parts.push(machine.bytes.slice(machine.at[array], machine.at[array] + length));
  }
  return (await sha256(parts)).slice(0, letters);
}

/** The lines of all variants. `modules` and `signatures` are by game. */
async function lines(modules, signatures, script, letters) {
  const machines = Object.fromEntries(Object.entries(modules).map(([game, module]) => [game, new Machine(module)]));
  const out = [];
  for (const { game, name, cases } of script) {
    const hashes = [];
    for (const one of cases) hashes.push(await runCase(machines[game], one, signatures[game], letters));
    out.push([name, ...hashes].join(" "));
  }
  return out;
}

const SLICE = typeof process === "undefined" ? 0.05 : 0; // pages have a coarse clock

/** Processor time in seconds; in a page the time that has passed. */
function clock() {
  if (typeof process === "undefined") return performance.now() / 1000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function rate(machine, { arrays, calls }, signatures, seconds) {
  let best = 0;
  const began = clock();
  do {
    let [work, spent] = [0, 0];
    do {
      machine.load(arrays);
      const before = clock();
      let result;
      for (const [name, args] of calls) result = machine.call(name, args, arrays, signatures[name]);
      spent += clock() - before;
      work += Number(new DataView(result.buffer).getBigInt64(result.length - 8, true));
    } while (spent < SLICE);
    best = Math.max(best, work / spent);
  } while (clock() - began < seconds);
  return best;
}

function rates(modules, signatures, measures, seconds) {
  const found = Object.entries(measures).map(([name, measure]) => {
    const machine = new Machine(modules[measure.game]);
    return [name, rate(machine, measure, signatures[measure.game], seconds)];
  });
  return Object.fromEntries(found);
}

/** What is printed. `load` finds a game's module. */
export async function run(load, signatures, { script = [], letters, measures = {} }, seconds) {
  const games = new Set([...script, ...Object.values(measures)].map(({ game }) => game));
  const modules = Object.fromEntries(await Promise.all([...games].map(async (game) => [game, await load(game)])));
  const measured = seconds ? [JSON.stringify(rates(modules, signatures, measures, seconds))] : [];
  return [...measured, ...(await lines(modules, signatures, script, letters))];
}

if (typeof process !== "undefined" && process.argv[2]) {
  const { readFileSync } = await import("node:fs");
  const [, , folder, file, seconds] = process.argv;
  const signatures = JSON.parse(readFileSync(`${folder}/manifest.json`, "utf8"));
  const load = (game) => new WebAssembly.Module(readFileSync(`${folder}/${game}.wasm`));
  const script = JSON.parse(readFileSync(file, "utf8"));
  for (const line of await run(load, signatures, script, Number(seconds ?? 0))) console.log(line);
}

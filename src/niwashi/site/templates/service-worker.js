// Keeps the whole garden in the browser, so that it opens without a line. `niwashi site` fills in the first three names.
const VERSION = "VERSION";
/** The SHA-256 of every file. */
const FILES = { FILES: "" };
const JAPANESE = ["JAPANESE"];
const SCOPE = self.registration.scope;
/** Several gardens may lie at one origin. */
const PREFIX = `niwashi-garden@${new URL(SCOPE).pathname} `;
const CACHE = PREFIX + VERSION;
const PAGE = "index.html";
/** The hashes of what a cache has, for the garden after it. */
const LIST = "garden/kept.json";
/** Addresses with a hash in them: their content never changes. */
const NAMED_BY_HASH = /^(assets\/|garden\/[0-9a-f]{16}\/)/;

/** Letters that most visitors never see are half of the garden. */
const MESSAGE = "japanese";

const address = (name) => new URL(name, SCOPE).href;
const ownCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** What the garden before this one has, by hash: Python itself seldom changes. */
async function readOlder() {
  const found = new Map();
  for (const cacheName of await ownCaches()) {
    const cache = await caches.open(cacheName);
    const list = await (await cache.match(address(LIST)))?.json();
    for (const [name, hash] of Object.entries(list ?? {})) found.set(hash, [cache, name]);
  }
  return async (hash) => {
    const [cache, name] = found.get(hash) ?? [];
    return cache?.match(address(name), { ignoreVary: true });
  };
}

/** What the page has loaded just now is in the browser's cache; names without a hash may be there of an older garden. */
async function keep(names, orLeave = []) {
  const [cache, older] = [await caches.open(CACHE), await readOlder()];
  const keepOne = async (name) => {
    const kept = await older(FILES[name]);
    if (kept) return cache.put(address(name), kept);
    if (orLeave.includes(name)) return;
    return cache.add(new Request(address(name), { cache: NAMED_BY_HASH.test(name) ? "default" : "reload" }));
  };
  await Promise.all(names.map(keepOne));
}

async function install() {
  await keep(Object.keys(FILES), JAPANESE);
  await (await caches.open(CACHE)).put(address(LIST), Response.json(FILES));
}

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("message", (event) => {
  if (event.data === MESSAGE) event.waitUntil(keepLetters());
});

async function keepLetters() {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(address(JAPANESE.at(-1) ?? PAGE)))) await keep(JAPANESE);
}

async function forgetOlder() {
  for (const name of await ownCaches()) if (name !== CACHE) await caches.delete(name);
}

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOlder(), self.clients.claim()]));
});

/** A part that was damaged, and so deleted (web/src/local/python.ts), is kept anew. */
async function answer(request, name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(address(name), { ignoreVary: true });
  if (kept) return kept;
  const fetched = await fetch(request);
  if (fetched.ok && name in FILES && NAMED_BY_HASH.test(name)) await cache.put(address(name), fetched.clone());
  return fetched;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = request.url.split(/[?#]/)[0];
  if (request.method !== "GET" || !url.startsWith(SCOPE)) return;
  event.respondWith(answer(request, request.mode === "navigate" ? PAGE : url.slice(SCOPE.length)));
});

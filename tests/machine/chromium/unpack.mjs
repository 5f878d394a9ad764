// Writes what the package holds, uncompressed, into the folder that is named.
import { createReadStream, createWriteStream } from "node:fs";
import { createBrotliDecompress } from "node:zlib";
import { pipeline } from "node:stream/promises";

const held = "node_modules/@sparticuz/chromium/bin/";
const parts = {
    "chromium.br": "program",
    "al2023.tar.br": "libraries.tar",
    "swiftshader.tar.br": "graphics.tar",
    "fonts.tar.br": "fonts.tar",
};

for (const [from, to] of Object.entries(parts)) {
    await pipeline(
        createReadStream(held + from),
        createBrotliDecompress(),
        createWriteStream(`${process.argv[2]}/${to}`),
    );
}

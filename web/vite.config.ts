import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Every browser that runs this client reads woff2; the older files only make the package large. */
const woff2Only = {
  postcssPlugin: 'woff2-only',
  Declaration: {
    src: (declaration: { value: string }) => {
      const kept = declaration.value.replace(/,\s*url\([^)]*\.woff\)\s*format\([^)]*\)/g, '')
      if (kept !== declaration.value) declaration.value = kept
    },
  },
}

/** What every screen needs comes in one file: forty requests instead of sixty before the first action, and it packs better. */
const core = {
  name: 'core',
  test: /node_modules\/(svelte|@fluent)\/|src\/(state|i18n|sync)\/|src\/draw\/(Crest|crests|Picture)|src\/ui\/(Icon|icons|Kanji|kanji|EmptyState)|src\/shell\/(Header|Logo|TurnBadge)/,
}

export default defineConfig({
  // Relative addresses: the same build serves any base path.
  base: './',
  plugins: [svelte()],
  css: { postcss: { plugins: [woff2Only] } },
  // Tests mount components: they need Svelte's browser half.
  resolve: {
    alias: { $: at('./src') },
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: at('../src/niwashi/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    // The server's policy allows fonts from its own address only, never as data.
    assetsInlineLimit: 0,
    // None in the page: Chromium would load twice what a service worker answers, and warn of it.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? [] : files),
    },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: { groups: [core] } } },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true, changeOrigin: true } },
  },
  test: {
    environment: 'node', // a test of what needs a document asks for jsdom in its first line
    include: ['src/**/*.test.ts'],
    restoreMocks: true,
  },
})

import { expect, test } from 'vitest'
import { addMessages, format, loadBundle } from './catalog'

test('points carry their sign, in every language', async () => {
  for (const language of ['en', 'de', 'fr', 'ja'] as const)
    expect(format(await loadBundle(language), 'points-signed', { points: 6 })).toBe('+6')
})

test('NUMBER heeds percents and digits', async () => {
  const bundle = await loadBundle('en')
  addMessages(bundle, 'share = { NUMBER($share, style: "percent", maximumFractionDigits: 0) }')
  expect(format(bundle, 'share', { share: 0.618 })).toBe('62%')
})

test('a French name with a vowel is elided', async () => {
  const bundle = await loadBundle('fr')
  const said = ['Mei', 'Aki', 'Élise', 'Hana'].map((name) => format(bundle, 'table-of', { name }))
  expect(said).toEqual(['Table de Mei', 'Table d’Aki', 'Table d’Élise', 'Table de Hana'])
})

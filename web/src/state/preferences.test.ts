import { expect, test } from 'vitest'
import { parsePreferences } from './preferences.svelte'

test('what was kept comes back', () => {
  const found = parsePreferences(
    '{"theme":"dark","language":"fr","confirm":false,"volume":0.3,"keys":{"hint":"q"},"name":"Aki"}',
    ['de-CH'],
  )
  expect(found).toMatchObject({
    theme: 'dark',
    language: 'fr',
    confirm: false,
    volume: 0.3,
    keys: { hint: 'q' },
    name: 'Aki',
  })
})

test('nonsense is as if nothing had been kept', () => {
  for (const text of [null, '', '{', '7', 'null', '{"theme":"pink","sound":3,"volume":7,"language":"xx","keys":[4]}']) {
    expect(parsePreferences(text, ['de-CH', 'en'])).toMatchObject({
      theme: 'auto',
      language: 'de',
      sound: true,
      volume: 0.7,
      keys: {},
    })
  }
})

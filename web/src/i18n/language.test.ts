// @vitest-environment jsdom
import { beforeAll, expect, test, vi } from 'vitest'
import { language, loadCatalog, setLanguage, t } from './language.svelte'

/** How long words are on their way the next time they are asked for: `score/en`. The others are there at once. */
const late = new Map<string, number>()
const asked: string[] = []

vi.mock(import('./catalog'), async (original) => {
  const found = await original()
  const catalogText: typeof found.catalogText = async (area, of) => {
    const words = `${area}/${of}`
    const wait = late.get(words) ?? 0
    late.delete(words)
    asked.push(words)
    await new Promise((done) => setTimeout(done, wait))
    return found.catalogText(area, of)
  }
  return { ...found, catalogText }
})

beforeAll(async () => {
  for (const one of ['de', 'en'] as const) await setLanguage(one)
})

test('words that come late take no others away', async () => {
  late.set('score/en', 300)
  const slow = loadCatalog('score')
  await vi.waitFor(() => expect(asked).toContain('score/en'))
  await Promise.all([slow, loadCatalog('device')])
  expect([t('score-name'), t('device-this')]).toEqual(['Name', 'Together at this device'])
})

test('whoever learns words that are on their way waits for them, too', async () => {
  late.set('replay/en', 100)
  void loadCatalog('replay')
  await loadCatalog('replay')
  expect(t('replay-play')).toBe('Play')
})

test('a language that was asked for stays, whatever is learnt meanwhile', async () => {
  late.set('advice/en', 300)
  await Promise.all([setLanguage('de'), loadCatalog('advice')])
  expect(language()).toBe('de')
})

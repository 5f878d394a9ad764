import type { Effect, News, Snapshot } from '$/wire/types'
import { sampleChoices, sampleView } from '$/testing/samples'
import { describe, expect, test } from 'vitest'
import { reduce, withChoices, fromSnapshot } from './reducer'
import { withTable } from './lobby'

const base: Snapshot = {
  table: 't1',
  seq: 4,
  at: 0,
  phase: 'gathering',
  game: 'miyabi',
  options: { seats: 3 },
  settings: {},
  components: { name: 'shipped' },
  commitment: '',
  seats: [
    { name: 'Aki', held: 'person' },
    { name: '', held: 'open' },
    { name: '', held: 'open' },
  ],
  you: 0,
}
const news = (event: NonNullable<News['event']>, view?: News['view']): News => ({ seq: 5, at: 9, event, view })
/** An event of the table itself, as the server sends it: the text of the record, and its meaning. */
const byTable = (what: string, effect: Effect): News => ({
  ...news({ event: 'happened', number: 3, who: 'table', what }),
  effects: [effect],
})
const after = (event: NonNullable<News['event']>, from: Partial<Snapshot> = {}) =>
  reduce(fromSnapshot({ ...base, ...from }), news(event))

describe('what news makes of a table', () => {
  test('what a snapshot leaves out is the usual: everybody is here', () => {
    expect(fromSnapshot(base).seats[0]).toMatchObject({ name: 'Aki', here: true, resigned: false })
  })

  test('somebody sits down, and gets up', () => {
    const sat = after({ event: 'sat', seat: 1, name: 'club', bot: 'club' })
    expect(sat.seats[1]).toMatchObject({ name: 'club', held: 'bot', bot: 'club' })
    expect(reduce(sat, news({ event: 'emptied', seat: 1 })).seats[1]).toMatchObject({ held: 'open', name: '' })
  })

  test('seats are drawn at the start, and ours goes along', () => {
    const started = after({ event: 'started', order: [2, 0, 1], drawn: true, nonces: [] })
    expect(started.you).toBe(1)
    expect(started.seats[1]?.name).toBe('Aki')
    expect(started.phase).toBe('playing')
  })

  test('at a hot seat we are whoever is offered something', () => {
    const table = { ...fromSnapshot({ ...base, phase: 'playing' }), yours: [0, 2] }
    const choices = sampleChoices(2, 5, 'pass')
    expect(withChoices(table, choices).you).toBe(2)
    expect(withChoices({ ...table, yours: [] }, choices).you).toBe(0)
    const started = reduce(table, news({ event: 'started', order: [2, 0, 1], drawn: true, nonces: [] }))
    expect(started.yours).toEqual([0, 1])
  })

  test('a bot takes over, and hands back', () => {
    const away = reduce(fromSnapshot(base), byTable('bot 0 strong', { key: 'handed-over', seat: 0, level: 'strong' }))
    expect(away.seats[0]?.bot).toBe('strong')
    expect(reduce(away, byTable('person 0', { key: 'returned', seat: 0 })).seats[0]?.bot).toBeNull()
  })

  test('somebody resigns', () => {
    const resigned = reduce(fromSnapshot(base), byTable('resign 0', { key: 'resigned', seat: 0 }))
    expect(resigned.seats.map((seat) => seat.resigned)).toEqual([true, false, false])
  })

  test('a question is asked, agreed to, and answered by what then happens', () => {
    const asked = after({ event: 'asked', seat: 0, what: 'back', to: 3 })
    expect(asked.asked_seq).toBe(5)
    const agreed = reduce(asked, news({ event: 'agreed', seat: 1 }))
    expect(agreed.agreed).toEqual([0, 1])
    const back = reduce(
      { ...agreed, choices: sampleChoices(0, 4, 'pass') },
      byTable('back 3', { key: 'taken-back', to: 3 }),
    )
    expect(back).toMatchObject({ asked: null, choices: null })
  })

  test('what we may do is gone once we have done it', () => {
    const choices = sampleChoices(0, 4, 'pass')
    const view = sampleView({ to_act: [1] })
    const next = reduce(
      fromSnapshot({ ...base, choices }),
      news({ event: 'happened', number: 0, who: 1, what: 'x' }, view),
    )
    expect(next.choices).toBeNull()
  })

  test('the cards of a live grab lie open: all look, say that they are ready, and the signal is announced', () => {
    const called = after({ event: 'called', until: 4009 }, { phase: 'playing' })
    expect(called).toMatchObject({ called: 5, called_until: 4009 })
    const ready = reduce(called, news({ event: 'readied', seat: 0, auto: true }))
    expect(ready.seats.map((seat) => [seat.ready, seat.auto])).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ])
    const asked = reduce(ready, news({ event: 'asked', seat: 0, what: 'pause' }))
    const announced = reduce(asked, news({ event: 'announced', signal: 1509 }))
    expect(announced).toMatchObject({ called: null, called_until: null, signal: 1509, asked: null })
  })

  test('a bot that takes over does not end the look; a pause begins it anew', () => {
    const called = after({ event: 'called', until: 4009 }, { phase: 'playing' })
    const ready = reduce(called, news({ event: 'readied', seat: 1 }))
    const taken = reduce(ready, byTable('bot 0 strong', { key: 'handed-over', seat: 0, level: 'strong' }))
    expect(taken.called).toBe(5)
    expect(taken.seats[1]?.ready).toBe(true)
    const resumed = reduce(reduce(taken, news({ event: 'paused' })), news({ event: 'resumed', seat: 1 }))
    expect(resumed.seats.some((seat) => seat.ready)).toBe(false)
  })

  test('“always ready” changes without saying “ready”', () => {
    const on = reduce(
      after({ event: 'called', until: 4009 }),
      news({ event: 'readied', seat: 0, auto: true, now: false }),
    )
    expect(on.seats[0]).toMatchObject({ ready: false, auto: true })
    const said = reduce(on, news({ event: 'readied', seat: 0, auto: true }))
    const off = reduce(said, news({ event: 'readied', seat: 0, now: false }))
    expect(off.seats[0]).toMatchObject({ ready: true, auto: false })
  })
  test('“ready” is said anew for every grab; who is always ready stays so', () => {
    const ready = reduce(after({ event: 'called', until: 4009 }), news({ event: 'readied', seat: 0, auto: true }))
    const next = reduce(ready, news({ event: 'happened', number: 3, who: 0, what: 'place 0,3' }))
    expect(next.seats[0]).toMatchObject({ ready: false, auto: true })
    expect(next.called).toBeNull()
  })

  test('the end brings scores, winners and the seed', () => {
    const over = after({ event: 'ended', scores: [3, 2, 1], winners: [0], ranks: [1, 2, 3], seed: 'ab' })
    expect(over).toMatchObject({ phase: 'over', seed: 'ab', ended: { winners: [0] } })
  })

  test('the table before is left as it was', () => {
    const before = fromSnapshot(base)
    reduce(before, news({ event: 'sat', seat: 1, name: 'Bo' }))
    expect(before.seats[1]?.held).toBe('open')
    expect(before.seq).toBe(4)
  })
})

test('the lobby forgets tables that are over and moves changed ones to the front', () => {
  const row = (table: string, state = 'open') => ({
    table,
    game: 'miyabi',
    options: {},
    state,
    visibility: 'public',
    seats: [],
    updated: 0,
  })
  expect(withTable([row('a'), row('b')], row('b')).map((one) => one.table)).toEqual(['b', 'a'])
  expect(withTable([row('a'), row('b')], row('a', 'over')).map((one) => one.table)).toEqual(['b'])
})

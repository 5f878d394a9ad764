import type { Message, News } from '$/wire/types'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { delay, LONGEST, SHORTEST } from './backoff'
import { TableClock } from './clock'
import { SILENCE, type Line } from './connection'
import { FakeServer } from './fake'
import { withTable } from './lobby'
import { RESEND, TableClient } from './table'

function listen(server: FakeServer) {
  const heard: News[] = []
  const lines: Line[] = []
  const problems: string[] = []
  const unsaid: number[] = []
  const turns: string[] = []
  const client = new TableClient('t1', server.world(), {
    changed: (fresh) => heard.push(...fresh),
    line: (line) => lines.push(line),
    said: () => undefined,
    rematch: () => undefined,
    unsaid: (ids) => unsaid.push(...ids),
    turn: (turn) => turns.push(turn.table),
    problem: (code) => problems.push(code),
  })
  client.open()
  return { client, heard, lines, problems, unsaid, turns }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a line that holds', () => {
  test('begins with a snapshot and goes on with news', async () => {
    const server = new FakeServer()
    const { client, heard } = listen(server)
    await pass(20)
    expect(client.standing?.seq).toBe(0)
    server.happen('x')
    expect(client.standing?.view).toEqual({ n: 1, to_act: [0] })
    expect(heard.map((one) => one.seq)).toEqual([1])
  })

  test('an act carries the entry that opened the decision, and is answered', async () => {
    const server = new FakeServer()
    const { client } = listen(server)
    await pass(20)
    const answer = await client.act('fJdS')
    expect(answer.answer).toBe('done')
    expect(server.carriedOut).toEqual(['fJdS'])
    expect(client.waiting).toBe(0)
  })
})

describe('a line that breaks', () => {
  test('is given up where it never opens, and another one tried', async () => {
    const server = new FakeServer()
    server.stall = 1
    const { client, lines } = listen(server)
    await pass(SILENCE - 100)
    expect(client.connection.line).toBe('connecting')
    await pass(100 + 2 * SHORTEST + 20)
    expect(lines).toEqual(['connecting', 'lost', 'open'])
    expect(client.standing?.seq).toBe(0)
  })

  test('comes back with what it has seen, and misses nothing', async () => {
    const server = new FakeServer()
    const { client, heard, lines } = listen(server)
    await pass(20)
    server.cut()
    server.happen('while away 1')
    server.happen('while away 2')
    expect(lines.at(-1)).toBe('lost')
    await pass(2 * SHORTEST + 20)
    expect(client.connection.line).toBe('open')
    expect(heard.map((one) => one.seq)).toEqual([1, 2])
  })

  test('too far behind gets a snapshot', async () => {
    const server = new FakeServer()
    server.most_missing = 3
    const { client, heard } = listen(server)
    await pass(20)
    server.cut()
    for (let n = 0; n < 5; n++) server.happen('x')
    await pass(2 * SHORTEST + 20)
    expect(client.standing?.seq).toBe(5)
    expect(heard).toEqual([])
    expect(client.log.map((one) => one.seq)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('a command whose answer was lost is sent again and carried out once', async () => {
    const server = new FakeServer()
    const { client } = listen(server)
    await pass(20)
    server.mute = () => true
    const answer = client.act('only once')
    server.mute = () => false
    server.cut()
    await pass(2 * SHORTEST + 20)
    expect((await answer).answer).toBe('done')
    expect(server.carriedOut).toEqual(['only once'])
  })

  test('a command that was lost on its way is sent again on the same line', async () => {
    const server = new FakeServer()
    const { client } = listen(server)
    await pass(20)
    server.deaf = () => true
    const answer = client.act('heard at last')
    server.deaf = () => false
    await pass(RESEND + 20)
    expect((await answer).answer).toBe('done')
    expect(server.connections).toBe(1)
  })

  test('a heartbeat with a number we do not have brings what we missed', async () => {
    const server = new FakeServer()
    const { client, heard } = listen(server)
    await pass(20)
    server.mute = () => true
    server.happen('unheard')
    server.mute = () => false
    server.beat()
    await pass(2 * SHORTEST + 20)
    expect(client.standing?.seq).toBe(1)
    expect(heard.map((one) => one.seq)).toEqual([1])
  })

  test('a gap in the news brings what we missed', async () => {
    const server = new FakeServer()
    const { heard } = listen(server)
    await pass(20)
    server.mute = () => true
    server.happen('unheard')
    server.mute = () => false
    server.happen('heard too early')
    await pass(2 * SHORTEST + 20)
    expect(heard.map((one) => one.seq)).toEqual([1, 2])
  })

  test('silence is a dead line', async () => {
    const server = new FakeServer()
    listen(server)
    await pass(SILENCE + 2 * SHORTEST + 40)
    expect(server.connections).toBe(2)
  })

  test('without tickets it waits ever longer, but never more than ten seconds', async () => {
    const server = new FakeServer()
    server.refuseTickets = 8
    const { client } = listen(server)
    for (let refused = 0; refused < 8; refused++) {
      await pass(LONGEST)
      server.beat() // a server that is heard beats; without it the line would be dead again by SILENCE
    }
    expect(client.connection.line).toBe('open')
    expect(server.connections).toBe(1)
  })

  test('cut at random a thousand times, it loses, doubles and reorders nothing', async () => {
    let state = 7
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647
    const server = new FakeServer()
    const { client, heard } = listen(server)
    const wanted: string[] = []
    await pass(20)
    for (let n = 0; n < 1000; n++) {
      server.mute = () => random() < 0.2
      server.deaf = () => random() < 0.2
      wanted.push(`a${n}`)
      void client.act(`a${n}`)
      server.cut()
      if (random() < 0.5) server.happen(`other ${n}`)
      if (random() < 0.3) await pass(random() * 1500)
    }
    server.mute = server.deaf = () => false
    server.most_missing = Infinity
    await pass(LONGEST + 2 * RESEND)
    server.beat()
    await pass(LONGEST)
    expect(client.waiting).toBe(0)
    expect([...server.carriedOut].sort()).toEqual([...wanted].sort())
    expect(client.standing?.seq).toBe(server.seq)
    const numbers = heard.map((one) => one.seq)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(client.log.map((one) => one.seq)).toEqual(client.log.map((_, n) => n + client.log[0]!.seq))
  })
})

describe('what ends a line', () => {
  const ended = async (code: number, message?: Message) => {
    const server = new FakeServer()
    const told = listen(server)
    await pass(20)
    for (const link of [...server.links]) {
      if (message) link.say(message)
      link.close(code)
    }
    await pass(3 * LONGEST)
    return { server, ...told }
  }

  test.each([
    [4401, 'people/gone'],
    [4404, 'store/table'],
    [4410, 'table/closed'],
    [4403, 'people/banned'],
  ])('%i (%s) is final', async (close, code) => {
    const { server, client } = await ended(close, { error: { code, sentence: '' } })
    expect(client.connection.line).toBe('refused')
    expect(client.connection.refusal).toBe(close - 4000)
    expect(server.connections).toBe(1)
  })

  test.each([1006, 1012, 1013])('%i is not: it comes back with what it has seen', async (close) => {
    const { server, client } = await ended(close)
    expect(client.connection.line).toBe('open')
    expect([...server.links].map((link) => link.since)).toEqual([0])
  })

  test('a ticket that was refused is made anew', async () => {
    const { client } = await ended(4403, { error: { code: 'tickets/used', sentence: '' } })
    expect(client.connection.line).toBe('open')
  })

  test('after “anew” nothing is kept: names have changed', async () => {
    const server = new FakeServer()
    const { client } = listen(server)
    await pass(20)
    server.happen('x')
    const old = client.log.at(-1)
    server.entries = server.entries.map((one) => ({ ...one }))
    for (const link of [...server.links]) {
      link.say({ bye: { code: 'table/anew', sentence: '', seconds: 1 } })
      link.close(1012)
    }
    await pass(3 * SHORTEST + 20)
    expect([...server.links].map((link) => link.since)).toEqual([null])
    expect(client.log.map((one) => one.seq)).toEqual([0, 1])
    expect(client.log.at(-1)).not.toBe(old)
    server.cut()
    await pass(3 * SHORTEST + 20)
    expect([...server.links].map((link) => link.since)).toEqual([1])
  })
})

test('deleted chat and turns at other tables are heard', async () => {
  const server = new FakeServer()
  const { unsaid, turns } = listen(server)
  await pass(20)
  for (const link of [...server.links]) {
    link.say({ unsaid: [3, 4] })
    link.say({ turn: { table: 't2', game: 'miyabi', yours: true, at: 0 } })
  }
  expect({ unsaid, turns }).toEqual({ unsaid: [3, 4], turns: ['t2'] })
})

test('a table that is over or closed is in no list', () => {
  const row = { table: 't1', game: 'miyabi', options: {}, state: 'open', visibility: 'public', seats: [], updated: 0 }
  expect(withTable([row], { ...row, state: 'running' }).map((one) => one.state)).toEqual(['running'])
  for (const state of ['over', 'closed']) expect(withTable([row], { ...row, state })).toEqual([])
})

test('waiting grows from half a second to ten, and is never the same for all', () => {
  expect(delay(0, () => 0)).toBe(SHORTEST)
  expect(delay(50, () => 1)).toBe(LONGEST)
  for (let tries = 0; tries < 20; tries++) {
    const wait = delay(tries, Math.random)
    expect(wait).toBeGreaterThanOrEqual(SHORTEST)
    expect(wait).toBeLessThanOrEqual(LONGEST)
  }
  expect(delay(3, () => 0)).not.toBe(delay(3, () => 1))
})

test('the fastest ping says what the time is there', () => {
  const clock = new TableClock()
  const ahead = 5000 // their clock is five seconds ahead, and one ping takes 40 ms, another 200
  clock.heard({ event: 'ping', n: 1, at: 1000 + ahead - 200 }, 1000)
  clock.heard({ event: 'ping', n: 2, at: 2000 + ahead - 40 }, 2000)
  expect(clock.known).toBe(false)
  clock.heard({ event: 'ping', n: 3, at: 3000 + ahead, best: 2, best_at: 2000 + ahead - 40, lag: 40 }, 3040)
  expect(clock.there(3040)).toBe(3040 + ahead)
  expect(clock.here(9000)).toBe(9000 - ahead)
})

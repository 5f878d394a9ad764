import type { Message, News } from '$/wire/types'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { retryDelay, MAX_DELAY_MS, MIN_DELAY_MS } from './backoff'
import { TableClock } from './clock'
import { HEARTBEAT_TIMEOUT_MS, type ConnectionState } from './connection'
import { FakeServer } from '../testing/fakeServer'
import { withTable } from './lobby'
import { RESEND_MS, TableClient } from './table'

function listen(server: FakeServer) {
  const heard: News[] = []
  const states: ConnectionState[] = []
  const problems: string[] = []
  const unsaid: number[] = []
  const turns: string[] = []
  const client = new TableClient('t1', server.environment(), {
    onChange: (fresh) => heard.push(...fresh),
    onConnectionState: (state) => states.push(state),
    onChat: () => undefined,
    onRematch: () => undefined,
    onChatDeleted: (ids) => unsaid.push(...ids),
    onTurn: (turn) => turns.push(turn.table),
    onBotPosition: () => undefined,
    onError: (code) => problems.push(code),
  })
  client.open()
  return { client, heard, states, problems, unsaid, turns }
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
    expect(client.tableState?.seq).toBe(0)
    server.publish('x')
    expect(client.tableState?.view).toEqual({ n: 1, to_act: [0] })
    expect(heard.map((one) => one.seq)).toEqual([1])
  })

  test('an act carries the entry that opened the decision, and is answered', async () => {
    const server = new FakeServer()
    const { client } = listen(server)
    await pass(20)
    const answer = await client.act('fJdS')
    expect(answer.answer).toBe('done')
    expect(server.carriedOut).toEqual(['fJdS'])
    expect(client.pendingCount).toBe(0)
  })
})

describe('a live grab', () => {
  test('the cards are shown before anybody is ready, and the server is told so once', async () => {
    const server = new FakeServer()
    const { client } = listen(server)
    await pass(20)
    server.deal(Date.now() + 4000)
    expect(client.tableState).toMatchObject({ called: 2, called_until: Date.now() + 4000, view: { phase: 'grab' } })
    expect(client.tableState?.seats.some((seat) => seat.ready)).toBe(false)
    server.announce(Date.now() + 1500)
    expect(server.seen).toEqual([1])
    expect(client.tableState).toMatchObject({ called: null, signal: Date.now() + 1500 })
  })

  test('a press after the announcement carries the time of the table', async () => {
    const server = new FakeServer()
    const { client } = listen(server)
    await pass(20)
    server.deal(Date.now() + 4000)
    void client.act('grab 1')
    server.deal(Date.now() + 4000)
    server.announce(Date.now() + 1500)
    void client.act('grab 1')
    expect(server.pressedAt).toEqual([undefined, Date.now()])
  })
})

describe('a line that breaks', () => {
  test('is given up where it never opens, and another one tried', async () => {
    const server = new FakeServer()
    server.stall = 1
    const { client, states } = listen(server)
    await pass(HEARTBEAT_TIMEOUT_MS - 100)
    expect(client.connection.state).toBe('connecting')
    await pass(100 + 2 * MIN_DELAY_MS + 20)
    expect(states).toEqual(['connecting', 'lost', 'open'])
    expect(client.tableState?.seq).toBe(0)
  })

  test('comes back with what it has seen, and misses nothing', async () => {
    const server = new FakeServer()
    const { client, heard, states } = listen(server)
    await pass(20)
    server.disconnectAll()
    server.publish('while away 1')
    server.publish('while away 2')
    expect(states.at(-1)).toBe('lost')
    await pass(2 * MIN_DELAY_MS + 20)
    expect(client.connection.state).toBe('open')
    expect(heard.map((one) => one.seq)).toEqual([1, 2])
  })

  test('too far behind gets a snapshot', async () => {
    const server = new FakeServer()
    server.maxMissing = 3
    const { client, heard } = listen(server)
    await pass(20)
    server.disconnectAll()
    for (let n = 0; n < 5; n++) server.publish('x')
    await pass(2 * MIN_DELAY_MS + 20)
    expect(client.tableState?.seq).toBe(5)
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
    server.disconnectAll()
    await pass(2 * MIN_DELAY_MS + 20)
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
    await pass(RESEND_MS + 20)
    expect((await answer).answer).toBe('done')
    expect(server.connections).toBe(1)
  })

  test('a command while a socket closes is sent on the next one', async () => {
    const server = new FakeServer()
    const { client } = listen(server)
    await pass(20)
    const [socket] = server.sockets
    socket!.readyState = 2
    const answer = client.act('fJdS')
    await pass(20)
    expect(server.carriedOut).toEqual([])
    socket!.close()
    await pass(2000)
    expect((await answer).answer).toBe('done')
    expect(server.carriedOut).toEqual(['fJdS'])
  })

  test('a heartbeat with a number we do not have brings what we missed', async () => {
    const server = new FakeServer()
    const { client, heard } = listen(server)
    await pass(20)
    server.mute = () => true
    server.publish('unheard')
    server.mute = () => false
    server.heartbeat()
    await pass(2 * MIN_DELAY_MS + 20)
    expect(client.tableState?.seq).toBe(1)
    expect(heard.map((one) => one.seq)).toEqual([1])
  })

  test('a gap in the news brings what we missed', async () => {
    const server = new FakeServer()
    const { heard } = listen(server)
    await pass(20)
    server.mute = () => true
    server.publish('unheard')
    server.mute = () => false
    server.publish('heard too early')
    await pass(2 * MIN_DELAY_MS + 20)
    expect(heard.map((one) => one.seq)).toEqual([1, 2])
  })

  test('silence is a dead line', async () => {
    const server = new FakeServer()
    listen(server)
    await pass(HEARTBEAT_TIMEOUT_MS + 2 * MIN_DELAY_MS + 40)
    expect(server.connections).toBe(2)
  })

  test('a socket goes straight to the node that runs the table', async () => {
    const server = new FakeServer()
    server.path = 'node/b/'
    const { client } = listen(server)
    await pass(20)
    expect(client.connection.state).toBe('open')
    expect(server.paths).toEqual(['/node/b/t1'])
  })

  test('where the path to that node leads nowhere, every other attempt does without', async () => {
    const server = new FakeServer()
    server.path = 'node/b/'
    server.isPathBroken = true
    const { client } = listen(server)
    await pass(2 * MIN_DELAY_MS + 40)
    expect(client.connection.state).toBe('open')
    expect(server.paths).toEqual(['/node/b/t1', '/t1'])
    server.isPathBroken = false
    for (const socket of server.sockets) socket.close()
    await pass(2 * MIN_DELAY_MS + 40)
    expect(server.paths).toEqual(['/node/b/t1', '/t1', '/node/b/t1'])
  })

  test('without tickets it waits ever longer, but never more than ten seconds', async () => {
    const server = new FakeServer()
    server.refuseTickets = 8
    const { client } = listen(server)
    for (let refused = 0; refused < 8; refused++) {
      await pass(MAX_DELAY_MS)
      server.heartbeat() // a server that is heard beats; without it the line would be dead again by HEARTBEAT_TIMEOUT_MS
    }
    expect(client.connection.state).toBe('open')
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
      server.disconnectAll()
      if (random() < 0.5) server.publish(`other ${n}`)
      if (random() < 0.3) await pass(random() * 1500)
    }
    server.mute = server.deaf = () => false
    server.maxMissing = Infinity
    await pass(MAX_DELAY_MS + 2 * RESEND_MS)
    server.heartbeat()
    await pass(MAX_DELAY_MS)
    expect(client.pendingCount).toBe(0)
    expect([...server.carriedOut].sort()).toEqual([...wanted].sort())
    expect(client.tableState?.seq).toBe(server.seq)
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
    for (const socket of [...server.sockets]) {
      if (message) socket.deliver(message)
      socket.close(code)
    }
    await pass(3 * MAX_DELAY_MS)
    return { server, ...told }
  }

  test.each([
    [4401, 'people/gone'],
    [4404, 'store/table'],
    [4410, 'table/closed'],
    [4403, 'people/banned'],
  ])('%i (%s) is final', async (close, code) => {
    const { server, client } = await ended(close, { error: { code, sentence: '' } })
    expect(client.connection.state).toBe('refused')
    expect(client.connection.refusal).toBe(close - 4000)
    expect(server.connections).toBe(1)
  })

  test.each([1006, 1012, 1013])('%i is not: it comes back with what it has seen', async (close) => {
    const { server, client } = await ended(close)
    expect(client.connection.state).toBe('open')
    expect([...server.sockets].map((socket) => socket.since)).toEqual([0])
  })

  test('a ticket that was refused is made anew', async () => {
    const { client } = await ended(4403, { error: { code: 'tickets/used', sentence: '' } })
    expect(client.connection.state).toBe('open')
  })

  test('after “anew” nothing is kept: names have changed', async () => {
    const server = new FakeServer()
    const { client } = listen(server)
    await pass(20)
    server.publish('x')
    const old = client.log.at(-1)
    server.entries = server.entries.map((one) => ({ ...one }))
    for (const socket of [...server.sockets]) {
      socket.deliver({ bye: { code: 'table/anew', sentence: '', seconds: 1 } })
      socket.close(1012)
    }
    await pass(3 * MIN_DELAY_MS + 20)
    expect([...server.sockets].map((socket) => socket.since)).toEqual([null])
    expect(client.log.map((one) => one.seq)).toEqual([0, 1])
    expect(client.log.at(-1)).not.toBe(old)
    server.disconnectAll()
    await pass(3 * MIN_DELAY_MS + 20)
    expect([...server.sockets].map((socket) => socket.since)).toEqual([1])
  })
})

test('deleted chat and turns at other tables are heard', async () => {
  const server = new FakeServer()
  const { unsaid, turns } = listen(server)
  await pass(20)
  for (const socket of [...server.sockets]) {
    socket.deliver({ unsaid: [3, 4] })
    socket.deliver({ turn: { table: 't2', game: 'miyabi', yours: true, at: 0 } })
  }
  expect({ unsaid, turns }).toEqual({ unsaid: [3, 4], turns: ['t2'] })
})

test('a table that is over or closed is in no list', () => {
  const row = { table: 't1', game: 'miyabi', options: {}, state: 'open', visibility: 'public', seats: [], updated: 0 }
  expect(withTable([row], { ...row, state: 'running' }).map((one) => one.state)).toEqual(['running'])
  for (const state of ['over', 'closed']) expect(withTable([row], { ...row, state })).toEqual([])
})

test('waiting grows from half a second to ten, and is never the same for all', () => {
  expect(retryDelay(0, () => 0)).toBe(MIN_DELAY_MS)
  expect(retryDelay(50, () => 1)).toBe(MAX_DELAY_MS)
  for (let tries = 0; tries < 20; tries++) {
    const wait = retryDelay(tries, Math.random)
    expect(wait).toBeGreaterThanOrEqual(MIN_DELAY_MS)
    expect(wait).toBeLessThanOrEqual(MAX_DELAY_MS)
  }
  expect(retryDelay(3, () => 0)).not.toBe(retryDelay(3, () => 1))
})

test('the fastest ping says what the time is there', () => {
  const clock = new TableClock()
  const ahead = 5000 // their clock is five seconds ahead, and one ping takes 40 ms, another 200
  clock.onPing({ event: 'ping', n: 1, at: 1000 + ahead - 200 }, 1000)
  clock.onPing({ event: 'ping', n: 2, at: 2000 + ahead - 40 }, 2000)
  expect(clock.isSynchronised).toBe(false)
  clock.onPing({ event: 'ping', n: 3, at: 3000 + ahead, best: 2, best_at: 2000 + ahead - 40, lag: 40 }, 3040)
  expect(clock.toTableTime(3040)).toBe(3040 + ahead)
  expect(clock.toLocalTime(9000)).toBe(9000 - ahead)
})

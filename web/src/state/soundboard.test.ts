import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contextTime, load, rateOf, start } from './soundboard'

/** A sound card that notes when it is to sound; its clock is `now` seconds, and this machine's `now` milliseconds. */
class FakeContext extends EventTarget {
  state: AudioContextState = 'running'
  destination = {}
  starts: { when: number; rate: number; stopped: boolean }[] = []
  now = 0
  stamp: AudioTimestamp | undefined
  get currentTime(): number {
    return this.now
  }
  getOutputTimestamp = (): AudioTimestamp => this.stamp ?? {}
  decodeAudioData = async (): Promise<object> => ({})
  resume = async (): Promise<void> => void (this.state = 'running')
  suspend = async (): Promise<void> => void (this.state = 'suspended')
}

class FakeGain {
  gain = { value: 1 }
  connect = <Node>(node: Node): Node => node
}

class FakeSource {
  #heard: FakeContext['starts'][number] | undefined
  constructor(
    readonly context: FakeContext,
    readonly options: { playbackRate: number },
  ) {}
  connect = <Node>(node: Node): Node => node
  start(when: number): void {
    this.#heard = { when, rate: this.options.playbackRate, stopped: false }
    this.context.starts.push(this.#heard)
  }
  stop(): void {
    if (this.#heard) this.#heard.stopped = true
  }
}

let context: FakeContext
const asContext = (): AudioContext => context as unknown as AudioContext

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  vi.stubGlobal('GainNode', FakeGain)
  vi.stubGlobal('AudioBufferSourceNode', FakeSource)
  vi.stubGlobal('fetch', async () => new Response('sound'))
  context = new FakeContext()
  context.now = 5
  load(asContext())
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const never = (): boolean => false

test('a moment of this machine is the same moment of the sound card, as it is heard', () => {
  expect(contextTime(asContext(), 1500)).toBeCloseTo(5.5)
  // What is heard now was computed 40 ms ago.
  context.stamp = { contextTime: 4.96, performanceTime: 1000 }
  expect(contextTime(asContext(), 1500)).toBeCloseTo(5.46)
})

test('a stamp from before a rest is not believed', () => {
  context.stamp = { contextTime: 4.9, performanceTime: 200_000 }
  expect(contextTime(asContext(), 1500)).toBeCloseTo(5.5)
})

test('higher layers sound higher, in five steps to an octave', () => {
  const rates = [1, 2, 3, 4, 5, 6].map(rateOf)
  expect(rates).toEqual([...rates].sort((one, other) => one - other))
  expect(new Set(rates).size).toBe(6)
  expect(rateOf(6)).toBeCloseTo(2)
  expect(rateOf(undefined)).toBe(1)
  expect(rateOf(0)).toBe(1)
  expect(rateOf(40)).toBe(rateOf(9))
})

test('what was scheduled starts to the sample, and can be called off until then', async () => {
  const stop = await start(asContext(), 'clap', 2500, {}, never)
  expect(context.starts).toHaveLength(1)
  expect(context.starts[0]?.when).toBeCloseTo(6.5)
  stop?.()
  expect(context.starts[0]?.stopped).toBe(true)
})

test('what is ringing is not cut off', async () => {
  const stop = await start(asContext(), 'taiko', 1000, {}, never)
  context.now = 5.2
  stop?.()
  expect(context.starts[0]?.stopped).toBe(false)
})

test('what comes too late, or was called off meanwhile, is not heard', async () => {
  await start(asContext(), 'wood', 800, {}, never)
  await start(asContext(), 'wood', 1000, {}, () => true)
  expect(context.starts).toEqual([])
})

test('the same sound twice at once is heard once', async () => {
  context.now = 50 // long after any other test's sound
  await start(asContext(), 'paper', 1000, {}, never)
  await start(asContext(), 'paper', 1010, {}, never)
  await start(asContext(), 'paper', 1200, {}, never)
  expect(context.starts).toHaveLength(2)
})

test('the sound card rests when nothing is heard, and wakes for the next sound', async () => {
  context.now = 90
  await start(asContext(), 'drop', 1000, {}, never)
  await vi.advanceTimersByTimeAsync(16_000)
  expect(context.state).toBe('suspended')
  await start(asContext(), 'stone', 1000, {}, never)
  expect(context.state).toBe('running')
  expect(context.starts).toHaveLength(2)
})

// @vitest-environment jsdom
import { flushSync, mount, tick, unmount, type Component } from 'svelte'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import edo from './fixtures/edo_yashiki.json'
import miyabi from './fixtures/miyabi.json'
import type { GameProps } from './contract'
import edoClient from './edo_yashiki'
import miyabiClient from './miyabi'
import { props } from './gallery'

const nothing = (): void => undefined
vi.setConfig({ testTimeout: 30_000 })

beforeAll(() => {
  // jsdom has no layout, so there are no sizes to observe.
  globalThis.ResizeObserver ??= class {
    observe = nothing
    unobserve = nothing
    disconnect = nothing
  }
  Element.prototype.scrollIntoView ??= () => undefined
})

interface Fixture {
  view: { seats: number }
  choices: { seat: number; actions: string[] } | null
  history: unknown[]
}

let mounted: Record<string, unknown> | null = null
afterEach(async () => {
  if (mounted) await unmount(mounted)
  mounted = null
})

function show(
  game: string,
  Board: Component<GameProps<never, never>>,
  fixture: Fixture,
): { act: ReturnType<typeof vi.fn>; offered: Set<string> } {
  const act = vi.fn(() => new Promise<boolean>(nothing))
  const you = fixture.choices?.seat ?? 0
  const given = {
    ...props<never>(game, fixture.view.seats, you),
    view: fixture.view,
    choices: fixture.choices,
    history: fixture.history,
    act,
  }
  mounted = mount(Board, { target: document.body, props: given as unknown as GameProps<never, never> })
  flushSync()
  return { act, offered: new Set(fixture.choices?.actions) }
}

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]
const focused = (): HTMLElement => document.activeElement as HTMLElement

async function press(key: string): Promise<void> {
  const target = focused()
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  target.dispatchEvent(event)
  // What a browser does with Enter on a button.
  if (!event.defaultPrevented && key === 'Enter' && target instanceof HTMLButtonElement && !target.disabled)
    target.click()
  flushSync()
  await tick()
}

describe('Miyabi', () => {
  const fixture = miyabi.two as unknown as Fixture
  const playable = (): HTMLElement =>
    all('.tile').find((tile) => tile.getAttribute('aria-disabled') === 'false') as HTMLElement

  test('tile, column, turn and confirm by keys alone', async () => {
    const { act, offered } = show('miyabi', miyabiClient.Board, fixture)
    playable().focus()
    await press('Enter')
    const column = all('.columns button').findIndex((button) => button.getAttribute('aria-disabled') === 'false')
    await press(String(column + 1))
    expect(focused().classList).toContain('confirm')
    await press('r')
    await press('Enter')
    expect(act).toHaveBeenCalledTimes(1)
    expect(offered).toContain(act.mock.calls[0]?.[0])
    expect(focused().getAttribute('role')).toBe('gridcell')
  })

  test('the same by single clicks', async () => {
    const { act, offered } = show('miyabi', miyabiClient.Board, fixture)
    playable().click()
    flushSync()
    all('.columns button')
      .find((button) => button.getAttribute('aria-disabled') === 'false')
      ?.click()
    flushSync()
    all('.confirm')[0]?.click()
    flushSync()
    expect(offered).toContain(act.mock.calls[0]?.[0])
  })

  test('Esc restores the exact view and sends nothing', async () => {
    const { act } = show('miyabi', miyabiClient.Board, fixture)
    const before = document.body.innerHTML
    playable().click()
    flushSync()
    all('.columns button')
      .find((button) => button.getAttribute('aria-disabled') === 'false')
      ?.click()
    flushSync()
    expect(document.body.innerHTML).not.toBe(before)
    await press('Escape')
    expect(document.body.innerHTML).toBe(before)
    expect(act).not.toHaveBeenCalled()
  })

  test('a blocked column says why', async () => {
    show('miyabi', miyabiClient.Board, fixture)
    playable().click()
    flushSync()
    all('.columns button')
      .find((button) => button.classList.contains('blocked'))
      ?.click()
    flushSync()
    expect(all('.notice')[0]?.textContent).toMatch(/\(M\d\.\d/)
    expect(all('.confirm')[0]).toHaveProperty('disabled', true)
  })

  test('a cell says where it is, what lies there and what it would score', () => {
    show('miyabi', miyabiClient.Board, fixture)
    playable().click()
    flushSync()
    const labels = all('[role="gridcell"]').map((cell) => cell.getAttribute('aria-label') ?? '')
    expect(labels).toHaveLength(36)
    expect(labels.filter((label) => /legal, scores \d+$/.test(label)).length).toBeGreaterThan(0)
    expect(labels.every((label) => /^row [1-6] \w+, column [a-f], (bare|layer \d+)/.test(label))).toBe(true)
    expect(all('[role="gridcell"][tabindex="0"]')).toHaveLength(1)
  })

  test('every layer of a cell, top to bottom', async () => {
    show('miyabi', miyabiClient.Board, fixture)
    const high = all('[role="gridcell"]').find((cell) =>
      /layer [3-9]/.test(cell.getAttribute('aria-label') ?? ''),
    ) as HTMLElement
    high.focus()
    await press('i')
    await vi.waitFor(() => expect(all('.stack li').length).toBeGreaterThan(0)) // it is loaded when it is first wanted
    const layers = all('.stack li b').map((layer) => Number(layer.textContent))
    expect(layers.length).toBeGreaterThan(3)
    expect(layers).toEqual(layers.map((_, depth) => layers.length - 1 - depth))
    expect(all('.stack')[0]?.textContent).not.toContain('not seen')
  })

  test('nothing is offered while the answer is awaited', async () => {
    const { act } = show('miyabi', miyabiClient.Board, fixture)
    playable().click()
    flushSync()
    all('.columns button')
      .find((button) => button.getAttribute('aria-disabled') === 'false')
      ?.click()
    flushSync()
    all('.confirm')[0]?.click()
    flushSync()
    expect(playable()).toBeUndefined()
    expect(act).toHaveBeenCalledTimes(1)
  })
})

describe('Edo Yashiki', () => {
  test('a card is placed by keys alone', async () => {
    const { act, offered } = show('edo_yashiki', edoClient.Board, edo.place as unknown as Fixture)
    all('[role="gridcell"][tabindex="0"]')[0]?.focus()
    const legal = all('[role="gridcell"]').find((cell) =>
      cell.getAttribute('aria-label')?.includes('can lie here'),
    ) as HTMLElement
    legal.focus()
    const [x, y] = legal.dataset.square?.split(',').map(Number) as [number, number]
    const at = (): number[] =>
      (all('[role="gridcell"][aria-selected="true"]')[0]?.dataset.square ?? '').split(',').map(Number)
    await press('ArrowRight')
    for (let count = 0; count < 60 && at().join() !== `${x},${y}`; count++) {
      const [cx, cy] = at() as [number, number]
      await press(cx < x ? 'ArrowRight' : cx > x ? 'ArrowLeft' : cy < y ? 'ArrowDown' : 'ArrowUp')
    }
    await press('Enter')
    expect(offered).toContain(act.mock.calls[0]?.[0])
  })

  test('in a live grab a press is an action', async () => {
    const { act } = show('edo_yashiki', edoClient.Board, edo.live as unknown as Fixture)
    await press('2')
    expect(act).toHaveBeenCalledWith('grab 2')
  })

  test('in a calm one a card is picked, and confirmed', async () => {
    const { act } = show('edo_yashiki', edoClient.Board, edo.calm as unknown as Fixture)
    await press('3')
    expect(act).not.toHaveBeenCalled()
    all('.confirm')[0]?.click()
    flushSync()
    expect(act).toHaveBeenCalledWith('grab 3')
  })

  test('a card is tried in the house before it is taken, and that sends nothing', async () => {
    const { act } = show('edo_yashiki', edoClient.Board, edo.calm as unknown as Fixture)
    // Where the focus was, and how far a window without a size was moved, is nothing to restore.
    const bare = (): string => document.body.innerHTML.replace(/ (tabindex="-?\d"|style="left:[^"]*")/g, '')
    const before = bare()
    await press('1')
    all('[role="gridcell"][tabindex="0"]')[0]?.focus()
    await press(' ')
    for (let up = 0; up < 3 && !all('.ledger').length; up++) await press('ArrowUp')
    expect(all('.ledger')).toHaveLength(1)
    expect(act).not.toHaveBeenCalled()
    await press('Escape')
    expect(bare()).toBe(before)
  })

  test('which run scores is asked, and confirmed', async () => {
    const { act } = show('edo_yashiki', edoClient.Board, edo.score as unknown as Fixture)
    await press('2')
    expect(focused().classList).toContain('confirm')
    await press('Enter')
    expect(act).toHaveBeenCalledWith('score F4')
  })

  test('Esc restores the exact view and sends nothing', async () => {
    const { act } = show('edo_yashiki', edoClient.Board, edo.score as unknown as Fixture)
    const before = document.body.innerHTML
    await press('1')
    expect(document.body.innerHTML).not.toBe(before)
    await press('Escape')
    expect(document.body.innerHTML.replace(/ tabindex="-?\d"/g, '')).toBe(before.replace(/ tabindex="-?\d"/g, ''))
    expect(act).not.toHaveBeenCalled()
  })
})

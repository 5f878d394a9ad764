/** Miyabi on one page and what is in its box. Sentences are in the catalogs, numbers in facts.json. */

import type { Line, Reference } from '$/games/reference'
import Picture from './Picture.svelte'
import Pieces from './Pieces.svelte'
import facts from './facts.json'

const { numbers } = facts

/** Over each expansion stand the lobby's own picture of it, and the title that its section of the rules has. */
const expansion = (letter: string, rules: string[], says: Record<string, number> = {}): Line => ({
  name: letter,
  rules,
  says,
  title: `miyabi-rules-${letter}`,
  icon: `option-${letter}`,
})

const reference: Reference = {
  Picture,
  Pieces,
  box: facts.box,
  sources: facts.sources,
  contents: facts.contents,
  setup: [
    { name: 'A', rules: ['M4.4'] },
    { name: 'B', rules: ['M1.1'], says: { lanterns: numbers.side } },
    { name: 'C', rules: ['M4.4'], says: { track: numbers.track } },
    { name: 'D', rules: ['M1.7'] },
    { name: 'E', rules: ['M1.3'], says: { tiles: facts.contents.tiles } },
    { name: 'F', rules: ['M2.2'] },
    { name: 'G', rules: ['M2.4'] },
    { name: 'H', rules: ['M6.C1', 'M6.E1'], says: { open: numbers.zen_open } },
  ],
  panels: [
    {
      id: 'turn',
      width: 6,
      order: 'steps',
      lines: [
        { name: 'place', rules: ['M3.1'], figure: 'turn-place' },
        { name: 'lantern', rules: ['M4.1'], figure: 'turn-lantern' },
        { name: 'score', rules: ['M4.2', 'M4.3'], figure: 'turn-score', says: { layer: numbers.layer } },
      ],
    },
    {
      id: 'where',
      width: 6,
      order: 'side by side',
      lines: [
        { name: 'outside', rules: ['M3.2'], figure: 'outside' },
        { name: 'row', rules: ['M3.3'], figure: 'row' },
        { name: 'lantern', rules: ['M3.4'], figure: 'lantern' },
        { name: 'uneven', rules: ['M3.6'], figure: 'uneven' },
      ],
    },
    {
      id: 'round',
      width: 3,
      order: 'list',
      lines: [
        { name: 'start', rules: ['M2.2', 'M2.3'] },
        { name: 'first', rules: ['M2.4'] },
        { name: 'pass', rules: ['M3.9'] },
        { name: 'end', rules: ['M2.5', 'M2.6'], says: { lanterns: numbers.side } },
      ],
      picture: 'deal',
    },
    {
      id: 'end',
      width: 3,
      order: 'list',
      lines: [
        { name: 'rows', rules: ['M5.1', 'M5.2'] },
        { name: 'ties', rules: ['M5.3', 'M5.4'] },
        { name: 'win', rules: ['M5.5'] },
        { name: 'bonus', rules: ['M1.7'], says: { layer: numbers.layer } },
      ],
      picture: 'rows',
    },
    {
      id: 'expansions',
      width: 6,
      order: 'side by side',
      lines: [
        expansion('A', ['M6.A1'], { points: numbers.colourful }),
        expansion('B', ['M6.B1'], { points: numbers.meadow }),
        expansion('C', ['M6.C2', 'M6.C5'], { open: numbers.zen_open, points: numbers.zen }),
        expansion('D', ['M6.D1'], { points: numbers.seven, objects: numbers.objects }),
        expansion('E', ['M6.E2', 'M6.E4'], { golden: numbers.golden }),
      ],
    },
  ],
}

export default reference

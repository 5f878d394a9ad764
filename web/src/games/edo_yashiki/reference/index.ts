/** Edo Yashiki on one page and what is in its box. Sentences are in the catalogs, numbers in facts.json. */

import type { Reference } from '$/games/reference'
import Picture from './Picture.svelte'
import Pieces from './Pieces.svelte'
import facts from './facts.json'

const { numbers } = facts

const reference: Reference = {
  Picture,
  Pieces,
  box: facts.box,
  sources: facts.sources,
  contents: facts.contents,
  setup: [
    { name: 'A', rules: ['E1.4'], says: { track: numbers.track } },
    { name: 'B', rules: ['E1.1'], says: { cards: facts.contents.cards } },
    { name: 'C', rules: ['E1.4'] },
    { name: 'D', rules: ['E1.4'] },
    { name: 'E', rules: ['E2.1'] },
    { name: 'F', rules: ['E6.1'], says: { features: numbers.features } },
  ],
  panels: [
    {
      id: 'round',
      width: 6,
      order: 'steps',
      lines: [
        { name: 'open', rules: ['E2.1'], figure: 'round-open' },
        { name: 'grab', rules: ['E2.2', 'E2.3'], figure: 'round-grab' },
        { name: 'place', rules: ['E2.4'], figure: 'round-place' },
        { name: 'score', rules: ['E4.1', 'E2.5'], figure: 'round-score' },
      ],
    },
    {
      id: 'where',
      width: 6,
      order: 'side by side',
      lines: [
        { name: 'sideways', rules: ['E3.1'], figure: 'sideways' },
        { name: 'corner', rules: ['E3.2', 'E3.3'], figure: 'corner' },
        { name: 'run', rules: ['E3.4'], figure: 'run', says: { length: numbers.shortest } },
      ],
    },
    {
      id: 'scoring',
      width: 3,
      order: 'list',
      lines: [{ name: 'runs', rules: ['E4.1', 'E4.2'] }],
      picture: 'runs',
    },
    {
      id: 'bonus',
      width: 3,
      order: 'list',
      lines: [{ name: 'features', rules: ['E4.3'] }],
      picture: 'bonuses',
    },
    {
      id: 'end',
      width: 3,
      order: 'list',
      lines: [
        { name: 'goal', rules: ['E5.1'], says: { goal: numbers.goal } },
        { name: 'win', rules: ['E5.2'] },
      ],
      picture: 'deal',
    },
    {
      id: 'specialists',
      width: 3,
      order: 'list',
      lines: [
        { name: 'markers', rules: ['E6.1', 'E6.2'], says: { features: numbers.features } },
        { name: 'return', rules: ['E6.3'] },
        { name: 'long', rules: ['E6.4', 'E6.5'], says: { length: numbers.too_long } },
      ],
      picture: 'markers',
    },
  ],
}

export default reference

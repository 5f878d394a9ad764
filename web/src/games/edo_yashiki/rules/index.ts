/** Edo Yashiki's rules as a page. Sentences are in the catalogs, figures in Picture.svelte. */

import type { Rulebook } from '$/games/rulebook'
import Picture from './Picture.svelte'
import pictures from './pictures.json'

const book: Rulebook = {
  Picture,
  sections: [
    { id: 'setup', rules: ['E1.1', 'E1.2', 'E1.3', 'E1.4'], figures: [{ name: 'cards', after: 'E1.1' }] },
    {
      id: 'round',
      rules: ['E2.1', 'E2.2', 'E2.3', 'E2.4', 'E2.5'],
      figures: [{ name: 'deal', after: 'E2.1' }],
    },
    {
      id: 'placing',
      rules: ['E3.1', 'E3.2', 'E3.3', 'E3.4', 'E3.5'],
      figures: [
        { name: 'sideways', after: 'E3.1' },
        { name: 'corner', after: 'E3.2' },
        { name: 'run', after: 'E3.4' },
      ],
    },
    {
      id: 'scoring',
      rules: ['E4.1', 'E4.2', 'E4.3', 'E4.4'],
      figures: [
        { name: 'before', after: 'E4.3' },
        { name: 'after', after: 'E4.3', says: { points: pictures.points } },
      ],
    },
    { id: 'end', rules: ['E5.1', 'E5.2', 'E5.3'], figures: [{ name: 'house', after: 'E5.2' }] },
    {
      id: 'specialists',
      rules: ['E6.1', 'E6.2', 'E6.3', 'E6.4', 'E6.5'],
      cards: [{ picture: 'option-specialists', option: 'edo_yashiki-specialists', adds: 'specialists' }],
      figures: [{ name: 'markers', after: 'E6.2' }],
    },
    {
      id: 'options',
      rules: [],
      cards: [
        { picture: 'option-live', option: 'edo_yashiki-grab-live', adds: 'live' },
        { picture: 'option-calm', option: 'edo_yashiki-grab-calm', adds: 'calm' },
        { picture: 'emblem', option: 'edo_yashiki-edition-samurai-gardener', adds: 'edition' },
      ],
    },
  ],
}

export default book

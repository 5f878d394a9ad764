/** Miyabi's rules as a page. Sentences are in the catalogs, figures in Picture.svelte. */

import type { Rulebook } from '$/games/rulebook'
import Picture from './Picture.svelte'
import pictures from './pictures.json'

const { choice } = pictures.layers
const { extras } = pictures.grown
const expansion = (letter: string): { picture: string; option: string; adds: string } => ({
  picture: `option-${letter}`,
  option: `miyabi-expansions-${letter}`,
  adds: letter,
})

const book: Rulebook = {
  Picture,
  sections: [
    {
      id: 'setup',
      rules: ['M1.1', 'M1.2', 'M1.3', 'M1.4', 'M1.5', 'M1.6', 'M1.7'],
      figures: [
        { name: 'rows', after: 'M1.2' },
        { name: 'tiles', after: 'M1.4' },
        { name: 'counts', after: 'M1.5' },
      ],
    },
    {
      id: 'rounds',
      rules: ['M2.1', 'M2.2', 'M2.3', 'M2.4', 'M2.5', 'M2.6'],
      figures: [{ name: 'deal', after: 'M2.2' }],
    },
    {
      id: 'placing',
      rules: ['M3.1', 'M3.2', 'M3.3', 'M3.4', 'M3.5', 'M3.6', 'M3.7', 'M3.8', 'M3.9'],
      figures: [
        { name: 'outside', after: 'M3.2' },
        { name: 'row', after: 'M3.3' },
        { name: 'lantern', after: 'M3.4' },
        { name: 'uneven', after: 'M3.6' },
        {
          name: 'layers',
          after: 'M3.6',
          says: { objects: choice.objects, layer: choice.layer, points: choice.points },
        },
      ],
    },
    { id: 'points', rules: ['M4.1', 'M4.2', 'M4.3', 'M4.4'] },
    { id: 'end', rules: ['M5.1', 'M5.2', 'M5.3', 'M5.4', 'M5.5'], figures: [{ name: 'majorities', after: 'M5.3' }] },
    {
      id: 'A',
      rules: ['M6.A1'],
      cards: [expansion('A')],
      figures: [{ name: 'colourful', after: 'M6.A1', says: { points: extras.colourful } }],
    },
    {
      id: 'B',
      rules: ['M6.B1'],
      cards: [expansion('B')],
      figures: [{ name: 'meadow', after: 'M6.B1', says: { points: extras.meadow } }],
    },
    {
      id: 'C',
      rules: ['M1.8', 'M6.C1', 'M6.C2', 'M6.C3', 'M6.C4', 'M6.C5', 'M6.C6', 'M6.C7', 'M6.C8'],
      cards: [expansion('C')],
      figures: [{ name: 'zen', after: 'M6.C5' }],
    },
    {
      id: 'D',
      rules: ['M6.D1'],
      cards: [expansion('D')],
      figures: [{ name: 'seven', after: 'M6.D1', says: { points: extras.seven } }],
    },
    {
      id: 'E',
      rules: ['M6.E1', 'M6.E2', 'M6.E3', 'M6.E4', 'M6.E5', 'M6.E6', 'M6.E7'],
      cards: [expansion('E')],
      figures: [{ name: 'frog', after: 'M6.E4' }],
    },
  ],
}

export default book

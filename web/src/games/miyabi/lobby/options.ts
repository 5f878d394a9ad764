import type { LobbyCard } from '$/games/options'
import picture from './kanji.svg'

const card: LobbyCard = {
  place: 1,
  minutes: 30,
  options: [
    { name: 'expansions', kind: 'letters', letters: ['A', 'B', 'C', 'D', 'E'] },
    { name: 'free_pass', kind: 'flag', standard: false },
  ],
  quick: { seats: 2 },
  keys: [
    { id: 'stack', key: 'i', label: 'miyabi-key-stack' },
    { id: 'level', key: 'z', label: 'miyabi-key-level', reads: true },
  ],
  kanji: { text: '雅', picture },
}

export default card

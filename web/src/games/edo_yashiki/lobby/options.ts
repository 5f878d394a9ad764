import type { LobbyCard } from '$/games/options'
import picture from './kanji.svg'

const card: LobbyCard = {
  place: 2,
  minutes: 15,
  options: [
    {
      name: 'grab',
      kind: 'one',
      values: ['live', 'calm'],
      standard: 'live',
      icons: { live: 'bolt', calm: 'leaf' },
      hereInstead: { live: 'calm' },
      races: ['live'],
    },
    { name: 'specialists', kind: 'flag', standard: false },
    {
      name: 'edition',
      kind: 'one',
      values: ['edo-yashiki', 'samurai-gardener'],
      standard: 'edo-yashiki',
      forces: { 'samurai-gardener': { specialists: true } },
    },
  ],
  quick: { seats: 3, grab: 'calm' },
  keys: [{ id: 'runs', key: 'u', label: 'edo_yashiki-key-runs', reads: true }],
  kanji: { text: '江戸屋敷', picture },
}

export default card

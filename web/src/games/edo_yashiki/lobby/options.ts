import type { LobbyCard } from '$/games/options'

const card: LobbyCard = {
  minutes: 15,
  options: [
    { name: 'grab', kind: 'one', values: ['live', 'calm'], standard: 'live' },
    { name: 'specialists', kind: 'flag', standard: false },
    {
      name: 'edition',
      kind: 'one',
      values: ['edo-yashiki', 'samurai-gardener'],
      standard: 'edo-yashiki',
      forces: { 'samurai-gardener': { specialists: true } },
    },
  ],
  quick: { seats: 3, grab: 'live' },
}

export default card

import type { LobbyCard } from '$/games/options'

const card: LobbyCard = {
  minutes: 30,
  options: [
    { name: 'expansions', kind: 'letters', letters: ['A', 'B', 'C', 'D', 'E'] },
    { name: 'free_pass', kind: 'flag', standard: false },
  ],
  quick: { seats: 2 },
}

export default card

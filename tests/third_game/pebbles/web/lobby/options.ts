import type { LobbyCard } from '$/games/options'

const card: LobbyCard = { minutes: 1, options: [], quick: { seats: 2 } }

export default card

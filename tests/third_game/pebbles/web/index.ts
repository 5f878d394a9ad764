/** Pebbles in the browser. */

import type { GameClient } from '$/games/contract'
import type { Choices, PebblesView } from '$/wire/types'
import Board from './Board.svelte'
import Hud from './Hud.svelte'
import LogIcon from './LogIcon.svelte'
import Track from './Track.svelte'
import { describe } from './describe'

const client: GameClient<PebblesView, Choices> = {
  name: 'pebbles',
  Board,
  Hud,
  Track,
  LogIcon,
  scores: (view) => view.scores,
  toAct: (view) => view.to_act,
  status: (view, _you, choices) => ({
    round: { key: 'pebbles-heap', args: { count: view.heap } },
    prompt: choices ? { key: 'pebbles-prompt' } : null,
  }),
  describe,
  actionWords: (action, _choices, _view, t) => t('pebbles-take', { count: action.replace('take ', '') }),
}

export default client

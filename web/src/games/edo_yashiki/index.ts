/** Edo Yashiki in the browser. */

import type { EdoView } from '$/wire/types'
import type { EdoChoices } from './offer'
import type { GameClient, LiveRace, Message, Status } from '../contract'
import Board from './Board.svelte'
import Hud from './Hud.svelte'
import LogIcon from './LogIcon.svelte'
import ScoreTrack from './ScoreTrack.svelte'
import { describe } from './describe'
import { offerOf } from './offer'
import { choiceWords } from './words'

function prompt(view: EdoView, choices: EdoChoices | null, live?: LiveRace | null): Message | null {
  if (!choices) return null
  if (live?.stage === 'look') return { key: 'edo-called' }
  if (choices.cover.does === 'place') return { key: 'edo-place' }
  if (choices.cover.does === 'score') return { key: 'edo-choose' }
  return { key: view.grab === 'live' ? 'edo-grab' : 'edo-pick' }
}

const client: GameClient<EdoView, EdoChoices> = {
  name: 'edo_yashiki',
  Board,
  Hud,
  Track: ScoreTrack,
  LogIcon,
  scores: (view) => view.scores,
  toAct: (view) => view.to_act,
  status: (view, _you, choices, live): Status => ({
    round: { key: 'edo-status-round', args: { round: view.round } },
    prompt: prompt(view, choices, live),
  }),
  describe,
  actionWords: (action, choices, view, t) => {
    const choice = offerOf(choices).named(action)
    return choice ? choiceWords(t, choice, view.edition) : action
  },
  motion: () => import('./motion').then(({ motionOf }) => motionOf),
}

export default client

/** Miyabi in the browser. */

import type { MiyabiView } from '$/wire/types'
import type { MiyabiChoices } from './offer'
import type { GameClient, Message, SeatMark, Status } from '../contract'
import Board from './Board.svelte'
import Hud from './Hud.svelte'
import LogIcon from './LogIcon.svelte'
import ScoreTrack from './ScoreTrack.svelte'
import { describe } from './describe'
import { offerOf } from './offer'
import { choiceWords } from './words'

function prompt(view: MiyabiView, choices: MiyabiChoices | null): Message | null {
  if (!choices) return null
  if (view.phase === 'frog-setup') return { key: 'miyabi-prompt-frog-setup' }
  if (view.turn.placed) return { key: 'miyabi-prompt-after' }
  const placing = choices.cover.does.some((does) => does === 'tile' || does === 'zen')
  return { key: placing ? 'miyabi-prompt-tile' : 'miyabi-prompt-pass' }
}

const LANTERN_FIELDS = 6

/** Whoever has the bonsai starts the round; and how far everybody is in it. */
function marks(view: MiyabiView, seat: number): SeatMark[] {
  if (view.phase === 'over') return []
  const count = view.gardens[seat]?.lanterns.length ?? 0
  const lanterns: SeatMark = {
    picture: 'lantern',
    text: `${count}/${LANTERN_FIELDS}`,
    says: { key: 'miyabi-lanterns', args: { count } },
  }
  return view.bonsai === seat ? [{ picture: 'bonsai', says: { key: 'miyabi-starts' } }, lanterns] : [lanterns]
}

const client: GameClient<MiyabiView, MiyabiChoices> = {
  name: 'miyabi',
  Board,
  Hud,
  Track: ScoreTrack,
  LogIcon,
  scores: (view) => view.scores,
  toAct: (view) => view.to_act,
  marks,
  status: (view, _you, choices): Status => ({
    round: { key: 'miyabi-status-round', args: { round: view.round, rounds: view.rounds } },
    dots: { now: view.round, of: view.rounds },
    prompt: prompt(view, choices),
  }),
  describe,
  actionWords: (action, choices, _view, t) => {
    const choice = offerOf(choices).named(action)
    return choice ? choiceWords(t, choice) : action
  },
  motion: () => import('./motion').then(({ motionOf }) => motionOf),
  life: () => import('./life').then(({ creatures }) => creatures),
}

export default client

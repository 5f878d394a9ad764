// The end of a game as it is told to whoever was there: step after step, and the winner last. Any input completes it;
// whoever comes later, or wants no motion, sees all of it at once.
import type { GameClient } from '$/games/contract'
import { LEAD_MS, SUSPENSE_MS, loadEnding, scoresAfter, stepMs, type Ending, type LoadedEnding } from '$/games/ending'
import type { EndingStep } from '$/games/ending'
import { isReducedMotion } from '$/state/preferences.svelte'
import { play } from '$/state/sound'
import type { News, View } from '$/wire/types'
import { playEnd } from './cues'

export class Ceremony {
  /** How many steps have been told; the last of them is the one that is shown. */
  told = $state(0)
  /** It is being told, or about to be: nobody has won yet. */
  running = $state(false)
  #steps = $state.raw<EndingStep[]>([])
  #ending = $state.raw<LoadedEnding | null>(null)
  #final: number[] = []
  /** What was shown while the game was played. */
  #before: { view: View; scores: number[] } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The table as it is now; a final position that follows one in play is told. */
  follow(view: View, scores: number[], over: boolean): void {
    if (!over) {
      this.#before = { view, scores }
      this.running = false
    } else if (this.#before && !this.#final.length) {
      this.#final = scores
      this.running = !isReducedMotion()
      if (!this.running) playEnd()
    }
  }

  /** Once all is there that it needs. */
  async begin(game: GameClient, view: View, history: News[]): Promise<void> {
    const ending = await loadEnding(game.name).catch(() => null)
    if (!this.running || !ending) return this.finish()
    this.#steps = ending.steps(view, history)
    this.#ending = ending
    if (document.hidden) document.addEventListener('visibilitychange', () => this.#next(), { once: true })
    else this.#next()
  }

  #next(): void {
    if (!this.running) return
    const [told, all] = [this.told, this.#steps.length]
    const wait = told === all ? SUSPENSE_MS : told ? stepMs(all) : LEAD_MS
    this.#timer = setTimeout(() => (told === all ? this.finish() : this.#tell()), wait)
  }

  #tell(): void {
    this.told += 1
    play('wood', { layer: this.told })
    this.#next()
  }

  finish = (): void => {
    clearTimeout(this.#timer)
    if (!this.running) return
    this.running = false
    playEnd()
  }

  // -- what is shown meanwhile ---------------------------------------------------------------------------------------
  /** Its scene is still to come: until then everything stays as it was. */
  get preparing(): boolean {
    return this.running && !this.#ending
  }

  /** The scores as told so far; null once they are what they are. */
  get scores(): number[] | null {
    if (!this.running) return null
    return this.#ending ? scoresAfter(this.#steps, this.told, this.#final) : (this.#before?.scores ?? null)
  }

  /** The position with these scores; the one before the end until its scene is there. */
  shown(view: View): View {
    if (!this.running || !this.scores) return view
    return this.#ending ? (this.#ending.withScores(view, this.scores) as View) : (this.#before?.view ?? view)
  }

  /** The step that is shown; null before the first one and after the last. */
  get step(): EndingStep | null {
    return this.running ? (this.#steps[this.told - 1] ?? null) : null
  }

  progress(ranks: number[] | null): Ending {
    return this.running ? { told: this.told, ranks: null } : { told: Infinity, ranks }
  }
}

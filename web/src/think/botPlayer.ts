// At a table where everybody else is a bot: this browser computes what they do, so that the server need not.
import type { BotPosition } from '$/wire/types'
import type { TableClient } from '$/sync/table'
import { tellFailure } from './failure'
import { CannotThink, Thinker } from './thinker'

export class BotPlayer {
  #thinker: Thinker | null = null

  private constructor(private readonly client: TableClient) {}

  /** Loads what is needed and offers to compute; from then on the server sends a position where a bot is to act. */
  static async start(client: TableClient, game: string): Promise<BotPlayer> {
    const player = new BotPlayer(client)
    try {
      const thinker = await Thinker.find(game)
      await thinker?.load()
      player.#thinker = thinker
    } catch {
      await tellFailure()
    }
    player.offer()
    return player
  }

  /** Again on every connection: the server forgets it with the last one. */
  offer(): void {
    if (this.#thinker) void this.client.request({ do: 'think', on: true }).catch(() => undefined)
  }

  async play({ seat, seq, level, position }: BotPosition): Promise<void> {
    try {
      const action = await this.#thinker!.decide({ seat, level, position })
      const answer = await this.client.request({ do: 'botact', seq, seat, action })
      if (answer.answer !== 'done') this.offer() // we were late, and the server has thought for us
    } catch (error) {
      if (error instanceof CannotThink && this.#thinker) await this.#giveUp()
    }
  }

  async #giveUp(): Promise<void> {
    this.close()
    void this.client.request({ do: 'think', on: false }).catch(() => undefined)
    await tellFailure()
  }

  close(): void {
    const thinker = this.#thinker
    this.#thinker = null
    thinker?.close()
  }
}

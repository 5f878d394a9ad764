// What a game folder adds to a replay, if it has something: replay/index.ts, whose default export is shown over the log.
// Its words are replay/<language>.ftl.
import type { News } from '$/wire/types'
import type { Component } from 'svelte'
import type { MessageArgs } from './contract'
import { partOf } from './index'

export interface ReplayProps {
  /** The event that led to the position shown; null at the beginning. */
  news: News | null
  nameOf: (seat: number) => string
  t: (key: string, args?: MessageArgs) => string
}

export const replayPartOf = (game: string): Promise<Component<ReplayProps> | null> => partOf(game, 'replay')

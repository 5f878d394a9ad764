// Where this browser may compute what bots do.
import { isLocal } from '$/sync/transport'
import type { TableState } from '$/sync/reducer'

/** Whether nobody else is at a server's table but bots. Who shares this device with others plays with people. */
export function isAloneWithBots({ seats, you, yours, phase }: TableState): boolean {
  const others = seats.filter((_, seat) => seat !== you)
  return (
    !isLocal &&
    phase === 'playing' &&
    you != null &&
    (yours?.length ?? 0) < 2 &&
    others.every(({ held }) => held === 'bot')
  )
}

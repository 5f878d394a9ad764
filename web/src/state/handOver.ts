// A box that was written down on one screen and is to be played with on the next.
export interface OwnBox {
  game: string
  /** The component file. */
  toml: string
}

let handed: OwnBox | null = null

export function handOver(box: OwnBox): void {
  handed = box
}

/** Whoever takes it has it; null if there is none. */
export function takeBox(): OwnBox | null {
  const box = handed
  handed = null
  return box
}

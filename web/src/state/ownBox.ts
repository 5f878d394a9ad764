// Passes a component file from the form that wrote it to the dialog that opens a table with it.
export interface OwnBox {
  game: string
  /** The component file. */
  toml: string
}

let offered: OwnBox | null = null

export function offerBox(box: OwnBox): void {
  offered = box
}

/** Returns the box once; null if there is none. */
export function takeBox(): OwnBox | null {
  const box = offered
  offered = null
  return box
}

/** Where things are on the picture to keep. */

/** A garden's or house's side. */
export const PLOT = 1000
const [MARGIN, GAP, TOP, NAME, BOTTOM] = [72, 48, 196, 96, 96]

interface Sheet {
  width: number
  height: number
  places: { x: number; y: number }[]
}

/** One alone, two and three side by side, more in two rows. */
export function layOut(count: number): Sheet {
  const columns = count <= 3 ? Math.max(count, 1) : Math.ceil(count / 2)
  const rows = Math.ceil(count / columns)
  return {
    width: 2 * MARGIN + columns * PLOT + (columns - 1) * GAP,
    height: TOP + rows * (PLOT + NAME) + BOTTOM,
    places: Array.from({ length: count }, (_, place) => ({
      x: MARGIN + (place % columns) * (PLOT + GAP),
      y: TOP + Math.floor(place / columns) * (PLOT + NAME),
    })),
  }
}

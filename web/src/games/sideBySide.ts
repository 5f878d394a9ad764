/** How panels of one shape are laid out in a box so that they are as large as it allows. */

export interface Room {
  width: number
  height: number
}

/** How many stand side by side; `head` is what each panel needs above its picture, which is as wide as high. */
export function columnsFor(count: number, room: Room, head: number, gap: number): number {
  let best = { columns: 1, side: -Infinity }
  for (let columns = 1; columns <= Math.max(count, 1); columns++) {
    const rows = Math.ceil(count / columns)
    const side = Math.min((room.width - (columns - 1) * gap) / columns, (room.height - (rows - 1) * gap) / rows - head)
    if (side > best.side) best = { columns, side }
  }
  return best.columns
}

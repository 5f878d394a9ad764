// Whether the window is one of the small ones of board.css: the rail is a sheet there, and a bar at the bottom opens it.
const query =
  typeof matchMedia === 'function'
    ? matchMedia('(width < 720px), (width < 960px) and (height < 900px), (height < 560px)')
    : null
let now = $state(query?.matches ?? false)
query?.addEventListener('change', (event) => (now = event.matches))

export const compact = {
  get now(): boolean {
    return now
  },
}

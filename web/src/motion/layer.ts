/** Everything that moves over the page lies on one layer of its own, takes no pointer, and can be ended at once. */

import './motion.css'

let layer: HTMLElement | null = null
let rate = 1
const running = new Set<Animation>()

/** How fast everything moves from now on. */
export function setRate(now: number): void {
  rate = now
}

/** Lays something on the layer. */
export function lay<One extends Element>(one: One): One {
  if (!layer?.isConnected) {
    layer = document.createElement('div')
    layer.className = 'motion-layer'
    layer.setAttribute('aria-hidden', 'true')
    document.body.append(layer)
  }
  layer.append(one)
  return one
}

/** Moves an element; it is as it was once that is over or ended. */
export function move(one: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
  const animation = one.animate(frames, { fill: 'both', ...timing })
  animation.playbackRate = rate
  running.add(animation)
  const forget = (): void => void running.delete(animation)
  animation.finished.then(() => {
    forget()
    animation.cancel()
  }, forget)
  return animation
}

/** Moves something that is only there for that. */
export function pass(one: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
  const remove = (): void => one.remove()
  move(lay(one), frames, timing).finished.then(remove, remove)
}

/** Nothing moves any more; what lies on the page is as if nothing ever had. */
export function endMotion(): void {
  for (const animation of [...running]) animation.cancel()
  running.clear()
  layer?.replaceChildren()
}

/** When somebody goes back, restores the scroll position and the focus. This file is loaded only then. */

/** How long we wait for the page to be high enough, in milliseconds. */
const PATIENCE = 3_000

/** `from` is the URL that was left. `isStill` returns false when the person has gone elsewhere. */
export function scrollBack(height: number, from: string, isStill: () => boolean): void {
  const until = performance.now() + PATIENCE
  let isMoving = false
  // If the person scrolls meanwhile, their position is kept.
  const heard = new AbortController()
  for (const kind of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(kind, () => (isMoving = true), { passive: true, signal: heard.signal })
  const look = () => {
    if (isMoving || !isStill()) return heard.abort()
    scrollTo(0, height)
    if (Math.abs(scrollY - height) > 1 && performance.now() < until) return void requestAnimationFrame(look)
    heard.abort()
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.tagName === 'H1')
      document
        .querySelector<HTMLElement>(`main a[href="${CSS.escape(from)}"]`)
        ?.focus({ preventScroll: true })
    return undefined
  }
  requestAnimationFrame(look)
}

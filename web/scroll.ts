/** Restores the scroll position and the focus when somebody goes back. Loaded only then. */

/** In milliseconds. */
const PATIENCE = 3_000

/** `from` is the URL that was left. `isStill` is false once the person has gone elsewhere. */
export function scrollBack(height: number, from: string, isStill: () => boolean): void {
  const until = performance.now() + PATIENCE
  let isMoving = false
  // If the person scrolls meanwhile, the new position stays.
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

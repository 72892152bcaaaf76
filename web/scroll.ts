/** Back at a step of the history: where it was scrolled to, and at the link that was followed from there. Loaded when somebody goes back. */

/** In milliseconds: how long rows may take to be there again. */
const PATIENCE = 3_000

/** `from` is the address that was left; `isStill` says whether nobody has gone on since. */
export function scrollBack(height: number, from: string, isStill: () => boolean): void {
  const until = performance.now() + PATIENCE
  let isMoving = false
  // Whoever scrolls meanwhile has the last word.
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

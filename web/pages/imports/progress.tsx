/** How far a running import is: a bar, its numbers, and an announcement for screen readers at each quarter. */
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import type { Import } from './live.ts'

export function Progress({ of: { playsToDo, playsDone } }: { of: Import }) {
  const all = playsToDo + playsDone
  const share = all === 0 ? 0 : playsDone / all
  const text = say(t.running, { done: playsDone, all })
  return (
    <section class="part">
      <progress
        max={Math.max(all, 1)}
        value={playsDone}
        aria-label={say(t.runningTitle)}
        aria-valuetext={text}
      />
      <p class="count">{text}</p>
      <p role="status" class="unseen">
        {say(t.percent, { percent: Math.floor(share * 4) * 25 })}
      </p>
    </section>
  )
}

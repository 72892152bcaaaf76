/** Ruled lines in place of rows that are still loading. */
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'

export const Skeleton = ({ rows = 5 }: { rows?: number }) => (
  <div class="skeleton" role="status" aria-label={say(frame.loading)}>
    {Array.from({ length: rows }, (_, n) => (
      <div key={n} />
    ))}
  </div>
)

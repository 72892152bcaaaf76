/** A line above the page for a failure that belongs to no place on it, until it is closed. */
import { signal } from '@preact/signals'
import { Offline, Problem } from '../../api/problem.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { RequestId, reasonOf } from './fault.tsx'

const told = signal<Error | undefined>(undefined)

/** Shows a failure that has no better place on the page. */
export function tell(error: Problem | Offline): void {
  told.value = error
}

/** Also shows failures of calls that nothing caught. */
addEventListener('unhandledrejection', (event) => {
  if (!(event.reason instanceof Problem) && !(event.reason instanceof Offline)) return
  event.preventDefault()
  tell(event.reason)
})

export const Notice = () => (
  <div class="notices" role="alert">
    {told.value && (
      <div class="problem">
        <p>{reasonOf(told.value)}</p>
        <RequestId error={told.value} />
        <button type="button" class="quiet" onClick={() => (told.value = undefined)}>
          {say(frame.close)}
        </button>
      </div>
    )}
  </div>
)

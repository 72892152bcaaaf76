/** A line above the page, for failures that have no better place. */
import { signal } from '@preact/signals'
import { Offline, Problem } from '../../api/problem.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { RequestId, reasonOf } from './fault.tsx'

const failure = signal<Error | undefined>(undefined)

function notify(error: Problem | Offline): void {
  failure.value = error
}

/** Failures of calls that no code has caught are shown too. */
addEventListener('unhandledrejection', (event) => {
  if (!(event.reason instanceof Problem) && !(event.reason instanceof Offline)) return
  event.preventDefault()
  notify(event.reason)
})

export const Notice = () => (
  <div class="notices" role="alert">
    {failure.value && (
      <div class="problem">
        <p>{reasonOf(failure.value)}</p>
        <RequestId error={failure.value} />
        <button type="button" class="quiet" onClick={() => (failure.value = undefined)}>
          {say(frame.close)}
        </button>
      </div>
    )}
  </div>
)

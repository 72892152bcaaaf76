/** Beside other parts of a page: this part of it could not be read. */
import { Offline, type Problem } from '../api/problem.ts'
import { frame } from '../texts/frame.ts'
import { say } from '../texts/text.ts'
import { RequestId } from './fault.tsx'

export const Unread = ({ error }: { error: Problem | Offline }) => (
  <div class="problem" role="alert">
    <p>{error instanceof Offline ? say(frame.offlineNothing) : error.message}</p>
    <RequestId error={error} />
  </div>
)

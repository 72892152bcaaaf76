/** Says that one part of a page could not be read. */
import type { Offline, Problem } from '../../api/problem.ts'
import { RequestId, reasonOf } from '../page/fault.tsx'

export const Unread = ({ error }: { error: Problem | Offline }) => (
  <div class="problem" role="alert">
    <p>{reasonOf(error)}</p>
    <RequestId error={error} />
  </div>
)

/** Says which answers the reader has seen, so that no other page or device counts them. */
import { call } from '../../api/call.ts'
import { countWaiting } from '../../api/inbox.ts'
import { Offline, Problem } from '../../api/problem.ts'
import { may } from '../../api/session.ts'

/** `until` is the time of the newest answer on the page. A page in the background waits until somebody looks at it. */
export async function markSeen(until: string): Promise<void> {
  if (!may('inbox-update')) return
  if (document.visibilityState === 'hidden') {
    document.addEventListener('visibilitychange', () => void markSeen(until), { once: true })
    return
  }
  try {
    await call('markInboxSeen', { body: { until }, retry: false })
    await countWaiting()
  } catch (error) {
    // Without a network the answers stay new. The next time the page reads them, this is sent again.
    if (!(error instanceof Problem || error instanceof Offline)) throw error
  }
}

/** What begins when the first page is shown and the drafts are: the service worker, and then the lists that are kept ahead. */
import { beginAhead } from './ahead.ts'
import { beginWorker } from './api/begin-worker.ts'

export async function begin(): Promise<void> {
  await beginWorker()
  beginAhead()
}

/** The start of the app: who is signed in, their language, and then the page. */
import { render } from 'preact'
import { beginKeeping } from './api/kept.ts'
import { beginWorker } from './api/worker.ts'
import { goToSignIn, loadSession, tellSignedIn } from './api/session.ts'
import { Frame } from './frame.tsx'
import { routeOf } from './routes.ts'
import { beginLooking } from './settings.ts'
import { beginReading } from './texts/messages.ts'

beginLooking()
beginKeeping()
void routeOf(location.pathname)
  ?.row.load()
  .catch(() => undefined) // the frame tells of a page that can't be loaded
void begin()

async function begin(): Promise<void> {
  const { state } = await loadSession()
  if (state === 'out') return goToSignIn()
  if (state === 'in') tellSignedIn()
  await beginReading()
  const root = document.getElementById('app')
  if (root) render(<Frame />, root)
  // What waits on this device, and what the device keeps, are not needed to show the first page. The worker asks for all files, so
  // it comes after those that the page asks for.
  await import('./pages/record/drafts.ts').then(
    (drafts) => drafts.begin(),
    () => undefined,
  )
  await beginWorker()
}

/** The start of the app: who is signed in, their language, and then the page. */
import { render } from 'preact'
import { beginKeeping } from './api/cache.ts'
import {
  type Session,
  beginLeaving,
  goToSignIn,
  loadSession,
  session,
  announceSignedIn,
} from './api/session.ts'
import { Frame, loadFirst } from './frame.tsx'
import { beginLooking } from './settings.ts'
import { beginWorker } from './api/worker.ts'
import { beginReading } from './texts/messages.ts'

beginLooking()
beginKeeping()
beginLeaving()
loadFirst(location.pathname)
void begin()

async function begin(): Promise<void> {
  const { sure } = await loadSession()
  void followSession(sure)
  if (session.value.state === 'out') return
  await beginReading()
  const root = document.getElementById('app')
  if (root) render(<Frame />, root)
  // The outbox and the service worker are not needed to show the first page. The worker loads all files, so it
  // comes after the files of the page.
  await import('./drafts/delivery.ts').then(
    ({ begin }) => begin(),
    () => undefined,
  )
  await beginWorker()
  await import('./ahead.ts').then(
    ({ beginAhead }) => beginAhead(),
    () => undefined,
  )
}

async function followSession(sure: Promise<Session>): Promise<void> {
  const { state } = await sure
  if (state === 'out') goToSignIn()
  if (state === 'in') announceSignedIn()
}

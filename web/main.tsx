/** Starts the app: finds out who is signed in, loads the language, and shows the page. */
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
import { Frame, isOpen, loadFirst } from './frame.tsx'
// oxlint-disable-next-line import/no-unassigned-import -- drafts and pages share it: in the first script it costs the least
import './parts/matches/loadout-facts.ts'
import { beginCounting } from './api/inbox.ts'
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
  if (session.value.state === 'out' && !isOpen(location.pathname)) return
  await beginReading()
  const root = document.getElementById('app')
  if (root) render(<Frame />, root)
  if (session.value.state === 'out') return
  // The first page does not need these. The service worker comes after the page, because it loads all files.
  await import('./drafts/delivery.ts').then(
    ({ begin }) => begin(),
    () => undefined,
  )
  await beginWorker()
  void beginCounting()
  await import('./api/events.ts').then(
    ({ beginFollowing }) => beginFollowing(),
    () => undefined,
  )
  await import('./ahead.ts').then(
    ({ beginAhead }) => beginAhead(),
    () => undefined,
  )
}

async function followSession(sure: Promise<Session>): Promise<void> {
  const { state } = await sure
  if (state === 'out' && !isOpen(location.pathname)) goToSignIn()
  if (state === 'in') announceSignedIn()
}

/** The texts that a running application fetches: a catalogue that is imported, translated and published over HTTP. */
import { type Listening, call } from './call.ts'
import { catalog, translations } from './message-catalog.ts'

export const APPLICATION = 'companion'
export const LOCALE = 'de'

/** Publishes `keys` texts, and returns the ETag of their fetch. */
export async function publishTexts(service: Listening, token: string, keys: number): Promise<string> {
  const path = `/applications/${APPLICATION}`
  await createApplication(service, token)
  await call(service, token, { method: 'POST', path: `${path}/keys/import`, body: catalog(keys) })
  const drafts = translations(keys, LOCALE)
  await call(service, token, { method: 'POST', path: `${path}/translations/${LOCALE}/import`, body: drafts })
  await call(service, token, { method: 'POST', path: `${path}/translations/publish`, body: {} })
  // The ETag depends on the content coding, and the measured client accepts none.
  const headers = { 'accept-encoding': 'identity' }
  const fetched = await call(service, token, { method: 'GET', path: `${path}/messages/${LOCALE}`, headers })
  return fetched.etag
}

export async function createApplication(service: Listening, token: string): Promise<void> {
  const body = { applicationId: APPLICATION, displayName: 'Companion', baseLocale: 'en' }
  await call(service, token, { method: 'POST', path: '/applications', body, statuses: [201] })
}

/** The page after signing out. Its script deletes everything that the app has stored in the browser. */
import type { FastifyRequest } from 'fastify'
import { queryOf } from './form.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'

export const SIGNED_OUT = '/signed-out'

/** True if the account was erased. The app then adds this to the query. */
const isErased = (request: FastifyRequest) => queryOf(request).has('erased')

/** The path to which a browser goes after signing out. Whoever has opened an invitation goes back to it, to use another account. */
export const afterSignOut = (request: FastifyRequest) => {
  if (queryOf(request).has('invitation')) return '/invitation'
  return isErased(request) ? `${SIGNED_OUT}?erased` : SIGNED_OUT
}

export const farewellPage = (request: FastifyRequest, page: Parameters<typeof signedOutPage>[0]): Page =>
  isErased(request)
    ? { ...signedOutPage({ ...page, ...ERASED }), title: 'Your account is erased' }
    : signedOutPage(page)

const ERASED = {
  lead: 'Your name, your sign-ins and your settings are gone.',
  text: 'Matches that others recorded stay with them, under the names that they chose. Your passkeys and your password open nothing here any more.',
}

export const signedOutPage = (page: Pick<Page, 'lead' | 'ornament'> & { text?: string }): Page => ({
  title: 'Signed out',
  ...page,
  scripts: ['signed-out'],
  body: html`<div class="stack">
    <div class="sheet">
      ${page.text !== undefined && html`<p class="text">${page.text}</p>`}
      <div id="unsent" role="status" hidden>
        <p class="text"><strong></strong> Sign in again on this device, and it goes on.</p>
        <div class="actions"><button type="button" class="second">Delete it from this device</button></div>
      </div>
      <div class="actions"><a class="button" href="/sign-in">Sign in again</a></div>
    </div>
  </div>`,
})

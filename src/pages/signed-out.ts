/** The page after signing out. Its script deletes what the app has stored in the browser. */
import { html } from './html.ts'
import type { Page } from './page.ts'

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

/** The sections of "My account". */
import type { SignInAccount } from '../../identity/accounts/store.ts'
import type { MailConsent } from '../../identity/accounts/mail-consent.ts'
import type { Passkey } from '../../identity/accounts/passkeys.ts'
import type { App } from '../../identity/provider/apps.ts'
import { sentencesFor } from '../../identity/provider/scopes.ts'
import type { OwnToken } from '../../identity/personal-tokens/store.ts'
import type { ListedSession } from '../../identity/sessions/store.ts'
import { browserNamed } from '../browser-name.ts'
import { type Html, type Part, html } from '../html.ts'
import { day, minute } from '../page.ts'

export interface Overview {
  account: SignInAccount
  ownSessionId: string
  passkeys: Passkey[]
  codes: { left: number; made: number }
  sessions: ListedSession[]
  tokens: OwnToken[]
  apps: App[]
  failures: { times: number; at: Date | null }
  mail: MailConsent
}

export const nameSection = ({ account: { name, email } }: Overview): Html =>
  section(
    'You',
    html`<div class="rows">
      ${row('Name', name, '/account/name', 'Change')}
      ${row('E-mail address', email ?? 'None', '/account/email', email === null ? 'Add' : 'Change')}
    </div>`,
  )

export const sessionSection = ({ sessions, tokens, apps, failures, ownSessionId }: Overview): Html =>
  section(
    'Where you are signed in',
    html`<ul class="rows">
        ${sessions.map((session) => sessionRow(session, ownSessionId))}
      </ul>
      ${failures.at && html`<p class="hint">${failures.times === 1 ? 'One sign-in' : `${failures.times} sign-ins`} failed in the last 30 days, the last ${minute(failures.at)}.</p>`}
      ${
        sessions.length + tokens.length + apps.length > 1 &&
        html`<form method="post" action="/account/sessions/end-others">
          <button class="second">Sign out everywhere else</button>
          <p class="hint">Ends every other browser, your tokens, and the access of apps.</p>
        </form>`
      }`,
  )

export function credentialSection({ account: { passwordHash }, passkeys, codes, mail }: Overview): Html {
  const [password, passwordAction] = passwordHash === null ? ['None', 'Set'] : ['Set', 'Change']
  const [left, codesAction] =
    codes.made === 0 ? ['None', 'Make'] : [`${codes.left} of ${codes.made} left`, 'Make new']
  return section(
    'How you sign in',
    html`<div class="rows">
        ${passkeys.map(passkeyRow)} ${row('Password', password, '/account/password', passwordAction)}
        ${row('Recovery codes', left, '/account/recovery-codes', codesAction)}
        ${(mail.sending || mail.letsIn) && row('Link by mail', mail.letsIn ? `To ${mail.address}` : 'Off', '/account/mail', 'Change')}
      </div>
      <a class="button second" href="/account/passkeys/new">Add a passkey</a>`,
  )
}

export const tokenSection = ({ tokens }: Overview): Html =>
  section(
    'Tokens for scripts',
    html`${
        tokens.length > 0
          ? html`<ul class="rows">
              ${tokens.map(tokenRow)}
            </ul>`
          : html`<p class="hint">None. With a token, a script can do in your name what you allow it.</p>`
      } <a class="button second" href="/account/tokens/new">Make a token</a>`,
  )

export const appSection = ({ apps }: Overview): Html =>
  section(
    'Apps that have access',
    apps.length > 0
      ? html`<ul class="rows">
          ${apps.map(appRow)}
        </ul>`
      : html`<p class="hint">None. An app asks you on a page of ours before it gets any.</p>`,
  )

const section = (title: string, body: Html): Html =>
  html`<section class="section">
    <header>
      <h2>${title}</h2>
    </header>
    ${body}
  </section>`

const row = (name: string, about: Part, path: string, action: string): Html =>
  html`<div>
    <div>
      <strong>${name}</strong>
      <p class="about">${about}</p>
    </div>
    <a class="quiet" href="${path}" aria-label="${action}: ${name}">${action}</a>
  </div>`

function passkeyRow({ id, name, createdAt, lastUsedAt, suspectedAt }: Passkey): Html {
  const about = suspectedAt
    ? html`<span class="waits">Passkey, may have been copied</span>`
    : html`Passkey, ${lastUsedAt ? html`last used ${day(lastUsedAt)}` : html`added ${day(createdAt)}`}`
  return row(name, about, `/account/passkeys/${id}`, 'Change')
}

function sessionRow({ id, address, userAgent, lastSeenAt, createdAt }: ListedSession, own: string): Html {
  const isOwn = id === own
  const name = browserNamed(userAgent)
  return html`<li>
    <div>
      <strong>${name}</strong>
      <p class="about">
        ${isOwn ? 'This browser' : html`Last seen ${minute(lastSeenAt)}`}, since ${day(createdAt)}, from
        ${address}
      </p>
    </div>
    ${!isOwn && html`<form method="post" action="/account/sessions/${id}/end"><button class="quiet" aria-label="Sign out: ${name}">Sign out</button></form>`}
  </li>`
}

function tokenRow({ id, name, scopes, expiresAt, lastUsedAt }: OwnToken): Html {
  const many = scopes.length === 1 ? 'one scope' : `${scopes.length} scopes`
  const ends = expiresAt.getTime() < Date.now() ? 'ended' : 'ends'
  return html`<li>
    <div>
      <strong>${name}</strong>
      <p class="about">
        For ${many}, ${ends} ${day(expiresAt)},
        ${lastUsedAt ? html`last used ${day(lastUsedAt)}` : 'not used yet'}
      </p>
    </div>
    <form method="post" action="/account/tokens/${id}/end">
      <button class="quiet" aria-label="End: ${name}">End</button>
    </form>
  </li>`
}

function appRow({ clientId, name, scopes, since }: App): Html {
  return html`<li>
    <div>
      <strong>${name}</strong>
      <p class="about">Since ${day(since)}</p>
      <details>
        <summary>What it may do</summary>
        <ul class="about">
          ${sentencesFor(scopes).map((sentence) => html`<li>${sentence}</li>`)}
        </ul>
      </details>
    </div>
    <form method="post" action="/account/apps/end">
      <input type="hidden" name="client" value="${clientId}" />
      <button class="quiet" aria-label="End the access of ${name}">End</button>
    </form>
  </li>`
}

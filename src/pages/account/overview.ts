/** "My account" on one page: name and address, ways to sign in, sessions, and warnings. */
import { sql } from '../../db/sql.ts'
import type { Queryable } from '../../db/database.ts'
import { waitingResets } from '../../identity/accounts/links.ts'
import { passkeysOf } from '../../identity/accounts/passkeys.ts'
import { recoveryCodesLeft } from '../../identity/accounts/recovery-codes.ts'
import { findSignInAccountById } from '../../identity/accounts/store.ts'
import { type App, appsOf } from '../../identity/provider/apps.ts'
import { sentencesFor } from '../../identity/provider/scopes.ts'
import { type OwnToken, tokensOf } from '../../identity/personal-tokens/store.ts'
import { type ListedSession, sessionsOf } from '../../identity/sessions/store.ts'
import { queryOf } from '../form.ts'
import { type Html, type Part, html } from '../html.ts'
import { day, minute, seeOther, sendPage } from '../page.ts'
import { browserNamed } from '../browser-name.ts'
import type { AddPage, PageContext } from './page-context.ts'

export function overviewRoutes(add: AddPage): void {
  add('GET', '/account', show)
}

async function show({ site, request, reply, me }: PageContext) {
  const { db } = site
  const [account, passkeys, codes, sessions, tokens, apps, warnings, resets, failures] = await Promise.all([
    findSignInAccountById(db, me.accountId),
    passkeysOf(db, me.accountId),
    recoveryCodesLeft(db, me.accountId),
    db.many(sessionsOf(me.accountId)),
    db.many(tokensOf(me.accountId)),
    db.many(appsOf(me.accountId)),
    warningsOf(db, me.accountId),
    db.many(waitingResets(me.accountId)),
    db.one(failuresOf(me.accountId)),
  ])
  if (!account) return seeOther(reply, '/sign-in')
  return sendPage(reply, {
    title: me.name,
    lead: rolesOf(me.roles),
    who: me,
    body: html`<div class="sections">
      ${queryOf(request).has('changed') && html`<p class="notice" role="status">Changed. Every other browser is signed out.</p>`}
      ${me.method === 'RECOVERY' && html`<p class="problem">You signed in with a recovery code, and have <strong>${codes.left}</strong> left. Add a passkey or set a password now, while you are in.</p>`}
      ${warnings.map(({ text, at }) => html`<p class="problem"><strong>${text}</strong> ${minute(at)}</p>`)}
      ${resets.map(({ makerName, expiresAt }) => html`<p class="problem"><strong>An administrator made a link to reset this account.</strong> ${makerName ?? 'Somebody with a shell on the server'} made it; it is good until ${minute(expiresAt)}. If you did not ask for it, ask them. A new password or passkey ends it.</p>`)}
      ${codes.left === 0 && onlyWay(account.passwordHash !== null, passkeys.filter(({ suspectedAt }) => !suspectedAt).length)}
      <div class="columns">
        <div class="column">
          ${section(
            'You',
            html`<div class="rows">
              ${row('Name', me.name, '/account/name', 'Change')}
              ${row('E-mail address', account.email ?? 'None', '/account/email', account.email === null ? 'Add' : 'Change')}
            </div>`,
          )}
          ${section(
            'Where you are signed in',
            html`<ul class="rows">
                ${sessions.map((session) => sessionRow(session, me.sessionId))}
              </ul>
              ${failures.at && html`<p class="hint">${failures.times === 1 ? 'One sign-in' : `${failures.times} sign-ins`} failed in the last 30 days, the last ${minute(failures.at)}.</p>`}
              ${
                sessions.length + tokens.length + apps.length > 1 &&
                html`<form method="post" action="/account/sessions/end-others">
                  <button class="second">Sign out everywhere else</button>
                  <p class="hint">Ends every other browser, your tokens, and the access of apps.</p>
                </form>`
              }`,
          )}
        </div>
        <div class="column">
          ${section(
            'How you sign in',
            html`<div class="rows">
                ${passkeys.map(({ id, name, createdAt, lastUsedAt, suspectedAt }) =>
                  row(
                    name,
                    suspectedAt
                      ? html`<span class="waits">Passkey, may have been copied</span>`
                      : html`Passkey,
                        ${lastUsedAt ? html`last used ${day(lastUsedAt)}` : html`added ${day(createdAt)}`}`,
                    `/account/passkeys/${id}`,
                    'Change',
                  ),
                )}
                ${row('Password', account.passwordHash === null ? 'None' : 'Set', '/account/password', account.passwordHash === null ? 'Set' : 'Change')}
                ${row('Recovery codes', codes.made === 0 ? 'None' : `${codes.left} of ${codes.made} left`, '/account/recovery-codes', codes.made === 0 ? 'Make' : 'Make new')}
              </div>
              <a class="button second" href="/account/passkeys/new">Add a passkey</a>`,
          )}
          ${section(
            'Tokens for scripts',
            html`${
                tokens.length > 0
                  ? html`<ul class="rows">
                      ${tokens.map(tokenRow)}
                    </ul>`
                  : html`<p class="hint">
                      None. With a token that you make for it, a script can do what you may do.
                    </p>`
              } <a class="button second" href="/account/tokens/new">Make a token</a>`,
          )}
          ${section(
            'Apps that have access',
            apps.length > 0
              ? html`<ul class="rows">
                  ${apps.map(appRow)}
                </ul>`
              : html`<p class="hint">None. An app asks you on a page of ours before it gets any.</p>`,
          )}
        </div>
      </div>
    </div>`,
  })
}

/** Advice for an account with only one way to sign in. False for an account with none, such as a demo person's. */
function onlyWay(password: boolean, passkeys: number): Html | false {
  if (Number(password) + passkeys !== 1) return false
  const [loss, path, action] = password
    ? (['forget your password', '/account/passkeys/new', 'Add a passkey'] as const)
    : (['lose your only passkey', '/account/password', 'Set a password'] as const)
  return html`<p class="notice">
    If you ${loss}, nothing lets you in. <a href="${path}">${action}</a> or
    <a href="/account/recovery-codes">make recovery codes</a>.
  </p>`
}

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

const ROLES: Record<string, string> = {
  player: 'plays',
  'catalog-editor': 'edits the catalogue',
  translator: 'translates',
  'application-owner': 'owns texts',
  'catalog-service': 'serves the catalogue',
  admin: 'administers',
}

function rolesOf(roles: readonly string[]): string {
  const words = roles.map((role) => ROLES[role] ?? role)
  if (words.length === 0) return 'No roles yet; an administrator can give you some.'
  const list = new Intl.ListFormat('en').format(words)
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} here.`
}

/** The failed sign-ins of the last 30 days. One event of the audit can count several. */
const failuresOf = (accountId: string) => sql<{ times: number; at: Date | null }>`
  select coalesce(sum(coalesce((details ->> 'times')::int, 1)), 0)::int as times, max(created_at) as at
  from audit_events
  where account_id = ${accountId} and kind = 'SIGN_IN_FAILED' and created_at > now() - interval '30 days'`

/** The signs of theft in the last 30 days. */
async function warningsOf(db: Queryable, accountId: string): Promise<{ text: string; at: Date }[]> {
  const rows = await db.many(sql<{ kind: string; at: Date }>`
    select kind, max(created_at) as at from audit_events
    where account_id = ${accountId} and kind in ('PASSKEY_SUSPECTED', 'CODE_REUSED', 'REFRESH_REUSED')
      and created_at > now() - interval '30 days'
    group by kind order by at desc`)
  return rows.map(({ kind, at }) => ({ text: WARNINGS[kind] ?? kind, at }))
}

const WARNINGS: Record<string, string> = {
  PASSKEY_SUSPECTED: 'Somebody used a passkey of yours that may be a copy. It no longer works.',
  CODE_REUSED: "Somebody used an app's sign-in a second time. The app has lost its access.",
  REFRESH_REUSED: "Somebody used an app's old token. The app has lost its access.",
}

/** "My account" on one page: the name and address, ways to sign in, sessions, and warnings. */
import { sql } from '../../db/sql.ts'
import type { Queryable } from '../../db/database.ts'
import { mayAdminister, waitingResets } from '../../identity/accounts/links.ts'
import { mailConsentOf } from '../../identity/accounts/mail-consent.ts'
import { passkeysOf } from '../../identity/accounts/passkeys.ts'
import { recoveryCodesLeft } from '../../identity/accounts/recovery-codes.ts'
import { findSignInAccountById } from '../../identity/accounts/store.ts'
import { appsOf } from '../../identity/provider/apps.ts'
import { tokensOf } from '../../identity/personal-tokens/store.ts'
import { sessionsOf } from '../../identity/sessions/store.ts'
import { queryOf } from '../form.ts'
import { type Html, html } from '../html.ts'
import { minute, seeOther, sendPage } from '../page.ts'
import {
  type Overview,
  appSection,
  credentialSection,
  nameSection,
  sessionSection,
  tokenSection,
} from './overview-sections.ts'
import type { AddPage, PageContext } from './page-context.ts'

export function overviewRoutes(add: AddPage): void {
  add('GET', '/account', show)
}

async function show({ site, request, reply, me }: PageContext) {
  const { db } = site
  const [account, passkeys, codes, sessions, tokens, apps, warnings, resets, failures, mail] =
    await Promise.all([
      findSignInAccountById(db, me.accountId),
      passkeysOf(db, me.accountId),
      recoveryCodesLeft(db, me.accountId),
      db.many(sessionsOf(me.accountId)),
      db.many(tokensOf(me.accountId)),
      db.many(appsOf(me.accountId)),
      warningsOf(db, me.accountId),
      db.many(waitingResets(me.accountId)),
      db.one(failuresOf(me.accountId)),
      mailConsentOf(db, me.accountId),
    ])
  if (!account) return seeOther(reply, '/sign-in')
  const ownSessionId = me.sessionId
  const overview: Overview = {
    account,
    ownSessionId,
    passkeys,
    codes,
    sessions,
    tokens,
    apps,
    failures,
    mail,
  }
  return sendPage(reply, {
    title: me.name,
    lead: rolesOf(me.roles),
    who: me,
    body: html`<div class="sections">
      ${queryOf(request).has('changed') && html`<p class="notice" role="status">Changed. Every other browser is signed out.</p>`}
      ${me.method === 'RECOVERY' && html`<p class="problem">You signed in with a recovery code, and have <strong>${codes.left}</strong> left. Add a passkey or set a password now, while you are in.</p>`}
      ${me.method === 'MAIL' && html`<p class="notice">You signed in with a link from your mail. Add a passkey or set a password now, if you have lost yours.</p>`}
      ${warnings.filter(({ kind }) => kind !== 'LINK_USED' || me.method !== 'MAIL').map(({ text, at }) => html`<p class="problem"><strong>${text}</strong> ${minute(at)}</p>`)}
      ${resets.map(({ makerName, expiresAt }) => html`<p class="problem"><strong>An administrator made a link to reset this account.</strong> ${makerName ?? 'Somebody with a shell on the server'} made it; it is good until ${minute(expiresAt)}. If you did not ask for it, ask them. A new password or passkey ends it.</p>`)}
      ${codes.left === 0 && onlyWay(overview)}
      <div class="columns">
        <div class="column">${nameSection(overview)} ${sessionSection(overview)}</div>
        <div class="column">
          ${credentialSection(overview)} ${tokenSection(overview)} ${appSection(overview)}
        </div>
      </div>
    </div>`,
  })
}

/** True if exactly one way to sign in is left. It is false for an account with none, such as a demo person's. */
function onlyWay({ account, passkeys, mail }: Overview): Html | false {
  if (mail.letsIn && mail.sending && !mayAdminister(account.roles)) return false
  const hasPassword = account.passwordHash !== null
  const good = passkeys.filter(({ suspectedAt }) => !suspectedAt)
  if (Number(hasPassword) + good.length !== 1) return false
  const [loss, path, action] = hasPassword
    ? (['forget your password', '/account/passkeys/new', 'Add a passkey'] as const)
    : (['lose your only passkey', '/account/password', 'Set a password'] as const)
  return html`<p class="notice">
    If you ${loss}, nothing lets you in. <a href="${path}">${action}</a> or
    <a href="/account/recovery-codes">make recovery codes</a>.
  </p>`
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

/** Counts the failed sign-ins of the last 30 days. One event can stand for several. */
const failuresOf = (accountId: string) => sql<{ times: number; at: Date | null }>`
  select coalesce(sum(coalesce((details ->> 'times')::int, 1)), 0)::int as times, max(created_at) as at
  from audit_events
  where account_id = ${accountId} and kind = 'SIGN_IN_FAILED' and created_at > now() - interval '30 days'`

/** The warnings about the last 30 days. */
async function warningsOf(
  db: Queryable,
  accountId: string,
): Promise<{ kind: string; text: string; at: Date }[]> {
  const rows = await db.many(sql<{ kind: string; at: Date }>`
    select kind, max(created_at) as at from audit_events
    where account_id = ${accountId} and (kind in ('PASSKEY_SUSPECTED', 'CODE_REUSED', 'REFRESH_REUSED') or kind = 'LINK_USED' and details ->> 'kind' = 'SIGN_IN')
      and created_at > now() - interval '30 days'
    group by kind order by at desc`)
  return rows.map(({ kind, at }) => ({ kind, text: WARNINGS[kind] ?? kind, at }))
}

const WARNINGS: Record<string, string> = {
  LINK_USED: 'A link from your mail was used to sign in.',
  PASSKEY_SUSPECTED: 'Somebody used a passkey of yours that may be a copy. It no longer works.',
  CODE_REUSED: "Somebody used an app's sign-in a second time. The app has lost its access.",
  REFRESH_REUSED: "Somebody used an app's old token. The app has lost its access.",
}

/** Visits every page in turn, for pictures and for checks. */
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { newSecret } from '../../src/identity/clients/secret.ts'
import { insert } from '../../src/identity/clients/store.ts'
import { SHELL } from '../../src/identity/audit/actor.ts'
import { allScopes } from '../../src/identity/roles.ts'
import { PASSWORD, type WebSite } from './site.ts'

interface Stop {
  name: string
  /** True if the stop needs a passkey, and therefore scripts. */
  scripted?: boolean
  go: (page: Page, site: WebSite) => Promise<void>
}

/** Presses a button that leads to another page, and waits for that page. */
async function press(page: Page, name: string): Promise<void> {
  const moved = page.waitForEvent('load')
  await page.getByRole('button', { name, exact: true }).click()
  await moved
}

async function follow(page: Page, link: string): Promise<void> {
  if (!(await page.evaluate<boolean>("matchMedia('(scripting: enabled)').matches"))) {
    await page.goto(link)
    await page.getByLabel('Your link').fill(link)
    await press(page, 'Go on')
    return
  }
  // The script of the page sends the form before anybody sees it.
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && new URL(response.url()).pathname === '/link',
  )
  await page.goto(link)
  if ((await answered).status() === 303) await page.waitForURL(/\/(join|link\/sign-in)$/)
  else await page.getByRole('alert').waitFor()
}

export const signIn = async (page: Page, url: string, name: string, password = PASSWORD) => {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Name or e-mail address').fill(name)
  await page.getByLabel('Password').fill(password)
  await press(page, 'Sign in')
}

/** The address to which an app sends the browser to ask for access. */
export async function questionOf({ url, db }: WebSite, redirectUri = 'https://app.example.org/callback') {
  const { id } = await db.transaction((tx) =>
    insert(
      tx,
      { displayName: 'Score sheets', kind: 'WEB', redirectUris: [redirectUri] },
      { by: SHELL, madeBy: undefined, most: allScopes, secret: newSecret() },
    ),
  )
  const query = {
    client_id: String(id),
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile svc-engine:match-read svc-engine:match-create',
    state: 'state',
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
    code_challenge_method: 'S256',
  }
  return `${url}/oauth/authorize?${new URLSearchParams(query).toString()}`
}

/** The address at which a person lets a device in. The device asks now. */
export async function addressForDevice(url: string): Promise<string> {
  const asked = await fetch(`${url}/oauth/device-authorization`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'scorebook-cli', scope: 'openid svc-engine:match-read' }),
  })
  return ((await asked.json()) as { verification_uri_complete: string }).verification_uri_complete
}

/** The order matters, because each stop begins where the one before it ended. */
export const TOUR: readonly Stop[] = [
  { name: 'sign-in', go: async (page, { url }) => void (await page.goto(`${url}/sign-in`)) },
  {
    name: 'sign-in-refused',
    go: (page, { url }) => signIn(page, url, 'Nobody', 'not the password'),
  },
  { name: 'other-ways', go: async (page, { url }) => void (await page.goto(`${url}/sign-in/other`)) },
  { name: 'recovery', go: async (page, { url }) => void (await page.goto(`${url}/sign-in/recovery`)) },
  { name: 'link', go: async (page, { url }) => void (await page.goto(`${url}/link`)) },
  {
    name: 'first-administrator',
    go: async (page, site) => follow(page, await site.link({ kind: 'FIRST_ADMINISTRATOR' })),
  },
  {
    name: 'first-administrator-faults',
    async go(page) {
      await page.getByLabel('Your name').fill('Alma')
      await page.getByLabel('Password').fill('qwertyuiop')
      await press(page, 'Go on with this password')
    },
  },
  {
    name: 'account-new',
    async go(page) {
      await page.getByLabel('Password').fill(PASSWORD)
      await press(page, 'Go on with this password')
      await page.getByRole('heading', { name: 'Alma' }).waitFor()
    },
  },
  { name: 'name', go: async (page, { url }) => void (await page.goto(`${url}/account/name`)) },
  {
    name: 'email-faults',
    async go(page, site) {
      await site.account('Emil', { email: 'emil@example.org' })
      await page.goto(`${site.url}/account/email`)
      await page.getByLabel('E-mail address').fill('Emil@Example.org')
      await press(page, 'Save')
    },
  },
  { name: 'password', go: async (page, { url }) => void (await page.goto(`${url}/account/password`)) },
  {
    name: 'recovery-codes',
    go: async (page, { url }) => void (await page.goto(`${url}/account/recovery-codes`)),
  },
  { name: 'recovery-codes-made', go: (page) => press(page, 'Make 10 codes') },
  { name: 'passkey-new', go: async (page, { url }) => void (await page.goto(`${url}/account/passkeys/new`)) },
  {
    name: 'passkey',
    scripted: true,
    async go(page) {
      await press(page, 'Add a passkey')
      await page.waitForURL(/passkeys\/(?!new)/)
    },
  },
  { name: 'token-new', go: async (page, { url }) => void (await page.goto(`${url}/account/tokens/new`)) },
  {
    name: 'token-faults',
    async go(page) {
      await page.getByLabel('What it is for').fill('Backup of my matches')
      await page.getByLabel('Days until it ends').fill('999')
      await page.getByLabel('Only what I choose below').check()
      await press(page, 'Make the token')
    },
  },
  {
    name: 'token-made',
    async go(page) {
      await page.getByLabel('Days until it ends').fill('30')
      await page.getByLabel('Read what I may read').check()
      await press(page, 'Make the token')
    },
  },
  {
    name: 'account',
    async go(page, { url, db }) {
      await db.many(sql`
        insert into sessions (hash, account_id, method, address, user_agent, ends_at)
        select sha256(convert_to(agent, 'UTF8')), id, 'PASSWORD', '192.0.2.7', agent, now() + interval '9 days'
        from accounts, unnest(array['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Safari/604.1', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0']) agent
        where accounts.name = 'Alma'`)
      const client = { id: uuidv7(), name: 'Table Timer' }
      await db.many(
        sql`insert into oidc_clients (id, name, kind, metadata) values (${client.id}, ${client.name}, 'WEB', '{}')`,
      )
      const scopes = 'svc-engine:match-read svc-engine:match-create'
      const grant = { iat: 1_767_225_600, openid: { scope: 'openid profile' }, resources: { [url]: scopes } }
      await db.many(sql`
        insert into oidc_artifacts (model, id, payload, account_id, client_id)
        select 'Grant', 'grant', ${JSON.stringify(grant)}::json, id, ${client.id} from accounts where name = 'Alma'`)
      await page.goto(`${url}/account`)
    },
  },
  {
    name: 'account-warned',
    async go(page, { url, db }) {
      await db.many(sql`
        insert into audit_events (kind, account_id, actor) select 'PASSKEY_SUSPECTED', id, 'STRANGER' from accounts where name = 'Alma'`)
      await page.goto(`${url}/account`)
    },
  },
  { name: 'app-asks', go: async (page, site) => void (await page.goto(await questionOf(site))) },
  {
    name: 'app-unknown',
    go: async (page, { url }) => void (await page.goto(`${url}/oauth/authorize?client_id=nobody`)),
  },
  { name: 'device', go: async (page, { url }) => void (await page.goto(`${url}/oauth/device`)) },
  {
    name: 'device-wrong-code',
    async go(page) {
      await page.getByLabel('Code').fill('BCDF-GHJK')
      await press(page, 'Go on')
    },
  },
  {
    name: 'device-confirm',
    async go(page, { url }) {
      await page.goto(await addressForDevice(url))
      await press(page, 'Go on')
    },
  },
  { name: 'device-asks', go: (page) => press(page, 'It is the same code') },
  { name: 'device-in', go: (page) => press(page, 'Let it in') },
  { name: 'signed-out-of-app', go: async (page, { url }) => void (await page.goto(`${url}/oauth/logout`)) },
  { name: 'sign-in-again', go: async (page, { url }) => void (await page.goto(`${url}/sign-in?again`)) },
  {
    name: 'signed-out',
    async go(page, { url }) {
      await page.goto(`${url}/account`)
      await press(page, 'Sign out')
    },
  },
  {
    name: 'signed-out-by-app',
    async go(page, { url }) {
      await signIn(page, url, 'Alma')
      await page.goto(`${url}/oauth/logout`)
      await press(page, 'Sign out')
    },
  },
  {
    name: 'invitation',
    go: async (page, site) => follow(page, await site.link({ kind: 'INVITATION', roles: ['player'] })),
  },
  {
    name: 'reset',
    async go(page, site) {
      const { id } = await site.db.one(sql<{ id: string }>`select id from accounts where name = 'Alma'`)
      await follow(page, await site.link({ kind: 'RESET', accountId: id }))
    },
  },
  {
    name: 'mail-ask',
    async go(page, { url, db }) {
      await db.many(sql`update mail_head set sending_until = now() + interval '1 hour'`)
      await page.goto(`${url}/sign-in`)
      await page.getByRole('link', { name: 'Send me a link' }).click()
      await page.getByLabel('Name or e-mail address').waitFor()
    },
  },
  {
    name: 'mail-sent',
    async go(page) {
      await page.getByLabel('Name or e-mail address').fill('Mila')
      await press(page, 'Send the link')
    },
  },
  {
    name: 'mail-without-address',
    async go(page, site) {
      await site.account('Mila', { password: PASSWORD })
      await signIn(page, site.url, 'Mila')
      await page.goto(`${site.url}/account/mail`)
    },
  },
  {
    name: 'mail-off',
    async go(page, { url, db }) {
      await page.evaluate(`fetch('/web/session')`) // which makes the user of the account
      await db.many(sql`
        insert into notification_settings (user_id, address)
        select u.id, 'mila.with.a.rather.long.address@mail.example.org'
        from users u join accounts a on a.id::text = u.subject where a.name = 'Mila'`)
      await page.goto(`${url}/account/mail`)
    },
  },
  {
    name: 'mail-on',
    async go(page, { url }) {
      await press(page, 'This address may let me back in')
      await page.goto(`${url}/account/mail`)
    },
  },
  {
    name: 'mail-opened',
    async go(page, site) {
      const { id } = await site.db.one(sql<{ id: string }>`select id from accounts where name = 'Mila'`)
      await follow(page, await site.link({ kind: 'SIGN_IN', accountId: id, byMail: true }))
    },
  },
  { name: 'mail-signed-in', go: (page) => press(page, 'Sign in as Mila') },
  {
    name: 'mail-of-administrators',
    async go(page, { url }) {
      await press(page, 'Sign out')
      await signIn(page, url, 'Alma')
      await page.goto(`${url}/account/mail`)
    },
  },
  { name: 'ended-link', go: (page, { url }) => follow(page, `${url}/link#${'x'.repeat(43)}`) },
]

/** `scorebook user`, and the first administrator, an account that the service makes from its settings at the start. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { firstAdministrator } from '../../src/cli/service/first-administrator.ts'
import { main } from '../../src/cli/main.ts'
import type { Database } from '../../src/db/database.ts'
import { raw, sql } from '../../src/db/sql.ts'
import { findLink, secretIn } from '../../src/identity/accounts/links.ts'
import {
  findAccountNamed,
  findSignInAccount,
  hasAdministrator,
  setEmail,
} from '../../src/identity/accounts/store.ts'
import { verifyPassword } from '../../src/identity/accounts/passwords.ts'
import { testDatabase } from '../database.ts'
import { waitFor } from '../wait-for.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let folder: string
let env: NodeJS.ProcessEnv
before(async () => {
  ;[database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'user-'))])
  const { connection } = database
  const { host, port, user, password, database: name } = connection
  const at = `postgresql://${user}:${password}@localhost:${port}/${name}`
  env = { SCOREBOOK_DATABASE_URL: `${at}?host=${encodeURIComponent(host)}` }
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function user(...args: string[]): Promise<{ code: number; out: string[]; err: string }> {
  const [out, err]: [string[], string[]] = [[], []]
  const context = {
    env,
    cwd: folder,
    print: (line: string) => out.push(line),
    complain: (line: string) => err.push(line),
  }
  return { code: await main(['user', ...args], context), out, err: err.join('\n') }
}

const linkIn = (lines: string[]) => findLink(database.db, secretIn(lines.at(-1) ?? ''))
const kinds = async () =>
  (await database.db.many(sql<{ kind: string }>`select kind from audit_events order by created_at, id`)).map(
    ({ kind }) => kind,
  )

test('accounts are made, listed, changed and reset', async () => {
  assert.deepEqual((await user('list')).out, ['Nobody has an account yet.'])
  const created = await user('create', 'Alma', '--role', 'admin', '--role', 'player')
  assert.equal(created.code, 0, created.err)
  assert.match(created.out[0] ?? '', /^Alma has an account now, with the roles admin and player\./)
  assert.equal((await linkIn(created.out))?.accountName, 'Alma')
  assert.deepEqual((await user('list')).out, ['Alma  admin, player  has not signed in yet'])

  const invited = await user('invite', '--uses', '3', '--days', '2', '--role', 'translator')
  assert.match(invited.out[0] ?? '', /the role translator for 3 people, within 2 days/)
  assert.deepEqual((await linkIn(invited.out))?.roles, ['translator'])

  assert.match(
    (await user('disable', 'alma')).out.join('\n'),
    /^Alma is disabled.*\nNobody administers the service now\./,
  )
  assert.equal((await user('reset', 'Alma')).code, 1)
  assert.deepEqual((await user('enable', 'Alma')).out, ['Alma may sign in again.'])
  assert.match((await user('reset', 'Alma')).out[0] ?? '', /Every earlier way in ends/)
  const listed = JSON.parse((await user('roles', 'Alma', '--role', 'player', '--json')).out.join('\n'))
  assert.deepEqual(listed.roles, ['player'])
  assert.deepEqual((await user('sign-out', 'Alma')).out, [
    'Alma is signed out: 0 browsers, 0 tokens, and 0 apps lost access.',
  ])
  const [json] = JSON.parse((await user('list', '--json')).out.join('\n'))
  assert.equal(json.name, 'Alma')
  assert.deepEqual(json.signsInBy, [])
  assert.deepEqual(
    new Set(await kinds()),
    new Set([
      'ACCOUNT_CREATED',
      'LINK_MADE',
      'ACCOUNT_DISABLED',
      'ACCOUNT_ENABLED',
      'ROLES_CHANGED',
      'SESSION_ENDED',
    ]),
  )
})

test('links are listed and ended, and end with the administrator who made them', async () => {
  const { db } = database
  await db.many(sql`delete from sign_in_links`)
  assert.deepEqual((await user('links')).out, ['No link lets anybody in.'])
  const invited = await user('invite', '--uses', '2')
  const [listed] = (await user('links')).out
  assert.match(
    listed ?? '',
    /^[\da-f-]{36} {2}invites 2 people with the role player, until .*, made by the shell$/,
  )
  const id = listed?.slice(0, 36) ?? ''
  assert.deepEqual((await user('unlink', id)).out, ['The link is ended.'])
  assert.equal(await linkIn(invited.out), undefined)
  assert.equal((await user('unlink', id)).code, 1)
  assert.equal((await user('unlink')).code, 2)
  assert.match((await user('invite', '--role', 'admin', '--uses', '2')).err, /good for one person/)
  assert.match((await user('reset', 'Alma', '--days', '8')).err, /from 1 to 7/)
  await user('create', 'Maker', '--role', 'admin')
  await db.many(sql`delete from sign_in_links`)
  const add = (secret: string) =>
    db.many(sql`
      insert into sign_in_links (kind, hash, uses_left, expires_at, created_by)
      select 'INVITATION', ${Buffer.from(secret)}, 1, now() + interval '1 day', id from accounts where name = 'Maker'`)
  for (const [n, end] of [
    ['roles', 'Maker', '--role', 'player'],
    ['disable', 'Maker'],
  ].entries()) {
    await user('roles', 'Maker', '--role', 'admin')
    await add(`${n}`)
    assert.match((await user('links')).out.join(), /made by Maker/)
    assert.equal((await user(...end)).code, 0)
    assert.deepEqual((await user('links')).out, ['No link lets anybody in.'])
  }
  assert.equal((await kinds()).filter((kind) => kind === 'LINK_ENDED').length, 3)
})

test('a change that an administrator makes in the meantime is not overwritten', async () => {
  await user('create', 'Meanwhile', '--role', 'player', '--role', 'translator')
  const { db } = database
  const now = () =>
    db.one(sql<{ roles: string[]; disabled: boolean }>`
      select roles, disabled_at is not null as disabled from accounts where name = 'Meanwhile'`)
  const during = async (change: string, ...args: string[]) => {
    let ran: ReturnType<typeof user> | undefined
    await db.transaction(async (tx) => {
      await tx.many(raw(`update accounts set ${change} where name = 'Meanwhile'`))
      ran = user(...args)
      await waits(db)
    })
    assert.equal((await ran)?.code, 0)
  }
  await during('disabled_at = now()', 'roles', 'Meanwhile', '--role', 'player')
  assert.deepEqual(await now(), { roles: ['player'], disabled: true })
  await during(`roles = '{}'`, 'enable', 'Meanwhile')
  assert.deepEqual(await now(), { roles: [], disabled: false })
})

test('an e-mail address is freed by the name of its account or by itself', async () => {
  const { db } = database
  await user('create', 'Squatter')
  const squatter = await findAccountNamed(db, 'Squatter')
  assert.ok(squatter)
  for (const typed of ['squatter', 'Owner@Example.org']) {
    await setEmail(db, squatter.id, 'owner@example.org')
    const reset = await user('reset', 'Squatter')
    const freed = await user('free-email', typed)
    assert.deepEqual(freed.out, [
      'Squatter has no e-mail address any more: another account can take the address now.',
    ])
    assert.equal(await linkIn(reset.out), undefined)
    assert.equal(await findSignInAccount(db, 'owner@example.org'), undefined)
  }
  assert.match((await user('free-email', 'Squatter')).err, /Squatter has no e-mail address\./)
  assert.match((await user('free-email', 'owner@example.org')).err, /No account has the name or the e-mail/)
  const events = await db.many(sql`
    select actor, details from audit_events where account_id = ${squatter.id} and kind = 'ACCOUNT_CHANGED'`)
  assert.deepEqual(
    events,
    [1, 2].map(() => ({ actor: 'SHELL', details: { fields: ['email'] } })),
  )
})

const waits = (db: Database) =>
  waitFor('somebody to wait for the account', async () => {
    const waiting = await db.many(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return waiting.length > 0
  })

test('a wrong call gets a sentence and the exit code for wrong calls', async () => {
  for (const [args, code, said] of [
    [['explode'], 2, /explode is not an action; list, create/],
    [['create'], 2, /needs the name of an account/],
    [['free-email'], 2, /needs the name of an account/],
    [['list', 'Alma'], 2, /takes no name/],
    [['invite', '--days', '0'], 2, /--days must be a whole number from 1 to 365/],
    [['invite', '--uses', '1001'], 2, /from 1 to 1000/],
    [['invite', '--role', 'king'], 2, /king is not a role/],
    [['roles', 'Alma'], 2, /needs the roles/],
    [['disable', 'Alma', '--uses', '2'], 2, /takes no --uses/],
    [['disable', 'Nobody'], 1, /Nobody has an account named Nobody/],
    [['create', 'ALMA'], 1, /The name is taken by another account\./],
    [['create', 'a@b'], 1, /must not have @/],
    [[], 2, /action must be given/],
  ] as const) {
    const told = await user(...args)
    assert.equal(told.code, code, told.err)
    assert.match(told.err, said)
  }
})

test('the first start makes a link or an administrator, and the next one neither', async () => {
  const { db } = database
  const settings = { baseUrl: 'http://localhost:8080', issuers: [], firstAdministrator: undefined }
  await db.many(sql`update accounts set roles = '{player}'`)
  const links = await Promise.all([firstAdministrator(db, settings), firstAdministrator(db, settings)])
  for (const link of links)
    assert.equal((await findLink(db, secretIn(link ?? '')))?.kind, 'FIRST_ADMINISTRATOR')

  const passwordFile = join(folder, 'password')
  const named = (name: string) => ({ ...settings, firstAdministrator: { name, passwordFile } })
  await assert.rejects(
    firstAdministrator(db, named('Root')),
    /SCOREBOOK_ADMIN_PASSWORD_FILE: .*there is no such file/,
  )
  await writeFile(passwordFile, 'password123\n')
  await assert.rejects(
    firstAdministrator(db, named('Root')),
    /SCOREBOOK_ADMIN_PASSWORD_FILE: the password is one that many/,
  )
  await writeFile(passwordFile, 'plum lantern quarry 7\n')
  await assert.rejects(
    firstAdministrator(db, named('Alma')),
    /SCOREBOOK_ADMIN_NAME: there is an account of this name/,
  )
  await assert.rejects(firstAdministrator(db, named('a@b')), /SCOREBOOK_ADMIN_NAME must not have @/)
  assert.equal(await hasAdministrator(db), false)
  await Promise.all([firstAdministrator(db, named('Root')), firstAdministrator(db, named('Root'))])
  const root = await findSignInAccount(db, 'root')
  assert.ok(await verifyPassword('plum lantern quarry 7', root?.passwordHash))
  for (const link of links) assert.equal(await findLink(db, secretIn(link ?? '')), undefined)
  assert.equal(await firstAdministrator(db, settings), undefined)
  await db.many(sql`update accounts set disabled_at = now() where name = 'Root'`)
  assert.ok(await firstAdministrator(db, settings), 'a disabled one administers nothing')
})

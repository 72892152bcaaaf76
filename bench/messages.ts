/** `npm run bench:messages`: imports of a large catalogue over HTTP, how long each takes and how much memory. */
import { parseArgs } from 'node:util'
import { Database } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { LOCALES, catalog, translations } from './message-catalog.ts'
import { adminToken } from './people.ts'
import { start, stop } from './sides.ts'
import { type ServerConnection, onTemporaryServer, print } from './temporary-server.ts'
import { TimedClient } from './timed-client.ts'

const { values } = parseArgs({ options: { keys: { type: 'string', default: '10000' } } })
const KEYS = Number(values.keys)

await onTemporaryServer(run)

async function run(connection: ServerConnection): Promise<void> {
  const db = new Database(connection)
  const service = await start({ role: 'service', connection, people: [] })
  try {
    await measure(new TimedClient(service, await adminToken(db)), db)
  } finally {
    await stop(service)
    await db.close()
  }
}

async function measure(client: TimedClient, db: Database): Promise<void> {
  const [first, changed] = [catalog(KEYS), catalog(KEYS, 'who')]
  const app = '/applications/companion'
  await client.send(
    'warm-up',
    'POST',
    '/applications',
    { applicationId: 'companion', displayName: 'C', baseLocale: 'en' },
    201,
  )
  await client.settle()
  print(
    `${KEYS} keys, ${LOCALES.length} locales; the service holds ${client.idle.toFixed(0)} MB when idle.\n`,
  )
  print(`${'request'.padEnd(44)}      ms   MB above idle   at the end   answer`)
  const one = await client.send('first import', 'POST', `${app}/keys/import`, first)
  expect(one.body, { added: KEYS })
  for (const locale of LOCALES)
    await client.send(
      `drafts of ${locale}`,
      'POST',
      `${app}/translations/${locale}/import`,
      translations(KEYS, locale),
    )
  await client.send('publish all', 'POST', `${app}/translations/publish`, {})
  await client.send(
    'newer drafts of one',
    'POST',
    `${app}/translations/de/import`,
    translations(KEYS, 'de', '2'),
  )

  const before = await versions(db)
  const same = await client.send('same import again', 'POST', `${app}/keys/import`, first)
  expect(same.body, { unchanged: KEYS })
  if ((await versions(db)) !== before) throw new Error('An ETag changed with an import that changed nothing.')
  const bad = {
    ...first,
    keys: first.keys.map((key, n) => (n === KEYS - 1 ? { ...key, baseText: '{' } : key)),
  }
  const refused = await client.send('one bad key', 'POST', `${app}/keys/import`, bad, 400)
  if (!JSON.stringify(refused.body).includes(`"keys[${KEYS - 1}].baseText"`))
    throw new Error('A refused import does not name its bad key.')
  if ((await versions(db)) !== before) throw new Error('A refused import changed something.')
  await client.send('every argument list, as a dry run', 'POST', `${app}/keys/import?dryRun=true`, changed)
  if ((await versions(db)) !== before) throw new Error('A dry run changed something.')
  const fetched = await client.send('GET messages in one locale', 'GET', `${app}/messages/pt-BR`)
  await client.send('the same with its ETag', 'GET', `${app}/messages/pt-BR`, undefined, 304, fetched.etag)
  const all = await client.send('every argument list changed', 'POST', `${app}/keys/import`, changed)
  expect(all.body, { updated: KEYS, invalidated: { length: KEYS * LOCALES.length } })
  await client.send('GET locales', 'GET', `${app}/locales`)
  await client.send('count of the invalid ones', 'GET', `${app}/translations/count?filter=invalid==true`)
  await client.send('back to the first', 'POST', `${app}/keys/import`, first)
  await client.send('every key dropped', 'POST', `${app}/keys/import`, { ...first, keys: [] })
  await client.send('every key back', 'POST', `${app}/keys/import`, first)
  const large = {
    ...first,
    keys: first.keys.map((key) => ({ ...key, baseText: key.baseText.padEnd(3000, ' and so on') })),
  }
  await client.send('a body of 30 MB', 'POST', `${app}/keys/import`, large)
}

/** A digest of all versions: it changes if any ETag changes. */
async function versions(db: Database): Promise<string> {
  const { sum } = await db.one(sql<{ sum: string }>`
    select concat_ws(' ', (select sum(version) from applications), (select sum(version) from message_keys),
      (select sum(version) from translations)) as sum`)
  return sum
}

/** Compares the answer with the expected part of it; a number is compared with the length of a list. */
function expect(body: object, part: Record<string, number | { length: number }>): void {
  for (const [name, value] of Object.entries(part)) {
    const found: unknown = (body as Record<string, unknown>)[name]
    const expected = typeof value === 'object' ? value.length : value
    if ((Array.isArray(found) ? found.length : found) !== expected)
      throw new Error(`${name} is ${JSON.stringify(found)?.slice(0, 200)}, not ${expected}.`)
  }
}

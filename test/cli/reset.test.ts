/** `scorebook demo --reset` makes a demo new, and nothing else; `scorebook reset` empties a database whose name is given. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { main } from '../../src/cli/main.ts'
import { Database } from '../../src/db/database.ts'
import { type Sql, sql } from '../../src/db/sql.ts'
import { testDatabase } from '../database.ts'

/** A migrated database that nobody is connected to. */
async function place(t: TestContext) {
  const [database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'reset-'))])
  await database.db.close()
  t.after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const { host, port, user, password, database: name } = database.connection
  const url = `postgresql://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  return {
    name,
    run: async (...args: string[]) => {
      const [out, err]: [string[], string[]] = [[], []]
      const code = await main(args, {
        env: { SCOREBOOK_DATABASE_URL: url },
        cwd: folder,
        print: (line: string) => out.push(line),
        complain: (line: string) => err.push(line),
      })
      return { code, out: out.join('\n'), err: err.join('\n') }
    },
    ask: async <T extends Record<string, unknown>>(statement: Sql<T>): Promise<T> => {
      const db = new Database(database.connection, { readers: 1, writers: 1 })
      try {
        return await db.one(statement)
      } finally {
        await db.close()
      }
    },
  }
}

const counts = sql<{ people: number; games: number; migrations: number }>`
  select (select count(*)::int from accounts) as people, (select count(*)::int from games) as games,
    (select count(*)::int from schema_migrations) as migrations`

test('a demo is made new, with what its people changed gone', async (t) => {
  const { run, ask } = await place(t)
  assert.equal((await run('demo')).code, 0)
  const before = await ask(counts)
  assert.deepEqual({ ...before, migrations: 0 }, { people: 6, games: 40, migrations: 0 })
  await ask(
    sql`update games set display_name = 'Changed' where id = (select min(id::text)::uuid from games) returning id`,
  )
  assert.match((await run('demo')).err, /^The database has accounts, games or texts already/)
  const again = await run('demo', '--reset')
  assert.equal(again.code, 0, again.err)
  assert.deepEqual(await ask(counts), before)
  assert.deepEqual(
    await ask(sql`select count(*)::int as changed from games where display_name = 'Changed'`),
    {
      changed: 0,
    },
  )
})

test('what is not only a demo stays as it is', async (t) => {
  const { run, ask } = await place(t)
  const refused = async () => {
    const { code, err } = await run('demo', '--reset')
    assert.equal(code, 1)
    assert.match(err, /^The database is no demo, or somebody has an account of their own in it[^\n]*$/)
  }
  await refused()
  assert.equal((await run('demo')).code, 0)
  assert.equal((await run('token', '--user', 'olga')).code, 0)
  await refused()
  assert.deepEqual((await ask(counts)).people, 7)
})

test('a reset deletes everything, and only with the name of the database', async (t) => {
  const { name, run, ask } = await place(t)
  assert.equal((await run('demo')).code, 0)
  for (const args of [[], ['--delete', 'another']]) {
    const { code, err } = await run('reset', ...args)
    assert.equal(code, 2)
    assert.match(err, new RegExp(`^Nothing was deleted\\..* run \`scorebook reset --delete ${name}\`\\.$`))
    assert.equal((await ask(counts)).people, 6)
  }
  const done = await run('reset', '--delete', name)
  assert.equal(done.code, 0, done.err)
  const { migrations, ...rest } = await ask(counts)
  assert.deepEqual(rest, { people: 0, games: 0 })
  assert.ok(migrations > 10)
  assert.deepEqual(await ask(sql`select count(*)::int as steps from pipeline_steps`), { steps: 4 })
})

test('a database with a service or with tables of others is not reset', async (t) => {
  const database = await testDatabase()
  t.after(() => database.close())
  await database.db.many(sql`create table of_others (id int)`)
  const { host, port, user, password, database: other } = database.connection
  const url = `postgresql://${user}:${password}@localhost:${port}/${other}?host=${encodeURIComponent(host)}`
  const reset = async () => {
    const err: string[] = []
    const code = await main(['reset', '--delete', other], {
      env: { SCOREBOOK_DATABASE_URL: url },
      cwd: tmpdir(),
      print: () => {},
      complain: (line: string) => err.push(line),
    })
    return { code, err: err.join('\n') }
  }
  assert.match((await reset()).err, /^A Scorebook uses the database \(scorebook /)
  await database.db.close()
  assert.match((await reset()).err, /^The database has tables that are not Scorebook's: of_others\./)
})

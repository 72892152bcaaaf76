/** `scorebook ratings`: finds what is not as the matches make it, and writes it anew; the demo gives it matches. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { main } from '../../src/cli/main.ts'
import { sql } from '../../src/db/sql.ts'
import { fillWithDemo } from '../../src/demo/fill.ts'
import { testDatabase } from '../database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let folder: string
before(async () => {
  ;[database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'ratings-'))])
  await fillWithDemo(database.db, new Date('2026-11-21T00:00:00Z'))
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function ratings(action: string): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []]
  const { host, port, user, password, database: name } = database.connection
  const at = `postgresql://${user}:${password}@localhost:${port}/${name}`
  const code = await main(['ratings', action], {
    env: { SCOREBOOK_DATABASE_URL: `${at}?host=${encodeURIComponent(host)}` },
    cwd: folder,
    print: (line: string) => out.push(line),
    complain: (line: string) => err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('ratings are checked, and rebuilt where they are spoiled or missing', async () => {
  const { db } = database
  const right = await ratings('check')
  assert.equal(right.code, 0, right.err)
  const pools = Number(/^The ratings of (\d+) pools are what their matches make\.$/.exec(right.out)?.[1])
  assert.ok(pools > 10, right.out)
  const kept = () => db.many(sql`select pool_id, player_id, mu, sigma, matches from ratings order by 1, 2`)
  const all = await kept()
  assert.ok(all.length > 20)
  await db.many(sql`
    delete from rating_pools where id in (select pool_id from ratings group by pool_id order by count(*) desc limit 1)`)
  await db.many(sql`
    update ratings set wins = 0, sigma = sigma * 1.5 where pool_id = (select min(pool_id::text)::uuid from ratings)`)
  const wrong = await ratings('check')
  assert.equal(wrong.code, 1)
  assert.match(
    wrong.err,
    /^The ratings of 2 of \d+ pools are not what their matches make: [^]*ratings rebuild/,
  )
  const rebuilt = await ratings('rebuild')
  assert.equal(rebuilt.code, 0, rebuilt.err)
  assert.match(rebuilt.out, /^Wrote the ratings of 2 of \d+ pools anew\.\nThe ratings of \d+ pools are/)
  const again = await kept()
  assert.equal(again.length, all.length)
  assert.equal((await ratings('tidy')).code, 2)
})

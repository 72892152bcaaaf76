/** `scorebook check` finds results and ratings that differ from the matches, and writes them again. */
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
  ;[database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'check-'))])
  await fillWithDemo(database.db, new Date('2026-11-21T00:00:00Z'))
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function check(...options: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []]
  const { host, port, user, password, database: name } = database.connection
  const at = `postgresql://${user}:${password}@localhost:${port}/${name}`
  const code = await main(['check', ...options], {
    env: { SCOREBOOK_DATABASE_URL: `${at}?host=${encodeURIComponent(host)}` },
    cwd: folder,
    print: (line: string) => out.push(line),
    complain: (line: string) => err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('results and ratings are checked, and rebuilt if they are wrong or missing', async () => {
  const { db } = database
  const right = await check()
  assert.equal(right.code, 0, right.err)
  const [, matches, pools] =
    /^The results of (\d+) matches agree with what was recorded\.\nThe ratings of (\d+) pools agree with their matches\.$/.exec(
      right.out,
    ) ?? []
  assert.ok(Number(matches) > 20 && Number(pools) > 10, right.out)
  const ratings = () => db.many(sql`select pool_id, player_id, mu, sigma, matches from ratings order by 1, 2`)
  const all = await ratings()
  assert.ok(all.length > 20)
  await db.many(sql`
    delete from rating_pools where id in (select pool_id from ratings group by pool_id order by count(*) desc limit 1)`)
  await db.many(sql`
    update ratings set wins = 0, sigma = sigma * 1.5 where pool_id = (select min(pool_id::text)::uuid from ratings)`)
  await db.many(sql`
    update participants set tied = not tied where id = (select min(id::text)::uuid from participants where match_final)`)
  const wrong = await check()
  assert.equal(wrong.code, 1)
  assert.match(
    wrong.err,
    /^The results differ of 1 of \d+ matches: \S+\.\nThe ratings of 2 of \d+ pools differ from their matches: [^]*check --rebuild/,
  )
  const rebuilt = await check('--rebuild')
  assert.equal(rebuilt.code, 0, rebuilt.err)
  assert.match(
    rebuilt.out,
    /^Wrote the results again of 1 of \d+ matches: \S+\.\nWrote the ratings of 2 of \d+ pools again\.\nThe results of/,
  )
  assert.equal((await ratings()).length, all.length)
  assert.equal((await check('tidy')).code, 2)
})

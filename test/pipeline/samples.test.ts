/** Real answers of the catalogue, if their folder exists: the engine accepts everything that the pipeline accepts. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { catalogueOf } from '../../src/pipeline/outside/catalogue.ts'
import { sql } from '../../src/db/sql.ts'
import { type Bench, act, testPipeline } from './pipeline.ts'
import { TOKEN, catalogueServer } from './servers/catalogue.ts'

const folder = new URL('../../../shared/samples/catalog/', import.meta.url)
const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.xml')) : []

const STATUS: Record<string, number> = { 'accepted_202.xml': 202, 'error_429.xml': 429 }
const GAMES = new Set(['boardgame', 'boardgameexpansion'])

void suite('real answers of the catalogue', { skip: files.length === 0 && 'they are not here' }, () => {
  let bench: Bench
  before(async () => {
    bench = await testPipeline()
  })
  after(() => bench.close())

  for (const file of files)
    test(`${file} becomes what it is about, or nothing`, async () => {
      const server = await catalogueServer()
      bench.services.catalogue = catalogueOf({ baseUrl: server.baseUrl, token: TOKEN })
      const { db } = bench.service
      await db.many(sql`delete from catalog_entries`)
      await db.many(sql`delete from candidates`)
      await db.many(sql`update pipeline_steps set suspended_until = null`)
      const body = readFileSync(new URL(file, folder))
      const items = [...body.toString().matchAll(/<item\b[^>]*>/g)].map(([tag]) => ({
        id: Number(/\bid="(\d+)"/.exec(tag)?.[1]),
        type: /\btype="(\w+)"/.exec(tag)?.[1] ?? '',
      }))
      const asked = items.map(({ id }) => id).filter((id) => id > 0)
      const catalogIds = asked.length > 0 ? asked : [7]
      await bench.editor.post('/pipeline/enrich', { catalogIds })
      const status = STATUS[file] ?? 200
      server.instead.push({ status, body })
      assert.equal(await bench.turn('ENRICH_FROM_CATALOG'), true)
      const [step] = (await bench.editor.get('/pipeline/status')).body.steps
      assert.equal(step.running, status === 200)
      const made = (await bench.editor.get('/candidates?limit=100')).body.items
      const waiting = await db.many<{ id: number }>(
        sql`select catalog_id::int as id from catalog_entries where pending`,
      )
      const refused = status !== 200 || /broken|error_item/.test(file)
      const expected = refused ? [] : items.filter(({ id, type }) => id > 0 && GAMES.has(type))
      assert.deepEqual(
        new Set(made.map(({ catalogId }: { catalogId: number }) => catalogId)),
        new Set(expected.map(({ id }) => id)),
      )
      if (refused) assert.equal(waiting.length, catalogIds.length, 'they are asked for again')

      const game = await bench.editor.post('/games', {
        displayName: 'Base',
        description: '',
        minPlayers: 1,
        maxPlayers: 1,
        tags: [],
        scoreType: 'WIN_LOSS',
      })
      for (const { id, isExpansion, description = '', minPlayers = 1, maxPlayers = 4 } of made) {
        const values = { description, minPlayers, maxPlayers, scoreType: 'WIN_LOSS' }
        const reply = await act(bench, id, 'approve', isExpansion ? { gameId: game.body.id } : values)
        assert.equal(reply.status, 200, reply.text)
      }
      await bench.all('PUBLISH')
      for (const { id } of made) {
        const { status: published, failureReason } = (await bench.candidate(id)).body
        assert.deepEqual([published, failureReason], ['PUBLISHED', undefined])
      }
    })
})

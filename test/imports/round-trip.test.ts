/** What the service exports, it takes back: the same plays, and so the same statistics, in another database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoGames } from '../../src/demo/games.ts'
import { seededRandom } from '../../src/demo/random.ts'
import { results } from '../../src/demo/results.ts'
import type { Person } from '../support.ts'
import { testWorld } from '../world.ts'
import { JSON_FILE, start, workAll } from './files.ts'

const one = await testWorld()
const other = await testWorld()

const PEOPLE = ['Anna', 'Bea', 'Chloë', 'Dan', '=Eve']
const MATCHES = 60

/** A diary of every kind of game, with games and expansions that both databases have under one reference. */
async function recorded(): Promise<Person> {
  const random = seededRandom(7)
  const games = demoGames(random).slice(0, 12)
  const me = await one.service.as('diary')
  const { selfGhostPlayer } = (await me.get('/users/me')).body
  const people: string[] = [selfGhostPlayer.id]
  for (const displayName of PEOPLE) people.push((await me.post('/ghost-players', { displayName })).body.id)
  const made: { id: string; expansions: string[] }[] = []
  for (const [n, { game, expansions }] of games.entries()) {
    const ids: string[] = []
    for (const { world } of [other, one]) {
      const sourceRef = `catalog:${880_000 + n}`
      const { id } = (await world.editor.post('/games', { ...game, sourceRef })).body
      if (world === one.world) made.push({ id, expansions: ids })
      for (const [m, displayName] of expansions.entries()) {
        const body = { displayName, sourceRef: `catalog:${890_000 + 100 * n + m}` }
        const expansion = await world.editor.post(`/games/${id}/expansions`, body)
        assert.equal(expansion.status, 201, expansion.text)
        if (world === one.world) ids.push(expansion.body.id)
      }
    }
  }
  for (let n = 0; n < MATCHES; n++) {
    const game = made[n % made.length] ?? assert.fail()
    const seated = random.some(people, random.whole(1, 5))
    const participants = results(seated, games[n % made.length] ?? assert.fail(), random).map(
      ({ loadoutAttributes, ...participant }) => ({
        ...participant,
        ...(loadoutAttributes === undefined ? {} : { loadoutAttributes: JSON.parse(loadoutAttributes) }),
      }),
    )
    const match = await me.post('/matches', {
      gameId: game.id,
      playedAt: `2025-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}T18:${String(n).padStart(2, '0')}:00.5Z`,
      participants,
      ...(n % 3 === 0 ? { expansions: random.some(game.expansions, 2) } : {}),
    })
    assert.equal(match.status, 201, match.text)
    const final = await me.post(`/matches/${match.body.id}/finalize`, undefined, { 'if-match': match.etag })
    assert.equal(final.status, 200, final.text)
  }
  return me
}

async function taken(file: string, type: Record<string, string>, { service } = other): Promise<Person> {
  const me = await service.as(`reader of ${type['content-type']}`)
  const { etag } = await me.get('/users/me')
  assert.equal((await me.patch('/users/me', { displayName: 'diary' }, etag)).status, 200)
  const made = await me.post('/imports?timeZone=Europe/Berlin', file, type)
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(made.body.plays, [{ status: 'NEW', plays: MATCHES }], JSON.stringify(made.body))
  const started = await start(me, made.body.id)
  assert.equal(started.status, 200, started.text)
  await workAll(service.db)
  const plays = await me.get(`/imports/${made.body.id}/plays?limit=100`)
  assert.deepEqual(
    plays.body.items.flatMap(({ notes }: { notes: object[] }) => notes),
    [],
  )
  return me
}

/** Everything that people wrote, and no ids or times of the database. */
const writtenIn = (body: string) => {
  const { plays, players, games } = JSON.parse(body)
  const named = new Map<string, string>([
    ...players.map(({ id, name }: { id: number; name: string }) => [`p${id}`, name]),
    ...games.map(({ id, metaData, name }: { id: number; metaData: string; name: string }) => [
      `g${id}`,
      name + metaData,
    ]),
  ])
  return plays
    .map(
      ({
        uuid: _uuid,
        modificationDate: _m,
        entryDate: _e,
        gameRefId,
        playerScores,
        expansionPlays,
        ...play
      }: Play) => ({
        ...play,
        game: named.get(`g${gameRefId}`),
        playerScores: playerScores.map(({ playerRefId, ...score }) => ({
          ...score,
          name: named.get(`p${playerRefId}`),
        })),
        expansions: expansionPlays.map((expansion) => named.get(`g${expansion.gameRefId}`)),
      }),
    )
    .toSorted((a: { playDate: string }, b: { playDate: string }) => a.playDate.localeCompare(b.playDate))
}

interface Play {
  uuid: string
  modificationDate: string
  entryDate: string
  gameRefId: number
  playerScores: { playerRefId: number }[]
  expansionPlays: { gameRefId: number }[]
}

const BG_STATS = '/users/me/export/bg-stats?timeZone=Europe/Berlin'

async function statisticsOf(me: Person) {
  const { canonicalPlayer } = (await me.get('/users/me')).body
  const found = await me.get(`/canonical-players/${canonicalPlayer.id}/statistics`)
  assert.equal(found.status, 200, found.text)
  // Ids differ between databases.
  return JSON.parse(found.text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'))
}

const diary = await recorded()

test('BG Stats: export, import in a fresh database and export give equal plays and statistics', async () => {
  const exported = (await diary.get(BG_STATS)).text
  const me = await taken(exported, JSON_FILE)
  assert.deepEqual(writtenIn((await me.get(BG_STATS)).text), writtenIn(exported))
  assert.deepEqual(await statisticsOf(me), await statisticsOf(diary))
})

test('CSV: export, import in a fresh database and export give equal plays and statistics', async () => {
  const exported = (await diary.get('/users/me/export/csv?timeZone=Europe/Berlin')).text
  const me = await taken(exported, { 'content-type': 'text/csv' })
  assert.deepEqual(writtenIn((await me.get(BG_STATS)).text), writtenIn((await diary.get(BG_STATS)).text))
  assert.deepEqual(await statisticsOf(me), await statisticsOf(diary))
})

test('an own export that is imported where it comes from makes nothing', async () => {
  for (const [path, type] of [
    [BG_STATS, JSON_FILE],
    ['/users/me/export/csv', { 'content-type': 'text/csv' }],
  ] as const) {
    const made = await diary.post('/imports', (await diary.get(path)).text, type)
    assert.deepEqual(made.body.plays, [{ status: 'SAME', plays: MATCHES }], made.text)
  }
})

test('who is erased is there again from their own export, in the same database', async () => {
  const exported = (await diary.get(BG_STATS)).text
  const statistics = await statisticsOf(diary)
  const erased = await diary.delete('/users/me', (await diary.get('/users/me')).etag)
  assert.equal(erased.status, 204, erased.text)
  const me = await taken(exported, JSON_FILE, one)
  assert.deepEqual(writtenIn((await me.get(BG_STATS)).text), writtenIn(exported))
  assert.deepEqual(await statisticsOf(me), statistics)
})

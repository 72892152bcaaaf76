/** The caller's matches as CSV and as a file of BG Stats: complete, exact, and safe to open in a spreadsheet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAGE } from '../../../src/account/export/pages.ts'
import { sql } from '../../../src/db/sql.ts'
import { type Person, type Reply, idOf } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { newMatch } from '../matches/recipes.ts'

const { service, world } = await testWorld()

const done = async (reply: Promise<Reply>) => {
  const answered = await reply
  assert.ok(answered.status < 300, answered.text)
  return answered.body
}

/** Reads CSV by the grammar of RFC 4180, and fails on whatever is none. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  for (let at = 0; at < csv.length; at = cell.lastIndex) {
    cell.lastIndex = at
    const [, quoted, plain, end] = cell.exec(csv) ?? assert.fail(`no CSV at ${at}: ${csv.slice(at, at + 40)}`)
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  assert.deepEqual(rows.pop(), [], 'the last line ends')
  return rows
}

async function table(by: Person, query = ''): Promise<Record<string, string>[]> {
  const { status, text } = await by.get(`/users/me/export/csv${query}`)
  assert.equal(status, 200)
  assert.ok(text.startsWith('\uFEFF'))
  const [columns = [], ...rows] = rowsOf(text.slice(1))
  return rows.map((row) => {
    assert.equal(row.length, columns.length)
    return Object.fromEntries(columns.map((column, n) => [column, row[n] ?? '']))
  })
}

const playedBy = async (by: Person, body: object, final = true) => {
  const match = await done(by.post('/matches', body))
  return final ? done(by.post(`/matches/${match.id}/finalize`, undefined, { 'if-match': '*' })) : match
}

/** What both loadouts say about the match. */
const ABOUT = { comments: 'Close until the end.', durationMinutes: 95 }

/** A match that `by` recorded with a stand-in, which `other` has claimed. */
async function claimedTable(by: Person, other: Person, name: string) {
  const self = (await by.get('/users/me')).body.selfGhostPlayer.id
  const guest = (await done(by.post('/ghost-players', { displayName: name }))).id
  const claim = await done(other.post('/claim-requests', { ghostPlayerId: guest }))
  await done(by.patch(`/claim-requests/${claim.id}`, { status: 'APPROVED' }, '*'))
  const game = (await world.game()).id
  const match = await playedBy(by, {
    ...newMatch(game, self),
    playedAt: '2026-01-15T23:30:00Z',
    participants: [
      {
        ghostPlayerId: self,
        score: -4.5,
        rank: 2,
        outcome: 'LOSS',
        loadoutAttributes: { team: 'Red', seat: 2, ...ABOUT },
      },
      { ghostPlayerId: guest, score: 38, rank: 1, outcome: 'WIN', loadoutAttributes: ABOUT },
    ],
  })
  return { match, self, guest, game }
}

test('the CSV has a row for each participant, also of matches that others recorded', async () => {
  const [by, other] = [await world.newcomer(), await world.newcomer()]
  const { match } = await claimedTable(by, other, 'Guest')
  const [own, guest] = await table(by, '?timeZone=Europe/Berlin')
  assert.equal(own?.['match_id'], match.id)
  assert.equal(own?.['played_at'], '2026-01-15T23:30:00Z')
  assert.equal(own?.['local_time'], '2026-01-16 00:30:00')
  assert.deepEqual(
    [own?.['score'], own?.['rank'], own?.['won'], own?.['is_me']],
    ['-4.5', '2', 'false', 'true'],
  )
  assert.deepEqual(JSON.parse(own?.['loadout'] ?? ''), { team: 'Red', seat: 2, ...ABOUT })
  assert.deepEqual([guest?.['player'], guest?.['won'], guest?.['is_me']], ['Guest', 'true', 'false'])
  const theirs = await table(other)
  assert.deepEqual(
    theirs.map((row) => row['is_me']),
    ['false', 'true'],
  )
  assert.equal(theirs[0]?.['recorder'], own?.['recorder'])
})

test('a text never becomes a formula, and is the same again without its apostrophe', async () => {
  const by = await world.newcomer()
  const names = ['=1+1', '+1', '-1', '@sum', "'tis", '＝1', 'a,b', 'say "yes"', 'Ünïcode 棋']
  const seats = []
  for (const displayName of names) seats.push((await done(by.post('/ghost-players', { displayName }))).id)
  await playedBy(
    by,
    {
      ...newMatch((await world.game()).id, seats[0]),
      participants: seats.map((ghostPlayerId) => ({ ghostPlayerId })),
    },
    false,
  )
  const players = (await table(by)).map((row) => row['player'] ?? '')
  for (const player of players) assert.doesNotMatch(player, /^[=+\-@＝＋－＠]/)
  assert.deepEqual(
    players.map((player) => player.replace(/^'/, '')),
    names,
  )
})

test('a draft is in the CSV without winners, and not in the file of BG Stats', async () => {
  const by = await world.newcomer()
  const ghost = (await done(by.post('/ghost-players', { displayName: 'Ghost' }))).id
  await playedBy(by, newMatch((await world.game()).id, ghost), false)
  const [row] = await table(by)
  assert.deepEqual([row?.['status'], row?.['won']], ['DRAFT', ''])
  assert.deepEqual((await by.get('/users/me/export/bg-stats')).body.plays, [])
})

test('the file of BG Stats has the same matches, and its references lead to its own players and games', async () => {
  const [by, other] = [await world.newcomer(), await world.newcomer()]
  const { match, self, guest } = await claimedTable(by, other, 'Guest')
  const file = (await by.get('/users/me/export/bg-stats?timeZone=Europe/Berlin')).body
  const [play] = file.plays
  assert.deepEqual([play.uuid, play.playDate, play.usesTeams], [match.id, '2026-01-16 00:30:00', true])
  assert.deepEqual([play.durationMin, play.comments], [95, 'Close until the end.'])
  const nameOf = (ref: number) => file.players.find(({ id }: { id: number }) => id === ref)
  const [mine, theirs] = play.playerScores
  assert.deepEqual([nameOf(mine.playerRefId).uuid, nameOf(theirs.playerRefId).uuid], [self, guest])
  assert.equal(file.userInfo.meRefId, mine.playerRefId)
  assert.deepEqual(
    [mine.score, mine.rank, mine.team, mine.seatOrder, mine.winner],
    ['-4.5', 2, 'Red', 2, false],
  )
  assert.deepEqual([theirs.score, theirs.winner], ['38', true])
  const { scorebook } = JSON.parse(mine.metaData)
  assert.deepEqual(scorebook, {
    outcome: 'LOSS',
    name: nameOf(mine.playerRefId).name,
    loadout: JSON.stringify({ team: 'Red', seat: 2, ...ABOUT }),
  })
  assert.equal(JSON.parse(play.metaData).scorebook.playedAt, '2026-01-15T23:30:00Z')
  const game = file.games.find(({ id }: { id: number }) => id === play.gameRefId)
  assert.equal(game.uuid, match.game.id)
  // For the other person the claimed stand-in is themself.
  const theirFile = (await other.get('/users/me/export/bg-stats')).body
  assert.equal(theirFile.plays[0].playerScores[1].playerRefId, theirFile.userInfo.meRefId)
})

test('numbers of a loadout keep all their digits', async () => {
  const by = await world.newcomer()
  const ghost = (await done(by.post('/ghost-players', { displayName: 'Ghost' }))).id
  const game = (await world.game()).id
  const sent = `{"gameId":"${game}","playedAt":"2026-01-15T19:30:00Z","participants":[{"ghostPlayerId":"${ghost}","loadoutAttributes":{"n":12345678901234567890.10}}]}`
  await done(by.post('/matches', sent))
  assert.equal((await table(by))[0]?.['loadout'], '{"n":12345678901234567890.10}')
})

test('what a match hides after a claim has ended is in no file', async () => {
  const [by, other] = [await world.newcomer(), await world.newcomer()]
  const { guest } = await claimedTable(by, other, 'Guest')
  const [edge] = (await other.get(`/claim-edges?filter=ghostPlayerId==${guest}`)).body.items
  await done(other.delete(`/claim-edges/${edge.id}`, '*'))
  assert.deepEqual(await table(other), [])
  assert.deepEqual((await other.get('/users/me/export/bg-stats')).body.plays, [])
})

test('a long history comes in parts, each match once and in its order', async () => {
  const by = await world.newcomer()
  const ghost = (await done(by.post('/ghost-players', { displayName: 'Ghost' }))).id
  const first = await playedBy(by, newMatch((await world.game()).id, ghost), false)
  const more = 2 * PAGE + 7
  await service.db.many(sql`
    insert into matches (id, game_id, recorder_id, played_at, created_at)
    select uuidv7(), game_id, recorder_id, played_at, created_at + n * interval '1 second'
    from matches, generate_series(1, ${more}::int) n where id = ${first.id}`)
  await service.db.many(sql`
    insert into participants (id, match_id, ghost_player_id, position, match_created_at, match_played_at)
    select uuidv7(), m.id, ${ghost}, 1, m.created_at, m.played_at from matches m
    where m.recorder_id = ${await idOf(by)} and m.id <> ${first.id}`)
  const ids = (await table(by)).map((row) => row['match_id'])
  assert.equal(new Set(ids).size, more + 1)
  const inOrder = await service.db.many(sql<{ id: string }>`
    select id::text from matches where recorder_id = ${await idOf(by)} order by created_at, id`)
  assert.deepEqual(
    ids,
    inOrder.map(({ id }) => id),
  )
})

test('an unknown time zone is refused with what would be right', async () => {
  const { status, body } = await world.alice.get('/users/me/export/csv?timeZone=Nowhere')
  assert.equal(status, 400)
  assert.match(JSON.stringify(body), /IANA time zone database/)
})

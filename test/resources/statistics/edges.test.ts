/** If the time zone moves a match to the day before the first or after the last one, every figure counts it on that day. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Reply } from '../../support.ts'
import { testWorld } from '../../world.ts'

const { world } = await testWorld()
const { alice } = world
let player: string
let opponent: string
let gameId: string
let communityId: string

async function made(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

const EDGES = [
  { playedAt: '0001-01-01T00:00:00Z', timeZone: 'Etc/GMT+12', day: '0001-01-01', inside: 'from=0001-01-02' },
  {
    playedAt: '9999-12-31T23:59:59.999Z',
    timeZone: 'Pacific/Kiritimati',
    day: '9999-12-31',
    inside: 'to=9999-12-30',
  },
]

before(async () => {
  const { canonicalPlayer, selfGhostPlayer } = await made(alice.get('/users/me'))
  player = `/canonical-players/${canonicalPlayer.id}`
  opponent = (await made(world.bob.get('/users/me'))).canonicalPlayer.id
  gameId = (await world.game()).id
  communityId = (await world.community()).id
  const ghost = await world.ghostPlayer()
  const { id } = await made(world.bob.post('/claim-requests', { ghostPlayerId: ghost.id }))
  await made(alice.patch(`/claim-requests/${id}`, { status: 'APPROVED' }, '*'))
  for (const setting of (await made(world.bob.get('/privacy-settings'))).items)
    await made(world.bob.patch(`/privacy-settings/${setting.id}`, { level: 'PUBLIC' }, '*'))
  for (const { playedAt } of EDGES) {
    const match = await made(
      alice.post('/matches', {
        gameId,
        communityId,
        playedAt,
        participants: [
          { ghostPlayerId: selfGhostPlayer.id, score: 2 },
          { ghostPlayerId: ghost.id, score: 1 },
        ],
      }),
    )
    await made(alice.post(`/matches/${match.id}/finalize`, undefined, { 'if-match': '*' }))
  }
})

for (const { playedAt, timeZone, day, inside } of EDGES)
  test(`a match of ${playedAt} is on ${day} in ${timeZone}, in every figure`, async () => {
    const [month, year] = [day.slice(0, 7), day.slice(0, 4)]
    const ask = async (path: string, ...more: string[]) =>
      made(alice.get(`${path}?${[`timeZone=${encodeURIComponent(timeZone)}`, ...more].join('&')}`))
    const onDay = [`from=${day}`, `to=${day}`]
    const mine = await ask(`${player}/statistics`, ...onDay)
    assert.deepEqual(
      [mine.matches, mine.form[0].on, mine.months.map((one: { month: string }) => one.month)],
      [1, day, [month]],
    )
    assert.equal((await ask(`${player}/statistics`, inside)).matches, 1, 'the other match alone')
    const pair = await ask(`${player}/head-to-head/${opponent}`, ...onDay)
    assert.equal(pair.meetings[0].on, day)
    const game = await ask(`/games/${gameId}/statistics`, ...onDay)
    assert.deepEqual(game.months, [{ month, matches: 1 }])
    const community = await ask(`/communities/${communityId}/statistics`)
    assert.ok(community.months.some((one: { month: string }) => one.month === month))
    assert.ok(community.days.some((one: { on: string }) => one.on === day))
    const { matches, busiestDay, months } = await ask(`/users/me/recap/${year}`)
    assert.deepEqual([matches, busiestDay], [1, { on: day, matches: 1 }])
    assert.equal(months[day.startsWith('0001') ? 0 : 11].matches, 1)
  })

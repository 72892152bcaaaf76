/** Who sees the caller, and what somebody sees of the caller. The answers are compared with what those people get themselves. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { uuidv7 } from '../../src/db/uuid.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { showProfile } from '../resources/privacy-settings/recipes.ts'
import { type Person, type Reply, idOf, present } from '../support.ts'
import { testWorld } from '../world.ts'

const { world } = await testWorld()

const LEVELS = ['PRIVATE', 'PUBLIC', 'PRIVILEGED_ACCESS'] as const
type Level = (typeof LEVELS)[number]
const TYPES = ['PROFILE', 'MATCH_HISTORY', 'MATCH_DETAILS'] as const
type Type = (typeof TYPES)[number]

/** People, by their relation to the owner. The hidden ones keep their profile private. */
const NAMES = [
  'member of a group',
  'hidden member',
  'trusted editor',
  'hidden editor',
  'claimed player',
  'hidden player',
  'in the group, and claimed',
  'in the community',
  'in the community that was left',
  'stranger',
  'hidden stranger',
] as const
type Name = (typeof NAMES)[number]

const people = new Map<Name, Person>()
const by = (name: Name) => present(people.get(name))
let owner: Person
let group: string
let left: string
let shared: string
let ownId: string
let ownPlayer: string
/** A person who has recorded matches with the owner, and shows them to nobody else. */
let closed: Person

const made = async (reply: Promise<Reply>) => {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

before(async () => {
  owner = world.alice
  for (const name of NAMES) {
    const person = await world.newcomer()
    people.set(name, person)
    if (!name.startsWith('hidden')) await showProfile(person)
  }
  const me = await made(owner.get('/users/me'))
  ;[ownId, ownPlayer] = [me.id, me.canonicalPlayer.id]
  group = await newGroup('member of a group', 'hidden member', 'in the group, and claimed')
  for (const name of ['trusted editor', 'hidden editor'] as const)
    await made(owner.post('/trusted-editors', { userId: await idOf(by(name)) }))
  const { id: game } = await world.game()
  const ghosts = new Map<Name, string>()
  for (const name of ['claimed player', 'hidden player', 'in the group, and claimed'] as const)
    ghosts.set(name, await claimedBy(name))
  shared = (await world.community('OPEN')).id
  left = (await made(world.bob.post('/communities', { displayName: 'Left', joinPolicy: 'OPEN' }))).id
  await made(owner.post(`/communities/${left}/memberships`))
  await made(by('in the community').post(`/communities/${shared}/memberships`))
  await made(by('in the community that was left').post(`/communities/${left}/memberships`))
  const record = (communityId: string | undefined, ...seats: string[]) =>
    finalMatch({
      ...newMatch(game, me.selfGhostPlayer.id, ...seats),
      ...(communityId ? { communityId } : {}),
    })
  await record(undefined, present(ghosts.get('claimed player')))
  await record(undefined, present(ghosts.get('hidden player')))
  await record(undefined, present(ghosts.get('in the group, and claimed')))
  await record(undefined)
  await record(shared)
  await record(shared, present(ghosts.get('claimed player')))
  await record(left)
  await made(owner.post('/matches', newMatch(game, me.selfGhostPlayer.id)))
  await made(owner.delete(`/communities/${left}/memberships/${ownId}`))
  await recordedByOthers(game)
})

/** Two people have recorded matches with the owner. One of them opens these to everybody. */
async function recordedByOthers(game: string): Promise<void> {
  const open = await world.newcomer()
  for (const type of ['MATCH_HISTORY', 'MATCH_DETAILS'] as const) await choose(type, 'PUBLIC', [], open)
  for (const recorder of [open, (closed = await world.newcomer())]) {
    const ghost = await made(recorder.post('/ghost-players', { displayName: 'Alice of theirs' }))
    const taken = await made(recorder.post('/ghost-players', { displayName: 'Player of theirs' }))
    for (const [who, ghostPlayerId] of [
      [owner, ghost.id],
      [by('claimed player'), taken.id],
    ] as const) {
      const request = await made(who.post('/claim-requests', { ghostPlayerId }))
      await made(recorder.patch(`/claim-requests/${request.id}`, { status: 'APPROVED' }, '*'))
    }
    await finalMatch(newMatch(game, ghost.id, taken.id), recorder)
    await finalMatch(newMatch(game, ghost.id), recorder)
  }
}

async function newGroup(...names: Name[]): Promise<string> {
  const { id } = await made(owner.post('/groups', { displayName: 'Us' }))
  for (const name of names) await made(owner.post(`/groups/${id}/members`, { userId: await idOf(by(name)) }))
  return id
}

async function claimedBy(name: Name): Promise<string> {
  const { id } = await world.ghostPlayer(name)
  const request = await made(by(name).post('/claim-requests', { ghostPlayerId: id }))
  await made(owner.patch(`/claim-requests/${request.id}`, { status: 'APPROVED' }, '*'))
  return id
}

async function finalMatch(body: object, recorder = owner): Promise<void> {
  const { id } = await made(recorder.post('/matches', body))
  await made(recorder.post(`/matches/${id}/finalize`, undefined, { 'if-match': '*' }))
}

async function choose(type: Type, level: Level, groupIds = [group], person = owner): Promise<void> {
  const [{ id }] = (await made(person.get(`/privacy-settings?filter=dataType==${type}`))).items
  await made(person.patch(`/privacy-settings/${id}`, { level, groupIds }, '*'))
}

/** What this person gets of the owner's data. */
async function gets(person: Person) {
  const matches = await made(person.get(`/matches?limit=100&filter=recorderId==${ownId}`))
  const final = matches.items.filter(({ status }: { status: string }) => status === 'FINALIZED')
  const hasDetails = (match: { expansions?: unknown }) => match.expansions !== undefined
  const profile = (await person.get(`/canonical-players/${ownPlayer}`)).status === 200
  const page = await person.get(`/canonical-players/${ownPlayer}/statistics`)
  const { canonicalPlayer: _, ...figures } = page.body
  return {
    profile,
    displayName: profile ? 'alice' : 'Player',
    history: page.status === 200,
    ...(page.status === 200 && { figures }),
    seen: final.length,
    withDetails: final.filter(hasDetails).length,
    drafts: matches.items.length - final.length,
  }
}

const FINAL = 7

/** True if somebody who gets this sees all data of the type. */
const seesAll = (type: Type, { profile, seen, withDetails }: Awaited<ReturnType<typeof gets>>) =>
  type === 'PROFILE' ? profile : (type === 'MATCH_HISTORY' ? seen : withDetails) === FINAL

interface AtLevel {
  level: Level
  everybody: boolean
  people: number
  inPart: number
  among: { displayName: string }[]
}

async function audience(): Promise<{ people: number; hiddenPlayers: number; of: (type: Type) => AtLevel[] }> {
  const { data, ...rest } = await made(owner.get('/users/me/audience'))
  return {
    ...rest,
    of: (type) => data.find(({ dataType }: { dataType: Type }) => dataType === type).levels,
  }
}

const at = (levels: AtLevel[], level: Level) => present(levels.find((one) => one.level === level))

for (const history of LEVELS)
  for (const [n, details] of LEVELS.entries()) {
    const profile = present(LEVELS[(n + LEVELS.indexOf(history)) % 3])
    test(`with ${profile}, ${history} and ${details} it says what everybody gets`, async () => {
      await choose('PROFILE', profile)
      await choose('MATCH_HISTORY', history)
      await choose('MATCH_DETAILS', details)
      const got = new Map<Name, Awaited<ReturnType<typeof gets>>>()
      for (const name of NAMES) got.set(name, await gets(by(name)))
      const now = await audience()
      for (const [type, level] of [
        ['PROFILE', profile],
        ['MATCH_HISTORY', history],
        ['MATCH_DETAILS', details],
      ] as const) {
        const shown = at(now.of(type), level)
        const all = NAMES.filter((name) => seesAll(type, present(got.get(name))))
        const nobody = NAMES.length === all.length
        assert.equal(shown.everybody, nobody, type)
        assert.equal(shown.people, nobody ? now.people : all.length, type)
        await namesOf(type, got, shown)
      }
      for (const name of NAMES) await looksAs(name, present(got.get(name)))
      assert.deepEqual(
        await sight('stranger'),
        { recorded: FINAL, ...present(got.get('hidden stranger')) },
        'a stranger',
      )
    })
  }

/** Checks that people in the list see what it says, and that everybody who sees something is listed if the owner may see them. */
async function namesOf(type: Type, got: ReadonlyMap<Name, Awaited<ReturnType<typeof gets>>>, shown: AtLevel) {
  const { items } = await made(owner.get(`/users/me/audience/${type}?limit=100`))
  assert.equal((await made(owner.get(`/users/me/audience/${type}/count`))).count, items.length)
  const listed = new Map(items.map((item: { id: string; sees: string }) => [item.id, item.sees]))
  let inPart = 0
  for (const name of NAMES) {
    const real = present(got.get(name))
    const some =
      type === 'PROFILE' ? real.profile : (type === 'MATCH_HISTORY' ? real.seen : real.withDetails) > 0
    const known = !name.includes('hidden') && name !== 'in the community that was left' && name !== 'stranger'
    const expected = !known || !some ? undefined : seesAll(type, real) ? 'ALL' : 'PART'
    assert.equal(listed.get(await idOf(by(name))), expected, `${type}: ${name}`)
    if (expected === 'PART') inPart++
  }
  assert.equal(shown.inPart, inPart, type)
}

async function sight(path: string) {
  const { newest, ...rest } = await made(owner.get(`/users/me/seen-by/${path}`))
  assert.equal(newest.length, Math.min(5, rest.seen))
  return rest
}

async function looksAs(name: Name, got: Awaited<ReturnType<typeof gets>>): Promise<void> {
  const path = `users/${await idOf(by(name))}`
  if (name.includes('hidden')) {
    assert.equal((await owner.get(`/users/me/seen-by/${path}`)).status, 403, name)
    return
  }
  // The owner has left this community and may not know its members, so the match there is not counted.
  const secret = name === 'in the community that was left' && got.seen < FINAL ? 1 : 0
  const secretDetails = name === 'in the community that was left' && got.withDetails < FINAL ? 1 : 0
  const { figures: real, ...others } = got
  const expected = {
    recorded: FINAL,
    ...others,
    seen: got.seen - secret,
    withDetails: got.withDetails - secretDetails,
  }
  const { figures, ...seen } = await sight(path)
  assert.deepEqual(seen, expected, name)
  if (secretDetails === 0) assert.deepEqual(figures, real, `${name}: the page`)
  else assert.equal(figures?.matches, real && real.matches - 1, `${name}: the page`)
}

test('what a level would show is what it shows once it is chosen', async () => {
  for (const type of TYPES) await choose(type, 'PRIVATE')
  for (const type of TYPES)
    for (const level of LEVELS) {
      const before = at((await audience()).of(type), level)
      await choose(type, level)
      assert.deepEqual(at((await audience()).of(type), level), before, `${type} ${level}`)
      const seen = await Promise.all(NAMES.map(async (name) => seesAll(type, await gets(by(name)))))
      const all = seen.filter(Boolean).length
      assert.equal(before.everybody ? NAMES.length : before.people, all, `${type} ${level}`)
    }
})

test('a member of a group gets what looking as the group says', async () => {
  const [only] = [await newGroup('stranger')]
  for (const level of LEVELS) {
    await choose('PROFILE', 'PRIVATE')
    await choose('MATCH_HISTORY', level, [only])
    await choose('MATCH_DETAILS', 'PRIVILEGED_ACCESS', [only])
    assert.deepEqual(
      await sight(`groups/${only}`),
      { recorded: FINAL, ...(await gets(by('stranger'))) },
      level,
    )
  }
  await made(owner.delete(`/groups/${only}`, '*'))
  assert.equal((await owner.get(`/users/me/seen-by/groups/${only}`)).status, 404)
})

test('nobody learns about the trust and the groups of others by looking as somebody', async () => {
  for (const type of TYPES) await choose(type, 'PUBLIC')
  const path = `users/${await idOf(by('stranger'))}`
  const before = await sight(path)
  assert.deepEqual(before.figures, (await gets(by('stranger'))).figures)
  const userId = await idOf(by('stranger'))
  const { id: trust } = await made(closed.post('/trusted-editors', { userId }))
  assert.equal((await gets(by('stranger'))).figures?.matches, before.figures.matches + 2, 'they see more')
  assert.deepEqual(await sight(path), before, 'by trust')
  await made(closed.delete(`/trusted-editors/${trust}`, '*'))
  const { id: friends } = await made(closed.post('/groups', { displayName: 'Friends' }))
  await made(closed.post(`/groups/${friends}/members`, { userId }))
  for (const type of ['MATCH_HISTORY', 'MATCH_DETAILS'] as const)
    await choose(type, 'PRIVILEGED_ACCESS', [friends], closed)
  assert.equal((await gets(by('stranger'))).figures?.matches, before.figures.matches + 2, 'they see more')
  assert.deepEqual(await sight(path), before, 'by a group')
  for (const type of ['MATCH_HISTORY', 'MATCH_DETAILS'] as const) await choose(type, 'PRIVATE', [], closed)
})

test('the owner who looks as themselves gets their own page', async () => {
  const { figures } = await sight(`users/${ownId}`)
  assert.deepEqual(figures, (await gets(owner)).figures)
  assert.equal(figures.matches, FINAL + 4)
})

test('months of the page begin in the time zone of the request', async () => {
  for (const type of TYPES) await choose(type, 'PUBLIC')
  const zone = 'timeZone=Pacific/Kiritimati'
  const { figures } = await made(owner.get(`/users/me/seen-by/stranger?${zone}`))
  const { canonicalPlayer: _, ...real } = await made(
    by('hidden stranger').get(`/canonical-players/${ownPlayer}/statistics?${zone}`),
  )
  assert.deepEqual(figures, real)
  assert.equal((await owner.get('/users/me/seen-by/stranger?timeZone=Mars')).status, 400)
})

test('nobody learns who is in a community that they have left', async () => {
  for (const type of TYPES) await choose(type, 'PRIVATE')
  const asked = async () => [
    (await owner.get('/users/me/audience')).text,
    (await owner.get('/users/me/audience/MATCH_HISTORY')).text,
    (await owner.get(`/users/me/seen-by/users/${await idOf(by('stranger'))}`)).text,
  ]
  const before = await asked()
  await made(by('stranger').post(`/communities/${left}/memberships`))
  assert.equal((await gets(by('stranger'))).seen, 1, 'they see the match')
  assert.deepEqual(await asked(), before)
  await made(by('stranger').delete(`/communities/${left}/memberships/${await idOf(by('stranger'))}`))
  const { communities } = await made(owner.get('/users/me/audience'))
  assert.deepEqual(
    communities.map(({ id, matches, isMember }: Record<string, unknown>) => [id, matches, isMember]),
    [
      [shared, 2, true],
      [left, 1, false],
    ],
  )
})

test('nobody learns which id a hidden player has, by adding ids to a group', async () => {
  for (const type of TYPES) await choose(type, 'PRIVATE')
  const guess = await newGroup()
  await choose('MATCH_HISTORY', 'PRIVILEGED_ACCESS', [guess])
  const numbers = async (name: Name) => {
    const userId = await idOf(by(name))
    await made(owner.post(`/groups/${guess}/members`, { userId }))
    const answers = [
      (await owner.get('/users/me/audience')).text,
      (await owner.get('/users/me/audience/MATCH_HISTORY')).text,
    ]
    assert.equal((await owner.get(`/users/me/seen-by/users/${userId}`)).status, 403)
    await made(owner.delete(`/groups/${guess}/members/${userId}`))
    return answers
  }
  assert.deepEqual(await numbers('hidden player'), await numbers('hidden stranger'))
  assert.ok(!(await owner.get('/users/me/audience/MATCH_HISTORY')).text.includes('hidden'))
})

test('trust, a claim and a membership count until they end', async () => {
  for (const type of TYPES) await choose(type, 'PRIVATE')
  const reasonsOf = async (name: Name) => {
    const { items } = await made(owner.get('/users/me/audience/MATCH_HISTORY?limit=100'))
    const userId = await idOf(by(name))
    return items.find(({ id }: { id: string }) => id === userId)?.reasons ?? []
  }
  assert.deepEqual(await reasonsOf('trusted editor'), ['TRUST'])
  assert.deepEqual(await reasonsOf('claimed player'), ['TABLE'])
  assert.deepEqual(await reasonsOf('in the community'), ['COMMUNITY'])
  const trusted = await idOf(by('trusted editor'))
  const [trust] = (await made(owner.get(`/trusted-editors?filter=editorId==${trusted}`))).items
  await made(by('trusted editor').delete(`/trusted-editors/${trust.id}`, '*'))
  const member = by('in the community')
  await made(member.delete(`/communities/${shared}/memberships/${await idOf(member)}`))
  const [edge] = (await made(by('claimed player').get("/claim-edges?filter=ghostPlayerName=='claimed*'")))
    .items
  await made(by('claimed player').delete(`/claim-edges/${edge.id}`, '*'))
  for (const name of ['trusted editor', 'in the community', 'claimed player'] as const)
    assert.deepEqual(await reasonsOf(name), [], name)
})

test('what is unknown, foreign or garbage is refused', async () => {
  const status = async (path: string, person = owner) => (await person.get(`/users/me/${path}`)).status
  assert.equal(await status(`seen-by/users/${uuidv7()}`), 404)
  assert.equal(await status(`seen-by/groups/${uuidv7()}`), 404)
  assert.equal(await status(`seen-by/groups/${group}`, by('member of a group')), 403)
  assert.equal(await status('seen-by/users/me'), 400)
  assert.equal(await status('audience/EVERYTHING'), 400)
  assert.equal(await status('audience/PROFILE?filter=met==many'), 400)
  assert.equal(await status('audience?level=PUBLIC'), 400)
  assert.equal(await status(`seen-by/stranger?userId=${uuidv7()}`), 400)
})

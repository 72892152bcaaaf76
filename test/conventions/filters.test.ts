/** For every field that a list may be filtered by: each operator that its kind takes, and what it refuses. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { uuidv7 } from '../../src/db/uuid.ts'
import { type Person, violations, idOf } from '../support.ts'
import { type MadeMatch, testWorld } from '../world.ts'
import { newEdit } from '../resources/match-edits/recipes.ts'

const { service, world } = await testWorld()
let gameId: string
let match: MadeMatch
let canonicalPlayerId: string
let groupId: string
let communityId: string
let candidateId: string

before(async () => {
  const { alice, game, expansion, playset } = world
  gameId = (await game()).id
  await expansion(gameId)
  await playset(gameId)
  await world.match()
  match = await world.playedMatch()
  canonicalPlayerId = (await alice.get('/users/me')).body.canonicalPlayer.id
  await alice.post(`/matches/${match.id}/edits`, newEdit(match.participantId))
  await world.claimRequest()
  await world.trust()
  ;[groupId, communityId] = [(await world.group()).id, (await world.community('REQUIRES_APPROVAL')).id]
  const newcomer = await world.newcomer()
  for (const member of [newcomer, alice])
    await alice.post(`/groups/${groupId}/members`, { userId: await idOf(member) })
  await newcomer.post(`/communities/${communityId}/membership-requests`)
  candidateId = (await world.candidate()).id
  await world.ruleSource(candidateId)
  await world.ranking()
  await world.account()
  await world.personalToken()
})

type Kind = 'uuid' | 'text' | 'integer' | 'boolean' | 'time' | keyof typeof ENUMERATIONS

const ENUMERATIONS = {
  scoreType: { good: ['SCORE'], bad: ['score', 'POINTS', 'S*'] },
  status: { good: ['PENDING', 'REJECTED'], bad: ['pending', 'DRAFT', 'P*'] },
  dataType: { good: ['PROFILE', 'MATCH_HISTORY'], bad: ['profile', 'MATCHES', 'P*'] },
  level: { good: ['PRIVATE', 'PRIVILEGED_ACCESS'], bad: ['private', 'SECRET', 'P*'] },
  joinPolicy: { good: ['OPEN', 'REQUIRES_APPROVAL'], bad: ['open', 'CLOSED', 'O*'] },
  stage: { good: ['FAILED', 'PENDING_RULES'], bad: ['PENDING'] },
  reliability: { good: ['UNVERIFIED'], bad: ['SURE'] },
  kind: { good: ['TOKEN_MADE', 'SIGNED_IN'], bad: ['token_made', 'T*'] },
  origin: { good: ['MANUAL', 'SEARCH'], bad: ['manual'] },
}

const VALUES: Record<Kind, { good: string[]; bad: string[] }> = {
  uuid: { good: [uuidv7(), uuidv7().toUpperCase()], bad: ['chess', `{${uuidv7()}}`, 'a*', "''"] },
  text: { good: ['chess', "'a b'", '*a*', String.raw`a\*b`, "''"], bad: [] },
  integer: {
    good: ['2', '-1', '999999999999999999'],
    bad: ['2.5', '1e3', 'two', '9999999999999999999', '2*'],
  },
  boolean: { good: ['true', 'false'], bad: ['TRUE', '1', 't', 'yes'] },
  time: {
    good: ['2026-01-15T19:30:00Z', '2026-01-15T19:30:00.123456-05:30'],
    bad: ['2026-02-30T00:00:00Z', '2026-01-15', 'now', 'infinity', '2026-01-15T19:30:00', '*'],
  },
  ...ENUMERATIONS,
}

const EQUAL = ['==', '!=']
const ORDER = ['=gt=', '>', '=ge=', '>=', '=lt=', '<', '=le=', '<=']
const LIST = ['=in=', '=out=']

const OF_MATCHES: Record<string, Kind> = {
  id: 'uuid',
  gameId: 'uuid',
  gameName: 'text',
  playsetId: 'uuid',
  playsetName: 'text',
  communityId: 'uuid',
  communityName: 'text',
  recorderId: 'uuid',
  recorderName: 'text',
  playedAt: 'time',
  finalizedAt: 'time',
  editRequestsEnabled: 'boolean',
  lastEditedAt: 'time',
  lastEditedById: 'uuid',
  createdAt: 'time',
  expansionsId: 'uuid',
  expansionsName: 'text',
}

const OF_GHOST_PLAYERS: Record<string, Kind> = {
  id: 'uuid',
  name: 'text',
  isSelf: 'boolean',
  ownerId: 'uuid',
  ownerName: 'text',
  createdAt: 'time',
  updatedAt: 'time',
}

/** The whitelists of the specification. */
const whitelists: [name: string, path: () => string, fields: Record<string, Kind>][] = [
  ['matches', () => '/matches', OF_MATCHES],
  ['matches of a ghost player', () => `/ghost-players/${match.ghostPlayerId}/matches`, OF_MATCHES],
  ['matches of a history', () => `/canonical-players/${canonicalPlayerId}/matches`, OF_MATCHES],
  [
    'match edits',
    () => `/matches/${match.id}/edits`,
    {
      id: 'uuid',
      proposedById: 'uuid',
      proposedByName: 'text',
      decidedById: 'uuid',
      decidedByName: 'text',
      status: 'status',
      createdAt: 'time',
    },
  ],
  [
    'games',
    () => '/games',
    {
      id: 'uuid',
      name: 'text',
      scoreType: 'scoreType',
      minPlayers: 'integer',
      maxPlayers: 'integer',
      tags: 'text',
      sourceRef: 'text',
      createdAt: 'time',
      updatedAt: 'time',
    },
  ],
  [
    'candidates',
    () => '/candidates',
    {
      id: 'uuid',
      name: 'text',
      catalogId: 'integer',
      isExpansion: 'boolean',
      baseGameCatalogId: 'integer',
      stage: 'stage',
      status: 'status',
      reliability: 'reliability',
      scoreType: 'scoreType',
      yearPublished: 'integer',
      gameId: 'uuid',
      expansionId: 'uuid',
      createdAt: 'time',
      updatedAt: 'time',
    },
  ],
  [
    'rule sources',
    () => `/candidates/${candidateId}/rule-sources`,
    { id: 'uuid', origin: 'origin', createdAt: 'time' },
  ],
  [
    'rankings',
    () => '/rankings',
    {
      catalogId: 'integer',
      name: 'text',
      yearPublished: 'integer',
      rank: 'integer',
      usersRated: 'integer',
      isExpansion: 'boolean',
      candidateId: 'uuid',
      importedAt: 'time',
    },
  ],
  [
    'expansions',
    () => `/games/${gameId}/expansions`,
    { id: 'uuid', name: 'text', sourceRef: 'text', createdAt: 'time', updatedAt: 'time' },
  ],
  [
    'playsets',
    () => '/playsets',
    {
      id: 'uuid',
      name: 'text',
      gameId: 'uuid',
      gameName: 'text',
      ownerId: 'uuid',
      ownerName: 'text',
      createdAt: 'time',
      updatedAt: 'time',
    },
  ],
  ['ghost players', () => '/ghost-players', OF_GHOST_PLAYERS],
  ['my ghost players', () => '/users/me/ghost-players', OF_GHOST_PLAYERS],
  ['claimed ghost players', () => `/canonical-players/${canonicalPlayerId}/ghost-players`, OF_GHOST_PLAYERS],
  [
    'canonical players',
    () => '/canonical-players',
    { id: 'uuid', name: 'text', userId: 'uuid', createdAt: 'time' },
  ],
  [
    'claim requests',
    () => '/claim-requests',
    {
      id: 'uuid',
      status: 'status',
      canonicalPlayerId: 'uuid',
      canonicalPlayerName: 'text',
      ghostPlayerId: 'uuid',
      ghostPlayerName: 'text',
      decidedById: 'uuid',
      createdAt: 'time',
    },
  ],
  [
    'claim edges',
    () => '/claim-edges',
    {
      id: 'uuid',
      canonicalPlayerId: 'uuid',
      canonicalPlayerName: 'text',
      ghostPlayerId: 'uuid',
      ghostPlayerName: 'text',
      revokedAt: 'time',
      createdAt: 'time',
    },
  ],
  [
    'trusted editors',
    () => '/trusted-editors',
    {
      id: 'uuid',
      grantorId: 'uuid',
      grantorName: 'text',
      editorId: 'uuid',
      editorName: 'text',
      createdAt: 'time',
      revokedAt: 'time',
    },
  ],
  [
    'privacy settings',
    () => '/privacy-settings',
    { id: 'uuid', dataType: 'dataType', level: 'level', createdAt: 'time', updatedAt: 'time' },
  ],
  [
    'groups',
    () => '/groups',
    {
      id: 'uuid',
      name: 'text',
      membersId: 'uuid',
      membersName: 'text',
      createdAt: 'time',
      updatedAt: 'time',
    },
  ],
  ['members of a group', () => `/groups/${groupId}/members`, { id: 'uuid', name: 'text', createdAt: 'time' }],
  [
    'communities',
    () => '/communities',
    {
      id: 'uuid',
      name: 'text',
      ownerId: 'uuid',
      ownerName: 'text',
      joinPolicy: 'joinPolicy',
      createdAt: 'time',
      updatedAt: 'time',
    },
  ],
  [
    'memberships',
    () => `/communities/${communityId}/memberships`,
    { id: 'uuid', userId: 'uuid', userName: 'text', createdAt: 'time' },
  ],
  [
    'my memberships',
    () => '/users/me/memberships',
    { id: 'uuid', communityId: 'uuid', communityName: 'text', createdAt: 'time' },
  ],
  [
    'my groups',
    () => '/users/me/groups',
    {
      id: 'uuid',
      name: 'text',
      ownerId: 'uuid',
      ownerName: 'text',
      createdAt: 'time',
      updatedAt: 'time',
    },
  ],
  [
    'membership requests',
    () => `/communities/${communityId}/membership-requests`,
    {
      id: 'uuid',
      status: 'status',
      userId: 'uuid',
      userName: 'text',
      decidedById: 'uuid',
      createdAt: 'time',
    },
  ],
  [
    'leaderboards',
    () => `/games/${gameId}/leaderboard`,
    { ghostPlayerId: 'uuid', ghostPlayerName: 'text', matches: 'integer' },
  ],
  ['users', () => '/users', { id: 'uuid', name: 'text', createdAt: 'time' }],
  ['tokens', () => '/users/me/tokens', { id: 'uuid', name: 'text', createdAt: 'time', expiresAt: 'time' }],
  [
    'accounts',
    () => '/accounts',
    {
      id: 'uuid',
      name: 'text',
      email: 'text',
      roles: 'text',
      disabled: 'boolean',
      createdAt: 'time',
      updatedAt: 'time',
    },
  ],
  [
    'audit events',
    () => '/audit',
    {
      id: 'uuid',
      kind: 'kind',
      accountId: 'uuid',
      actorId: 'uuid',
      clientId: 'text',
      createdAt: 'time',
    },
  ],
]

/** The pipeline is nothing to those who play. */
const by = (path: string): Person => {
  if (/accounts|tokens|audit/.test(path)) return world.root
  return /candidates|rankings/.test(path) ? world.editor : world.alice
}

/**
 * The kinds that were asked everything. Operators, lists of values and what is refused are one code for all fields of a
 * kind, so other fields are asked with one value, whether they are there, and in what order.
 */
const known = new Set<string>()

for (const [name, path, fields] of whitelists) {
  const asked = async (filter?: string) =>
    by(path()).get(`${path()}/count${filter === undefined ? '' : `?${new URLSearchParams({ filter })}`}`)
  /** What the list has without a filter; no test here changes it. */
  let all: number | undefined

  const found = async (filter?: string): Promise<number> => {
    const reply = await asked(filter)
    assert.equal(reply.status, 200, `${filter}: ${reply.text}`)
    return reply.body.count
  }

  const refused = async (filter: string) => {
    const reply = await asked(filter)
    assert.equal(reply.status, 400, filter)
    assert.deepEqual(violations(reply), ['query INVALID_SEARCH'])
  }

  for (const [field, kind] of Object.entries(fields)) {
    const isCollection = [
      'tags',
      'expansionsId',
      'expansionsName',
      'membersId',
      'membersName',
      'roles',
    ].includes(field)

    const asWhole = !known.has(`${kind} ${isCollection}`)
    known.add(`${kind} ${isCollection}`)
    const values = VALUES[kind]
    const good = asWhole ? values.good : values.good.slice(0, 1)
    const bad = asWhole ? values.bad : values.bad.slice(0, 1)
    const order = asWhole ? ORDER : ORDER.slice(0, 1)
    const unordered = asWhole ? [...EQUAL, ...LIST] : EQUAL.slice(0, 1)
    const nonsense = asWhole ? ['=null=maybe', '==(a,b)', '=like=a', '=', '~a'] : []

    test(`${name} are filtered by ${field} with what ${kind} takes`, async () => {
      const ordered = ['text', 'integer', 'time'].includes(kind)
      all ??= await found()
      for (const value of good) {
        const [is, isNot] = [await found(`${field}==${value}`), await found(`${field}!=${value}`)]
        if (!isCollection) assert.equal(is + isNot, all, `${field} ${value}`)
        if (asWhole) {
          const [within, without] = [
            await found(`${field}=in=(${value},${good[0]})`),
            await found(`${field}=out=(${value},${good[0]})`),
          ]
          if (!isCollection) assert.equal(within + without, all)
        }
        for (const operator of order) {
          if (ordered) await found(`${field}${operator}${value}`)
          else await refused(`${field}${operator}${value}`)
        }
      }
      for (const value of bad) {
        for (const operator of unordered) await refused(`${field}${operator}${value}`)
      }
      const [absent, there] = [await found(`${field}=null=true`), await found(`${field}=null=false`)]
      assert.equal(absent + there, all)
      for (const wrong of nonsense) await refused(field + wrong)
    })
  }

  test(`${name} are filtered by nothing else`, async () => {
    const others = ['status', 'updatedAt', 'deletedAt', 'version', 'displayName', 'scenario', 'participants']
    for (const field of others) if (!(field in fields)) await refused(`${field}=null=true`)
  })
}

test('a star is a star where a backslash says so, in quotes or not', async () => {
  const nora = await service.as('nora')
  for (const displayName of ['a*b', 'a-b']) await nora.post('/ghost-players', { displayName })
  const count = async (filter: string) =>
    (await nora.get(`/ghost-players/count?${new URLSearchParams({ filter })}`)).body.count
  for (const filter of [String.raw`name==a\*b`, String.raw`name=='a\*b'`, String.raw`name==*\*b`])
    assert.equal(await count(filter), 1, filter)
  assert.equal(await count('name==a*b'), 2)
})

test('a cursor fits into a URL, whatever it sorts by, and has one spelling', async () => {
  const { alice } = world
  for (const letter of ['x', 'y', 'z']) {
    const variants = Array.from({ length: 20 }, (_, n) => `${letter.repeat(197)} ${n + 10}`.slice(0, 200))
    const made = await alice.post('/playsets', { gameId, variants })
    assert.equal(made.status, 201, made.text)
  }
  const first = await alice.get('/playsets?sort=name:DESC&limit=2')
  const cursor: string = first.body.nextCursor
  assert.ok(cursor.length < 2000)
  const second = await alice.get(`/playsets?sort=name:DESC&limit=2&cursor=${cursor}`)
  assert.equal(second.body.items[0].variants[0][0], 'x')
  for (const other of [`${cursor}=`, `${cursor.slice(0, 5)}!${cursor.slice(5)}`]) {
    const refused = await alice.get(`/playsets?sort=name:DESC&limit=2&cursor=${other}`)
    assert.deepEqual(violations(refused), ['cursor INVALID_CURSOR'])
  }
})

test('a name is one name in either case, composed or not', async () => {
  const olga = await service.as('olga')
  const composed = '\u00c5ngstr\u00f6m Stra\u00dfe'
  const decomposed = composed.normalize('NFD')
  for (const displayName of [composed, decomposed, 'Angstrom'])
    assert.equal((await olga.post('/ghost-players', { displayName })).body.displayName, displayName)
  const count = async (filter: string) =>
    (await olga.get(`/ghost-players/count?${new URLSearchParams({ filter })}`)).body.count
  for (const typed of [composed, decomposed, composed.toUpperCase(), decomposed.toLowerCase()]) {
    assert.equal(await count(`name=='${typed}'`), 2, typed)
    assert.equal(await count(`name!='${typed}';isSelf==false`), 1)
    assert.equal(await count(`name=='*${typed.slice(0, 5)}*'`), 2, 'with a wildcard at both ends')
    assert.equal(await count(`name=in=('${typed}',nobody)`), 2)
    assert.equal(await count(`name=ge='${typed}';name=le='${typed}'`), 2)
  }
  const sorted = await olga.get('/ghost-players?sort=name,createdAt:ASC&filter=isSelf==false')
  assert.deepEqual(
    sorted.body.items.map(({ displayName }: { displayName: string }) => displayName),
    ['Angstrom', composed, decomposed],
  )
})

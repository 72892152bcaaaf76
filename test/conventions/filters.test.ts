/** Every filter field of every list: which operators it takes, and what it refuses. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { operations } from '../../src/api.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { newCatalog } from '../messages/recipes.ts'
import { type Person, violations, idOf } from '../support.ts'
import { type MadeMatch, testWorld } from '../world.ts'
import { newEdit } from '../resources/match-edits/recipes.ts'
import { ENUMERATIONS, type Kind, LIST_IDS, type ListId, collectionOf, lists, nounOf } from './collections.ts'

const { service, world } = await testWorld()
let gameId: string
let match: MadeMatch
let canonicalPlayerId: string
let groupId: string
let communityId: string
let candidateId: string
let applicationId: string
let webhookId: string
let importId: string

before(async () => {
  const { alice, game, expansion, playset } = world
  gameId = (await game()).id
  await expansion(gameId)
  await playset(gameId)
  await world.match()
  match = await world.playedMatch()
  canonicalPlayerId = (await alice.get('/users/me')).body.canonicalPlayer.id
  await alice.post(`/matches/${match.id}/edits`, newEdit(match.participantId))
  const participant = `/matches/${match.id}/participants/${match.participantId}`
  await world.bob.post(`${participant}/dispute`, { reason: 'I had more.' }, { 'if-match': '*' })
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
  await world.client()
  webhookId = (await world.webhook()).id
  importId = (await world.imported()).id
  applicationId = (await world.application()).id
})

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

/** The path of each list. */
const paths: Record<ListId, () => string> = {
  listMatches: () => '/matches',
  listMatchesOfGhostPlayer: () => `/ghost-players/${match.ghostPlayerId}/matches`,
  listHistory: () => `/canonical-players/${canonicalPlayerId}/matches`,
  listMatchEdits: () => `/matches/${match.id}/edits`,
  listAllMatchEdits: () => '/match-edits',
  listDisputes: () => '/disputes',
  listInbox: () => '/users/me/inbox',
  listGames: () => '/games',
  listGameImages: () => '/game-images',
  listCandidates: () => '/candidates',
  listRuleSources: () => `/candidates/${candidateId}/rule-sources`,
  listRankings: () => '/rankings',
  listRankingImports: () => '/rankings/imports',
  listCandidateActivity: () => `/candidates/${candidateId}/activity`,
  listRequestedIds: () => '/pipeline/queue',
  listExpansions: () => `/games/${gameId}/expansions`,
  listPlaysets: () => '/playsets',
  listGhostPlayers: () => '/ghost-players',
  listMyGhostPlayers: () => '/users/me/ghost-players',
  listClaimedGhostPlayers: () => `/canonical-players/${canonicalPlayerId}/ghost-players`,
  listCanonicalPlayers: () => '/canonical-players',
  listResults: () => `/canonical-players/${canonicalPlayerId}/results`,
  listOpponents: () => `/canonical-players/${canonicalPlayerId}/opponents`,
  listOpponentsOfGhostPlayer: () => `/ghost-players/${match.ghostPlayerId}/opponents`,
  listGameLeaderboard: () => `/games/${gameId}/leaderboard`,
  listCommunityLeaderboard: () => `/communities/${communityId}/games/${gameId}/leaderboard`,
  listClaimRequests: () => '/claim-requests',
  listClaimEdges: () => '/claim-edges',
  listInvitations: () => '/invitations',
  listSamePeople: () => '/users/me/same-people',
  listNotificationDevices: () => '/users/me/notifications/devices',
  listTrustedEditors: () => '/trusted-editors',
  listPrivacySettings: () => '/privacy-settings',
  listAudience: () => '/users/me/audience/MATCH_HISTORY',
  listGroups: () => '/groups',
  listGroupMembers: () => `/groups/${groupId}/members`,
  listMyGroups: () => '/users/me/groups',
  listCommunities: () => '/communities',
  listMemberships: () => `/communities/${communityId}/memberships`,
  listMyMemberships: () => '/users/me/memberships',
  listMembershipRequests: () => `/communities/${communityId}/membership-requests`,
  listUsers: () => '/users',
  listTokens: () => '/users/me/tokens',
  listAccounts: () => '/accounts',
  listAccountSessions: () => `/accounts/${world.rootAccount}/sessions`,
  listAccountTokens: () => `/accounts/${world.rootAccount}/tokens`,
  listLinks: () => '/accounts/links',
  listAudit: () => '/audit',
  listClients: () => '/clients',
  listImports: () => '/imports',
  listImportQuestions: () => `/imports/${importId}/questions`,
  listImportPlays: () => `/imports/${importId}/plays`,
  listMissingGames: () => '/missing-games',
  listWebhooks: () => '/webhooks',
  listWebhookDeliveries: () => `/webhooks/${webhookId}/deliveries`,
  listApplications: () => '/applications',
  listKeys: () => `/applications/${applicationId}/keys`,
  listTranslations: () => `/applications/${applicationId}/keys/${newCatalog().keys[0]?.key}/translations`,
  listWork: () => `/applications/${applicationId}/translations`,
  listMissingTranslations: () => `/applications/${applicationId}/locales/fr/missing`,
}

/** A person who may read the list. */
const by = (path: string): Person => {
  if (/accounts|tokens|audit|clients|webhooks/.test(path)) return world.root
  return /candidates|rankings|pipeline|applications|missing-games/.test(path) ? world.editor : world.alice
}

/**
 * The kinds of fields that were tested completely. All fields of a kind share their code, so further fields are tested only with
 * one value and with their order.
 */
const known = new Set<string>()

test('every list of the API is in the table of the tests, and the table has no other', () => {
  assert.deepEqual(lists.map(({ id }) => id).toSorted(), LIST_IDS.toSorted())
})

for (const id of LIST_IDS) {
  const [name, path, { filters: fields, sorts }] = [nounOf(id), paths[id], collectionOf(id)]

  test(`${name} are filtered and sorted by what the table of the tests has, and by nothing else`, async () => {
    for (const operation of operations.filter((one) => [id, id.replace('list', 'count')].includes(one.id))) {
      const { fields: taken = {}, sorts: takenSorts = [] } = operation.query.of ?? {}
      assert.deepEqual(Object.keys(taken).toSorted(), Object.keys(fields).toSorted(), operation.id)
      assert.deepEqual(takenSorts.toSorted(), sorts.toSorted(), operation.id)
    }
    for (const sort of sorts) {
      const reply = await by(path()).get(`${path()}?sort=${sort}:DESC`)
      assert.equal(reply.status, 200, reply.text)
    }
  })

  const asked = async (filter?: string) =>
    by(path()).get(`${path()}/count${filter === undefined ? '' : `?${new URLSearchParams({ filter })}`}`)
  /** The number of items without a filter. No test here changes it. */
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

/** Every cell in the table of who may see what. Each is set up through the API, and checked by get, list, count and filter. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testWorld } from '../world.ts'
import { newEdit } from '../resources/match-edits/recipes.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, type Reply, present, idOf } from '../support.ts'
import { LEVELS, type Settings, THINGS, type Thing, VIEWERS, type Viewer, sees } from './policy.ts'

const { world } = await testWorld()
const people = new Map<Viewer, Person>()
const of = (viewer: Viewer) => present(people.get(viewer))

/** The ids for the names in the paths below. */
const ids: Record<string, string> = {}
const at = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => present(ids[name]))

const made = async (reply: Promise<Reply>) => {
  const { status, text, body } = await reply
  assert.ok([200, 201, 204].includes(status), text)
  return body
}

before(async () => {
  for (const viewer of VIEWERS)
    people.set(viewer, viewer === 'recorder' ? world.alice : await world.newcomer())
  const recorder = of('recorder')
  const me = (await recorder.get('/users/me')).body
  const { id: game } = await world.game()
  const { id: expansion } = await world.expansion(game)
  const [playset, unused] = [await world.playset(game), await world.playset(game)]
  const [ghost, drafted] = [await world.ghostPlayer('In the match'), await world.ghostPlayer('In the draft')]
  const [group, other] = [await world.group(), await world.group()]
  const { id: community } = await world.community('OPEN')
  Object.assign(ids, { ghost: ghost.id, drafted: drafted.id, playset: playset.id, unused: unused.id })
  Object.assign(ids, { group: group.id, community, user: me.id, player: me.canonicalPlayer.id })

  await made(recorder.post('/trusted-editors', { userId: await idOf(of('trusted editor')) }))
  await made(of('community member').post(`/communities/${community}/memberships`))
  for (const [id, viewer] of [[group.id, 'group member'] as const, [other.id, 'acquaintance'] as const])
    await made(recorder.post(`/groups/${id}/members`, { userId: await idOf(of(viewer)) }))
  const { id: collection } = await made(of('collector').post('/groups', { displayName: 'Names' }))
  for (const userId of [me.id, await idOf(of('fellow member'))])
    await made(of('collector').post(`/groups/${collection}/members`, { userId }))
  const claim = await made(of('claimed player').post('/claim-requests', { ghostPlayerId: ghost.id }))
  await made(recorder.patch(`/claim-requests/${claim.id}`, { status: 'APPROVED' }, '*'))

  const attached = { communityId: community, playsetId: playset.id, expansions: [expansion] }
  const match = newMatch(game, me.selfGhostPlayer.id, ghost.id)
  ids['match'] = (await made(recorder.post('/matches', { ...match, ...attached }))).id
  ids['draft'] = (await made(recorder.post('/matches', { ...newMatch(game, drafted.id), ...attached }))).id
  await made(recorder.post(at('/matches/{match}/finalize'), undefined, { 'if-match': '*' }))
  const [, participant] = (await recorder.get(at('/matches/{match}'))).body.participants
  await made(recorder.post(at('/matches/{match}/edits'), newEdit(participant.id)))
  const path = at(`/matches/{match}/participants/${participant.id}/dispute`)
  await made(of('claimed player').post(path, { reason: 'No.' }, { 'if-match': '*' }))

  // Another user's resources, which none of the viewers may see.
  const { bob } = world
  const [his] = (await bob.get('/ghost-players')).body.items
  const hidden = await made(bob.post('/matches', newMatch(game, his.id)))
  await made(bob.post(`/matches/${hidden.id}/finalize`, undefined, { 'if-match': '*' }))
})

/** All items of a list, in pages of 3 if there is no filter. */
async function walk(by: Person, path: string, filter?: string): Promise<{ id: string }[]> {
  const items: { id: string }[] = []
  const query = new URLSearchParams(filter ? { limit: '100', filter } : { limit: '3' })
  for (let cursor: string | null = ''; cursor !== null;) {
    if (cursor) query.set('cursor', cursor)
    const { status, text, body } = await by.get(`${path}?${query}`)
    assert.equal(status, 200, text)
    items.push(...body.items)
    cursor = body.nextCursor
  }
  return items
}

/** How a cell is checked: in every way, or only by getting the thing and finding it by its id. */
type Extent = 'whole' | 'short'

async function count(by: Person, path: string, filter?: string): Promise<number> {
  const query = filter ? `?${new URLSearchParams({ filter })}` : ''
  return (await made(by.get(`${path}/count${query}`))).count
}

/**
 * Asserts that a list shows or hides the thing: in pages, in the count, with filters, and with an `or` that is true for all rows.
 */
async function listed(by: Person, path: string, id: string, seen: boolean, extent: Extent): Promise<void> {
  const expected = seen ? 1 : 0
  if (extent === 'short') {
    assert.equal((await walk(by, path, `id==${id}`)).length, expected, `${path} lists ${id}`)
    return
  }
  const all = await walk(by, path)
  assert.equal(new Set(all.map((item) => item.id)).size, all.length, `${path} lists each once`)
  assert.equal(await count(by, path), all.length, `${path} and its count`)
  assert.equal(
    all.some((item) => item.id === id),
    seen,
    `${path} lists ${id}`,
  )
  for (const filter of [`id==${id}`, `id==${id};createdAt=gt=2000-01-01T00:00:00Z`]) {
    assert.equal(await count(by, path, filter), expected, filter)
    assert.equal((await walk(by, path, filter)).length, expected, filter)
  }
  for (const open of [`id==${id},createdAt=gt=2000-01-01T00:00:00Z`, `id!=${id}`]) {
    const others = all.length - (open.startsWith('id!=') ? expected : 0)
    assert.equal(await count(by, path, open), others, open)
    assert.equal((await walk(by, path, open)).length, others, open)
  }
}

const gets = async (by: Person, path: string, seen: boolean) => {
  const { status, text } = await by.get(at(path))
  assert.equal(status, seen ? 200 : 403, `${path}: ${text}`)
}

const thing =
  (path: string, name: string) =>
  async (by: Person, seen: boolean, extent: Extent): Promise<void> => {
    await gets(by, `${path}/{${name}}`, seen)
    await listed(by, path, present(ids[name]), seen, extent)
  }

/** Checks a list that a viewer sees completely or not at all, with its count. */
const list =
  (path: string) =>
  async (by: Person, seen: boolean): Promise<void> => {
    await gets(by, `${path}/count`, seen)
    await gets(by, path, seen)
    if (seen) assert.equal(await count(by, at(path)), (await walk(by, at(path))).length)
  }

type Check = (by: Person, seen: boolean, extent: Extent) => Promise<unknown>

const DETAILS = ['score', 'rank', 'outcome', 'loadout']

const checks: Record<Thing, Check> = {
  async 'the final match in lists'(by, seen, extent) {
    await listed(by, '/matches', present(ids['match']), seen, extent)
    for (const filter of ["recorderName=='alice';gameName=='harbour*'", "communityName=='the meeple café'"])
      assert.equal(await count(by, '/matches', `finalizedAt=null=false;${filter}`), seen ? 1 : 0, filter)
    await gets(by, '/ghost-players/{ghost}/matches', seen)
    if (seen) await listed(by, at('/ghost-players/{ghost}/matches'), present(ids['match']), true, extent)
  },
  async 'the final match whole'(by, seen, extent) {
    await gets(by, '/matches/{match}', seen)
    const [item] = (await walk(by, '/matches', `id==${ids['match']}`)) as unknown as {
      playset?: unknown
      expansions?: unknown
      participants: Record<string, unknown>[]
    }[]
    const conditions = [
      ["playsetName=='friday'", "playsetName!='friday'"],
      ["expansionsName=='rising tides'", 'expansionsId=null=true'],
      ['playsetId=null=false', 'playsetId=null=true'],
    ] as const
    for (const [filter, open] of extent === 'whole' ? conditions : []) {
      const has = async (condition: string) =>
        (await walk(by, '/matches', `id==${ids['match']};${condition}`)).length
      assert.equal(await has(filter), seen ? 1 : 0, filter)
      assert.equal(await count(by, '/matches', `id==${ids['match']};${filter}`), seen ? 1 : 0, filter)
      assert.equal(await has(open), item && !seen ? 1 : 0, `${open}: what is not shown is absent`)
    }
    if (!item) return
    assert.equal(item.playset !== undefined && item.expansions !== undefined, seen)
    const [participant] = item.participants
    assert.equal(
      DETAILS.some((field) => field in present(participant)),
      seen,
    )
  },
  'its edits': list('/matches/{match}/edits'),
  async 'its dispute'(by, seen) {
    const items = await walk(by, '/matches', `id==${ids['match']}`)
    const got = await by.get(at('/matches/{match}'))
    for (const shown of [...items, ...(got.status === 200 ? [got.body] : [])])
      assert.equal(JSON.stringify(shown).includes('disputeReason'), seen)
  },
  'its playset': thing('/playsets', 'playset'),
  'its ghost player': thing('/ghost-players', 'ghost'),
  'the draft': thing('/matches', 'draft'),
  'the ghost player of the draft alone': thing('/ghost-players', 'drafted'),
  'the unused playset': thing('/playsets', 'unused'),
  async 'the recorder as a person'(by, seen, extent) {
    await thing('/users', 'user')(by, seen, extent)
    await thing('/canonical-players', 'player')(by, seen, extent)
    for (const path of ['/users', '/canonical-players'])
      assert.equal(await count(by, path, "name=='ALI*'"), seen ? 1 : 0)
    await gets(by, '/canonical-players/{player}/ghost-players', seen)
  },
  async 'the recorder’s history'(by, seen, extent) {
    await gets(by, '/canonical-players/{player}/matches/count', seen)
    await gets(by, '/canonical-players/{player}/matches', seen)
    const path = at('/canonical-players/{player}/matches')
    if (seen) await listed(by, path, present(ids['match']), true, extent)
  },
  async 'the privacy settings'(by, seen, extent) {
    for (const { id } of await walk(of('recorder'), '/privacy-settings')) {
      await gets(by, `/privacy-settings/${id}`, seen)
      await listed(by, '/privacy-settings', id, seen, extent)
    }
  },
  async 'the group that is let in'(by, seen, extent) {
    await gets(by, '/groups/{group}', seen)
    await listed(by, '/groups', present(ids['group']), by === of('recorder'), extent)
  },
  'the members of that group': list('/groups/{group}/members'),
  'the community': thing('/communities', 'community'),
  'the members of the community': list('/communities/{community}/memberships'),
}

async function choose(settings: Settings): Promise<void> {
  const recorder = of('recorder')
  for (const { id, dataType } of (await recorder.get('/privacy-settings')).body.items) {
    const level = settings[dataType as keyof Settings]
    await made(recorder.patch(`/privacy-settings/${id}`, { level, groupIds: [present(ids['group'])] }, '*'))
  }
}

/** All pairs of levels of the two settings for matches. Each level of PROFILE occurs three times. */
const everySetting: Settings[] = LEVELS.flatMap((history, row) =>
  LEVELS.map((details, column) => ({
    PROFILE: present(LEVELS[(row + column) % LEVELS.length]),
    MATCH_HISTORY: history,
    MATCH_DETAILS: details,
  })),
)

/**
 * True if no setting changes whether the viewer sees the thing. Then three combinations, with each level in each setting, are
 * enough.
 */
const isFixed = (viewer: Viewer, what: Thing) =>
  everySetting.every(
    (settings) => sees(viewer, what, settings) === sees(viewer, what, present(everySetting[0])),
  )
const isEvenly = ({ MATCH_HISTORY, MATCH_DETAILS }: Settings) => MATCH_HISTORY === MATCH_DETAILS

/** What was already checked in every way. Other settings with the same result read the same rows, so they get the short check. */
const known = new Set<string>()

/** Whether a full check is needed. Filters on hidden fields of a match also depend on whether the match is in lists. */
function extentOf(viewer: Viewer, what: Thing, settings: Settings): Extent {
  const also: Thing[] = what === 'the final match whole' ? ['the final match in lists'] : []
  const sight = [what, ...also].map((one) => sees(viewer, one, settings))
  const key = `${viewer} ${what} ${sight.join()}`
  const extent = known.has(key) ? 'short' : 'whole'
  known.add(key)
  return extent
}

for (const settings of everySetting) {
  test(`with ${JSON.stringify(settings)} everybody sees what the table says`, async (context) => {
    await choose(settings)
    for (const viewer of VIEWERS) {
      await context.test(viewer, async () => {
        for (const what of THINGS) {
          if (isFixed(viewer, what) && !isEvenly(settings)) continue
          const seen = sees(viewer, what, settings)
          const told = `${viewer} ${seen ? 'sees' : 'does not see'} ${what}`
          await checks[what](of(viewer), seen, extentOf(viewer, what, settings)).catch((error: unknown) => {
            throw new Error(told, { cause: error })
          })
        }
      })
    }
  })
}

test('who is taken out of a group is let in no more, at once', async () => {
  await choose({ PROFILE: 'PRIVATE', MATCH_HISTORY: 'PRIVILEGED_ACCESS', MATCH_DETAILS: 'PRIVILEGED_ACCESS' })
  const member = of('group member')
  assert.equal((await member.get(at('/matches/{match}'))).status, 200)
  await made(of('recorder').delete(at(`/groups/{group}/members/${await idOf(member)}`)))
  assert.equal((await member.get(at('/matches/{match}'))).status, 403)
  assert.equal((await member.get(at('/users/{user}'))).status, 403)
  assert.deepEqual(await walk(member, '/matches'), [])
})

test('who leaves a community sees its matches no more, at once, and a match that is taken out of it', async () => {
  const member = of('community member')
  const path = at('/communities/{community}/memberships')
  assert.equal((await member.get(at('/matches/{match}'))).status, 200)
  await made(member.delete(`${path}/${await idOf(member)}`))
  assert.equal((await member.get(at('/matches/{match}'))).status, 403)
  await made(member.post(path))
  assert.equal((await member.get(at('/matches/{match}'))).status, 200)
  assert.equal((await of('recorder').delete(at('/communities/{community}'), '*')).status, 204)
  assert.equal((await member.get(at('/matches/{match}'))).status, 403)
  const { community } = (await of('recorder').get(at('/matches/{match}'))).body
  assert.equal(community.id, ids['community'], 'the match keeps showing it')
})

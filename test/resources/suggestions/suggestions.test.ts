/** Suggestions: where they come from, what is left out, and that the answer stays small with any names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, idOf, violations } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { newGame } from '../games/recipes.ts'

const { service, world } = await testWorld()

async function made(by: Person, path: string, body: object): Promise<string> {
  const { status, text, body: shown } = await by.post(path, body)
  assert.equal(status, 201, text)
  return shown.id
}

const game = (facts: object = {}) => made(world.editor, '/games', { ...newGame(), ...facts })
const standIn = (by: Person, displayName: string) => made(by, '/ghost-players', { displayName })
const selfOf = async (by: Person): Promise<string> => (await by.get('/users/me')).body.selfGhostPlayer.id

async function match(
  by: Person,
  gameId: string,
  day: number,
  people: string[],
  {
    draft = false,
    ...more
  }: { draft?: boolean; playsetId?: string; communityId?: string; expansions?: string[] } = {},
): Promise<string> {
  const participants = people.map((ghostPlayerId) => ({ ghostPlayerId }))
  const playedAt = new Date(Date.UTC(2026, 0, day, 19)).toISOString()
  const { status, text, body, etag } = await by.post('/matches', { gameId, playedAt, participants, ...more })
  assert.equal(status, 201, text)
  if (!draft) await by.post(`/matches/${body.id}/finalize`, undefined, { 'if-match': etag })
  return body.id
}

const ask = async (by: Person, gameId?: string) => {
  const reply = await by.get(`/users/me/suggestions${gameId === undefined ? '' : `?gameId=${gameId}`}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

test('whoever has recorded nothing is suggested themself, their stand-ins by name, and their communities', async () => {
  const nora = await service.as('Nora')
  const [zoe, ada] = [await standIn(nora, 'zoe'), await standIn(nora, 'Ada')]
  const communityId = await made(nora, '/communities', { displayName: 'Us', joinPolicy: 'OPEN' })
  assert.deepEqual(await ask(nora), {
    games: [],
    tables: [],
    ghostPlayers: [
      { id: await selfOf(nora), displayName: 'Nora', isSelf: true },
      { id: ada, displayName: 'Ada', isSelf: false },
      { id: zoe, displayName: 'zoe', isSelf: false },
    ],
    communities: [{ id: communityId, displayName: 'Us' }],
  })
})

test('games come as they were last played, tables as they last sat, and people by use', async () => {
  const carol = await service.as('Carol')
  const [first, second] = [
    await game({ displayName: 'First', imageUrl: 'https://images.example.org/first.jpg' }),
    await game({ displayName: 'Second', scoreType: 'WIN_LOSS', winCondition: undefined }),
  ]
  const self = await selfOf(carol)
  const [ann, ben, cem] = [
    await standIn(carol, 'Ann'),
    await standIn(carol, 'Ben'),
    await standIn(carol, 'Cem'),
  ]
  const expansion = (await world.editor.post(`/games/${first}/expansions`, { displayName: 'More' })).body.id
  const playset = await made(carol, '/playsets', { gameId: first, displayName: 'Short', variants: [] })
  const [club, other] = [
    await made(carol, '/communities', { displayName: 'Club', joinPolicy: 'OPEN' }),
    await made(carol, '/communities', { displayName: 'A community without matches', joinPolicy: 'OPEN' }),
  ]
  await match(carol, first, 1, [self, ann], { playsetId: playset })
  await match(carol, first, 3, [ben, self], {
    playsetId: playset,
    communityId: club,
    expansions: [expansion],
  })
  await match(carol, first, 2, [self, ben])
  await match(carol, second, 4, [self, ben, cem])
  const facts = { minPlayers: newGame().minPlayers, maxPlayers: newGame().maxPlayers }
  const secondGame = {
    id: second,
    displayName: 'Second',
    scoreType: 'WIN_LOSS',
    ...facts,
    lastPlayedAt: '2026-01-04T19:00:00Z',
    expansions: [],
  }
  const firstGame = {
    id: first,
    displayName: 'First',
    scoreType: newGame().scoreType,
    winCondition: newGame().winCondition,
    ...facts,
    imageUrl: 'https://images.example.org/first.jpg',
    lastPlayedAt: '2026-01-03T19:00:00Z',
    playset: { id: playset, displayName: 'Short' },
    community: { id: club, displayName: 'Club' },
    expansions: [{ id: expansion, displayName: 'More' }],
  }
  const tables = [
    { ghostPlayerIds: [self, ben, cem], lastPlayedAt: '2026-01-04T19:00:00Z', matches: 1 },
    { ghostPlayerIds: [ben, self], lastPlayedAt: '2026-01-03T19:00:00Z', matches: 2 },
    { ghostPlayerIds: [self, ann], lastPlayedAt: '2026-01-01T19:00:00Z', matches: 1 },
  ]
  const all = await ask(carol)
  assert.deepEqual(all.games, [secondGame, firstGame])
  assert.deepEqual(all.tables, tables)
  assert.deepEqual(idsOf(all.ghostPlayers), [self, ben, cem, ann], 'Cem and Ann once each, Cem later')
  assert.deepEqual(idsOf(all.communities), [club, other])
  const ofFirst = await ask(carol, first)
  assert.deepEqual(ofFirst.games, [firstGame, secondGame])
  assert.deepEqual(ofFirst.tables, [tables[1], tables[2], tables[0]])
})

test('a table comes from a finished match, because the people of a draft may never have played', async () => {
  const dora = await service.as('Dora')
  const [played, self, eve] = [await game(), await selfOf(dora), await standIn(dora, 'Eve')]
  await match(dora, played, 1, [self, eve], { draft: true })
  assert.deepEqual((await ask(dora, played)).tables, [])
  await match(dora, played, 2, [eve, self])
  assert.deepEqual((await ask(dora, played)).tables, [
    { ghostPlayerIds: [eve, self], lastPlayedAt: '2026-01-02T19:00:00Z', matches: 1 },
  ])
})

test('what can’t be chosen any more is not suggested', async () => {
  const dave = await service.as('Dave')
  const gameId = await game()
  const self = await selfOf(dave)
  const [gone, stays] = [await standIn(dave, 'Gone'), await standIn(dave, 'Stays')]
  const playsetId = await made(dave, '/playsets', { gameId, displayName: 'Gone', variants: [] })
  const communityId = (await world.community('OPEN')).id
  const membership = `/communities/${communityId}/memberships`
  assert.equal((await dave.post(membership)).status, 201)
  await match(dave, gameId, 1, [self, stays])
  await match(dave, gameId, 2, [self, gone], { playsetId, communityId })
  const draft = await match(dave, gameId, 3, [stays], { draft: true })
  const before = await ask(dave)
  assert.equal(before.tables.length, 2)
  const leave = `${membership}/${await idOf(dave)}`
  for (const path of [`/matches/${draft}`, `/ghost-players/${gone}`, `/playsets/${playsetId}`, leave])
    assert.equal((await dave.delete(path, '*')).status, 204, path)
  const { games, tables, ghostPlayers, communities } = await ask(dave)
  assert.deepEqual(
    games.map(({ playset, community, lastPlayedAt }: Record<string, unknown>) => [
      playset,
      community,
      lastPlayedAt,
    ]),
    [[undefined, undefined, '2026-01-02T19:00:00Z']],
  )
  assert.deepEqual(
    tables.map(({ ghostPlayerIds }: { ghostPlayerIds: string[] }) => ghostPlayerIds),
    [[self, stays]],
  )
  assert.deepEqual(idsOf(ghostPlayers), [self, stays])
  assert.deepEqual(communities, [])
})

test('a game that was played long ago is there when it is asked for', async () => {
  const erin = await service.as('Erin')
  const [old, lately] = [await game({ displayName: 'Old' }), await game({ displayName: 'Lately' })]
  const self = await selfOf(erin)
  const partner = await standIn(erin, 'Partner')
  await match(erin, old, 1, [self, partner])
  for (let day = 2; day < 64; day++) await match(erin, lately, day, [self])
  assert.deepEqual(idsOf((await ask(erin)).games), [lately])
  const asked = await ask(erin, old)
  assert.deepEqual(idsOf(asked.games), [old, lately])
  assert.deepEqual(asked.tables[0].ghostPlayerIds, [self, partner])
})

test('others’ matches, stand-ins and communities are suggested to nobody', async () => {
  const [fay, gus] = [await service.as('Fay'), await service.as('Gus')]
  const gameId = await game()
  await match(fay, gameId, 1, [await standIn(fay, 'Gus')])
  await made(fay, '/communities', { displayName: 'Fay’s', joinPolicy: 'OPEN' })
  const suggested = await ask(gus, gameId)
  assert.deepEqual([suggested.games, suggested.tables, suggested.communities], [[], [], []])
  assert.deepEqual(idsOf(suggested.ghostPlayers), [await selfOf(gus)])
})

test('a game must be named by its id, and one that nobody knows changes nothing', async () => {
  const reply = await world.alice.get('/users/me/suggestions?gameId=chess')
  assert.equal(reply.status, 400)
  assert.deepEqual(violations(reply), ['gameId INVALID_FORMAT'])
  const unknown = await ask(world.alice, '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a20')
  assert.deepEqual(unknown, await ask(world.alice))
})

test('paths of the caller and paths of other users are never confused', async () => {
  const { alice } = world
  const id = await idOf(alice)
  for (const path of ['suggestions', 'memberships', 'groups', 'memberships/count', 'groups/count']) {
    assert.equal((await alice.get(`/users/me/${path}`)).status, 200, path)
    assert.equal((await alice.get(`/users/${id}/${path}`)).status, 404, path)
    const posted = await alice.post(`/users/me/${path}`, {})
    assert.equal(posted.status, 405, path)
  }
})

/** One person uses names of the greatest length, with characters of four bytes each. The other uses ordinary names. */
for (const [names, sign, most] of [
  ['the longest names', '🎲', Infinity],
  ['ordinary names', undefined, 15_000],
] as const)
  test(`with ${names} the counts alone bound the answer`, async () => {
    const hugo = await service.as(`Hugo, ${names}`)
    const name = (length: number, n: number) =>
      sign === undefined ? `An ordinary name ${n}` : `${n} ${sign.repeat(length - String(n).length - 1)}`
    const self = await selfOf(hugo)
    const people = [self]
    for (let n = 0; n < 45; n++) people.push(await standIn(hugo, name(100, n)))
    for (let n = 0; n < 22; n++)
      await made(hugo, '/communities', { displayName: name(100, n), joinPolicy: 'OPEN' })
    const communityId = await made(hugo, '/communities', { displayName: name(100, 99), joinPolicy: 'OPEN' })
    const imageUrl = `https://images.example.org/${'i'.repeat(sign === undefined ? 40 : 470)}`
    for (let n = 0; n < 14; n++) {
      const gameId = await game({ displayName: name(255, n), imageUrl })
      const expansions: string[] = []
      for (let e = 0; e < 13; e++)
        expansions.push(
          await made(world.editor, `/games/${gameId}/expansions`, { displayName: name(200, e) }),
        )
      const variants = Array.from({ length: sign === undefined ? 1 : 20 }, (_, v) => name(200, v))
      const playsetId = await made(hugo, '/playsets', { gameId, variants })
      const seats = people.slice(n, n + 3 + (n % 10))
      const used = n % 2 ? expansions : expansions.slice(0, 1)
      await match(hugo, gameId, n + 1, seats, { playsetId, communityId, expansions: used })
    }
    for (const gameId of [undefined, (await ask(hugo)).games[3].id as string]) {
      const path = `/users/me/suggestions${gameId === undefined ? '' : `?gameId=${gameId}`}`
      const { text, body } = await hugo.get(path)
      const bytes = Buffer.byteLength(text)
      assert.ok(bytes < most, `${bytes} bytes`)
      const { games, tables, ghostPlayers, communities } = body
      assert.deepEqual(
        [games, tables, ghostPlayers, communities].map((items) => items.length),
        [12, 6, 40, 20],
      )
      assert.equal(ghostPlayers[0].id, self)
      const known = new Set(idsOf(ghostPlayers))
      for (const { ghostPlayerIds } of tables) for (const id of ghostPlayerIds) assert.ok(known.has(id))
      for (const suggested of games) {
        assert.equal(suggested.imageUrl, imageUrl)
        assert.ok(suggested.playset && suggested.community.id === communityId)
        assert.ok(suggested.expansions.length < 2)
      }
    }
  })

/** Five tables with eleven different people each would need more than the 40 ghost players that fit in an answer. */
test('a table is suggested only with all of its people', async () => {
  const ivy = await service.as('Ivy')
  const gameId = await game()
  for (let day = 1; day <= 5; day++) {
    const seats: string[] = []
    for (let n = 0; n < 11; n++) seats.push(await standIn(ivy, `Guest ${day}, ${n}`))
    await match(ivy, gameId, day, seats)
  }
  const { tables, ghostPlayers } = await ask(ivy)
  assert.deepEqual([tables.length, ghostPlayers.length], [3, 40])
  const known = new Set(idsOf(ghostPlayers))
  for (const { ghostPlayerIds } of tables) for (const id of ghostPlayerIds) assert.ok(known.has(id))
})

test('a match of more people than sit at a table is no table, and one of very many costs no more', async () => {
  const ida = await service.as('Ida')
  const gameId = await game()
  const people: string[] = []
  for (let n = 0; n < 13; n++) people.push(await standIn(ida, `Guest ${n}`))
  await match(ida, gameId, 2, people)
  await match(ida, gameId, 1, people.slice(0, 12))
  const { tables, games } = await ask(ida)
  assert.equal(tables.length, 1)
  assert.equal(tables[0].ghostPlayerIds.length, 12)
  assert.equal(games[0].lastPlayedAt, '2026-01-02T19:00:00Z')
})

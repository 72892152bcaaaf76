/** The people of the tests, and ways to make what requests need. */
import { keepImage } from '../src/resources/game-images/fetched.ts'
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { uuidv7 } from '../src/db/uuid.ts'
import { pushKeys } from '../src/notifications/push/keys.ts'
import { keep } from '../src/system/checkups/store.ts'
import { signIn } from './identity/accounts.ts'
import { forgetApplications, newApplication, newCatalog } from './messages/recipes.ts'
import { newCandidate, newCatalogId } from './pipeline/candidates/recipes.ts'
import { CSV, rankingCsv } from './pipeline/rankings/recipes.ts'
import { newGame } from './resources/games/recipes.ts'
import { newDevice } from './notifications/push-service.ts'
import { JSON_FILE } from './imports/files.ts'
import { smallFile } from './imports/recipes.ts'
import { newMatch } from './resources/matches/recipes.ts'
import type { Servers } from './database.ts'
import { type Person, type Service, idOf, testService } from './support.ts'

export interface World {
  /** Records the matches. */
  alice: Person
  /** Plays in alice's matches. */
  bob: Person
  editor: Person
  /** An administrator with an account with us. The other people come from an outside issuer. */
  root: Person
  /** The name under which the test's issuer knows this person. */
  nameOf: (person: Person) => string
  game: () => Promise<Made>
  /** A game with an image. */
  picturedGame: () => Promise<Made>
  expansion: (gameId: string) => Promise<Made>
  ghostPlayer: (name?: string) => Promise<Made>
  playset: (gameId: string) => Promise<Made>
  match: () => Promise<Made>
  finalMatch: () => Promise<MadeMatch>
  /** A final match. Bob has claimed one of its ghost players. */
  playedMatch: () => Promise<MadeMatch & { claimEdgeId: string }>
  /** Bob becomes this ghost player of Alice's. The id of his claim edge. */
  claimed: (ghostPlayerId: string) => Promise<string>
  /** Bob's claim request for one of Alice's ghost players. */
  claimRequest: () => Promise<Made>
  /** Somebody new, who is in a community of Alice. */
  fellow: () => Promise<Person>
  /** A question from Alice to a fellow whether they are a new ghost player of hers. */
  question: () => Promise<Made & { by: Person; ghostPlayerId: string }>
  /** An invitation from Alice to claim a new ghost player of hers. */
  invitation: () => Promise<Made & { secret: string; ghostPlayerId: string }>
  trust: () => Promise<Made>
  candidate: () => Promise<Made & { catalogId: number }>
  ruleSource: (candidateId: string) => Promise<Made>
  /** Makes a pipeline step give up the candidate. */
  failed: (candidateId: string) => Promise<void>
  /** The id of an entry of the ranking. */
  ranking: () => Promise<number>
  /** The user id of somebody new. */
  stranger: () => Promise<string>
  /** The secret of a link that verifies an email address of Alice's. */
  verification: () => Promise<string>
  /** Lets browsers register for push messages, as an instance that sends them does. */
  /** The service has looked at itself, and runs its own PostgreSQL. */
  embedded: () => Promise<void>
  pushes: () => Promise<void>
  /** A browser of somebody new, or of `by`, that gets push messages. */
  device: (by?: Person) => Promise<{ id: string; by: Person }>
  /** A player's account. Its id is the one that the paths of administration use. */
  account: () => Promise<Made>
  rootAccount: string
  /** A browser that is signed in to root's account. */
  session: () => Promise<{ id: string; accountId: string }>
  /** One of root's personal access tokens. */
  personalToken: () => Promise<Made>
  /** An import of Alice's, or of somebody else's, that can start. */
  imported: () => Promise<Made>
  importedBy: (by: Person) => Promise<Made>
  /** A webhook of root. */
  webhook: () => Promise<Made>
  /** An app that may get tokens. */
  client: () => Promise<Made>
  /** Somebody new, who has an account. */
  newcomer: () => Promise<Person>
  group: () => Promise<Made>
  /** Alice's community, with her as the only member. */
  community: (joinPolicy?: 'OPEN' | 'REQUIRES_APPROVAL') => Promise<Made>
  /** A membership request from somebody new for Alice's community. */
  membershipRequest: () => Promise<Made & { by: Person; path: string }>
  /** An application with the keys of `newCatalog`. */
  application: () => Promise<Made>
}

export interface Made {
  id: string
  etag: string
}

export interface MadeMatch extends Made {
  participantId: string
  ghostPlayerId: string
}

/**
 * A service with its people, for the tests of one file. Call it from the file itself, not from a hook: it ends with its caller.
 */
export async function testWorld(servers?: Servers): Promise<{ service: Service; world: World }> {
  const service = await testService(undefined, servers)
  after(() => service.close())
  return { service, world: await worldOf(service) }
}

export async function worldOf(service: Service): Promise<World> {
  forgetApplications()
  const alice = await service.as('alice')
  const bob = await service.as('bob')
  const editor = await service.as('editor', { roles: ['admin'] })
  const root = await service.account('root', ['admin'])
  const names = new Map<Person, string>([
    [alice, 'alice'],
    [bob, 'bob'],
    [editor, 'editor'],
    [root, 'root'],
  ])
  const make = async (by: Person, path: string, body: object): Promise<Made> => {
    const reply = await by.post(path, body)
    assert.equal(reply.status, 201, reply.text)
    return { id: reply.body.id, etag: reply.etag }
  }
  const world: World = {
    alice,
    bob,
    editor,
    root,
    nameOf: (person) => names.get(person) ?? '',
    game: () => make(editor, '/games', newGame()),
    async picturedGame() {
      const imageUrl = 'https://images.example.org/harbour-lights.jpg'
      const game = await make(editor, '/games', { ...newGame(), imageUrl })
      const bytes = Buffer.from('RIFF....WEBP')
      await service.db.many(keepImage({ gameId: game.id, url: imageUrl }, { small: bytes, large: bytes }))
      return game
    },
    expansion: (gameId) => make(editor, `/games/${gameId}/expansions`, { displayName: 'Rising Tides' }),
    ghostPlayer: (displayName = 'Bob') => make(alice, '/ghost-players', { displayName }),
    playset: (gameId) =>
      make(alice, '/playsets', { gameId, displayName: 'Friday', variants: ['open hands'] }),
    async match() {
      const [game, bob] = await Promise.all([world.game(), world.ghostPlayer()])
      return make(alice, '/matches', newMatch(game.id, bob.id))
    },
    async finalMatch() {
      const { id, etag } = await world.match()
      const final = await alice.post(`/matches/${id}/finalize`, undefined, { 'if-match': etag })
      assert.equal(final.status, 200, final.text)
      const [participant] = final.body.participants
      return {
        id,
        etag: final.etag,
        participantId: participant.id,
        ghostPlayerId: participant.ghostPlayer.id,
      }
    },
    async playedMatch() {
      const match = await world.finalMatch()
      return { ...match, claimEdgeId: await world.claimed(match.ghostPlayerId) }
    },
    async claimed(ghostPlayerId) {
      const request = await make(bob, '/claim-requests', { ghostPlayerId })
      const approved = await alice.patch(
        `/claim-requests/${request.id}`,
        { status: 'APPROVED' },
        request.etag,
      )
      assert.equal(approved.status, 200, approved.text)
      return approved.body.claimEdgeId
    },
    claimRequest: async () =>
      make(bob, '/claim-requests', { ghostPlayerId: (await world.ghostPlayer()).id, message: 'Me!' }),
    async candidate() {
      const catalogId = newCatalogId()
      return { ...(await make(editor, '/candidates', newCandidate(catalogId))), catalogId }
    },
    ruleSource: (candidateId) =>
      make(editor, `/candidates/${candidateId}/rule-sources`, { url: 'https://rules.example.org/a.pdf' }),
    async failed(candidateId) {
      await service.db.many(
        sql`update candidates set stage = 'FAILED', failure_reason = 'No rulebook.' where id = ${candidateId}`,
      )
    },
    async ranking() {
      const catalogId = newCatalogId()
      const reply = await editor.post('/pipeline/import-rankings', rankingCsv(catalogId), CSV)
      assert.equal(reply.status, 200, reply.text)
      return catalogId
    },
    async invitation() {
      const { id: ghostPlayerId } = await world.ghostPlayer()
      const { status, body, etag, text } = await alice.post(`/ghost-players/${ghostPlayerId}/invitations`)
      assert.equal(status, 201, text)
      return { id: body.id, etag, secret: body.secret, ghostPlayerId }
    },
    async fellow() {
      const [by, { id }] = await Promise.all([world.newcomer(), world.community('OPEN')])
      await make(by, `/communities/${id}/memberships`, {})
      return by
    },
    async question() {
      const [by, { id: ghostPlayerId }] = await Promise.all([world.fellow(), world.ghostPlayer()])
      const body = { userId: await idOf(by) }
      return {
        ...(await make(alice, `/ghost-players/${ghostPlayerId}/user-invitations`, body)),
        by,
        ghostPlayerId,
      }
    },
    trust: async () => make(alice, '/trusted-editors', { userId: await world.stranger() }),
    stranger: async () => idOf(await world.newcomer()),
    async newcomer() {
      const name = `newcomer ${uuidv7()}`
      const newcomer = await service.as(name)
      names.set(newcomer, name)
      assert.equal((await newcomer.get('/users/me')).status, 200)
      return newcomer
    },
    async account() {
      const { accountId } = await service.account(`account ${uuidv7()}`)
      return { id: accountId, etag: (await root.get(`/accounts/${accountId}`)).etag }
    },
    rootAccount: root.accountId,
    async session() {
      const accountId = root.accountId
      await signIn(service.db, accountId)
      const { id } = await service.db.one(sql<{ id: string }>`
        select id from sessions where account_id = ${accountId} order by created_at desc limit 1`)
      return { id, accountId }
    },
    async verification() {
      const secret = uuidv7()
      await service.db.many(sql`
        insert into notification_settings as n (
          user_id, unverified_address, verification_id, verification_hash, verification_ends_at)
        values (${await idOf(alice)}, 'alice@example.org', uuidv7(), sha256(${Buffer.from(secret)}), now() + interval '1 day')
        on conflict (user_id) do update set unverified_address = excluded.unverified_address,
          verification_id = excluded.verification_id, verification_hash = excluded.verification_hash,
          verification_ends_at = excluded.verification_ends_at, version = n.version + 1`)
      return secret
    },
    async embedded() {
      const found = { enabled: true, folder: '/backups', made: [] }
      await service.db.many(keep('alpha', [{ name: 'database', state: 'OK', says: 'It answers.' }], found))
    },
    async pushes() {
      const { publicKey } = await pushKeys(service.db)
      await service.db.many(sql`
        update push_head set public_key = ${publicKey}, pushing_until = now() + interval '1 hour'`)
    },
    async device(by) {
      await world.pushes()
      const person = by ?? (await world.newcomer())
      const { id } = await make(person, '/users/me/notifications/devices', newDevice())
      return { id, by: person }
    },
    personalToken: () =>
      make(root, '/users/me/tokens', { name: 'Backup', scopes: ['svc-engine:match-read'], days: 30 }),
    imported: () => world.importedBy(alice),
    async importedBy(by) {
      const { status, body, etag, text } = await by.post('/imports', smallFile(), JSON_FILE)
      assert.equal(status, 201, text)
      // Nobody may have as many as the tests make.
      await service.db.many(sql`delete from imports where id in (
        select id from imports where owner_id = ${await idOf(by)} order by created_at desc, id offset 20)`)
      return { id: body.id, etag }
    },
    webhook: () =>
      make(root, '/webhooks', { url: 'https://hooks.example.org/scorebook', kinds: ['game.created'] }),
    client: () =>
      make(root, '/clients', {
        displayName: 'Score sheets',
        kind: 'WEB',
        redirectUris: ['https://sheets.example.org/callback'],
      }),
    group: () => make(alice, '/groups', { displayName: 'Friday evenings' }),
    community: (joinPolicy = 'OPEN') =>
      make(alice, '/communities', { displayName: 'The Meeple Café', joinPolicy }),
    async membershipRequest() {
      const [by, { id }] = await Promise.all([world.newcomer(), world.community('REQUIRES_APPROVAL')])
      const path = `/communities/${id}/membership-requests`
      return { ...(await make(by, path, {})), by, path }
    },
    async application() {
      const { id, etag } = await newApplication(editor)
      const imported = await editor.post(`/applications/${id}/keys/import`, newCatalog())
      assert.equal(imported.status, 200, imported.text)
      return { id, etag }
    },
  }
  return world
}

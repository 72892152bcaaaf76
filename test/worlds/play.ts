/** Plays a world over HTTP on its own database, translates names to ids, and makes requests for the people of the world. */
import assert from 'node:assert/strict'
import { type Person, type Reply, type Service, testService } from '../support.ts'
import { compareAll, rateWhatIsDue } from '../../src/resources/ratings/upkeep.ts'
import { wrongRows } from '../wrong-rows.ts'
import type { Action } from './action.ts'
import { GETS_EVENTS, deedOf, happen, possible } from './actions.ts'
import { Reading } from './events.ts'
import { IMPORTS, finish } from './imports.ts'
import { claimBy, secretOf, trustBy } from './invitation-actions.ts'
import { makeMaker } from './webhooks.ts'
import { type Name, type World, DATA_TYPES, GAMES, playerOf, selfOf, settingOf, worldOf } from './model.ts'

export interface Played {
  world: World
  by: (person: Name) => Person
  /** Replaces names in braces, in a path or filter, by ids. */
  at: (path: string) => string
  idOf: (name: Name) => string
  /** The name of the thing with this id. */
  nameOf: (id: string) => Name | undefined
  /** The time of the match's last change that everybody who sees the match may know of. */
  changedAt: (match: Name) => string | undefined
  /** The actions that were done. Actions that were not possible are left out. */
  done: Action[]
  /** The first action that the product refused although the specification allows it. */
  refused: { action: Action; reply: Reply } | undefined
  /** How somebody's events differ from the right ones, if they do. */
  wrongEvents: string | undefined
  /** Compares the rows that the service stores for lists with their sources. Returns the differences. */
  wrongRows: () => Promise<string[]>
  close: () => Promise<void>
}

/** An id that nothing has, in place of names that the world does not have. */
const NOTHING = '00000000-0000-4000-8000-000000000000'

export async function play(people: readonly Name[], actions: readonly Action[]): Promise<Played> {
  const service = await testService()
  const ids = new Map<Name, string>()
  const names = new Map<string, Name>()
  const know = (name: Name, id: string) => {
    ids.set(name, id)
    names.set(id, name)
  }
  const idOf = (name: Name) => ids.get(name) ?? NOTHING
  const at = (path: string) => path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => idOf(name))
  const persons = new Map<Name, Person>()
  const changes = new Map<Name, string>()
  let reading: Reading | undefined
  try {
    await makeGames(service, know)
    await makeMaker(service)
    for (const person of people) persons.set(person, await signIn(service, person, know))
    const world = worldOf(people)
    const played: Played = {
      world,
      by: (person) => persons.get(person) ?? assert.fail(person),
      at,
      idOf,
      nameOf: (id) => names.get(id),
      changedAt: (match) => changes.get(match),
      done: [],
      refused: undefined,
      wrongEvents: undefined,
      wrongRows: async () => [...(await wrongRows(service.db)), ...(await wrongRatings(service))],
      close: async () => {
        await reading?.close()
        await service.close()
      },
    }
    reading = await Reading.begin(service, world, played)
    for (const action of actions) {
      if (!possible(world, action)) continue
      if (action.what === GETS_EVENTS) {
        played.done.push(action)
        const wrongEvents = await reading.read()
        if (wrongEvents !== undefined) return { ...played, wrongEvents }
        continue
      }
      const { method, path, body, makes } = deedOf(world, action)
      const reply = await send(played, action.by, method, path, body, '*')
      played.done.push(action)
      if (reply.status >= 300) return { ...played, refused: { action, reply } }
      happen(world, action)
      if (makes !== undefined) know(makes, reply.body.id)
      remember(action, makes, reply, know, names)
      for (const [name, { disputer, edit }] of world.disputeAnswers)
        if (!ids.has(name)) know(name, await answerId(played, disputer, edit))
      if (action.what === IMPORTS) {
        const match = await finish(service, played, action.by, makes ?? '')
        const name = String(action['match'])
        know(name, match.body.id)
        remember(action, name, match, know, names)
        changes.set(name, match.body.updatedAt)
      }
      const { id, matchId, participants, updatedAt, status, decidedAt } = reply.body ?? {}
      if (participants && !action.what.includes('dispute')) changes.set(names.get(id) ?? '', updatedAt)
      if (matchId && status === 'APPROVED') changes.set(names.get(matchId) ?? '', decidedAt)
    }
    await rateWhatIsDue(service.db)
    return played
  } catch (error) {
    await reading?.close()
    await service.close()
    throw error
  }
}

/** Returns a line for each pool whose ratings differ from a replay of its matches. */
const wrongRatings = async ({ db }: Service): Promise<string[]> =>
  (await compareAll(db, { rebuilds: false })).differing.map((pool) => `ratings of the pool ${pool}`)

/** The id of the answer that a disputer finds in their inbox. No answer to a change has this id. */
async function answerId({ by, idOf }: Played, disputer: Name, edit: Name): Promise<string> {
  const { body } = await by(disputer).get('/users/me/inbox?filter=kind==DISPUTE;direction==ANSWERED')
  const found = body.items.find(({ path }: { path: string }) => path.endsWith(`/${idOf(edit)}`))
  return found?.id ?? assert.fail(`${disputer} has no answer by ${edit}`)
}

/** Sends a request, with ids in place of the names in braces in its path and body. */
export function send(
  { by, at }: Pick<Played, 'by' | 'at'>,
  person: Name,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: object | undefined,
  ifMatch: string,
): Promise<Reply> {
  const sent =
    body === undefined
      ? undefined
      : (JSON.parse(JSON.stringify(body), (_, value: unknown) =>
          typeof value === 'string' && /^\{[^}:"]+\}$/.test(value) ? at(value) : value,
        ) as object)
  const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': ifMatch }
  return by(person).send(method, at(path), sent, headers)
}

/** Notes the other ids in an answer: of participants, of the claim edge after an approval, and of what an invitation made. */
function remember(
  action: Action,
  makes: Name | undefined,
  { body }: Reply,
  know: (name: Name, id: string) => void,
  names: ReadonlyMap<string, Name>,
): void {
  if (body?.secret !== undefined) know(secretOf(makes ?? ''), body.secret)
  const by = claimBy(String(action['invitation']))
  if (body?.claimEdge !== undefined) {
    know(by, body.claimEdge.claimRequestId)
    know(`edge of ${by}`, body.claimEdge.id)
  }
  if (body?.trustedEditor !== undefined) know(trustBy(String(action['invitation'])), body.trustedEditor.id)
  for (const { id, ghostPlayer } of body?.participants ?? [])
    know(`${makes ?? String(action['match'])}/${names.get(ghostPlayer.id) ?? ''}`, id)
  if (body?.claimEdgeId !== undefined) know(`edge of ${String(action['claim'])}`, body.claimEdgeId)
}

async function makeGames(service: Service, know: (name: Name, id: string) => void): Promise<void> {
  const editor = await service.as('the editor of the catalogue', { roles: ['admin'] })
  const game = {
    description: 'x',
    minPlayers: 1,
    maxPlayers: 9,
    tags: [],
    scoreType: 'SCORE',
    winCondition: 'HIGHER_WINS',
  }
  for (const [displayName, expansions] of Object.entries(GAMES)) {
    const { body } = await editor.post('/games', { displayName, ...game })
    know(displayName, body.id)
    for (const expansion of expansions)
      know(expansion, (await editor.post(`/games/${body.id}/expansions`, { displayName: expansion })).body.id)
  }
}

async function signIn(service: Service, name: Name, know: (name: Name, id: string) => void): Promise<Person> {
  const person = await service.as(name)
  const { body: me } = await person.get('/users/me')
  const [settings, edges] = await Promise.all([person.get('/privacy-settings'), person.get('/claim-edges')])
  know(name, me.id)
  know(playerOf(name), me.canonicalPlayer.id)
  know(selfOf(name), me.selfGhostPlayer.id)
  know(`edge of ${selfOf(name)}`, edges.body.items[0].id)
  for (const type of DATA_TYPES)
    know(
      settingOf(name, type),
      settings.body.items.find(({ dataType }: { dataType: string }) => dataType === type).id,
    )
  return person
}

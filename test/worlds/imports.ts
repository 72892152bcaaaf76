/** Imports by the model: nobody but their owner sees them, and their matches are like other matches. */
import assert from 'node:assert/strict'
import { workOn } from '../../src/imports/work.ts'
import { bgStats } from '../imports/files.ts'
import type { Service } from '../support.ts'
import { type Action, type Kind, kind, names, picked } from './action.ts'
import { type Name, type World, GAMES, get, isThere, selfOf } from './model.ts'
import type { Attempt, Single, Whole } from './views.ts'
import type { Played } from './play.ts'

/** The owner of a file has this name in it. */
const OWNER = 'Whose file this is'

export const IMPORTS = 'imports a file'

interface Details {
  imported: Name
  match: Name
  game: Name
  ghost: Name
  state: string
}

export const ofImports: Record<string, Kind<Action>> = {
  [IMPORTS]: kind<Details>({
    weight: 4,
    invent: (world, random, by, fresh) => ({
      imported: `import ${fresh}`,
      match: `match ${fresh}`,
      game: random.pick(Object.keys(GAMES)) ?? '',
      state: random.chance(0.4) ? 'draft' : 'final',
      ...picked('ghost', random.pick(names(world.ghosts).filter((one) => isFitting(world, by, one)))),
    }),
    possible: (world, { by, ghost }) => isFitting(world, by, ghost),
    happen(world, { by, imported, match, game, ghost, state }) {
      const isDraft = state === 'draft'
      const { called } = get(world.ghosts, ghost)
      world.imports.set(imported, { owner: by, match, game, ghost, called, isDraft })
      world.matches.set(match, {
        recorder: by,
        game,
        community: undefined,
        playset: undefined,
        expansions: [],
        seats: new Map([selfOf(by), ghost].map((one) => [one, undefined])),
        editedBy: undefined,
        final: !isDraft,
        deleted: false,
      })
    },
    deed: ({ imported, match, game, ghost, state }, world) => ({
      method: 'POST',
      path: '/imports',
      body: fileOf(match, game, get(world.ghosts, ghost).called, state === 'draft'),
      makes: imported,
    }),
  }),
}

/** A ghost player of theirs that a file can name: it is the only one of this name, and not claimed by somebody in the match. */
function isFitting(world: World, by: Name, ghost: Name): boolean {
  const found = world.ghosts.get(ghost)
  if (!found || found.owner !== by || found.self || found.deleted) return false
  const alike = [...world.ghosts.values()].filter(
    ({ owner, called, deleted }) => owner === by && !deleted && called === found.called,
  )
  const isOwn = [...world.edges.values()].some((edge) => edge.ghost === ghost && edge.player === by)
  return alike.length === 1 && !isOwn
}

/** With the time, the outcome and the loadout that other matches of a world have. */
function fileOf(match: Name, game: Name, called: string, isDraft: boolean): object {
  const scores = [OWNER, called].map((player, n) => ({ player, score: String(n), rank: n + 1 }))
  const file = JSON.parse(
    bgStats(
      [OWNER, called],
      [{ name: game }],
      [{ uuid: match, date: '2026-01-15 19:30:00', game, scores, ignored: isDraft }],
    ),
  ) as { plays: { playerScores: object[] }[] }
  const metaData = JSON.stringify({ scorebook: { outcome: 'WIN', loadout: '{"boat":"red"}' } })
  for (const play of file.plays) play.playerScores = play.playerScores.map((one) => ({ ...one, metaData }))
  return file
}

/** Starts the import, does its work, and returns the new match. */
export async function finish({ db }: Service, played: Played, by: Name, imported: Name) {
  const path = played.at(`/imports/{${imported}}`)
  const started = await played.by(by).send('POST', `${path}/start`, undefined, {
    'idempotency-key': crypto.randomUUID(),
    'if-match': '*',
  })
  assert.equal(started.status, 200, started.text)
  while (await workOn(db, (message, facts) => assert.fail(`${message}: ${JSON.stringify(facts)}`)));
  const { items } = (await played.by(by).get(`${path}/plays`)).body
  const match = await played.by(by).get(`/matches/${items[0].matchId}`)
  assert.equal(match.status, 200, match.text)
  return match
}

export function importRow(world: World, name: Name): Whole {
  const { isDraft } = get(world.imports, name)
  return {
    name,
    item: {
      id: name,
      format: 'BG_STATS',
      timeZone: 'UTC',
      state: 'DONE',
      openQuestions: 0,
      playsToDo: 0,
      playsDone: 1,
      plays: [{ status: 'IMPORTED', ...(isDraft ? { reason: 'UNFINISHED' } : {}), plays: 1 }],
      names: [
        { kind: 'GAME', decision: 'KNOWN', names: 1 },
        { kind: 'PERSON', decision: 'KNOWN', names: 2 },
      ],
      notes: [],
      fileDigest: 'set',
      startedAt: 'set',
      endedAt: 'set',
      playsUntil: 'set',
    },
  }
}

export function questionRows(world: World, name: Name): Whole[] {
  const { owner, game, ghost, called } = get(world.imports, name)
  const ref = (id: Name, displayName: string) => ({ id, displayName })
  const person = (id: Name) => ref(id, get(world.ghosts, id).called)
  const common = { plays: 1, decision: 'KNOWN', answered: false, isOwner: false }
  return [
    {
      name: OWNER,
      item: {
        ...common,
        kind: 'PERSON',
        name: OWNER,
        isOwner: true,
        ghostPlayer: person(selfOf(owner)),
        candidates: [],
      },
    },
    {
      name: called,
      item: {
        ...common,
        kind: 'PERSON',
        name: called,
        ghostPlayer: person(ghost),
        candidates: [person(ghost)],
      },
    },
    {
      name: game,
      item: { ...common, kind: 'GAME', name: game, game: ref(game, game), candidates: [ref(game, game)] },
    },
  ]
}

export function playRows(world: World, name: Name): Whole[] {
  const { match, game, called, isDraft } = get(world.imports, name)
  return [
    {
      name,
      item: {
        position: 1,
        at: 'plays[0]',
        status: 'IMPORTED',
        ...(isDraft ? { reason: 'UNFINISHED' } : {}),
        game,
        people: [OWNER, called],
        notes: isDraft ? [{ kind: 'IGNORED', found: 'true' }] : [],
        matchId: match,
      },
    },
  ]
}

const ownersOf = (world: World) => [...world.imports].filter(([, { owner }]) => isThere(world, owner))

export const ownImports = (world: World, viewer: Name): Name[] =>
  ownersOf(world).flatMap(([name, { owner }]) => (owner === viewer ? [name] : []))

/** Others get the answer of an import that does not exist. */
export const otherImports = (world: World, viewer: Name): Name[] =>
  [...world.imports.keys()].filter((name) => !ownImports(world, viewer).includes(name))

export const importsOfOthers = (world: World, viewer: Name): Single[] =>
  otherImports(world, viewer).map((name) => ({ path: `/imports/{${name}}`, status: 404 }))

export const importAttempts = (world: World, viewer: Name): Attempt[] =>
  [...world.imports.keys()].flatMap((name): Attempt[] => {
    const status = ownImports(world, viewer).includes(name) ? 412 : 404
    const path = `/imports/{${name}}`
    return [
      { method: 'PATCH', path, body: { timeZone: 'Asia/Tokyo' }, status },
      { method: 'DELETE', path, status },
      { method: 'POST', path: `${path}/start`, status },
    ]
  })

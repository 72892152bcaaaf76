/** `npm run bench -- --plans`: how PostgreSQL finds the rows of each statement. The service gets the same plans. */
import { createSecretKey, randomBytes } from 'node:crypto'
import type { Database } from '../src/db/database.ts'
import type { Sql } from '../src/db/sql.ts'
import type { UserCaller } from '../src/http/caller.ts'
import type { Collection, Rows } from '../src/http/filter/collection.ts'
import { countQuery, listQuery } from '../src/http/filter/query.ts'
import { countStatement, listStatement } from '../src/http/filter/statement.ts'
import type { CheckResult } from '../src/http/schema/validate.ts'
import { canonicalPlayers } from '../src/resources/canonical-players/store.ts'
import { ghostPlayers } from '../src/resources/ghost-players/store.ts'
import { history, matches, matchesOfGhostPlayer } from '../src/resources/matches/collections.ts'
import { show } from '../src/resources/matches/store.ts'
import { playsets } from '../src/resources/playsets/store.ts'
import { ofGame as leaderboardOfGame } from '../src/resources/ratings/leaderboards.ts'
import { resultsOfPerson } from '../src/resources/results/store.ts'
import { askedPerson } from '../src/resources/statistics/asked.ts'
import { ofCommunity } from '../src/resources/statistics/community.ts'
import { ofGame } from '../src/resources/statistics/game.ts'
import { headToHead } from '../src/resources/statistics/head-to-head.ts'
import { opponentsOfPerson } from '../src/resources/statistics/opponents.ts'
import { ofPlayer } from '../src/resources/statistics/person.ts'
import { contestsOf } from '../src/resources/statistics/rating.ts'
import { recap } from '../src/resources/statistics/recap.ts'
import { users } from '../src/resources/users/store.ts'
import { type Explained, type Plan, buffersOf, explain, nodesOf, touched } from './explain.ts'
import { CLUB } from './load.ts'
import type { User } from './people.ts'
import { type Sample, callerOf } from './sample.ts'

/** Sends each request once before, so that its pages are in memory. Prints a line for each request. */
export async function explainAll(db: Database, sample: Sample, print: (line: string) => void): Promise<void> {
  for (const [whose, statements] of requests(sample)) {
    print(`\n${whose.padEnd(LABEL)} buffers       ms  rows by index or table`)
    for (const [label, statement] of statements) {
      await explain(db, statement)
      print(describe(label, await explain(db, statement)))
    }
  }
}

const LABEL = 34

const HALFWAY = ['2024-01-01T00:00:00Z', '00000000-0000-0000-0000-000000000000']
const MONTH = 'playedAt=ge=2024-03-01T00:00:00Z;playedAt=lt=2024-04-01T00:00:00Z'

function requests({
  user,
  player,
  viewer,
  regular,
  guest,
  townsman,
  matchIds,
  sharedMatchIds,
  ghostPlayerIds,
  pair,
  gameId,
}: Sample): [string, [string, Sql][]][] {
  const [recorder, claimed, shared] = [callerOf(user), callerOf(player), callerOf(viewer)]
  const matchesOf = (caller: UserCaller) => asking(matches, matches.rows({ caller }))
  const [own, seen, open] = [matchesOf(recorder), matchesOf(claimed), matchesOf(shared)]
  const { canonicalPlayerId } = player
  const past = asking(matches, history.rows({ caller: claimed, params: { canonicalPlayerId } }))
  const [ghostPlayerId = ''] = ghostPlayerIds
  const seats = asking(matches, matchesOfGhostPlayer.rows({ caller: recorder, params: { ghostPlayerId } }))
  return [
    [
      'a recorder’s own',
      [
        ['get', show(matchIds[0] ?? '', recorder)],
        ...pages(own),
        ['list by id', own.list({ sort: 'id:ASC' })],
        ['list of a much played game', own.list({ filter: "gameName=='game 1'" })],
        ['list of a seldom played game', own.list({ filter: "gameName=='game 190'" })],
        ['list of a game that is not there', own.list({ filter: "gameName=='*no such*'" })],
        ['count', own.count({})],
        ['count by gameName', own.count({ filter: "gameName=='game 7'" })],
        ['count by gameName, any part', own.count({ filter: "gameName=='*me 7*'" })],
        ['count by expansionsName', own.count({ filter: "expansionsName=='game 7, part 3'" })],
        ['count by playsetName', own.count({ filter: "playsetName=='*siege*'" })],
        ['count of a month by playedAt', own.count({ filter: MONTH })],
        ['count by gameName in a month', own.count({ filter: `gameName=='game 7';${MONTH}` })],
      ],
    ],
    ['matches of a ghost player', [...pages(seats), ['count', seats.count({})]]],
    [
      'a player’s history',
      [
        ...pages(past),
        ['list of a month', past.list({ filter: MONTH })],
        ['count', past.count({})],
        ['count of a month', past.count({ filter: MONTH })],
      ],
    ],
    [
      'all that a player sees who is claimed everywhere and trusted by two recorders',
      [
        ['get', show(matchIds[0] ?? '', claimed)],
        ...pages(seen),
        ['list of a seldom played game', seen.list({ filter: "gameName=='game 190'" })],
        ['count', seen.count({})],
        ['count by gameName', seen.count({ filter: "gameName=='game 7'" })],
        ['count of a month by playedAt', seen.count({ filter: MONTH })],
      ],
    ],
    [
      'what is shared with a viewer',
      [
        ['get', show(sharedMatchIds[0] ?? '', shared)],
        ...pages(open),
        ['list of a seldom played game', open.list({ filter: "gameName=='game 190'" })],
        ['count', open.count({})],
        ['count by gameName', open.count({ filter: "gameName=='game 7'" })],
        ['count of a month by playedAt', open.count({ filter: MONTH })],
      ],
    ],
    ['statistics of one who plays much', statisticsOf(pair, gameId)],
    ['a community of 28,000 matches', [['its figures', ofCommunity(callerOf(regular), CLUB, BERLIN)]]],
    ['a leaderboard of 10,000 players', leaderboards(callerOf(regular), gameId)],
    ...ofPeopleAndPlaysets(recorder, shared, [regular, guest, townsman].map(callerOf)),
  ]
}

/** The last three callers are in 250 communities, have 1,000 claims, and are in the largest community, in this order. */
function ofPeopleAndPlaysets(
  recorder: UserCaller,
  shared: UserCaller,
  [regular, guest, townsman]: UserCaller[],
): [string, [string, Sql][]][] {
  if (!regular || !guest || !townsman) throw new Error('Somebody is missing.')
  return [
    ['ghost players of a recorder', sorted(ghostPlayers, recorder)],
    ['ghost players by 50 communities', sorted(ghostPlayers, shared)],
    ['ghost players by 250 communities', sorted(ghostPlayers, regular)],
    ['ghost players by 1,000 claims', sorted(ghostPlayers, guest)],
    ['playsets of a recorder', sorted(playsets, recorder)],
    ['playsets by 50 communities', sorted(playsets, shared)],
    ['playsets by 250 communities', sorted(playsets, regular)],
    ['playsets by 1,000 claims', sorted(playsets, guest)],
    ['users in a community of 100,000', sorted(users, townsman)],
    ['users in 250 communities', sorted(users, regular)],
    ['canonical players of 100,000', sorted(canonicalPlayers, townsman)],
    ['canonical players of 250', sorted(canonicalPlayers, regular)],
  ]
}

const BERLIN = { timeZone: 'Europe/Berlin' }

function statisticsOf([one, other]: User[], gameId: string): [string, Sql][] {
  if (!one || !other) throw new Error('There is no pair.')
  const { canonicalPlayerId } = one
  const params = { canonicalPlayerId }
  const [self, met] = [callerOf(one), callerOf(other)]
  const [results, opposed] = [
    asking(resultsOfPerson, resultsOfPerson.rows({ caller: self, params })),
    asking(opponentsOfPerson, opponentsOfPerson.rows({ caller: self, params })),
  ]
  return [
    ['results, newest first', results.list({})],
    ['results, count', results.count({})],
    ['a person', ofPlayer(self, askedPerson(self, canonicalPlayerId), BERLIN)],
    ['the same, seen in part', ofPlayer(met, askedPerson(met, canonicalPlayerId), BERLIN)],
    ['opponents', opposed.list({})],
    ['head-to-head', headToHead(met, askedPerson(met, canonicalPlayerId), other.canonicalPlayerId, BERLIN)],
    ['a game', ofGame(self, gameId, BERLIN)],
    ['a year', recap(self, '2024', 'Europe/Berlin')],
    ['the own rating in a game', contestsOf(self, gameId)],
  ]
}

/** Asks for the first page of each sort, and for a page near the end. */
function leaderboards(caller: UserCaller, gameId: string): [string, Sql][] {
  const { secret, path } = NOWHERE
  return leaderboardOfGame.sorts.flatMap((sort) =>
    [undefined, LAST[sort]].map((value): [string, Sql] => {
      const query = right(listQuery(leaderboardOfGame, parameters({ sort: `${sort}:DESC` }), path, secret))
      const keys = [value ?? '', HALFWAY[1] ?? '']
      const asked = {
        ...query,
        ...(value && { cursor: { towards: 'after', inclusive: false, keys } as const }),
      }
      const rows = leaderboardOfGame.rows({ caller, params: { gameId }, query: asked })
      return [`by ${sort}${value ? ', the last with a place' : ''}`, listStatement(rows, asked)]
    }),
  )
}

/** For each sort, a value below which there are few players. */
const LAST: Record<string, string> = { rating: '803', wins: '2', winShare: '-320' }

const NOWHERE = { path: '', secret: createSecretKey(randomBytes(32)) }

type Described = Pick<Collection<{ caller: UserCaller }>, 'fields' | 'sorts' | 'rows'>

/** Asks for the first page of each sort, for a page from the middle of the names, and for the count. */
function sorted(collection: Described, caller: UserCaller): [string, Sql][] {
  const { list, count } = asking(collection, collection.rows({ caller }))
  return [
    ...collection.sorts.map((sort): [string, Sql] => [`list by ${sort}`, list({ sort: `${sort}:DESC` })]),
    ['list by name, from m', list({ sort: 'name:ASC' }, ['m', HALFWAY[1] ?? ''])],
    ['count', count({})],
  ]
}

type Asking = ReturnType<typeof asking>

function asking(collection: Pick<Described, 'fields' | 'sorts'>, rows: Rows) {
  return {
    list: (query: Record<string, string>, after?: string[]) => {
      const asked = right(listQuery(collection, parameters(query), NOWHERE.path, NOWHERE.secret))
      const from = after && { cursor: { towards: 'after', inclusive: false, keys: after } as const }
      return listStatement(rows, { ...asked, ...from })
    },
    count: (query: Record<string, string>) =>
      countStatement(rows, right(countQuery(collection, parameters(query)))),
  }
}

const pages = ({ list }: Asking): [string, Sql][] => [
  ['list, newest first', list({})],
  ['the same, halfway through', list({}, HALFWAY)],
  ['list by playedAt', list({ sort: 'playedAt:DESC' })],
  ['the same, halfway through', list({ sort: 'playedAt:DESC' }, HALFWAY)],
  ['list by finalizedAt', list({ sort: 'finalizedAt:DESC' })],
]

const parameters = (query: Record<string, string>) => new Map(Object.entries(query))

function right<T>({ value, violations }: CheckResult<T>): T {
  if (value === undefined) throw new Error(`The query is wrong: ${JSON.stringify(violations)}`)
  return value
}

function describe(label: string, { Plan: plan, 'Execution Time': milliseconds }: Explained): string {
  const buffers = buffersOf(plan)
  const scans = nodesOf(plan).filter(
    (node) => touched(node) > 0 && (node['Index Name'] ?? node['Relation Name']),
  )
  const busiest = scans.toSorted((one, other) => touched(other) - touched(one)).slice(0, 3)
  const told = busiest.map((node) => `${nameOf(node)} ${touched(node)}`).join(', ')
  return `${label.padEnd(LABEL)}${String(buffers).padStart(8)}${milliseconds.toFixed(1).padStart(9)}  ${told}`
}

const nameOf = (node: Plan) =>
  node['Node Type'] === 'Seq Scan'
    ? `SCAN OF ${node['Relation Name']}`
    : (node['Index Name'] ?? node['Relation Name'])

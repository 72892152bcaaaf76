/** Fills an empty database with people, games and matches in every state, all of it or nothing. */
import { type Database, type Queryable, withoutTimeout } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { UserCaller } from '../http/authenticate.ts'
import { findOrCreateAccount } from '../identity/embedded-issuer.ts'
import * as expansions from '../resources/expansions/store.ts'
import * as games from '../resources/games/store.ts'
import * as ghostPlayers from '../resources/ghost-players/store.ts'
import * as matches from '../resources/matches/store.ts'
import * as playsets from '../resources/playsets/store.ts'
import { userOfAccount } from '../resources/users/store.ts'
import { type Chance, seeded } from './random.ts'
import { addClaims, addDisagreements, addTrust } from './claims.ts'
import { type DemoGame, demoGames } from './games.ts'
import { idOf } from './made.ts'
import { results } from './results.ts'
import { addSharing } from './sharing.ts'

/** The database has people, games or matches already. */
export class NotEmpty extends Error {
  override name = 'NotEmpty'
}

export const PEOPLE = ['Alma', 'Bruno', 'Carla', 'Dario', 'Edda', 'Filip']
const MATCHES = 300
const SEED = 7

/** Throws `NotEmpty` and changes nothing where there is anything. `until` is the day of the last matches. */
export async function fillWithDemo(db: Database, until: Date): Promise<void> {
  const chance = seeded(SEED)
  await db.transaction(async (tx) => {
    await tx.many(withoutTimeout)
    await mustBeEmpty(tx)
    const catalogue = await addGames(tx, chance)
    const people: Person[] = []
    for (const name of PEOPLE) people.push(await addPerson(tx, name))
    for (let number = 0; number < MATCHES; number++) {
      await addMatch(tx, chance, chance.pick(people), chance.pick(catalogue), dayBefore(until, chance))
    }
    await spreadOverTime(tx)
    const hosts = people.map(({ caller, ghostPlayerIds: [, ...standIns] }) => ({ caller, standIns }))
    await addClaims(tx, chance, hosts)
    await addTrust(tx, hosts)
    await addDisagreements(tx, chance, hosts)
    await addSharing(
      tx,
      people.map(({ caller }) => caller),
    )
  })
}

async function mustBeEmpty(tx: Queryable): Promise<void> {
  const { filled } = await tx.one(sql<{ filled: boolean }>`
    select exists (select from users) or exists (select from games) or exists (select from matches) as filled`)
  if (filled)
    throw new NotEmpty(
      'The database has users, games or matches already, and the demo leaves it as it is. Give the demo a database of its own: set SCOREBOOK_DATA_DIR to a new folder, or SCOREBOOK_DATABASE_URL to an empty database, for `scorebook demo` and for the service.',
    )
}

interface Catalogued extends DemoGame {
  id: string
  expansionIds: string[]
}

async function addGames(tx: Queryable, chance: Chance): Promise<Catalogued[]> {
  const catalogue: Catalogued[] = []
  for (const demo of demoGames(chance)) {
    const id = idOf(await games.insert(tx, demo.game))
    const expansionIds: string[] = []
    for (const displayName of demo.expansions) {
      expansionIds.push(
        idOf(
          await expansions.insert(tx, id, {
            displayName,
            description: `${displayName}, for ${demo.game.displayName}.`,
          }),
        ),
      )
    }
    catalogue.push({ ...demo, id, expansionIds })
  }
  return catalogue
}

interface Person {
  caller: UserCaller
  /** Themself first, then those they play with. */
  ghostPlayerIds: string[]
  /** What they made of a game, by the game's id. */
  playsets: Map<string, string>
}

/** An account with its user, and a stand-in for each of the others. */
async function addPerson(tx: Queryable, name: string): Promise<Person> {
  const account = await findOrCreateAccount(tx, name)
  const { id, canonicalPlayerId } = await userOfAccount(tx, account)
  const self = await tx.one(
    sql<{ id: string }>`select id from ghost_players where owner_id = ${id} and is_self`,
  )
  const others: string[] = []
  for (const other of PEOPLE.filter((one) => one !== name))
    others.push(idOf(await ghostPlayers.insert(tx, id, other)))
  return {
    caller: { key: id, userId: id, canonicalPlayerId, scopes: new Set(), erased: false },
    ghostPlayerIds: [self.id, ...others],
    playsets: new Map(),
  }
}

async function addMatch(
  tx: Queryable,
  chance: Chance,
  person: Person,
  game: Catalogued,
  playedAt: string,
): Promise<void> {
  const { caller, ghostPlayerIds } = person
  const [self = '', ...others] = ghostPlayerIds
  const most = Math.min(game.game.maxPlayers, ghostPlayerIds.length)
  const seats = [self, ...chance.some(others, chance.whole(Math.max(1, game.game.minPlayers - 1), most - 1))]
  const playsetId = chance.happens(0.25) ? await playsetOf(tx, person, game) : undefined
  const shown = await matches.insert(tx, caller, {
    gameId: game.id,
    playedAt,
    participants: results(seats, game, chance),
    expansions: chance.some(game.expansionIds, chance.whole(0, 1)),
    playsetId,
    editRequestsEnabled: !chance.happens(0.1),
  })
  if (chance.happens(0.8)) await matches.finalize(tx, caller, idOf(shown))
  else if (chance.happens(0.2)) await tx.many(matches.deletion(sql`id = ${idOf(shown)}`))
}

async function playsetOf(
  tx: Queryable,
  { caller, playsets: made }: Person,
  game: Catalogued,
): Promise<string> {
  const known = made.get(game.id)
  if (known !== undefined) return known
  const shown = await playsets.insert(tx, caller, {
    gameId: game.id,
    displayName: `Our ${game.game.displayName}`,
    variants: game.variants,
    expansions: game.expansionIds,
  })
  made.set(game.id, idOf(shown))
  return idOf(shown)
}

/** An evening in the two years before. */
function dayBefore(until: Date, chance: Chance): string {
  const day = new Date(until.getTime() - chance.whole(1, 730) * 86_400_000)
  day.setUTCHours(chance.whole(17, 21), chance.pick([0, 15, 30, 45]), 0, 0)
  return day.toISOString().replace('.000', '')
}

/** As if each match had been written down when it was over, instead of all of them just now. */
async function spreadOverTime(tx: Queryable): Promise<void> {
  await tx.many(sql`
    update matches set
      created_at = played_at + interval '2 hours', updated_at = played_at + interval '3 hours',
      finalized_at = case when finalized_at is not null then played_at + interval '3 hours' end,
      deleted_at = case when deleted_at is not null then played_at + interval '3 hours' end`)
  await tx.many(sql`
    update participants mp set
      created_at = m.created_at, updated_at = m.created_at, match_created_at = m.created_at,
      match_finalized_at = m.finalized_at, match_deleted_at = m.deleted_at
    from matches m where m.id = mp.match_id`)
}

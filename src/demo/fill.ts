/** Fills an empty database with people, games, matches, texts and candidates, in one transaction. */
import { type Database, type Queryable, withoutTimeout } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import * as expansions from '../resources/expansions/store.ts'
import * as games from '../resources/games/store.ts'
import * as matches from '../resources/matches/store.ts'
import * as playsets from '../resources/playsets/store.ts'
import { addAdministration } from './administration.ts'
import { addCandidates } from './candidates.ts'
import { addClaims, addDisagreements, addGuest, addTrust } from './claims.ts'
import { type DemoGame, demoGames } from './games.ts'
import { addImages } from './images.ts'
import { addInvitations } from './invitations.ts'
import { PEOPLE, type Person, addPerson, idOf } from './people.ts'
import { type Random, seededRandom } from './random.ts'
import { results } from './results.ts'
import { addSharing } from './sharing.ts'
import { addTexts } from './texts.ts'

export class NotEmpty extends Error {
  override name = 'NotEmpty'
}

const MATCHES = 300
const SEED = 7

/** A third of the matches are in these games, most of them of the first person, so that leaderboards have places. */
const FAVOURITES = new Set([0, 2, 6])
/** How many of the others are at the table for a favourite game. */
const REGULARS = 3

/** All matches were played before `until`. */
export async function fillWithDemo(db: Database, until: Date): Promise<void> {
  const random = seededRandom(SEED)
  await db.transaction(async (tx) => {
    await tx.many(withoutTimeout)
    await mustBeEmpty(tx)
    const allGames = await addGames(tx, random)
    const people: Person[] = []
    for (const name of PEOPLE) people.push(await addPerson(tx, name))
    await addSharing(tx, people)
    const favourites = allGames.filter(({ isFavourite }) => isFavourite)
    for (let number = 0; number < MATCHES; number++) {
      const [games, known] = number % 3 === 0 ? [favourites, random.happens(0.5)] : [allGames, false]
      const [first] = people
      const recorder = known && first ? first : random.pick(people)
      await addMatch(tx, random, recorder, random.pick(games), dayBefore(until, random))
    }
    await spreadOverTime(tx)
    const hosts = people.map(({ caller, communityIds, ghostPlayerIds: [, ...standIns] }) => ({
      caller,
      communityIds,
      standIns,
    }))
    await addClaims(tx, hosts)
    await addTrust(tx, hosts)
    await addInvitations(tx, hosts)
    await addDisagreements(tx, random, hosts)
    await addGuest(tx, hosts)
    await addAdministration(tx, hosts)
    await addImages(tx, allGames)
    await addTexts(
      tx,
      people.map(({ caller }) => caller),
    )
    await addCandidates(
      tx,
      allGames.map(({ id }) => id),
      people[PEOPLE.indexOf('Bruno')]?.caller.userId,
    )
  })
}

async function mustBeEmpty(tx: Queryable): Promise<void> {
  const { hasData } = await tx.one(sql<{ hasData: boolean }>`
    select exists (select from accounts) or exists (select from users) or exists (select from games)
      or exists (select from candidates) or exists (select from applications) as "hasData"`)
  if (hasData)
    throw new NotEmpty(
      'The database has accounts, games or texts already, and the demo leaves it as it is. Give the demo a database of its own: set SCOREBOOK_DATA_DIR to a new folder, or SCOREBOOK_DATABASE_URL to an empty database, for `scorebook demo` and for the service.',
    )
}

interface StoredGame extends DemoGame {
  id: string
  isFavourite: boolean
  expansionIds: string[]
}

async function addGames(tx: Queryable, random: Random): Promise<StoredGame[]> {
  const stored: StoredGame[] = []
  for (const demo of demoGames(random)) {
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
    stored.push({ ...demo, id, isFavourite: FAVOURITES.has(stored.length), expansionIds })
  }
  return stored
}

async function addMatch(
  tx: Queryable,
  random: Random,
  person: Person,
  game: StoredGame,
  playedAt: string,
): Promise<void> {
  const { caller, ghostPlayerIds, communityIds } = person
  const [self = '', ...all] = ghostPlayerIds
  const others = game.isFavourite ? all.slice(0, REGULARS) : all
  const most = Math.min(game.game.maxPlayers, ghostPlayerIds.length)
  const isAlone = game.game.minPlayers === 1 && random.happens(0.1)
  const fewest = Math.max(1, game.game.minPlayers - 1)
  const seats = [self, ...(isAlone ? [] : random.some(others, random.whole(fewest, most - 1)))]
  const playsetId = random.happens(0.25) ? await playsetOf(tx, person, game) : undefined
  const shown = await matches.insert(tx, caller, {
    gameId: game.id,
    playedAt,
    participants: results(seats, game, random),
    expansions: random.some(game.expansionIds, random.whole(0, 1)),
    playsetId,
    communityId:
      communityIds.length > 0 && random.happens(game.isFavourite ? 0.9 : 0.4)
        ? random.pick(communityIds)
        : undefined,
    editRequestsEnabled: !random.happens(0.1),
  })
  if (random.happens(0.8)) await finalize(tx, person, idOf(shown))
  else if (random.happens(0.2)) await tx.many(matches.deletion(sql`id = ${idOf(shown)}`))
}

async function finalize(tx: Queryable, { caller }: Person, id: string): Promise<void> {
  const { written } = await tx.one(matches.finalizable(id, caller))
  await matches.finalize(tx, id, written)
}

async function playsetOf(tx: Queryable, { caller, playsetIds }: Person, game: StoredGame): Promise<string> {
  const playsetId = playsetIds.get(game.id)
  if (playsetId !== undefined) return playsetId
  const shown = await playsets.insert(tx, caller, {
    gameId: game.id,
    displayName: `Our ${game.game.displayName}`,
    variants: game.variants,
    expansions: game.expansionIds,
  })
  playsetIds.set(game.id, idOf(shown))
  return idOf(shown)
}

function dayBefore(until: Date, random: Random): string {
  const day = new Date(until.getTime() - random.whole(1, 730) * 86_400_000)
  day.setUTCHours(random.whole(17, 21), random.pick([0, 15, 30, 45]), 0, 0)
  return day.toISOString().replace('.000', '')
}

/** Moves each match to the evening when it was played, because all have just been inserted. */
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

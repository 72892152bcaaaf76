/** Adds candidates of an invented catalogue. All steps are paused, because no real catalogue has these entries. */
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import type { InterpretedValues } from '../pipeline/outside/services.ts'
import { type CatalogueValues, reliabilityOf } from '../pipeline/reliability.ts'
import { pause } from '../pipeline/control/store.ts'
import { type Entry, type Rulebook, ENTRIES, SCORING } from './candidate-entries.ts'
import { addActivity, addRankingImport, addRequestedIds } from './candidate-activity.ts'

/** The ids of real catalogues are lower. */
const FIRST_ID = 900_000_001

/** The published candidate becomes the first game of the demo. */
export async function addCandidates(
  tx: Queryable,
  gameIds: string[],
  editor: string | undefined,
): Promise<void> {
  const idOf = new Map(ENTRIES.map(({ name }, index) => [name, FIRST_ID + index]))
  await pause(tx, undefined)
  for (const [index, entry] of ENTRIES.entries())
    await addCandidate(tx, entry, {
      catalogId: FIRST_ID + index,
      rank: index + 1,
      baseId: entry.base === undefined ? undefined : idOf.get(entry.base),
      gameId: entry.status === 'PUBLISHED' ? gameIds[0] : undefined,
      editor,
    })
  await tx.many(sql`
    update catalog_entries set requested_at = imported_at where catalog_id = ${idOf.get('Windward') ?? null}`)
  await addRequestedIds(tx, FIRST_ID + ENTRIES.length)
  await addRankingImport(tx, editor, ENTRIES.length)
}

interface EntryIds {
  catalogId: number
  rank: number
  baseId: number | undefined
  gameId: string | undefined
  /** The user who reviews the candidates. */
  editor: string | undefined
}

async function addCandidate(
  tx: Queryable,
  entry: Entry,
  { catalogId, rank, baseId, gameId, editor }: EntryIds,
): Promise<void> {
  const { name, stage, status = 'PENDING', rulebook, failure, blocked = false, waiting = false } = entry
  const id = uuidv7()
  const catalog: CatalogueValues = {
    minPlayers: 2,
    maxPlayers: 4,
    yearPublished: 2010 + rank,
    playingTime: 60,
    minAge: 10,
  }
  const url = `https://rules.example.org/${catalogId}.pdf`
  const interpreted = rulebook && interpretedOf(rulebook, url)
  const { reliability, checks } = reliabilityOf(catalog, interpreted ?? {})
  const [scoreType, winCondition] = rulebook ? SCORING[rulebook.scoring ?? 'POINTS'] : []
  await tx.many(sql`
    insert into candidates (
      id, catalog_id, display_name, description, min_players, max_players, playing_time, min_age, year_published, tags,
      is_expansion, base_game_catalog_id, score_type, win_condition, catalog, interpreted, stage, status, reliability,
      reliability_checks, failure_reason, rank, game_id, revision, waiting, blocked)
    values (
      ${id}, ${catalogId}, ${name}, ${`An invented game, called ${name}.`}, ${catalog.minPlayers}, ${catalog.maxPlayers},
      ${catalog.playingTime}, ${catalog.minAge}, ${catalog.yearPublished}, ${['economic']}, ${baseId !== undefined},
      ${baseId}, ${scoreType}, ${winCondition}, ${JSON.stringify(catalog)},
      ${interpreted ? JSON.stringify(interpreted) : null}, ${stage}, ${status}, ${reliability}, ${JSON.stringify(checks)},
      ${failure}, ${rank}, ${gameId}, ${status === 'APPROVED' || status === 'PUBLISHED' ? 1 : 0}, ${waiting}, ${blocked})`)
  await tx.many(sql`
    insert into catalog_entries
      (catalog_id, display_name, year_published, rank, bayes_average, average, users_rated, is_expansion, imported_at,
        candidate_id, pending)
    values (${catalogId}, ${name}, ${catalog.yearPublished}, ${rank}, ${8 - rank / 20}, ${8.2 - rank / 20},
      ${10_000 - rank * 100}, ${baseId !== undefined}, now(), ${id}, false)`)
  await addActivity(tx, { id, url, editor, entry })
  if (stage === 'PENDING_RULES') return
  const sourceId = uuidv7()
  const text = `${name}. ${AGREED_TEXT}`
  const read = stage === 'FAILED' ? null : text.length
  await tx.many(sql`
    insert into rule_sources
      (id, candidate_id, url, origin, title, content_type, language, characters, fetched_at, failure_reason)
    values (${sourceId}, ${id}, ${url}, ${entry.manual ? 'MANUAL' : 'SEARCH'}, ${`${name}: the rules`}, 'application/pdf', 'en', ${read}, now(),
      ${stage === 'FAILED' ? failure : null})`)
  if (stage === 'RULES_COLLECTED')
    await tx.many(
      sql`insert into rule_texts (source_id, candidate_id, text) values (${sourceId}, ${id}, ${text})`,
    )
}

const AGREED_TEXT =
  'A game for 2 to 4 players aged 10 and up. A game takes about 60 minutes. Count the points of your cards. Whoever has the most points wins.'

function interpretedOf(
  { players: [from, to], minutes, age, scoring = 'POINTS' }: Rulebook,
  url: string,
): Partial<InterpretedValues> {
  const players = `A game for ${from} to ${to} players${age === undefined ? '' : ` aged ${age} and up`}.`
  const [scoreType, winCondition, quote] = SCORING[scoring]
  const time = `A game takes about ${minutes} minutes.`
  return {
    minPlayers: { value: from, quote: players, url },
    maxPlayers: { value: to, quote: players, url },
    ...(age === undefined ? {} : { minAge: { value: age, quote: players, url } }),
    ...(minutes === undefined
      ? {}
      : { playingTime: { value: { from: minutes, to: minutes }, quote: time, url } }),
    scoreType: { value: scoreType, quote, url },
    ...(winCondition === undefined ? {} : { winCondition: { value: winCondition, quote, url } }),
  }
}

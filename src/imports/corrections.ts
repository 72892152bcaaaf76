/**
 * Brings matches up to a newer file: changes drafts that nobody has changed since the last import, and proposes edits of final
 * matches.
 */
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { UserCaller } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'
import { events, wasChanged, wasMade } from '../resources/events/write.ts'
import { mustFit, mustTakeEdits } from '../resources/match-edits/rules.ts'
import * as matchEdits from '../resources/match-edits/store.ts'
import * as matches from '../resources/matches/store.ts'
import { type WrittenNow, differences } from './differences.ts'
import { resultsOf } from './results.ts'
import { type DuePlay, type Running, expansionsOf, namesOf, participantsOf } from './slice.ts'

/** How many matches are corrected in one transaction. Each needs some statements of its own. */
const CORRECTIONS = 20

type DueCorrection = DuePlay & { matchId: string; linkedVersion: number; proposes: boolean }

type Verdict = { status: string; reason?: string; notes?: { at: string; kind: string; found: string }[] }

/** Returns how many plays were handled. The transaction must hold the import and its owner. */
export async function correctNext(tx: Transaction, running: Running): Promise<number> {
  const plays = await tx.many(dueCorrections(running))
  if (plays.length === 0) return 0
  const known = await namesOf(tx, running, plays)
  const caller = await ownerOf(tx, running)
  for (const play of plays) {
    const { status, reason, notes = [] } = await corrected(tx, caller, play, known)
    const isDone = status !== 'LEFT_OUT'
    await Promise.all([
      tx.many(sql`
        update import_plays set status = ${status}, reason = ${reason}, notes = notes || ${JSON.stringify(notes)}::jsonb
        where id = ${play.id}`),
      ...(isDone
        ? [
            tx.many(sql`
              update import_links l set digest = decode(${play.digest}, 'hex'), match_version = m.version
              from matches m
              where l.owner_id = ${running.ownerId} and l.format = ${running.format} and l.source_id = ${play.sourceId}
                and m.id = l.match_id`),
          ]
        : []),
    ])
  }
  return plays.length
}

const dueCorrections = ({ id, ownerId, format }: Running) => sql<DueCorrection>`
  select p.id, p.at, p.source_id as "sourceId", p.game_key as "gameKey", p.person_keys as "personKeys",
    rfc3339(p.played_at) as "playedAt", encode(p.digest, 'hex') as digest, p.play, l.match_id as "matchId",
    l.match_version as "linkedVersion", p.status = 'PROPOSES_EDIT' as proposes
  from import_plays p
  join import_links l on l.owner_id = ${ownerId} and l.format = ${format} and l.source_id = p.source_id
  where p.import_id = ${id} and p.status in ('CORRECTS_DRAFT', 'PROPOSES_EDIT') order by l.match_id limit ${CORRECTIONS}`

/** The importing user as a caller, because the rules of matches and edits ask for one. */
async function ownerOf(tx: Transaction, { ownerId: userId }: Running): Promise<UserCaller> {
  const { id } = await tx.one(
    sql<{ id: string }>`select cp.id from canonical_players cp where cp.user_id = ${userId}`,
  )
  return {
    key: userId,
    scopes: new Set(),
    userId,
    canonicalPlayerId: id,
    accountId: undefined,
    erased: false,
  }
}

async function corrected(
  tx: Transaction,
  caller: UserCaller,
  due: DueCorrection,
  known: Awaited<ReturnType<typeof namesOf>>,
): Promise<Verdict> {
  const notes: NonNullable<Verdict['notes']> = []
  const match = await tx.maybe(matches.lock(due.matchId))
  if (!match) return { status: 'LEFT_OUT', reason: 'DELETED_HERE' }
  const game = known.games.get(due.gameKey)
  if (!game?.id) return { status: 'LEFT_OUT', reason: 'GAME_LEFT_OUT' }
  const people = participantsOf(due, known, notes)
  if (people === undefined) return { status: 'LEFT_OUT', reason: 'PERSON_DELETED' }
  if (people.length === 0) return { status: 'LEFT_OUT', reason: 'PEOPLE_LEFT_OUT' }
  const written = resultsOf(
    people.map(({ stored }) => stored),
    game.scoring,
    game.isCooperative,
  )
  const participants = people.map(({ ghostPlayerId, stored }, index) => ({
    ghostPlayerId,
    score: written[index]?.score,
    rank: written[index]?.rank,
    outcome: written[index]?.outcome,
    loadoutAttributes: stored.loadout,
  }))
  const play = { gameId: game.id, participants, expansions: expansionsOf(due, known, game.id, notes) }
  const verdict = match.finalized
    ? await proposed(tx, caller, due, match, play)
    : await rewritten(tx, caller, due, match, play)
  return { ...verdict, notes: [...notes, ...(verdict.notes ?? [])] }
}

interface NewPlay {
  gameId: string
  participants: Parameters<typeof differences>[1]
  expansions: string[]
}

async function rewritten(
  tx: Transaction,
  caller: UserCaller,
  due: DueCorrection,
  match: matches.LockedMatch,
  { gameId, participants, expansions }: NewPlay,
): Promise<Verdict> {
  if (match.version !== due.linkedVersion) return { status: 'LEFT_OUT', reason: 'CHANGED_HERE' }
  const playsetId = gameId === match.gameId ? match.playsetId : null
  await matches.update(
    tx,
    caller,
    { ...match, gameId, playsetId, playedAt: due.playedAt },
    participants,
    expansions,
  )
  if (due.play.isDraft !== true) {
    const { belongs, written } = await tx.one(matches.finalizable(match.id, caller))
    if (belongs) await matches.finalize(tx, match.id, written)
  }
  await Promise.all(events(wasChanged('match', match.id)).map((statement) => tx.many(statement)))
  return { status: 'CORRECTED' }
}

async function proposed(
  tx: Transaction,
  caller: UserCaller,
  due: DueCorrection,
  { gameId, playedAt }: matches.LockedMatch,
  play: NewPlay,
): Promise<Verdict> {
  const { matchId } = due
  if (gameId !== play.gameId) return { status: 'LEFT_OUT', reason: 'OTHER_GAME' }
  const [now, locked] = await Promise.all([
    tx.many(writtenNow(matchId)),
    tx.one(matchEdits.lockMatch(matchId, caller)),
  ])
  const edit = differences(now, play.participants, play.expansions)
  if (edit === undefined) return { status: 'LEFT_OUT', reason: 'OTHER_PEOPLE' }
  const notes =
    new Date(playedAt).getTime() === new Date(due.playedAt).getTime()
      ? []
      : [{ at: due.at, kind: 'OTHER_TIME', found: due.playedAt }]
  if (Object.keys(edit).length === 0) return { status: 'SAME', notes }
  try {
    mustTakeEdits(locked)
    const references = await tx.one(matchEdits.referencesOfNew(caller, matchId, edit))
    mustFit(edit, locked, references)
    const { id } = await matchEdits.insert(tx, caller, locked, edit, references.written)
    await Promise.all(events(wasMade('match-edit', id)).map((statement) => tx.many(statement)))
    return { status: 'PROPOSED', notes }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return {
      status: 'LEFT_OUT',
      reason: 'EDIT_REFUSED',
      notes: [...notes, { at: due.at, kind: 'EDIT_REFUSED', found: error.message }],
    }
  }
}

const writtenNow = (matchId: string) => sql<WrittenNow>`
  select mp.id, mp.ghost_player_id as "ghostPlayerId", mp.score::float8 as score, mp.rank, mp.outcome,
    l.attributes::text as loadout,
    array(select me.expansion_id from match_expansions me where me.match_id = ${matchId} order by me.position) as expansions
  from participants mp left join loadouts l on l.participant_id = mp.id
  where mp.match_id = ${matchId} order by mp.position`

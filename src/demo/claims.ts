/** Adds claims, trust, disputes and edits between the people of the demo. */
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { UserCaller } from '../http/caller.ts'
import * as claimRequests from '../resources/claim-requests/store.ts'
import * as matchEdits from '../resources/match-edits/store.ts'
import * as disputes from '../resources/matches/disputes.ts'
import * as samePeople from '../resources/same-people/store.ts'
import * as trustedEditors from '../resources/trusted-editors/store.ts'
import { PEOPLE, type Person, idOf } from './people.ts'
import type { Random } from './random.ts'

/** The stand-ins are the ghost players of others, in the order of the people; a guest is last. */
export interface Host {
  caller: Person['caller']
  communityIds: string[]
  standIns: string[]
}

/** How a stand-in was claimed, by the host's name and the claimant's, if it was not at the first request. */
const HOW: Record<string, 'WAITING' | 'INVITED' | 'AT_LAST' | 'AGAIN'> = {
  'Edda Filip': 'WAITING',
  'Carla Alma': 'INVITED',
  'Alma Dario': 'AT_LAST',
  'Bruno Carla': 'AGAIN',
}

/** Everybody claims their stand-ins, and one claim waits. */
export async function addClaims(tx: Queryable, hosts: Host[]): Promise<void> {
  for (const { host, claimant, ghostPlayerId, how } of standIns(hosts)) {
    if (how === 'INVITED') continue
    const ghostPlayer = {
      id: ghostPlayerId,
      ownerId: host.caller.userId,
      ownerIsThere: true,
      isSelf: false,
    }
    const ask = async () => idOf(await claimRequests.insert(tx, claimant.caller, ghostPlayer, 'That is me.'))
    const first = await ask()
    if (how === 'WAITING') continue
    if (how === 'AT_LAST')
      await claimRequests.reject(tx, host.caller, await tx.one(claimRequests.lock(first)))
    if (how === 'AGAIN') await tx.many(claimRequests.cancel(sql`id = ${first}`))
    const id = how === undefined ? first : await ask()
    await claimRequests.approve(tx, host.caller, await tx.one(claimRequests.lock(id)))
  }
}

interface StandIn {
  host: Host
  claimant: Host
  ghostPlayerId: string
  how: (typeof HOW)[string] | undefined
}

export function standIns(hosts: Host[]): StandIn[] {
  return hosts.flatMap((host, at) =>
    hosts
      .filter((other) => other !== host)
      .flatMap((claimant, index) => {
        const ghostPlayerId = host.standIns[index]
        const how = HOW[`${PEOPLE[at]} ${PEOPLE[hosts.indexOf(claimant)]}`]
        return ghostPlayerId === undefined ? [] : [{ host, claimant, ghostPlayerId, how }]
      }),
  )
}

/** Everybody trusts the next person, and the last one is invited by the first (`invitations.ts`). */
export async function addTrust(tx: Queryable, hosts: Host[]): Promise<void> {
  for (const [index, { caller }] of hosts.entries()) {
    const next = hosts[index + 1]
    if (next) await trustedEditors.insert(tx, caller, next.caller.userId)
  }
}

/** The first two people know the same guest. The second one says so. */
export async function addGuest(tx: Queryable, [first, second]: Host[]): Promise<void> {
  const [oneId, otherId] = [first?.standIns.at(-1), second?.standIns.at(-1)]
  if (!second || oneId === undefined || otherId === undefined) return
  const answer = { oneId, otherId, isSame: true }
  const pair = await tx.one(samePeople.references(second.caller, answer))
  await samePeople.insert(tx, second.caller, answer, pair)
}

type Seat = {
  matchId: string
  participantId: string
  recorderId: string
  playerId: string
  score: number | null
  outcome: 'WIN' | 'LOSS' | null
  scoreType: string
}

/** Claimed players dispute 4 % of their results, and propose an edit for 6 % of the rest. */
export async function addDisagreements(tx: Queryable, random: Random, hosts: Host[]): Promise<void> {
  const callers = new Map(hosts.map(({ caller }) => [caller.userId, caller]))
  for (const seat of await claimedSeats(tx)) {
    const [player, recorder] = [callers.get(seat.playerId), callers.get(seat.recorderId)]
    if (!player || !recorder) continue
    if (random.happens(0.04)) await dispute(tx, player, seat)
    else if (random.happens(0.06)) await propose(tx, random, player, recorder, seat)
  }
}

const claimedSeats = (tx: Queryable) =>
  tx.many(sql<Seat>`
    select mp.match_id as "matchId", mp.id as "participantId", m.recorder_id as "recorderId", cp.user_id as "playerId",
      mp.score::float8 as score, mp.outcome, g.score_type as "scoreType"
    from participants mp
    join matches m on m.id = mp.match_id
    join games g on g.id = m.game_id
    join users recorder on recorder.id = m.recorder_id
    join claim_edges ce on ce.ghost_player_id = mp.ghost_player_id and ce.revoked_at is null
    join canonical_players cp on cp.id = ce.canonical_player_id
    where m.finalized_at is not null and m.edit_requests_enabled and cp.user_id <> m.recorder_id
    order by m.played_at, recorder.display_name, mp.position`)

async function dispute(tx: Queryable, player: UserCaller, { matchId, participantId }: Seat): Promise<void> {
  const participant = await tx.one(disputes.lock(matchId, participantId, player))
  await disputes.raise(tx, player, participant, 'I remember this otherwise.')
}

/** A trusted editor's edit is approved at once. A third of the others stay pending. */
async function propose(
  tx: Queryable,
  random: Random,
  player: UserCaller,
  recorder: UserCaller,
  seat: Seat,
): Promise<void> {
  const { matchId } = seat
  const match = await tx.one(matchEdits.lockMatch(matchId, player))
  const change = changeOf(random, seat)
  const found = await tx.one(matchEdits.referencesOfNew(player, matchId, change))
  const id = idOf(await matchEdits.insert(tx, player, match, change, found.written))
  if (match.trusted || random.happens(1 / 3)) return
  const edit = await tx.one(matchEdits.lock(matchId, id))
  if (random.happens(0.6)) {
    const { written } = await tx.one(matchEdits.references(id))
    await matchEdits.approve(tx, recorder, edit, written)
  } else await matchEdits.reject(tx, recorder, edit)
}

/** Some edits are about the result, the others about a colour. */
function changeOf(random: Random, { participantId, score, outcome, scoreType }: Seat) {
  if (random.happens(1 / 3) && score !== null)
    return {
      participantChanges: [
        { matchParticipantId: participantId, score: score + 1, ...(outcome === null ? {} : { outcome }) },
      ],
    }
  if (scoreType === 'WIN_LOSS' && outcome !== null) {
    const other = outcome === 'WIN' ? ('LOSS' as const) : ('WIN' as const)
    return { participantChanges: [{ matchParticipantId: participantId, outcome: other }] }
  }
  const attributes = JSON.stringify({ colour: random.pick(['red', 'blue', 'green', 'yellow']) })
  return { loadoutChanges: [{ matchParticipantId: participantId, attributes }] }
}

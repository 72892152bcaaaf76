/** Adds claims, trust, disputes and edits between the people of the demo. */
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { UserCaller } from '../http/caller.ts'
import * as claimRequests from '../resources/claim-requests/store.ts'
import * as matchEdits from '../resources/match-edits/store.ts'
import * as disputes from '../resources/matches/disputes.ts'
import * as trustedEditors from '../resources/trusted-editors/store.ts'
import { idOf } from './people.ts'
import type { Random } from './random.ts'

/** The ghost players are in the order of the people. */
interface Host {
  caller: UserCaller
  standIns: string[]
}

export async function addClaims(tx: Queryable, random: Random, hosts: Host[]): Promise<void> {
  for (const host of hosts) {
    const others = hosts.filter((other) => other !== host)
    for (const [index, { caller }] of others.entries()) {
      const ghostPlayerId = host.standIns[index]
      if (ghostPlayerId === undefined || random.happens(0.1)) continue
      const ghostPlayer = {
        id: ghostPlayerId,
        ownerId: host.caller.userId,
        ownerIsThere: true,
        isSelf: false,
      }
      const id = idOf(await claimRequests.insert(tx, caller, ghostPlayer, 'That is me.'))
      if (random.happens(0.1)) continue
      const decide = random.happens(0.9) ? claimRequests.approve : claimRequests.reject
      await decide(tx, host.caller, await tx.one(claimRequests.lock(id)))
    }
  }
}

export async function addTrust(tx: Queryable, hosts: Host[]): Promise<void> {
  for (const [index, { caller }] of hosts.entries()) {
    const next = hosts[(index + 1) % hosts.length]
    if (next) await trustedEditors.insert(tx, caller, next.caller.userId)
  }
}

type Seat = {
  matchId: string
  participantId: string
  recorderId: string
  playerId: string
}

/** Claimed players dispute 4 % of their results, and propose an edit for 10 % of the rest. */
export async function addDisagreements(tx: Queryable, random: Random, hosts: Host[]): Promise<void> {
  const callers = new Map(hosts.map(({ caller }) => [caller.userId, caller]))
  for (const seat of await claimedSeats(tx)) {
    const [player, recorder] = [callers.get(seat.playerId), callers.get(seat.recorderId)]
    if (!player || !recorder) continue
    if (random.happens(0.04)) await dispute(tx, player, seat)
    else if (random.happens(0.1)) await propose(tx, random, player, recorder, seat)
  }
}

const claimedSeats = (tx: Queryable) =>
  tx.many(sql<Seat>`
    select mp.match_id as "matchId", mp.id as "participantId", m.recorder_id as "recorderId", cp.user_id as "playerId"
    from participants mp
    join matches m on m.id = mp.match_id
    join claim_edges ce on ce.ghost_player_id = mp.ghost_player_id and ce.revoked_at is null
    join canonical_players cp on cp.id = ce.canonical_player_id
    where m.finalized_at is not null and m.edit_requests_enabled and cp.user_id <> m.recorder_id
    order by m.id, mp.position`)

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
  { matchId, participantId }: Seat,
): Promise<void> {
  const match = await tx.one(matchEdits.lockMatch(matchId, player))
  const attributes = JSON.stringify({ colour: random.pick(['red', 'blue', 'green', 'yellow']) })
  const change = { loadoutChanges: [{ matchParticipantId: participantId, attributes }] }
  const found = await tx.one(matchEdits.referencesOfNew(player, matchId, change))
  const id = idOf(await matchEdits.insert(tx, player, match, change, found.written))
  if (match.trusted || random.happens(1 / 3)) return
  const edit = await tx.one(matchEdits.lock(matchId, id))
  if (random.happens(0.6)) {
    const { written } = await tx.one(matchEdits.references(id))
    await matchEdits.approve(tx, recorder, edit, written)
  } else await matchEdits.reject(tx, recorder, edit)
}

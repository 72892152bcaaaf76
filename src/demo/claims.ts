/** Who is who in the demo, and what they make of each other's matches: claims, trust, disputes and edits. */
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { UserCaller } from '../http/authenticate.ts'
import * as claimRequests from '../resources/claim-requests/store.ts'
import * as matchEdits from '../resources/match-edits/store.ts'
import * as disputes from '../resources/matches/disputes.ts'
import * as trustedEditors from '../resources/trusted-editors/store.ts'
import type { Chance } from './random.ts'

/** Somebody, and the ghost players that stand for each of the others, who come in the order of the people. */
export interface Host {
  caller: UserCaller
  standIns: string[]
}

export async function addClaims(tx: Queryable, chance: Chance, hosts: Host[]): Promise<void> {
  for (const host of hosts) {
    const others = hosts.filter((other) => other !== host)
    for (const [index, { caller }] of others.entries()) {
      const ghostPlayerId = host.standIns[index]
      if (ghostPlayerId === undefined || chance.happens(0.1)) continue
      const ghostPlayer = {
        id: ghostPlayerId,
        ownerId: host.caller.userId,
        ownerIsThere: true,
        isSelf: false,
      }
      const { id = '' } = await claimRequests.insert(tx, caller, ghostPlayer, 'That is me.')
      if (chance.happens(0.1)) continue
      const decide = chance.happens(0.9) ? claimRequests.approve : claimRequests.reject
      await decide(tx, host.caller, await tx.one(claimRequests.lock(id)))
    }
  }
}

/** Everybody trusts the one after them. */
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

/** Of the results of others that people have claimed some are disputed, and to some they propose a change. */
export async function addDisagreements(tx: Queryable, chance: Chance, hosts: Host[]): Promise<void> {
  const callers = new Map(hosts.map(({ caller }) => [caller.userId, caller]))
  for (const seat of await claimedSeats(tx)) {
    const [player, recorder] = [callers.get(seat.playerId), callers.get(seat.recorderId)]
    if (!player || !recorder) continue
    if (chance.happens(0.04)) await dispute(tx, player, seat)
    else if (chance.happens(0.1)) await propose(tx, chance, player, recorder, seat)
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

/** A loadout is what nobody wrote down; that of a trusted editor is made at once, of others one waits in three. */
async function propose(
  tx: Queryable,
  chance: Chance,
  player: UserCaller,
  recorder: UserCaller,
  { matchId, participantId }: Seat,
): Promise<void> {
  const match = await tx.one(matchEdits.lockMatch(matchId, player))
  const attributes = JSON.stringify({ colour: chance.pick(['red', 'blue', 'green', 'yellow']) })
  const change = { loadoutChanges: [{ matchParticipantId: participantId, attributes }] }
  const { id = '' } = await matchEdits.insert(tx, player, match, change)
  if (match.trusted || chance.happens(1 / 3)) return
  const decide = chance.happens(0.6) ? matchEdits.approve : matchEdits.reject
  await decide(tx, recorder, await tx.one(matchEdits.lock(matchId, id)))
}

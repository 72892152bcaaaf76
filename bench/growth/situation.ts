/** The callers and ids of the growth check, from the data of `load`. Each caller makes every read. */
import type { Database } from '../../src/db/database.ts'
import { type Sql, sql } from '../../src/db/sql.ts'
import type { UserCaller } from '../../src/http/caller.ts'
import { CLUB } from '../load.ts'
import { EDITOR, GUEST, NEWCOMER, PAIR, PLAYER, REGULAR, TOWNSMAN, VIEWER } from '../people.ts'
import { callerOf } from '../sample.ts'

interface Situation {
  callers: Asker[]
  things: Things
}

export interface Asker {
  who: string
  caller: UserCaller
}

/** The ids to ask for, by path parameter, each with a label. The caller's own id is left out. */
export type Things = Record<string, [word: string, id: string][]>

const CALLERS: [who: string, name: string][] = [
  ['the owner', 'recorder 00'],
  ['their trusted editor', EDITOR],
  ['who is claimed by one', PAIR[0]],
  ['who is claimed by 20', PLAYER],
  ['who has 1,000 claims', GUEST],
  ['in 50 communities', VIEWER],
  ['in 250 communities', REGULAR],
  ['in a town', TOWNSMAN],
  ['a stranger', 'someone 777'],
  ['a new person', NEWCOMER],
]

/** An id that does not exist. Its statement is the same as for other ids, but finds nothing. */
const NOTHING = '01900000-0000-7000-8000-00000000ffff'

/** Ids of things that have nothing to do with matches. */
const UNRELATED: Situation['things'] = {
  claimRequestId: [['none', NOTHING]],
  membershipRequestId: [['none', NOTHING]],
  invitationId: [['none', NOTHING]],
  samePersonId: [['none', NOTHING]],
  importId: [['none', NOTHING]],
  webhookId: [['none', NOTHING]],
  candidateId: [['none', NOTHING]],
  sourceId: [['none', NOTHING]],
  accountId: [['none', NOTHING]],
  catalogId: [['none', '1']],
  applicationId: [['none', 'none']],
  messageKey: [['none', 'none']],
  locale: [['none', 'de']],
}

export async function situationIn(db: Database): Promise<Situation> {
  const found = await db.many(
    sql<{ name: string; id: string; canonicalPlayerId: string }>`
      select u.display_name as name, u.id, cp.id as "canonicalPlayerId"
      from users u join canonical_players cp on cp.user_id = u.id
      where u.display_name = any (${[...CALLERS.map(([, name]) => name), 'recorder 05', PAIR[1]]})`,
  )
  const named = (name: string) => {
    const user = found.find((one) => one.name === name)
    if (!user) throw new Error(`There is no ${name}.`)
    return user
  }
  const owner = named('recorder 00').id
  const idIn = async (rows: Sql) =>
    (await db.one(sql<{ id: string }>`select id from ${rows} order by id limit 1`)).id
  const matchWhere = async (which: Sql) =>
    (
      await db.one(sql<{ id: string }>`
        select m.id from matches m where m.recorder_id = ${owner} and m.finalized_at is not null and ${which}
        order by m.id desc limit 1`)
    ).id
  const ghostPlayer = (name: string) =>
    idIn(sql`ghost_players where owner_id = ${owner} and display_name = ${name}`)
  const shared = await matchWhere(sql`m.community_id in (
    select ms.community_id from memberships ms where ms.user_id = ${named(VIEWER).id})`)
  const claim = await idIn(
    sql`claim_edges where canonical_player_id = ${named(PAIR[0]).canonicalPlayerId} and owner_id = ${owner}`,
  )
  const games = await db.one(sql<{ most: string; least: string; expansion: string }>`
    select min(g.id::text) as most, max(g.id::text) as least,
      (select e.id from expansions e where e.game_id = (select min(id::text)::uuid from games) limit 1) as expansion from games g`)
  const person = (name: string): [string, string] => [name, named(name).canonicalPlayerId]
  return {
    callers: CALLERS.map(([who, name]) => ({ who, caller: callerOf(named(name)) })),
    things: {
      matchId: [
        ['not shared', await matchWhere(sql`m.community_id is null`)],
        ['of a community', shared],
      ],
      ghostPlayerId: [
        ['claimed', await ghostPlayer('Player 3')],
        ['not claimed', await ghostPlayer('Player 1')],
      ],
      editId: [['of the owner', await idIn(sql`match_edits where proposed_by = ${owner}`)]],
      playsetId: [['used', await idIn(sql`playsets where owner_id = ${owner}`)]],
      canonicalPlayerId: [person(PAIR[0]), person(PLAYER), person('recorder 00')],
      otherId: [person(PAIR[1]), ['a ghost player', await ghostPlayer('Player 1')]],
      gameId: [
        ['played most', games.most],
        ['played seldom', games.least],
      ],
      expansionId: [['of it', games.expansion]],
      communityId: [['the club', CLUB]],
      userId: [person('recorder 00'), person(PAIR[0])].map(([word]) => [word, named(word).id]),
      claimEdgeId: [['of a player', claim]],
      trustedEditorId: [['of the owner', await idIn(sql`trusted_editors where grantor_id = ${owner}`)]],
      privacySettingId: [['of the owner', await idIn(sql`privacy_settings where user_id = ${owner}`)]],
      groupId: [['of a recorder', await idIn(sql`groups where owner_id = ${named('recorder 05').id}`)]],
      year: [['in the middle', '2024']],
      dataType: [
        ['page', 'PROFILE'],
        ['scores', 'MATCH_DETAILS'],
      ],
      ...UNRELATED,
    },
  }
}

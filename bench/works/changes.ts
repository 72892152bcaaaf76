/** Workloads that change something: they create a match, or change rows that are made before each turn. */
import { uuidv7 } from '../../src/db/uuid.ts'
import { insertDrafts, insertEdits } from '../stock.ts'
import { oneMatch } from './plain-match.ts'
import { type Work, pick, pool } from './work.ts'

interface NewMatch {
  gameId: string
  playedAt: string
  participants: { ghostPlayerId: string; score: number; rank: number }[]
}

const createMatch: Work = {
  name: 'create match',
  route: 'POST /matches',
  status: 201,
  requests: ({ callers, gameIds, ghostPlayers }) =>
    pool(() => {
      const person = pick(callers)
      const own = ghostPlayers[person] ?? []
      const first = Math.floor(Math.random() * own.length)
      const four = Array.from({ length: 4 }, (_, n) => own[(first + n) % own.length] ?? '')
      const participants = four.map((ghostPlayerId, n) => ({ ghostPlayerId, score: 40 - n, rank: n + 1 }))
      return { person, body: { gameId: pick(gameIds), playedAt: '2026-01-15T19:30:00Z', participants } }
    }),
  plain({ userId, body }) {
    const { gameId, playedAt, participants } = body as NewMatch
    const id = uuidv7()
    const column = <K extends keyof NewMatch['participants'][number]>(name: K) =>
      participants.map((one) => one[name])
    return [
      {
        text: 'insert into matches (id, game_id, recorder_id, played_at) values ($1, $2, $3, $4)',
        values: [id, gameId, userId, playedAt],
      },
      {
        text: `
          insert into participants
            (id, match_id, ghost_player_id, position, score, rank, match_created_at, match_played_at)
          select id, $1, ghost_player_id, position, score, rank, now(), $2
          from unnest($3::uuid[], $4::uuid[], $5::numeric[], $6::int[])
            with ordinality as input (id, ghost_player_id, score, rank, position)`,
        values: [
          id,
          playedAt,
          participants.map(() => uuidv7()),
          column('ghostPlayerId'),
          column('score'),
          column('rank'),
        ],
      },
      { text: oneMatch, values: [id] },
    ]
  },
}

const finalizeMatch: Work = {
  name: 'finalize match',
  route: 'POST /matches/{matchId}/finalize',
  status: 200,
  once: true,
  requests: insertDrafts,
  plain: ({ params: { matchId } }) => [
    {
      text: 'update matches set finalized_at = now(), version = version + 1, updated_at = now() where id = $1',
      values: [matchId],
    },
    {
      text: `
        update participants mp set match_finalized_at = now(), match_game_id = m.game_id, match_community_id = m.community_id,
          kind = 'COMPETITIVE', place = mp.rank, place_of = 4, winners = 1, tied = false, won = mp.rank = 1
        from matches m where m.id = $1 and mp.match_id = m.id`,
      values: [matchId],
    },
    { text: oneMatch, values: [matchId] },
  ],
}

const approveEdit: Work = {
  name: 'approve edit',
  route: 'PATCH /matches/{matchId}/edits/{editId}',
  status: 200,
  once: true,
  requests: insertEdits,
  plain: ({ userId, params: { matchId, editId } }) => [
    {
      text: `
        update match_edits set status = 'APPROVED', decided_by = $2, decided_at = now(), version = version + 1,
          updated_at = now()
        where id = $1`,
      values: [editId, userId],
    },
    {
      text: `
        update participants mp set score = ep.score, updated_at = now()
        from match_edit_participants ep where ep.edit_id = $1 and mp.id = ep.participant_id`,
      values: [editId],
    },
    {
      text: `
        update matches m set last_edited_at = now(), last_edited_by = me.proposed_by, version = m.version + 1,
          updated_at = now()
        from match_edits me where me.id = $1 and m.id = $2`,
      values: [editId, matchId],
    },
    { text: oneEdit, values: [editId] },
  ],
}

const oneEdit = `
  select json_object(
    'id': me.id,
    'matchId': me.match_id,
    'proposedBy': (select json_object('id': u.id, 'displayName': u.display_name) from users u where u.id = me.proposed_by),
    'status': me.status,
    'decidedBy': (select json_object('id': u.id, 'displayName': u.display_name) from users u where u.id = me.decided_by),
    'decidedAt': rfc3339(me.decided_at),
    'participantChanges': (
      select json_agg(json_object(
        'matchParticipantId': ep.participant_id, 'score': trim_scale(ep.score), 'scoreSet': ep.score_set,
        'rankSet': ep.rank_set, 'outcomeSet': ep.outcome_set))
      from match_edit_participants ep where ep.edit_id = me.id),
    'loadoutChanges': coalesce((
      select json_agg(el.attributes) from match_edit_loadouts el where el.edit_id = me.id), '[]'),
    'createdAt': rfc3339(me.created_at),
    'updatedAt': rfc3339(me.updated_at)
    absent on null)::text as body
  from match_edits me where me.id = $1`

export const changes: Work[] = [createMatch, finalizeMatch, approveEdit]

/** The SQL of match edits. Every change locks the match before its edits. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type Fields, enumField, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { expansionRows } from '../expansions/store.ts'
import * as matches from '../matches/store.ts'
import { matchesChanged } from '../ratings/changes.ts'
import { type WrittenMatch, resultsOfChanged, writtenAfterEdit, writtenMatch } from '../results/derived.ts'
import { editDecided, editProposed, editWithdrawn, matchEditPaths } from '../visibility/match-edits.ts'
import { matchDetailsPolicy } from '../visibility/matches.ts'
import { nameShown, neutralNameField } from '../visibility/people.ts'
import { isTrustedByLocked } from '../visibility/relations.ts'
import { apply, writtenWith } from './apply.ts'
import { deciderStands, matchEditJson, proposerStands } from './json.ts'
import { keepReplaced } from './replaced.ts'
import { type CreateMatchEdit, MATCH_EDIT_STATUSES } from './schema.ts'

export type LockedMatch = {
  id: string
  gameId: string
  finalized: boolean
  editRequestsEnabled: boolean
  visible: boolean
  /** False if the recorder's account was erased. */
  recorderIsThere: boolean
  trusted: boolean
  /** How many edits by the caller wait for a decision, in all matches. The count stops at `MOST_PENDING`. */
  pending: number
}

export type LockedMatchEdit = {
  id: string
  version: number
  matchId: string
  recorderId: string
  proposedBy: string
  status: (typeof MATCH_EDIT_STATUSES)[number]
}

export type EditReferences = matches.MatchReferences & {
  written: WrittenMatch
}

/** `playsetIsThere` is false if the playset that the edit would set was deleted. */
export type EditFacts = {
  playsetIsThere: boolean
  written: WrittenMatch
}

const fields: Fields = {
  id: uuidField(sql`me.id`),
  proposedById: uuidField(sql`me.proposed_by`),
  proposedByName: neutralNameField,
  decidedById: uuidField(sql`me.decided_by`),
  decidedByName: neutralNameField,
  status: enumField(sql`me.status`, MATCH_EDIT_STATUSES),
  createdAt: timestampField(sql`me.created_at`),
}

export const matchEdits: Collection<{ caller: UserCaller; params: { matchId: string } }> = {
  fields,
  sorts: ['id', 'status', 'createdAt'],
  rows: ({ caller, params: { matchId } }) => ({
    from: sql`match_edits me`,
    where: sql`me.match_id = ${matchId}`,
    fields: {
      ...fields,
      proposedByName: textField(nameShown(caller, sql`me.proposed_by`, proposerStands)),
      decidedByName: textField(nameShown(caller, sql`me.decided_by`, deciderStands)),
    },
    json: matchEditJson(caller),
    parent: sql`
      select ${matchDetailsPolicy.sees(caller)} as visible from matches m where m.id = ${matchId} and m.deleted_at is null`,
  }),
}

export const allMatchEdits: Collection<{ caller: UserCaller }> = {
  fields: {
    id: uuidField(sql`me.id`),
    matchId: uuidField(sql`me.match_id`),
    recorderId: uuidField(sql`m.recorder_id`),
    proposedById: uuidField(sql`me.proposed_by`),
    status: enumField(sql`me.status`, MATCH_EDIT_STATUSES),
    createdAt: timestampField(sql`me.created_at`),
    decidedAt: timestampField(sql`me.decided_at`, sql`coalesce(me.decided_at, 'infinity'::timestamptz)`),
  },
  sorts: ['id', 'createdAt', 'decidedAt'],
  rows: ({ caller }) => ({
    from: sql`match_edits me join matches m on m.id = me.match_id`,
    where: sql`true`,
    paths: matchEditPaths(caller),
    json: matchEditJson(caller),
  }),
}

export const show = (matchId: string, id: string, caller: UserCaller) => sql<Found>`
  select me.id, me.version, ${matchDetailsPolicy.sees(caller)} as visible, (${matchEditJson(caller)})::text as body
  from match_edits me join matches m on m.id = me.match_id
  where me.id = ${id} and m.id = ${matchId} and m.deleted_at is null`

export const recorderOf = (matchId: string): Sql => sql`select recorder_id from matches where id = ${matchId}`

/** Selects the user whose id an approval writes into the match. PostgreSQL locks this user because of the foreign key. */
export const proposerOf = (id: string): Sql => sql`select proposed_by from match_edits where id = ${id}`

/** How many undecided edits one person may have. Without this limit, one person could make the inboxes of others slow. */
export const MOST_PENDING = 1_000

/**
 * Locks the match, and the trust in the caller. Without the second lock, an edit could be approved at once although the trust was
 * just revoked.
 */
export const lockMatch = (id: string, caller: UserCaller) => sql<LockedMatch>`
  with recorder as (
    select u.id, u.erased_at is null as has_account from users u
    where u.id = (${recorderOf(id)}) for key share
  ), match as (
    select m.*, recorder.has_account from recorder join matches m on m.recorder_id = recorder.id
    where m.id = ${id} and m.deleted_at is null for update of m
  )
  select m.id, m.game_id as "gameId", m.finalized_at is not null as finalized,
    m.edit_requests_enabled as "editRequestsEnabled", m.has_account as "recorderIsThere",
    ${matchDetailsPolicy.sees(caller)} as visible, ${isTrustedByLocked(caller, sql`m.recorder_id`)} as trusted,
    (select count(*) from (
      select from match_edits me where me.proposed_by = ${caller.userId} and me.status = 'PENDING'
      limit ${MOST_PENDING}) pending)::int as pending
  from match m`

export const lock = (matchId: string, id: string) => sql<LockedMatchEdit>`
  with match as (
    select id, recorder_id from matches where id = ${matchId} and deleted_at is null for update
  )
  select me.id, me.version, m.id as "matchId", m.recorder_id as "recorderId", me.proposed_by as "proposedBy",
    me.status
  from match m join match_edits me on me.match_id = m.id
  where me.id = ${id} for update of me`

export const referencesOfNew = (caller: UserCaller, matchId: string, edit: CreateMatchEdit) => {
  const { playsetChange, expansionChange } = edit
  const referring = { playsetId: playsetChange?.playsetId, expansions: expansionChange?.expansionIds }
  return sql<EditReferences>`
    select found.*, ${writtenMatch} as written
    from (${matches.references(caller, referring, matchId)}) found, matches m where m.id = ${matchId}`
}

/** Locks the playset of the edit, so that nobody deletes it. Games and expansions can never be deleted. */
export const references = (id: string) => sql<EditFacts>`
  select me.playset_id is null or exists (
    select from playsets p where p.id = me.playset_id and p.deleted_at is null for share of p) as "playsetIsThere",
    ${writtenAfterEdit(id)} as written
  from match_edits me join matches m on m.id = me.match_id where me.id = ${id}`

export async function insert(
  db: Queryable,
  caller: UserCaller,
  match: LockedMatch,
  edit: CreateMatchEdit,
  written: WrittenMatch,
): Promise<Shown> {
  const id = uuidBeside(match.id)
  const changes = [
    sql`
      insert into match_edits (id, match_id, proposed_by, changes_playset, playset_id, changes_expansions)
      values (${id}, ${match.id}, ${caller.userId}, ${edit.playsetChange !== undefined},
        ${edit.playsetChange?.playsetId}, ${edit.expansionChange !== undefined})`,
    insertParticipantChanges(id, edit.participantChanges ?? []),
    insertLoadoutChanges(id, edit.loadoutChanges ?? []),
    insertExpansions(id, edit.expansionChange?.expansionIds ?? []),
    editProposed(id),
    ...(match.trusted ? approval(id, match.id, caller, writtenWith(written, edit)) : []),
  ]
  return changeAndShow(db, changes, show(match.id, id, caller))
}

export const approve = (
  db: Queryable,
  caller: UserCaller,
  edit: LockedMatchEdit,
  written: WrittenMatch,
): Promise<Shown> =>
  changeAndShow(db, approval(edit.id, edit.matchId, caller, written), show(edit.matchId, edit.id, caller))

export const reject = (db: Queryable, caller: UserCaller, edit: LockedMatchEdit): Promise<Shown> =>
  changeAndShow(
    db,
    [decide(edit.id, 'REJECTED', caller), editDecided(edit.id)],
    show(edit.matchId, edit.id, caller),
  )

/** Deletes the edit. A withdrawn edit was never decided, so no trace of it is kept. */
export const withdraw = (db: Queryable, { id }: LockedMatchEdit): Promise<unknown> =>
  Promise.all(
    [
      editWithdrawn(id),
      ...PARTS.map((part) => sql`delete from ${part} where edit_id = ${id}`),
      sql`delete from match_edits where id = ${id}`,
    ].map((statement) => db.many(statement)),
  )

const PARTS = [sql`match_edit_participants`, sql`match_edit_loadouts`, sql`match_edit_expansions`]

/** `written` has the match's results as they will be after the edit. */
const approval = (id: string, matchId: string, caller: UserCaller, written: WrittenMatch) => [
  decide(id, 'APPROVED', caller),
  editDecided(id),
  keepReplaced(id),
  ...apply(id, matchId),
  resultsOfChanged(matchId, written),
  matchesChanged(sql`m.id = ${matchId}`),
]

const decide = (id: string, status: 'APPROVED' | 'REJECTED', { userId }: UserCaller) => sql`
  update match_edits set status = ${status}, decided_by = ${userId}, decided_at = now(),
    version = version + 1, updated_at = now()
  where id = ${id}`

function insertParticipantChanges(id: string, changes: NonNullable<CreateMatchEdit['participantChanges']>) {
  const withFlags = changes.map((change) => ({
    ...change,
    scoreSet: change.score !== undefined,
    rankSet: change.rank !== undefined,
    outcomeSet: change.outcome !== undefined,
  }))
  return sql`
    insert into match_edit_participants
      (edit_id, participant_id, position, score_set, score, rank_set, rank, outcome_set, outcome)
    select ${id}, participant_id, position, score_set, score, rank_set, rank, outcome_set, outcome
    from rows from (json_to_recordset(${JSON.stringify(withFlags)}) as (
        "matchParticipantId" uuid, "scoreSet" boolean, score numeric, "rankSet" boolean, rank int,
        "outcomeSet" boolean, outcome text))
      with ordinality as input (participant_id, score_set, score, rank_set, rank, outcome_set, outcome, position)`
}

function insertLoadoutChanges(id: string, changes: NonNullable<CreateMatchEdit['loadoutChanges']>) {
  const withIds = changes.map((change) => ({ ...change, loadoutId: uuidBeside(id) }))
  return sql`
    insert into match_edit_loadouts (edit_id, participant_id, position, loadout_id, attributes)
    select ${id}, participant_id, position, loadout_id, attributes::json
    from rows from (json_to_recordset(${JSON.stringify(withIds)}) as (
        "matchParticipantId" uuid, "loadoutId" uuid, attributes text))
      with ordinality as input (participant_id, loadout_id, attributes, position)`
}

const insertExpansions = (id: string, expansions: string[]) => sql`
  insert into match_edit_expansions (edit_id, expansion_id, position) ${expansionRows(id, expansions)}`

-- What changes a finalized match, and who was who: edits, trusted editors, claim requests; a person's matches in order.

create table trusted_editors (
    id uuid primary key default uuidv7(),
    grantor_id uuid not null references users,
    editor_id uuid not null references users,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    revoked_at timestamptz,
    constraint trusted_editors_self_check check (grantor_id <> editor_id)
);
create unique index trusted_editors_active_key on trusted_editors (editor_id, grantor_id) where revoked_at is null;
create index trusted_editors_by_grantor on trusted_editors (grantor_id, created_at, id);
create index trusted_editors_by_editor on trusted_editors (editor_id, created_at, id);

-- `owner_id` is the ghost player's owner, who never changes.
create table claim_requests (
    id uuid primary key default uuidv7(),
    canonical_player_id uuid not null references canonical_players,
    ghost_player_id uuid not null references ghost_players,
    owner_id uuid not null references users,
    status text not null default 'PENDING',
    message text,
    decided_by uuid references users,
    decided_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint claim_requests_status_check check (status in ('PENDING', 'APPROVED', 'REJECTED', 'CANCELLED'))
);
create unique index claim_requests_pending_key on claim_requests (ghost_player_id, canonical_player_id) where status = 'PENDING';
create index claim_requests_by_ghost_player on claim_requests (ghost_player_id);
create index claim_requests_by_canonical_player on claim_requests (canonical_player_id, created_at, id);
create index claim_requests_by_owner on claim_requests (owner_id, created_at, id);
create index claim_requests_by_decider on claim_requests (decided_by) where decided_by is not null;

alter table claim_edges
    add owner_id uuid references users,
    add claim_request_id uuid references claim_requests;
update claim_edges ce set owner_id = gp.owner_id from ghost_players gp where gp.id = ce.ghost_player_id;
alter table claim_edges alter owner_id set not null;
create unique index claim_edges_request_key on claim_edges (claim_request_id) where claim_request_id is not null;
create index claim_edges_active on claim_edges (canonical_player_id, ghost_player_id) where revoked_at is null;
drop index claim_edges_by_canonical_player;
create index claim_edges_by_canonical_player on claim_edges (canonical_player_id, created_at, id);
create index claim_edges_by_owner on claim_edges (owner_id, created_at, id);

-- Columns of the match, repeated, so that an index has a ghost player's final matches, and its drafts, in each order.
alter table participants
    add match_created_at timestamptz,
    add match_played_at timestamptz,
    add match_finalized_at timestamptz,
    add match_deleted_at timestamptz,
    add match_final boolean not null generated always as (match_finalized_at is not null) stored;
update participants mp set
    match_created_at = m.created_at, match_played_at = m.played_at,
    match_finalized_at = m.finalized_at, match_deleted_at = m.deleted_at
from matches m where m.id = mp.match_id;
alter table participants
    alter match_created_at set not null,
    alter match_played_at set not null;
drop index participants_by_ghost_player;
create index participants_by_ghost_player on participants (ghost_player_id, match_final, match_id) where match_deleted_at is null;
create index participants_by_created on participants (ghost_player_id, match_final, match_created_at, match_id) where match_deleted_at is null;
create index participants_by_played on participants (ghost_player_id, match_final, match_played_at, match_id) where match_deleted_at is null;
create index participants_by_finalized on participants (ghost_player_id, match_final, match_finalized_at, match_id) where match_deleted_at is null;

-- The playsets in somebody's matches.
create index matches_by_recorder_and_playset on matches (recorder_id, playset_id) where playset_id is not null and deleted_at is null;

create table match_edits (
    id uuid primary key default uuidv7(),
    match_id uuid not null references matches,
    proposed_by uuid not null references users,
    status text not null default 'PENDING',
    decided_by uuid references users,
    decided_at timestamptz,
    changes_playset boolean not null,
    playset_id uuid references playsets,
    changes_expansions boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint match_edits_status_check check (status in ('PENDING', 'APPROVED', 'REJECTED')),
    constraint match_edits_decided_check check ((status = 'PENDING') = (decided_at is null))
);
create index match_edits_by_created on match_edits (match_id, created_at, id);
create index match_edits_by_proposer on match_edits (proposed_by);
create index match_edits_by_decider on match_edits (decided_by) where decided_by is not null;
create index match_edits_by_playset on match_edits (playset_id) where playset_id is not null;

-- Only what is flagged as set is written; what is set and null is cleared.
create table match_edit_participants (
    edit_id uuid not null references match_edits,
    participant_id uuid not null references participants,
    position int not null,
    score_set boolean not null,
    score numeric,
    rank_set boolean not null,
    rank int,
    outcome_set boolean not null,
    outcome text,
    primary key (edit_id, participant_id),
    constraint match_edit_participants_score_check check (abs(score) <= 99999999.99 and scale(score) <= 2),
    constraint match_edit_participants_rank_check check (rank >= 1),
    constraint match_edit_participants_outcome_check check (outcome in ('WIN', 'LOSS'))
);
create index match_edit_participants_by_participant on match_edit_participants (participant_id);

create table match_edit_loadouts (
    edit_id uuid not null references match_edits,
    participant_id uuid not null references participants,
    position int not null,
    attributes json not null,
    primary key (edit_id, participant_id)
);
create index match_edit_loadouts_by_participant on match_edit_loadouts (participant_id);

create table match_edit_expansions (
    edit_id uuid not null references match_edits,
    expansion_id uuid not null references expansions,
    position int not null,
    primary key (edit_id, expansion_id)
);
create index match_edit_expansions_by_expansion on match_edit_expansions (expansion_id);

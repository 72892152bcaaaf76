-- People: users, the stand-ins that others name for them, the claims of stand-ins, and the users that a user trusts with edits.

create table users (
    id uuid primary key,
    issuer text not null,
    subject text not null,
    display_name text collate pg_c_utf8 not null,
    is_public boolean not null default false,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    erased_at timestamptz,
    constraint users_subject_key unique (issuer, subject),
    constraint users_display_name_check check (char_length(display_name) between 1 and 100)
);
comment on table users is
    'A person who signs in. The row of an erased user stays without the name, because other rows refer to it.';
comment on column users.issuer is 'The issuer of the user''s tokens. Issuer and subject together identify a user.';
comment on column users.is_public is 'True if the user''s PROFILE setting is PUBLIC.';
create index users_by_name_part on users using gin (folded(display_name) gin_trgm_ops);
create index users_public on users (id) where is_public;
create index users_public_by_created on users (created_at, id) where is_public;
create index users_public_by_name on users (folded(display_name), id) where is_public;

create table erased_subjects (
    key uuid primary key,
    erased_at timestamptz not null default clock_timestamp()
);
comment on table erased_subjects is 'Subjects whose accounts were erased. Their tokens from before the erasure are refused.';
comment on column erased_subjects.key is 'A hash of issuer and subject. The subject itself is not stored.';

create table canonical_players (
    id uuid primary key,
    user_id uuid not null references users,
    sort_name text collate pg_c_utf8 not null,
    is_public boolean not null default false,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint canonical_players_user_key unique (user_id)
);
comment on table canonical_players is 'The one player that a user is.';
comment on column canonical_players.sort_name is 'The user''s folded name. Lists sort by it.';
comment on column canonical_players.is_public is 'True if the user''s PROFILE setting is PUBLIC.';
create index canonical_players_public on canonical_players (id) where is_public;
create index canonical_players_public_by_created on canonical_players (created_at, id) where is_public;
create index canonical_players_public_by_name on canonical_players (sort_name, id) where is_public;

create table ghost_players (
    id uuid primary key,
    owner_id uuid not null references users,
    display_name text collate pg_c_utf8 not null,
    is_self boolean not null default false,
    is_public boolean not null default false,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    constraint ghost_players_display_name_check check (char_length(display_name) between 1 and 100)
);
comment on column ghost_players.is_self is 'True if the ghost player represents its owner.';
comment on column ghost_players.is_public is 'True if its owner''s MATCH_HISTORY setting is PUBLIC.';
create unique index ghost_players_self_key on ghost_players (owner_id) where is_self;
create index ghost_players_by_owner on ghost_players (owner_id, id) where deleted_at is null;
create index ghost_players_by_created on ghost_players (owner_id, created_at, id) where deleted_at is null;
create index ghost_players_by_updated on ghost_players (owner_id, updated_at, id) where deleted_at is null;
create index ghost_players_by_name on ghost_players (owner_id, folded(display_name), id) where deleted_at is null;
create index ghost_players_public on ghost_players (id) where is_public and deleted_at is null;
create index ghost_players_public_by_created on ghost_players (created_at, id) where is_public and deleted_at is null;
create index ghost_players_public_by_updated on ghost_players (updated_at, id) where is_public and deleted_at is null;
create index ghost_players_public_by_name on ghost_players (folded(display_name), id)
    where is_public and deleted_at is null;

create table claim_requests (
    id uuid primary key,
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
comment on table claim_requests is 'A canonical player says that they are a ghost player. The ghost player''s owner decides.';
comment on column claim_requests.owner_id is
    'The ghost player''s owner. It never changes, and is repeated here for the indexes.';
create unique index claim_requests_pending_key on claim_requests (ghost_player_id, canonical_player_id)
    where status = 'PENDING';
create index claim_requests_by_ghost_player on claim_requests (ghost_player_id);
create index claim_requests_by_canonical_player on claim_requests (canonical_player_id, created_at, id);
create index claim_requests_by_owner on claim_requests (owner_id, created_at, id);
-- The inbox reads the pending requests of an owner and of a claimant.
create index claim_requests_pending_by_owner on claim_requests (owner_id, created_at, id) where status = 'PENDING';
create index claim_requests_pending_by_canonical_player on claim_requests (canonical_player_id, created_at, id)
    where status = 'PENDING';
-- The answers to a claimant, for the inbox.
create index claim_requests_answered on claim_requests (canonical_player_id, decided_at, id)
    where status in ('APPROVED', 'REJECTED');
create index claim_requests_by_decider on claim_requests (decided_by) where decided_by is not null;

create table claim_edges (
    id uuid primary key,
    canonical_player_id uuid not null references canonical_players,
    ghost_player_id uuid not null references ghost_players,
    owner_id uuid not null references users,
    claim_request_id uuid references claim_requests,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    revoked_at timestamptz,
    revoked_by uuid references users
);
comment on table claim_edges is 'Says that a ghost player is a canonical player. The row stays after the edge is revoked.';
comment on column claim_edges.owner_id is 'The ghost player''s owner. It never changes, and is repeated here for the indexes.';
comment on column claim_edges.claim_request_id is
    'The request that was approved; null for the edge of a self ghost player, which needs no request.';
create unique index claim_edges_active_key on claim_edges (ghost_player_id) where revoked_at is null;
create unique index claim_edges_request_key on claim_edges (claim_request_id) where claim_request_id is not null;
create index claim_edges_active on claim_edges (canonical_player_id, ghost_player_id) where revoked_at is null;
create index claim_edges_by_ghost_player on claim_edges (ghost_player_id);
create index claim_edges_by_canonical_player on claim_edges (canonical_player_id, created_at, id);
create index claim_edges_by_owner on claim_edges (owner_id, created_at, id);
create index claim_edges_by_revoker on claim_edges (revoked_by) where revoked_by is not null;

create table trusted_editors (
    id uuid primary key,
    grantor_id uuid not null references users,
    editor_id uuid not null references users,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    revoked_at timestamptz,
    answered_at timestamptz default now(),
    constraint trusted_editors_self_check check (grantor_id <> editor_id)
);
comment on table trusted_editors is
    'The editor''s edits of the grantor''s matches are approved at once, until the trust is revoked.';
comment on column trusted_editors.answered_at is
    'When the grantor granted or revoked it, whichever was last. Null if the editor did it: by an invitation, or by giving it back.';
create unique index trusted_editors_active_key on trusted_editors (editor_id, grantor_id) where revoked_at is null;
create index trusted_editors_by_grantor on trusted_editors (grantor_id, created_at, id);
create index trusted_editors_by_editor on trusted_editors (editor_id, created_at, id);
create index trusted_editors_answered on trusted_editors (editor_id, answered_at, id) where answered_at is not null;
comment on index trusted_editors_answered is 'For the inbox of the editor.';

-- Matches with their participants, and the communities they may belong to.

create table communities (
    id uuid primary key default uuidv7(),
    owner_id uuid not null references users,
    display_name text collate pg_c_utf8 not null,
    description text,
    join_policy text not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    constraint communities_join_policy_check check (join_policy in ('OPEN', 'REQUIRES_APPROVAL'))
);
create index communities_by_owner on communities (owner_id);

create table memberships (
    id uuid primary key default uuidv7(),
    community_id uuid not null references communities,
    user_id uuid not null references users,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint memberships_user_key unique (community_id, user_id)
);
create index memberships_by_user on memberships (user_id);

create table matches (
    id uuid primary key default uuidv7(),
    game_id uuid not null references games,
    playset_id uuid references playsets,
    community_id uuid references communities,
    recorder_id uuid not null references users,
    played_at timestamptz not null,
    edit_requests_enabled boolean not null default true,
    finalized_at timestamptz,
    last_edited_at timestamptz,
    last_edited_by uuid references users,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
);
-- A draft sorts as finalized last: coalesce(finalized_at, 'infinity').
create index matches_by_created on matches (recorder_id, created_at, id) where deleted_at is null;
create index matches_by_played on matches (recorder_id, played_at, id) where deleted_at is null;
create index matches_by_finalized on matches (recorder_id, coalesce(finalized_at, 'infinity'::timestamptz), id) where deleted_at is null;
create index matches_by_recorder on matches (recorder_id, id) where deleted_at is null;
-- One recorder's matches of a game, in a span of time: without it a filter by game reads the matches of all recorders.
create index matches_by_recorder_and_game on matches (recorder_id, game_id, played_at) where deleted_at is null;
create index matches_by_game on matches (game_id);
create index matches_by_playset on matches (playset_id) where playset_id is not null;
create index matches_by_community on matches (community_id) where community_id is not null;
create index matches_by_last_editor on matches (last_edited_by) where last_edited_by is not null;

create table match_expansions (
    match_id uuid not null references matches,
    expansion_id uuid not null references expansions,
    position int not null,
    primary key (match_id, expansion_id)
);
create index match_expansions_by_expansion on match_expansions (expansion_id);

create table participants (
    id uuid primary key default uuidv7(),
    match_id uuid not null references matches,
    ghost_player_id uuid not null references ghost_players,
    position int not null,
    score numeric,
    rank int,
    outcome text,
    dispute_reason text,
    disputed_at timestamptz,
    disputed_by uuid references users,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint participants_ghost_player_key unique (match_id, ghost_player_id),
    constraint participants_score_check check (abs(score) <= 99999999.99 and scale(score) <= 2),
    constraint participants_rank_check check (rank >= 1),
    constraint participants_outcome_check check (outcome in ('WIN', 'LOSS'))
);
create index participants_by_ghost_player on participants (ghost_player_id);
create index participants_by_disputer on participants (disputed_by) where disputed_by is not null;

-- Attributes are json, not jsonb: they are answered exactly as they were sent.
create table loadouts (
    id uuid primary key default uuidv7(),
    participant_id uuid not null references participants on delete cascade,
    attributes json not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint loadouts_participant_key unique (participant_id)
);

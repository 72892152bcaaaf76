-- People: a user, their canonical player, the ghost players that stand in for people, and who claimed which.

create table users (
    id uuid primary key default uuidv7(),
    issuer text not null,
    subject text not null,
    display_name text collate pg_c_utf8 not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint users_subject_key unique (issuer, subject),
    constraint users_display_name_check check (char_length(display_name) between 1 and 100)
);

create table canonical_players (
    id uuid primary key default uuidv7(),
    user_id uuid not null references users,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint canonical_players_user_key unique (user_id)
);

create table ghost_players (
    id uuid primary key default uuidv7(),
    owner_id uuid not null references users,
    display_name text collate pg_c_utf8 not null,
    is_self boolean not null default false,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    constraint ghost_players_display_name_check check (char_length(display_name) between 1 and 100)
);
create unique index ghost_players_self_key on ghost_players (owner_id) where is_self;
create index ghost_players_by_created on ghost_players (owner_id, created_at, id) where deleted_at is null;
create index ghost_players_by_updated on ghost_players (owner_id, updated_at, id) where deleted_at is null;
create index ghost_players_by_name on ghost_players (owner_id, folded(display_name), id) where deleted_at is null;

create table claim_edges (
    id uuid primary key default uuidv7(),
    canonical_player_id uuid not null references canonical_players,
    ghost_player_id uuid not null references ghost_players,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    revoked_at timestamptz,
    revoked_by uuid references users
);
create unique index claim_edges_active_key on claim_edges (ghost_player_id) where revoked_at is null;
create index claim_edges_by_ghost_player on claim_edges (ghost_player_id);
create index claim_edges_by_canonical_player on claim_edges (canonical_player_id);
create index claim_edges_by_revoker on claim_edges (revoked_by) where revoked_by is not null;

create table privacy_settings (
    id uuid primary key default uuidv7(),
    user_id uuid not null references users,
    data_type text not null,
    level text not null default 'PRIVATE',
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint privacy_settings_data_type_key unique (user_id, data_type),
    constraint privacy_settings_data_type_check check (data_type in ('PROFILE', 'MATCH_HISTORY', 'MATCH_DETAILS')),
    constraint privacy_settings_level_check check (level in ('PRIVATE', 'PUBLIC', 'PRIVILEGED_ACCESS'))
);

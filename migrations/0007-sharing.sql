-- Sharing and hiding: groups, communities with their requests, who is let in by whom, and people who are gone.

create table groups (
    id uuid primary key default uuidv7(),
    owner_id uuid not null references users,
    display_name text collate pg_c_utf8 not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    constraint groups_display_name_check check (char_length(display_name) between 1 and 100)
);
create index groups_by_created on groups (owner_id, created_at, id) where deleted_at is null;

-- A deleted group has no members.
create table group_members (
    group_id uuid not null references groups,
    user_id uuid not null references users,
    created_at timestamptz not null default now(),
    constraint group_members_pkey primary key (group_id, user_id)
);
create index group_members_by_created on group_members (group_id, created_at, user_id);
create index group_members_by_user on group_members (user_id, group_id);

-- Whom a setting of level PRIVILEGED_ACCESS lets in; a deleted group lets in nobody.
create table privacy_setting_groups (
    setting_id uuid not null references privacy_settings,
    group_id uuid not null references groups,
    position int not null,
    primary key (setting_id, group_id)
);
create index privacy_setting_groups_by_group on privacy_setting_groups (group_id);

alter table communities add admin_group_id uuid references groups;
create index communities_by_admin_group on communities (admin_group_id) where admin_group_id is not null;
create index communities_by_created on communities (created_at, id) where deleted_at is null;
create index communities_by_updated on communities (updated_at, id) where deleted_at is null;
create index communities_by_name on communities (folded(display_name), id) where deleted_at is null;
create index communities_by_name_part on communities using gin (folded(display_name) gin_trgm_ops);

-- Who leaves is no member any more, and a deleted community has none.
drop index memberships_by_user;
create index memberships_by_user on memberships (user_id, community_id);
create index memberships_by_created on memberships (community_id, created_at, id);

create table membership_requests (
    id uuid primary key default uuidv7(),
    community_id uuid not null references communities,
    user_id uuid not null references users,
    status text not null default 'PENDING',
    decided_by uuid references users,
    decided_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint membership_requests_status_check check (status in ('PENDING', 'APPROVED', 'REJECTED', 'CANCELLED'))
);
create unique index membership_requests_pending_key on membership_requests (community_id, user_id) where status = 'PENDING';
create index membership_requests_by_created on membership_requests (community_id, created_at, id);
create index membership_requests_by_user on membership_requests (user_id);
create index membership_requests_by_decider on membership_requests (decided_by) where decided_by is not null;

-- What recorders let somebody see, but for what a community shares as well.
drop index matches_by_recorder;
create index matches_by_recorder on matches (recorder_id, id) include (finalized_at, community_id) where deleted_at is null;
create index matches_final_by_recorder on matches (recorder_id, finalized_at, id) where finalized_at is not null and deleted_at is null;

-- A community's final matches in each order.
create index matches_of_community_by_created on matches (community_id, created_at, id) where finalized_at is not null and community_id is not null;
create index matches_of_community_by_played on matches (community_id, played_at, id) where finalized_at is not null and community_id is not null;
create index matches_of_community_by_finalized on matches (community_id, finalized_at, id) where finalized_at is not null and community_id is not null;
create index matches_of_community on matches (community_id, id) include (recorder_id) where finalized_at is not null and community_id is not null;

-- A level PUBLIC lets in everybody: what it opens is marked, so that an index has all that everybody may see in order.
-- A match is marked once it is final.
alter table matches add is_public boolean not null default false;
create index matches_public_by_created on matches (created_at, id) where is_public;
create index matches_public_by_played on matches (played_at, id) where is_public;
create index matches_public_by_finalized on matches (finalized_at, id) where is_public;
create index matches_public on matches (id) include (recorder_id, community_id) where is_public;
create index matches_public_by_playset on matches (playset_id) where is_public and playset_id is not null;

alter table ghost_players add is_public boolean not null default false;
create index ghost_players_public_by_created on ghost_players (created_at, id) where is_public and deleted_at is null;
create index ghost_players_public_by_updated on ghost_players (updated_at, id) where is_public and deleted_at is null;
create index ghost_players_public_by_name on ghost_players (folded(display_name), id) where is_public and deleted_at is null;

create index playsets_by_age on playsets (created_at, id) where deleted_at is null;

-- The profile is public. Somebody who is gone keeps their row, as others refer to it, under a name that is nobody's.
alter table users
    add is_public boolean not null default false,
    add erased_at timestamptz;
create index users_public_by_created on users (created_at, id) where is_public;
create index users_public_by_name on users (folded(display_name), id) where is_public;
create index users_by_name_part on users using gin (folded(display_name) gin_trgm_ops);

-- Tokens of a subject that were issued before its account was erased are refused; the subject itself is not kept.
create table erased_subjects (
    key uuid primary key,
    erased_at timestamptz not null default clock_timestamp()
);

-- Sharing: groups, communities with their members, and the people that each user lets in to their data.

create table groups (
    id uuid primary key,
    owner_id uuid not null references users,
    display_name text collate pg_c_utf8 not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    constraint groups_display_name_check check (char_length(display_name) between 1 and 100)
);
comment on table groups is
    'People that the owner names, to let them in or to administer a community. A deleted group has no members.';
comment on column groups.version is 'Also counts changes of members, because a group shows their number.';
create index groups_by_created on groups (owner_id, created_at, id) where deleted_at is null;

create table group_members (
    group_id uuid not null references groups,
    user_id uuid not null references users,
    created_at timestamptz not null default now(),
    constraint group_members_pkey primary key (group_id, user_id)
);
create index group_members_by_created on group_members (group_id, created_at, user_id);
create index group_members_by_user on group_members (user_id, group_id);

create table communities (
    id uuid primary key,
    owner_id uuid not null references users,
    admin_group_id uuid references groups,
    display_name text collate pg_c_utf8 not null,
    description text,
    join_policy text not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    constraint communities_join_policy_check check (join_policy in ('OPEN', 'REQUIRES_APPROVAL'))
);
comment on table communities is 'People who share matches. A deleted community has no members, and shares nothing.';
comment on column communities.admin_group_id is 'The members of this group administer the community, with its owner.';
create index communities_by_owner on communities (owner_id);
create index communities_by_admin_group on communities (admin_group_id) where admin_group_id is not null;
create index communities_by_created on communities (created_at, id) where deleted_at is null;
create index communities_by_updated on communities (updated_at, id) where deleted_at is null;
create index communities_by_name on communities (folded(display_name), id) where deleted_at is null;
create index communities_by_name_part on communities using gin (folded(display_name) gin_trgm_ops);

create table memberships (
    id uuid primary key,
    community_id uuid not null references communities,
    user_id uuid not null references users,
    canonical_player_id uuid not null,
    user_name text collate pg_c_utf8 not null,
    user_created_at timestamptz not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint memberships_user_key unique (community_id, user_id)
);
comment on table memberships is
    'The row is deleted when the user leaves. Columns user_… and canonical_player_id repeat the user''s, so that an index '
    'has the members in each order of lists.';
comment on column memberships.user_name is 'The user''s folded name. Lists sort by it.';
create index memberships_by_user on memberships (user_id, community_id);
create index memberships_by_created on memberships (community_id, created_at, id);
create index memberships_by_user_created on memberships (community_id, user_created_at, user_id);
create index memberships_by_user_name on memberships (community_id, user_name, user_id);
create index memberships_by_canonical_player on memberships (community_id, canonical_player_id);
create index memberships_by_canonical_player_created on memberships (community_id, user_created_at, canonical_player_id);
create index memberships_by_canonical_player_name on memberships (community_id, user_name, canonical_player_id);

create table membership_requests (
    id uuid primary key,
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
comment on table membership_requests is 'A user asks to join a community. One of its admins decides.';
create unique index membership_requests_pending_key on membership_requests (community_id, user_id)
    where status = 'PENDING';
create index membership_requests_by_created on membership_requests (community_id, created_at, id);
create index membership_requests_by_user on membership_requests (user_id);
-- The inbox reads the pending requests of a community and of a user.
create index membership_requests_pending_by_created on membership_requests (community_id, created_at, id)
    where status = 'PENDING';
create index membership_requests_pending_by_user on membership_requests (user_id, created_at, id) where status = 'PENDING';
-- The answers to a user, for the inbox.
create index membership_requests_answered on membership_requests (user_id, decided_at, id)
    where status in ('APPROVED', 'REJECTED');
create index membership_requests_by_decider on membership_requests (decided_by) where decided_by is not null;

create table privacy_settings (
    id uuid primary key,
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
comment on table privacy_settings is
    'The people that a user lets in to one type of their data. The level PUBLIC also sets is_public on the rows that it '
    'opens, so that an index has them.';

create table privacy_setting_groups (
    setting_id uuid not null references privacy_settings,
    group_id uuid not null references groups,
    position int not null,
    primary key (setting_id, group_id)
);
comment on table privacy_setting_groups is
    'The groups that a setting lets in at the level PRIVILEGED_ACCESS. A deleted group lets in nobody.';
create index privacy_setting_groups_by_group on privacy_setting_groups (group_id);

create table markings (
    user_id uuid primary key references users,
    opens boolean not null,
    before_match uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    before_ghost_player uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    updated_at timestamptz not null default clock_timestamp()
);
comment on table markings is
    'A user whose MATCH_HISTORY is PUBLIC (opens) or is PUBLIC no more, while some rows still have the old is_public, or some '
    'edits the old row of everybody in seen_match_edits. This row overrules them.';
comment on column markings.before_match is 'The matches before this one still need the new mark. The newest are marked first.';

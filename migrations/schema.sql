-- The schema after all migrations, for reading: `npm run derive` writes this file, and nothing runs it.
-- Names: a unique constraint or index ends in _key; any other index says what it finds, and in which order.

-- A timestamp in RFC 3339 and UTC, with all stored digits. It needs the session's datestyle ISO.
create function rfc3339(at timestamptz) returns text
language sql stable parallel safe
return (translate((at at time zone 'UTC')::text, ' ', 'T') || 'Z');

-- Text for comparisons that ignore case. Different spellings of a name give the same text: Å as one or two
-- characters, ß as SS.
create function folded(value text) returns text
language sql immutable parallel safe
return case
    when (octet_length(value) = char_length(value)) then casefold(value collate pg_unicode_fast)
    when ((value is nfc normalized) and (casefold(value collate pg_unicode_fast) is nfc normalized))
        then casefold(value collate pg_unicode_fast)
    else normalize(casefold((normalize(value, nfd) collate pg_unicode_fast)), nfc)
end;

-- Text by its looks: two texts that most fonts draw alike are the same, such as a Cyrillic and a Latin a. It ignores
-- case too.
create function appearance(value text) returns text
language sql immutable parallel safe
return "left"(folded(translate(normalize(value, nfkd), 'АВЕЅІЈКМНОРСТУХҮԚԜԌӀԀЬавеѕіјкмнорстухүһԁԛԝѵԍӏгпьΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγεηικνορςτυχωıȷɑɡᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'ABESIJKMHOPCTYXYQWGIdbabesijkmhopctyxyhdqwvglrnbABEZHIKMNOPTYXabyenikvopctuxwijagabcdefghijklmnoprstuvwyz')), 300);

-- A name without case, accents and double spaces, to find a name that was written elsewhere.
create function plain_name(value text) returns text
language sql immutable parallel safe
return "left"(btrim(regexp_replace(regexp_replace(normalize(folded(value), nfd), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g')), 300);

-- The answers stored for retries, each in the transaction of its change. Only inside such a transaction has a row no
-- status.
create table idempotency_keys (
    caller uuid not null,
    key uuid not null,
    -- A hash of the request. The same key with another request is refused.
    fingerprint bytea not null,
    status smallint,
    etag text,
    location text,
    body text,
    -- The users that the answer names, apart from its caller; null if it names nobody else.
    users uuid[],
    created_at timestamptz not null default now(),
    constraint idempotency_keys_pkey primary key (caller, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
-- For the answers that an erasure changes. Nearly all answers name nobody but their caller, so they are not in it.
create index idempotency_keys_by_user on idempotency_keys using gin (users) with (fastupdate=off)
    where users is not null;

-- Secrets that all instances on one database share, such as the key that signs cursors.
create table secrets (
    name text primary key,
    value bytea not null,
    created_at timestamptz not null default now()
);

-- With several servers: the timelines of PostgreSQL that the primary had. A standby with the newest one follows the
-- current primary.
create table timelines (
    id int primary key,
    seen_at timestamptz not null default now()
);

-- A person who signs in. The row of an erased user stays without the name, because other rows refer to it.
create table users (
    id uuid primary key,
    -- The issuer of the user's tokens. Issuer and subject together identify a user.
    issuer text not null,
    subject text not null,
    display_name text collate pg_c_utf8 not null,
    -- True if the user's PROFILE setting is PUBLIC.
    is_public boolean not null default false,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    erased_at timestamptz,
    constraint users_subject_key unique (issuer, subject),
    constraint users_display_name_check check (char_length(display_name) >= 1 and char_length(display_name) <= 100)
);
create index users_by_name_part on users using gin (folded(display_name) gin_trgm_ops);
create index users_public on users (id) where is_public;
create index users_public_by_created on users (created_at, id) where is_public;
create index users_public_by_name on users (folded(display_name), id) where is_public;

-- Subjects whose accounts were erased. Their tokens from before the erasure are refused.
create table erased_subjects (
    -- A hash of issuer and subject. The subject itself is not stored.
    key uuid primary key,
    erased_at timestamptz not null default clock_timestamp()
);

-- The one player that a user is.
create table canonical_players (
    id uuid primary key,
    user_id uuid not null references users,
    -- The user's folded name. Lists sort by it.
    sort_name text collate pg_c_utf8 not null,
    -- True if the user's PROFILE setting is PUBLIC.
    is_public boolean not null default false,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint canonical_players_user_key unique (user_id)
);
create index canonical_players_public on canonical_players (id) where is_public;
create index canonical_players_public_by_created on canonical_players (created_at, id) where is_public;
create index canonical_players_public_by_name on canonical_players (sort_name, id) where is_public;

create table ghost_players (
    id uuid primary key,
    owner_id uuid not null references users,
    display_name text collate pg_c_utf8 not null,
    -- True if the ghost player represents its owner.
    is_self boolean not null default false,
    -- True if its owner's MATCH_HISTORY setting is PUBLIC.
    is_public boolean not null default false,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    constraint ghost_players_display_name_check
        check (char_length(display_name) >= 1 and char_length(display_name) <= 100)
);
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

-- A canonical player says that they are a ghost player. The ghost player's owner decides.
create table claim_requests (
    id uuid primary key,
    canonical_player_id uuid not null references canonical_players,
    ghost_player_id uuid not null references ghost_players,
    -- The ghost player's owner. It never changes, and is repeated here for the indexes.
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
create unique index claim_requests_pending_key on claim_requests (ghost_player_id, canonical_player_id)
    where status = 'PENDING';
create index claim_requests_by_ghost_player on claim_requests (ghost_player_id);
create index claim_requests_by_canonical_player on claim_requests (canonical_player_id, created_at, id);
create index claim_requests_by_owner on claim_requests (owner_id, created_at, id);
create index claim_requests_pending_by_owner on claim_requests (owner_id, created_at, id) where status = 'PENDING';
create index claim_requests_pending_by_canonical_player on claim_requests (canonical_player_id, created_at, id)
    where status = 'PENDING';
create index claim_requests_answered on claim_requests (canonical_player_id, decided_at, id)
    where status in ('APPROVED', 'REJECTED');
create index claim_requests_by_decider on claim_requests (decided_by) where decided_by is not null;

-- Says that a ghost player is a canonical player. The row stays after the edge is revoked.
create table claim_edges (
    id uuid primary key,
    canonical_player_id uuid not null references canonical_players,
    ghost_player_id uuid not null references ghost_players,
    -- The ghost player's owner. It never changes, and is repeated here for the indexes.
    owner_id uuid not null references users,
    -- The request that was approved; null for the edge of a self ghost player, which needs no request.
    claim_request_id uuid references claim_requests,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    revoked_at timestamptz,
    revoked_by uuid references users
);
create unique index claim_edges_active_key on claim_edges (ghost_player_id) where revoked_at is null;
create unique index claim_edges_request_key on claim_edges (claim_request_id) where claim_request_id is not null;
create index claim_edges_active on claim_edges (canonical_player_id, ghost_player_id) where revoked_at is null;
create index claim_edges_by_ghost_player on claim_edges (ghost_player_id);
create index claim_edges_by_canonical_player on claim_edges (canonical_player_id, created_at, id);
create index claim_edges_by_owner on claim_edges (owner_id, created_at, id);
create index claim_edges_by_revoker on claim_edges (revoked_by) where revoked_by is not null;

-- The editor's edits of the grantor's matches are approved at once, until the trust is revoked.
create table trusted_editors (
    id uuid primary key,
    grantor_id uuid not null references users,
    editor_id uuid not null references users,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    revoked_at timestamptz,
    -- When the grantor granted or revoked it, whichever was last. Null if the editor did it: by an invitation, or by
    -- giving it back.
    answered_at timestamptz default now(),
    constraint trusted_editors_self_check check (grantor_id <> editor_id)
);
create unique index trusted_editors_active_key on trusted_editors (editor_id, grantor_id) where revoked_at is null;
create index trusted_editors_by_grantor on trusted_editors (grantor_id, created_at, id);
create index trusted_editors_by_editor on trusted_editors (editor_id, created_at, id);
-- For the inbox of the editor.
create index trusted_editors_answered on trusted_editors (editor_id, answered_at, id) where answered_at is not null;

create table games (
    id uuid primary key default uuidv7(),
    display_name text collate pg_c_utf8 not null,
    description text not null,
    min_players int not null,
    max_players int not null,
    image_url text,
    tags text[] not null,
    score_type text not null,
    win_condition text,
    -- The game's entry in an outside source, such as an external catalogue.
    source_ref text,
    -- Also counts changes of the game's expansions, because a game shows them as its own.
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint games_source_ref_key unique (source_ref),
    constraint games_players_check check (1 <= min_players and min_players <= max_players),
    constraint games_score_type_check check (score_type in ('SCORE', 'TIME', 'TURNS', 'WIN_LOSS')),
    constraint games_win_condition_check check ((score_type = 'WIN_LOSS') = (win_condition is null))
);
create index games_by_created on games (created_at, id);
create index games_by_updated on games (updated_at, id);
create index games_by_name on games (folded(display_name), id);
-- For imports, which find games by the names in other trackers.
create index games_by_plain_name on games (plain_name(display_name));
create index games_by_min_players on games (min_players, id);
create index games_by_max_players on games (max_players, id);
create index games_by_name_part on games using gin (folded(display_name) gin_trgm_ops);

-- The images behind games.image_url, as WebP with 96 and 320 pixels on each side.
create table game_images (
    game_id uuid primary key references games,
    source_url text not null,
    small bytea,
    large bytea,
    attempts int not null default 0,
    -- When the image is fetched next; null if it is here, or will never be.
    due_at timestamptz default now(),
    -- Why the last attempt brought no image.
    failure text,
    constraint game_images_sizes_check check ((small is null) = (large is null))
);
create index game_images_by_due on game_images (due_at) where due_at is not null;

-- The images that editors uploaded, as game_images has the fetched ones. They have precedence, and say nothing of who
-- uploaded them.
create table uploaded_game_images (
    game_id uuid primary key references games,
    small bytea not null,
    large bytea not null,
    uploaded_at timestamptz not null default now()
);

create table expansions (
    id uuid primary key default uuidv7(),
    game_id uuid not null references games,
    display_name text collate pg_c_utf8 not null,
    description text,
    image_url text,
    source_ref text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint expansions_source_ref_key unique (source_ref)
);
create index expansions_by_created on expansions (game_id, created_at, id);

create table playsets (
    id uuid primary key,
    owner_id uuid not null references users,
    game_id uuid not null references games,
    display_name text collate pg_c_utf8,
    variants text[] not null,
    scenario text,
    -- The first 200 characters of the folded name. Lists sort by it. A playset without a name has the name of its
    -- game.
    sort_name text collate pg_c_utf8 not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
);
create index playsets_by_age on playsets (created_at, id) where deleted_at is null;
create index playsets_by_owner on playsets (owner_id, id) where deleted_at is null;
create index playsets_by_created on playsets (owner_id, created_at, id) where deleted_at is null;
create index playsets_by_updated on playsets (owner_id, updated_at, id) where deleted_at is null;
create index playsets_by_name on playsets (owner_id, sort_name, id) where deleted_at is null;
create index playsets_by_game on playsets (game_id);

create table playset_expansions (
    playset_id uuid not null references playsets,
    expansion_id uuid not null references expansions,
    position int not null,
    constraint playset_expansions_pkey primary key (playset_id, expansion_id)
);
create index playset_expansions_by_expansion on playset_expansions (expansion_id);

-- People that the owner names, to let them in or to administer a community. A deleted group has no members.
create table groups (
    id uuid primary key,
    owner_id uuid not null references users,
    display_name text collate pg_c_utf8 not null,
    -- Also counts changes of members, because a group shows their number.
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    constraint groups_display_name_check check (char_length(display_name) >= 1 and char_length(display_name) <= 100)
);
create index groups_by_created on groups (owner_id, created_at, id) where deleted_at is null;

create table group_members (
    group_id uuid not null references groups,
    user_id uuid not null references users,
    created_at timestamptz not null default now(),
    constraint group_members_pkey primary key (group_id, user_id)
);
create index group_members_by_created on group_members (group_id, created_at, user_id);
create index group_members_by_user on group_members (user_id, group_id);

-- People who share matches. A deleted community has no members, and shares nothing.
create table communities (
    id uuid primary key,
    owner_id uuid not null references users,
    -- The members of this group administer the community, with its owner.
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
create index communities_by_owner on communities (owner_id);
create index communities_by_admin_group on communities (admin_group_id) where admin_group_id is not null;
create index communities_by_created on communities (created_at, id) where deleted_at is null;
create index communities_by_updated on communities (updated_at, id) where deleted_at is null;
create index communities_by_name on communities (folded(display_name), id) where deleted_at is null;
create index communities_by_name_part on communities using gin (folded(display_name) gin_trgm_ops);

-- The row is deleted when the user leaves. Columns user_… and canonical_player_id repeat the user's, so that an index
-- has the members in each order of lists.
create table memberships (
    id uuid primary key,
    community_id uuid not null references communities,
    user_id uuid not null references users,
    canonical_player_id uuid not null,
    -- The user's folded name. Lists sort by it.
    user_name text collate pg_c_utf8 not null,
    user_created_at timestamptz not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint memberships_user_key unique (community_id, user_id)
);
create index memberships_by_user on memberships (user_id, community_id);
create index memberships_by_created on memberships (community_id, created_at, id);
create index memberships_by_user_created on memberships (community_id, user_created_at, user_id);
create index memberships_by_user_name on memberships (community_id, user_name, user_id);
create index memberships_by_canonical_player on memberships (community_id, canonical_player_id);
create index memberships_by_canonical_player_created on memberships (community_id, user_created_at, canonical_player_id);
create index memberships_by_canonical_player_name on memberships (community_id, user_name, canonical_player_id);

-- A user asks to join a community. One of its admins decides.
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
create unique index membership_requests_pending_key on membership_requests (community_id, user_id)
    where status = 'PENDING';
create index membership_requests_by_created on membership_requests (community_id, created_at, id);
create index membership_requests_by_user on membership_requests (user_id);
create index membership_requests_pending_by_created on membership_requests (community_id, created_at, id)
    where status = 'PENDING';
create index membership_requests_pending_by_user on membership_requests (user_id, created_at, id)
    where status = 'PENDING';
create index membership_requests_answered on membership_requests (user_id, decided_at, id)
    where status in ('APPROVED', 'REJECTED');
create index membership_requests_by_decider on membership_requests (decided_by) where decided_by is not null;

-- The people that a user lets in to one type of their data. The level PUBLIC also sets is_public on the rows that it
-- opens, so that an index has them.
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

-- The groups that a setting lets in at the level PRIVILEGED_ACCESS. A deleted group lets in nobody.
create table privacy_setting_groups (
    setting_id uuid not null references privacy_settings,
    group_id uuid not null references groups,
    position int not null,
    constraint privacy_setting_groups_pkey primary key (setting_id, group_id)
);
create index privacy_setting_groups_by_group on privacy_setting_groups (group_id);

-- A user whose MATCH_HISTORY is PUBLIC (opens) or is PUBLIC no more, while some rows still have the old is_public, or
-- some edits the old row of everybody in seen_match_edits. This row overrules them.
create table markings (
    user_id uuid primary key references users,
    opens boolean not null,
    -- The matches before this one still need the new mark. The newest are marked first.
    before_match uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid,
    before_ghost_player uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid,
    updated_at timestamptz not null default clock_timestamp()
);

-- A draft until it is finalized. Then only match edits change it.
create table matches (
    id uuid primary key,
    game_id uuid not null references games,
    playset_id uuid references playsets,
    community_id uuid references communities,
    recorder_id uuid not null references users,
    played_at timestamptz not null,
    edit_requests_enabled boolean not null default true,
    -- True for a final match whose recorder's MATCH_HISTORY setting is PUBLIC.
    is_public boolean not null default false,
    -- Null for a draft. Drafts sort after all final matches.
    finalized_at timestamptz,
    last_edited_at timestamptz,
    last_edited_by uuid references users,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
);
create index matches_by_created on matches (recorder_id, created_at, id) where deleted_at is null;
create index matches_by_played on matches (recorder_id, played_at, id) where deleted_at is null;
create index matches_by_finalized on matches (recorder_id, coalesce(finalized_at, 'infinity'::timestamptz), id) include (finalized_at)
    where deleted_at is null;
create index matches_by_recorder on matches (recorder_id, id) include (finalized_at, community_id)
    where deleted_at is null;
-- For one recorder's matches of a game in a span of time. Without it a filter by game would read all recorders'
-- matches.
create index matches_by_recorder_and_game on matches (recorder_id, game_id, played_at) where deleted_at is null;
create index matches_by_recorder_and_playset on matches (recorder_id, playset_id)
    where playset_id is not null and deleted_at is null;
-- For matches that somebody may see by a recorder's settings or trust.
create index matches_final_by_recorder on matches (recorder_id, finalized_at, id)
    where finalized_at is not null and deleted_at is null;
create index matches_of_community_by_created on matches (community_id, created_at, id)
    where finalized_at is not null and community_id is not null;
create index matches_of_community_by_played on matches (community_id, played_at, id) include (game_id, recorder_id)
    where finalized_at is not null and community_id is not null;
create index matches_of_community_by_finalized on matches (community_id, finalized_at, id)
    where finalized_at is not null and community_id is not null;
create index matches_of_community on matches (community_id, id) include (recorder_id)
    where finalized_at is not null and community_id is not null;
create index matches_public_by_created on matches (created_at, id) include (recorder_id) where is_public;
create index matches_public_by_played on matches (played_at, id) include (recorder_id) where is_public;
create index matches_public_by_finalized on matches (finalized_at, id) include (recorder_id) where is_public;
create index matches_public on matches (id) include (recorder_id, community_id) where is_public;
create index matches_public_by_playset on matches (playset_id, recorder_id)
    where is_public and playset_id is not null;
-- Has every column that the statistics of a game need.
create index matches_by_game on matches (game_id, id) include (recorder_id, community_id, played_at, finalized_at, deleted_at);
create index matches_by_playset on matches (playset_id) where playset_id is not null;
create index matches_by_community on matches (community_id) where community_id is not null;
create index matches_by_last_editor on matches (last_edited_by) where last_edited_by is not null;

create table match_expansions (
    match_id uuid not null references matches,
    expansion_id uuid not null references expansions,
    position int not null,
    constraint match_expansions_pkey primary key (match_id, expansion_id)
);
create index match_expansions_by_expansion on match_expansions (expansion_id);

-- A ghost player in a match. Columns match_… repeat the match's, so that an index has a ghost player's final matches
-- in each order of lists. finish.ts computes the columns from kind to side, the result, from all participants of a
-- final match.
create table participants (
    id uuid primary key,
    match_id uuid not null references matches,
    ghost_player_id uuid not null references ghost_players,
    position int not null,
    score numeric,
    rank int,
    outcome text,
    dispute_reason text,
    disputed_at timestamptz,
    disputed_by uuid references users,
    match_created_at timestamptz not null,
    match_played_at timestamptz not null,
    match_finalized_at timestamptz,
    match_deleted_at timestamptz,
    match_final boolean not null generated always as (match_finalized_at is not null) stored,
    -- The game of a final match; null for a draft.
    match_game_id uuid,
    -- The community of a final match; null for a draft.
    match_community_id uuid,
    kind text,
    -- Null if nothing shows the place, or if there was no contest.
    place int,
    -- The number of participants who finished against one another. Without a contest, the number who took part.
    place_of int,
    -- In a contest, the number of winners. Winners divided by place_of is everybody's chance.
    winners int,
    tied boolean,
    won boolean,
    -- The same number for participants with the same team; null without a team.
    side int,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint participants_ghost_player_key
        unique (match_id, ghost_player_id) include (id, "position", kind, place, won, side, score),
    constraint participants_score_check check (abs(score) <= 99999999.99 and scale(score) <= 2),
    constraint participants_rank_check check (rank >= 1),
    constraint participants_outcome_check check (outcome in ('WIN', 'LOSS')),
    constraint participants_kind_check check (kind in ('ALONE', 'TOGETHER', 'COMPETITIVE', 'UNKNOWN')),
    constraint participants_result_check
        check ((kind is null) = (match_finalized_at is null) and (kind is null) = (place_of is null) and (kind is null) = (tied is null) and (kind is null) = (match_game_id is null)),
    constraint participants_winners_check
        check (winners is null and kind is distinct from 'COMPETITIVE' or winners >= 0 and winners <= place_of and kind = 'COMPETITIVE'),
    constraint participants_place_check
        check (place is null or place >= 1 and place <= place_of and kind = 'COMPETITIVE')
);
create index participants_by_ghost_player on participants (ghost_player_id, match_final, match_id)
    where match_deleted_at is null;
create index participants_by_created on participants (ghost_player_id, match_created_at, match_id)
    where match_final and match_deleted_at is null;
-- Has the whole result, because a page of statistics reads all results of a player.
create index participants_by_played on participants (ghost_player_id, match_played_at, match_id) include (id, "position", match_game_id, match_community_id, kind, place, place_of, winners, tied, won, side, score)
    where match_final and match_deleted_at is null;
create index participants_by_finalized on participants (ghost_player_id, match_finalized_at, match_id)
    where match_final and match_deleted_at is null;
create index participants_by_disputer on participants (disputed_by, disputed_at, id) where disputed_by is not null;

create table loadouts (
    id uuid primary key,
    participant_id uuid not null references participants on delete cascade,
    -- json, not jsonb: answers have the attributes exactly as they were sent.
    attributes json not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint loadouts_participant_key unique (participant_id)
);

-- A game with matches whose results are from before the last change of the game or of the rule. Nearly always empty.
create table results_due (
    game_id uuid primary key references games,
    -- The matches after this one still need new results.
    after_match uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
    updated_at timestamptz not null default clock_timestamp()
);

-- One row: the version of the rule in finish.ts that computed the results. A service with a newer rule makes all
-- games due.
create table results_rule (
    only_one boolean primary key default true,
    rule int not null,
    constraint results_rule_only_one_check check (only_one)
);

-- One row: the last comparison of all results with their matches, the instance that makes it, and its findings.
create table results_checks (
    only_one boolean primary key default true,
    begun_at timestamptz not null,
    -- The instance works on the comparison until then, unless it has ended.
    lease_until timestamptz not null,
    ended_at timestamptz,
    matches bigint not null default 0,
    differences bigint not null default 0,
    constraint results_checks_only_one_check check (only_one)
);

-- The ghost players that a circle sees, each once. A community sees those in its final matches. A canonical player
-- sees the ghost players that they claimed from others, and all in the final matches of these. It has no foreign
-- keys, because their locks can deadlock with claims.
create table seen_ghost_players (
    circle_id uuid not null,
    ghost_player_id uuid not null,
    owner_id uuid not null,
    sort_name text collate pg_c_utf8 not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint seen_ghost_players_pkey primary key (circle_id, ghost_player_id) include (owner_id)
);
create index seen_ghost_players_by_created on seen_ghost_players (circle_id, created_at, ghost_player_id);
create index seen_ghost_players_by_updated on seen_ghost_players (circle_id, updated_at, ghost_player_id);
create index seen_ghost_players_by_name on seen_ghost_players (circle_id, sort_name, ghost_player_id);
create index seen_ghost_players_by_ghost_player on seen_ghost_players (ghost_player_id);

-- The playsets of final matches that a circle sees, each once. The circle is a community, a canonical player or the
-- recorder of the matches.
create table seen_playsets (
    circle_id uuid not null,
    playset_id uuid not null,
    owner_id uuid not null,
    sort_name text collate pg_c_utf8 not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint seen_playsets_pkey primary key (circle_id, playset_id) include (owner_id)
);
create index seen_playsets_by_created on seen_playsets (circle_id, created_at, playset_id);
create index seen_playsets_by_updated on seen_playsets (circle_id, updated_at, playset_id);
create index seen_playsets_by_name on seen_playsets (circle_id, sort_name, playset_id);
create index seen_playsets_by_playset on seen_playsets (playset_id);

-- A proposal to change a finalized match. The match's recorder decides.
create table match_edits (
    id uuid primary key,
    match_id uuid not null references matches,
    proposed_by uuid not null references users,
    status text not null default 'PENDING',
    decided_by uuid references users,
    decided_at timestamptz,
    changes_playset boolean not null,
    -- The new playset if changes_playset is true; null removes the playset.
    playset_id uuid references playsets,
    changes_expansions boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint match_edits_status_check check (status in ('PENDING', 'APPROVED', 'REJECTED')),
    constraint match_edits_decided_check check ((status = 'PENDING') = (decided_at is null))
);
create index match_edits_by_created on match_edits (match_id, created_at, id);
create index match_edits_by_proposer on match_edits (proposed_by, created_at, id);
create index match_edits_pending_by_proposer on match_edits (proposed_by, created_at, id) where status = 'PENDING';
create index match_edits_answered on match_edits (proposed_by, decided_at, id) where status <> 'PENDING';
create index match_edits_by_decider on match_edits (decided_by) where decided_by is not null;
create index match_edits_by_playset on match_edits (playset_id) where playset_id is not null;

-- The results that an edit changes. A value counts only if its flag …_set is true; null then removes the old value.
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
    constraint match_edit_participants_pkey primary key (edit_id, participant_id),
    constraint match_edit_participants_score_check check (abs(score) <= 99999999.99 and scale(score) <= 2),
    constraint match_edit_participants_rank_check check (rank >= 1),
    constraint match_edit_participants_outcome_check check (outcome in ('WIN', 'LOSS'))
);
create index match_edit_participants_by_participant on match_edit_participants (participant_id);

create table match_edit_loadouts (
    edit_id uuid not null references match_edits,
    participant_id uuid not null references participants,
    position int not null,
    -- The id of the loadout that the edit makes if the participant has none.
    loadout_id uuid not null,
    attributes json not null,
    constraint match_edit_loadouts_pkey primary key (edit_id, participant_id)
);
create index match_edit_loadouts_by_participant on match_edit_loadouts (participant_id);

create table match_edit_expansions (
    edit_id uuid not null references match_edits,
    expansion_id uuid not null references expansions,
    position int not null,
    constraint match_edit_expansions_pkey primary key (edit_id, expansion_id)
);
create index match_edit_expansions_by_expansion on match_edit_expansions (expansion_id);

-- The match edits that a circle sees, each once. The circles of an edit are the recorder and the community of its
-- match, the match's ghost players, and everybody (the nil UUID) if the match and its details are public. It has no
-- foreign keys, like seen_ghost_players.
create table seen_match_edits (
    circle_id uuid not null,
    edit_id uuid not null,
    recorder_id uuid not null,
    created_at timestamptz not null,
    -- infinity while the edit is pending.
    decided_at timestamptz not null default 'infinity'::timestamptz,
    constraint seen_match_edits_pkey primary key (circle_id, edit_id) include (recorder_id)
);
create index seen_match_edits_by_created on seen_match_edits (circle_id, created_at, edit_id) include (recorder_id);
create index seen_match_edits_by_decided on seen_match_edits (circle_id, decided_at, edit_id) include (recorder_id);
-- The edits that wait for a recorder, for the inbox.
create index seen_match_edits_pending on seen_match_edits (circle_id, created_at, edit_id)
    where decided_at = 'infinity'::timestamptz;
create index seen_match_edits_by_edit on seen_match_edits (edit_id);

-- The disputes that a circle sees, each once. The circles of a dispute are the recorder and the ghost players of its
-- match. It has no foreign keys, like seen_ghost_players.
create table seen_disputes (
    circle_id uuid not null,
    participant_id uuid not null,
    disputed_at timestamptz not null,
    constraint seen_disputes_pkey primary key (circle_id, participant_id)
);
create index seen_disputes_by_disputed on seen_disputes (circle_id, disputed_at, participant_id);
create index seen_disputes_by_participant on seen_disputes (participant_id);

-- A dispute that an edit by somebody else has settled, for the inbox of its disputer. It is deleted after two weeks.
create table dispute_answers (
    id uuid primary key,
    participant_id uuid not null references participants,
    edit_id uuid not null references match_edits,
    -- The user who disputed. It has no foreign key: an approval would lock this user after the match, and an erasure
    -- before it.
    disputer_id uuid not null,
    reason text not null,
    settled_at timestamptz not null default now(),
    constraint dispute_answers_participant_key unique (participant_id, edit_id)
);
create index dispute_answers_by_edit on dispute_answers (edit_id);
create index dispute_answers_by_disputer on dispute_answers (disputer_id, settled_at, id);
-- For the purge.
create index dispute_answers_by_settled on dispute_answers (settled_at);

-- The people who sign in here.
create table accounts (
    id uuid primary key default uuidv7(),
    name text collate pg_c_utf8 not null,
    -- As typed.
    email text collate pg_c_utf8,
    -- Older tokens may name other roles. These roles count.
    roles text[] not null default '{player}',
    -- With its salt and cost; null if the account has no password.
    password_hash text,
    password_changed_at timestamptz,
    disabled_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint accounts_name_check check (char_length(name) >= 1 and char_length(name) <= 100)
);
create unique index accounts_name_key on accounts (folded(name));
create unique index accounts_appearance_key on accounts (appearance(name));
create unique index accounts_email_key on accounts (folded(email)) where email is not null;
create index accounts_by_created on accounts (created_at, id);

-- The people of the demo. One click signs in as one of them while nobody else has an account.
create table demo_people (
    account_id uuid primary key references accounts on delete cascade,
    position int not null
);

-- WebAuthn credentials.
create table passkeys (
    -- The credential id, in base64url.
    id text primary key,
    account_id uuid not null references accounts on delete cascade,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    backed_up boolean not null,
    -- The host name of the service when it was made. It works at no other.
    host text not null,
    name text collate pg_c_utf8 not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    -- When the counter went back, which means that somebody may have copied the passkey. It no longer works then.
    suspected_at timestamptz
);
create index passkeys_by_account on passkeys (account_id, created_at);

-- An account has ten. They are shown once, and each works once.
create table recovery_codes (
    account_id uuid not null references accounts on delete cascade,
    hash bytea not null,
    created_at timestamptz not null default now(),
    used_at timestamptz,
    constraint recovery_codes_pkey primary key (account_id, hash)
);

-- Links for the first administrator, for invited people, and for people who lost every other way to sign in.
create table sign_in_links (
    id uuid primary key default uuidv7(),
    kind text not null,
    hash bytea not null,
    -- The account that a RESET or a SIGN_IN is for.
    account_id uuid references accounts on delete cascade,
    roles text[] not null default '{}',
    uses_left int not null,
    expires_at timestamptz not null,
    -- Null for a link from the command line. A link works only while its maker may make such links.
    created_by uuid references accounts on delete cascade,
    created_at timestamptz not null default now(),
    -- When somebody ended the link before it expired.
    ended_at timestamptz,
    -- The link went to the verified address of its account, and works only while the owner lets that address in.
    by_mail boolean not null default false,
    constraint sign_in_links_hash_key unique (hash),
    constraint sign_in_links_kind_check check (kind in ('FIRST_ADMINISTRATOR', 'INVITATION', 'RESET', 'SIGN_IN')),
    constraint sign_in_links_account_check check ((kind in ('RESET', 'SIGN_IN')) = (account_id is not null)),
    constraint sign_in_links_uses_check check (uses_left >= 0)
);
create index sign_in_links_by_end on sign_in_links (expires_at);
create index sign_in_links_by_created on sign_in_links (created_at, id);
create index sign_in_links_by_maker on sign_in_links (created_by) where created_by is not null;
create index sign_in_links_by_account on sign_in_links (account_id) where account_id is not null;

-- Mails with links, and mails about them, that are still to be sent. A row is deleted when its mail is sent, or
-- unsent at ends_at.
create table link_mails (
    -- Also the Message-ID, so that a mail that was sent twice is shown once.
    id uuid primary key default uuidv7(),
    -- QUESTION: somebody asked for a link to sign in; the name that they typed may be of no account.
    kind text not null,
    -- Address, secret and name, encrypted with a secret of the service. So nothing here says who gets mail or who
    -- asked for it.
    sealed bytea not null,
    due_at timestamptz not null default now(),
    ends_at timestamptz not null,
    attempts int not null default 0,
    lease_token uuid,
    lease_until timestamptz,
    constraint link_mails_kind_check
        check (kind in ('QUESTION', 'SIGN_IN', 'SIGNED_IN', 'LET_IN', 'INVITATION', 'ACCOUNT_LINK')),
    constraint link_mails_lease_check check ((lease_token is null) = (lease_until is null))
);
create index link_mails_due on link_mails (coalesce(lease_until, due_at));
create index link_mails_by_end on link_mails (ends_at);

-- Addresses to which nobody can send an invitation any more.
create table refused_mail (
    -- HMAC-SHA256 of the address by a secret of the service.
    address_hash bytea primary key,
    created_at timestamptz not null default now()
);

-- How many attempts to sign in an address, a name or a browser has left.
create table sign_in_budgets (
    -- The hash of the address, name or browser.
    hash bytea primary key,
    -- When the budget is full again. Each attempt moves this time by the time after which an attempt comes back.
    full_at timestamptz not null
);
create index sign_in_budgets_by_end on sign_in_budgets (full_at);

-- WebAuthn challenges that were answered and have not expired. Nobody can answer them again.
create table used_challenges (
    hash bytea primary key,
    ends_at timestamptz not null
);
create index used_challenges_by_end on used_challenges (ends_at);

-- Browsers that are signed in. A session ends 30 days after its last use, and at ends_at in any case.
create table sessions (
    id uuid primary key default uuidv7(),
    -- The hash of the cookie's value.
    hash bytea not null,
    account_id uuid references accounts on delete cascade,
    -- The outside issuer that signed the person in; null for an account here.
    issuer text,
    subject text,
    outside_name text collate pg_c_utf8,
    -- The tokens of the outside issuer, encrypted.
    outside_tokens bytea,
    method text not null,
    address text not null,
    user_agent text not null,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    ends_at timestamptz not null,
    -- True if the account's rights changed after the secret was made. The browser gets a new one then.
    rights_changed boolean not null default false,
    -- The hash of the cookie's value before the last renewal. Requests under way may use it for one more minute.
    former_hash bytea,
    renewed_at timestamptz,
    constraint sessions_hash_key unique (hash),
    constraint sessions_method_check
        check (method in ('PASSKEY', 'PASSWORD', 'RECOVERY', 'LINK', 'MAIL', 'OUTSIDE', 'DEMO')),
    constraint sessions_person_check check ((account_id is null) = (issuer is not null and subject is not null))
);
create index sessions_by_account on sessions (account_id, created_at) where account_id is not null;
create unique index sessions_former_hash_key on sessions (former_hash) where former_hash is not null;
create index sessions_by_subject on sessions (issuer, subject) where account_id is null;
create index sessions_by_end on sessions (ends_at);
create index sessions_by_last_seen on sessions (last_seen_at);

-- Apps and services that get access tokens from the embedded OpenID provider.
create table oidc_clients (
    id uuid primary key,
    name text collate pg_c_utf8 not null,
    kind text not null,
    -- As in OpenID Connect Dynamic Client Registration, without the secret.
    metadata json not null,
    -- SHA-256 in base64url; null for a client without a secret.
    secret_hash text,
    -- Counts the client's secrets. An access token names the secret that it was got with, and ends with it.
    secret_number int not null default 1,
    -- The roles of a service account. Empty for an app, which acts for people.
    roles text[] not null default '{}',
    created_by uuid references accounts on delete set null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint oidc_clients_name_check check (char_length(name) >= 1 and char_length(name) <= 100),
    constraint oidc_clients_kind_check check (kind in ('WEB', 'BROWSER', 'NATIVE', 'SERVICE'))
);
create index oidc_clients_by_name on oidc_clients (name, id);
create index oidc_clients_by_created on oidc_clients (created_at, id);

-- The data of the OpenID provider: codes, refresh tokens, grants, interactions, its sessions.
create table oidc_artifacts (
    model text not null,
    -- For codes, refresh tokens and interactions the SHA-256 of the id, because the id is a secret.
    id text not null,
    payload json not null,
    account_id uuid references accounts on delete cascade,
    -- The row ends with this browser session.
    session_id uuid references sessions on delete cascade,
    client_id text,
    grant_id text,
    -- The SHA-256 of the code that a person types in for a device.
    user_code text,
    expires_at timestamptz,
    consumed_at timestamptz,
    -- When the device last asked whether a person has let it in.
    polled_at timestamptz,
    constraint oidc_artifacts_pkey primary key (model, id)
);
create index oidc_artifacts_by_grant on oidc_artifacts (grant_id) where grant_id is not null;
create index oidc_artifacts_by_account on oidc_artifacts (account_id) where account_id is not null;
create index oidc_artifacts_by_session on oidc_artifacts (session_id) where session_id is not null;
create unique index oidc_artifacts_user_code_key on oidc_artifacts (user_code) where user_code is not null;
create index oidc_artifacts_by_end on oidc_artifacts (expires_at) where expires_at is not null;

-- Access tokens that people make for their scripts.
create table personal_tokens (
    id uuid primary key default uuidv7(),
    account_id uuid not null references accounts on delete cascade,
    name text collate pg_c_utf8 not null,
    scopes text[] not null,
    hash bytea not null,
    grant_model text not null generated always as ('Grant') stored,
    -- The grant of the app that made the token. The token ends with the grant.
    grant_id text,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    last_used_at timestamptz,
    constraint personal_tokens_hash_key unique (hash),
    constraint personal_tokens_name_check check (char_length(name) >= 1 and char_length(name) <= 100),
    constraint personal_tokens_grant_fkey
        foreign key (grant_model, grant_id) references oidc_artifacts(model, id) on delete cascade
);
create index personal_tokens_by_account on personal_tokens (account_id, created_at, id);
create index personal_tokens_by_end on personal_tokens (expires_at);
create index personal_tokens_by_grant on personal_tokens (grant_id, grant_model) where grant_id is not null;

-- Sign-ins, failed sign-ins, and changes of roles, credentials, tokens and sessions. It has no secrets.
create table audit_events (
    id uuid primary key default uuidv7(),
    kind text not null,
    -- The account that the event is about. An erasure removes it.
    account_id uuid,
    -- The client that the event is about.
    client_id text,
    actor text not null,
    -- Who did it: the account, or the user of an outside issuer. An erasure replaces it in all events by one random
    -- id.
    actor_id uuid,
    -- The client that did it for itself, or for the person.
    actor_client_id text,
    -- The personal token of the script that did it for the person.
    actor_token_id uuid,
    address text,
    user_agent text,
    details json not null default '{}'::json,
    created_at timestamptz not null default now(),
    constraint audit_events_actor_check check (actor in ('PERSON', 'CLIENT', 'SHELL', 'ITSELF', 'STRANGER')),
    constraint audit_events_actor_id_check check ((actor = 'PERSON') = (actor_id is not null)),
    constraint audit_events_actor_client_check check (actor <> 'CLIENT' or actor_client_id is not null)
);
create index audit_events_by_created on audit_events (created_at, id);
create index audit_events_by_account on audit_events (account_id, created_at, id) where account_id is not null;
create index audit_events_by_actor on audit_events (actor_id) where actor_id is not null;

-- The keys of the embedded issuer. For each algorithm, the newest key whose signs_from has passed signs.
create table signing_keys (
    id text primary key,
    algorithm text not null,
    private_jwk json not null,
    created_at timestamptz not null default now(),
    -- A key is published before it signs, so that everybody who verifies tokens knows it by then.
    signs_from timestamptz not null default now(),
    -- From then on the key is not published and its tokens are refused. All of them have expired by then.
    retired_at timestamptz,
    constraint signing_keys_algorithm_check check (algorithm in ('ES256', 'RS256'))
);

-- An app whose texts are stored here.
create table applications (
    -- Chosen by the developers. It cannot be count, because of the path /applications/count.
    id text collate "C" primary key,
    display_name text collate pg_c_utf8 not null,
    description text,
    base_locale text collate "C" not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint applications_id_check check (id ~ '^[a-z][a-z0-9-]{1,62}$' and id <> 'count')
);
create index applications_by_created on applications (created_at, id);
create index applications_by_updated on applications (updated_at, id);
create index applications_by_id on applications (folded(id));
create index applications_by_name on applications (folded(display_name), id);
create index applications_by_name_part on applications using gin (folded(display_name) gin_trgm_ops);

-- A key is never deleted. If an import leaves it out, it is obsolete until an import has it again.
create table message_keys (
    application_id text collate "C" not null references applications,
    key text collate "C" not null,
    base_text text not null,
    -- A digest of the base text. A translation stores the digest of the base text that it was written for.
    base_digest uuid not null generated always as (md5(base_text)::uuid) stored,
    description text,
    -- For example [{"name": "count", "type": "NUMBER"}]
    arguments jsonb not null,
    obsoleted_at timestamptz,
    status text not null generated always as (
        case
            when obsoleted_at is null then 'ACTIVE'
            else 'OBSOLETE'
        end) stored,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint message_keys_pkey primary key (application_id, key)
);
create index message_keys_by_created on message_keys (application_id, created_at, key);
create index message_keys_by_updated on message_keys (application_id, updated_at, key);
create index message_keys_by_name on message_keys (application_id, folded(key), key);

-- A draft, a published text, or both. A row with neither was discarded, and stays so that the next text gets a new
-- version.
create table translations (
    id uuid not null default uuidv7(),
    application_id text collate "C" not null,
    key text collate "C" not null,
    locale text collate "C" not null,
    draft_text text,
    -- The arguments that the draft uses: {"count": {"type": "NUMBER"}, "name": {}}. The draft fits its key if the
    -- key's arguments contain them.
    draft_arguments jsonb,
    draft_fits boolean not null default true,
    -- The base_digest of the base text that the draft was written for.
    draft_base uuid,
    drafted_by uuid references users,
    drafted_at timestamptz,
    published_text text,
    published_arguments jsonb,
    published_fits boolean not null default true,
    published_base uuid,
    published_by uuid references users,
    published_at timestamptz,
    -- True if the latest text (the draft, if there is one) was written for an earlier base text of the key.
    outdated boolean not null default false,
    status text not null generated always as (
        case
            when published_text is null then
            case
                when draft_text is null then 'NONE'
                else 'DRAFT'
            end
            when draft_text is null then 'PUBLISHED'
            else 'PUBLISHED_WITH_DRAFT'
        end) stored,
    invalid boolean not null generated always as (not (draft_fits and published_fits)) stored,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint translations_pkey primary key (application_id, key, locale),
    constraint translations_key_fkey foreign key (application_id, key) references message_keys(application_id, key)
) with (fillfactor = 50);
create index translations_by_locale on translations (application_id, locale, key);
create index translations_by_created on translations (application_id, created_at, id);
create index translations_by_name on translations (application_id, folded(key), id);
create index translations_by_locale_name on translations (application_id, folded(locale), folded(key), id);
create index translations_by_drafter on translations (drafted_by) where drafted_by is not null;
create index translations_by_publisher on translations (published_by) where published_by is not null;

-- A game or expansion of the external catalogue on its way into the engine.
create table candidates (
    id uuid primary key default uuidv7(),
    catalog_id bigint not null,
    display_name text collate pg_c_utf8 not null,
    description text,
    min_players int,
    max_players int,
    playing_time int,
    min_age int,
    year_published int,
    image_url text,
    tags text[] not null default '{}',
    is_expansion boolean not null default false,
    base_game_catalog_id bigint,
    score_type text,
    win_condition text,
    -- The fields that a person set. No later step changes them.
    manually_set text[] not null default '{}',
    -- The values from the catalogue. Reliability compares them with the rulebooks.
    catalog jsonb,
    -- The values from the rulebooks, with the quotes that support them.
    interpreted jsonb,
    stage text not null default 'PENDING_RULES',
    status text not null default 'PENDING',
    reliability text not null default 'UNVERIFIED',
    reliability_checks jsonb not null default '[]',
    -- Why the candidate failed or is blocked.
    failure_reason text,
    -- Why the last attempt failed, if another attempt follows.
    last_failure text,
    rank int,
    rank_order int not null generated always as (coalesce(rank, 2147483647)) stored,
    game_id uuid references games,
    expansion_id uuid references expansions,
    -- Each approval with new values to publish raises it.
    revision int not null default 0,
    -- True for an approved expansion whose base game is not in the engine yet.
    waiting boolean not null default false,
    -- The engine refused the candidate, or its base game was rejected. A person must decide.
    blocked boolean not null default false,
    -- The call to the engine that is under way, with its Idempotency-Key. After a crash it is made again.
    engine_call jsonb,
    attempts smallint not null default 0,
    -- How many interpretations failed because no quote supported them.
    unproven_attempts smallint not null default 0,
    -- How often a service itself failed with this candidate. Such candidates come last, so that they do not block the
    -- others.
    service_failures smallint not null default 0,
    -- How many workers ended while they had the candidate. After the third we give it up.
    lost_leases smallint not null default 0,
    due_at timestamptz not null default now(),
    lease_token uuid,
    lease_until timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint candidates_catalog_id_key unique (catalog_id),
    constraint candidates_catalog_id_check check (catalog_id > 0),
    constraint candidates_stage_check check (stage in ('PENDING_RULES', 'RULES_COLLECTED', 'INTERPRETED', 'FAILED')),
    constraint candidates_status_check check (status in ('PENDING', 'APPROVED', 'PUBLISHED', 'REJECTED')),
    constraint candidates_approved_check check ((status not in ('APPROVED', 'PUBLISHED')) or stage = 'INTERPRETED'),
    constraint candidates_reliability_check check (reliability in ('HIGH', 'MEDIUM', 'LOW', 'UNVERIFIED')),
    constraint candidates_lease_check check ((lease_token is null) = (lease_until is null))
);
create index candidates_to_collect on candidates (service_failures, rank_order, id)
    where stage = 'PENDING_RULES' and status = 'PENDING';
create index candidates_to_interpret on candidates (service_failures, rank_order, id)
    where stage = 'RULES_COLLECTED' and status = 'PENDING';
create index candidates_to_publish on candidates (service_failures, rank_order, id)
    where status = 'APPROVED' and not blocked and not waiting;
create index candidates_leased on candidates (lease_token) where lease_token is not null;
create index candidates_by_created on candidates (created_at, id);
create index candidates_by_updated on candidates (updated_at, id);
create index candidates_by_rank on candidates (rank_order, id);
create index candidates_by_name on candidates (folded(display_name), id);
create index candidates_by_name_part on candidates using gin (folded(display_name) gin_trgm_ops);
create index candidates_by_status on candidates (status, stage, created_at, id);
create index candidates_by_stage on candidates (stage, created_at, id);
create index candidates_by_base_game on candidates (base_game_catalog_id) where base_game_catalog_id is not null;
create index candidates_by_game on candidates (game_id) where game_id is not null;
create index candidates_by_expansion on candidates (expansion_id) where expansion_id is not null;
create index candidates_by_year on candidates (year_published);

-- What happened to a candidate: what people did (with the user or client), and what the steps did (with the step). It
-- is written in the transaction of the change.
create table candidate_activity (
    id uuid primary key default uuidv7(),
    candidate_id uuid not null references candidates on delete cascade,
    kind text not null,
    step text,
    user_id uuid references users,
    client_id text,
    -- The fields that a person set.
    fields text[],
    -- The rule source that was added, deleted or read.
    url text,
    reason text,
    next_attempt_at timestamptz,
    created_at timestamptz not null default now(),
    constraint candidate_activity_kind_check
        check (kind in ('CREATED', 'CHANGED', 'SOURCE_ADDED', 'SOURCE_DELETED', 'APPROVED', 'REJECTED', 'RETRIED', 'ENRICHED', 'SOURCE_READ', 'RULES_COLLECTED', 'INTERPRETED', 'ATTEMPT_FAILED', 'FAILED', 'BLOCKED', 'PUBLISHED')),
    constraint candidate_activity_step_check
        check (step in ('ENRICH_FROM_CATALOG', 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH'))
);
create index candidate_activity_by_created on candidate_activity (candidate_id, created_at, id);
create index candidate_activity_by_user on candidate_activity (user_id) where user_id is not null;

-- An id of the external catalogue: an entry of its ranking, or an id that somebody requested. Half of each page is
-- free, because an import changes most rows but few indexed columns.
create table catalog_entries (
    catalog_id bigint primary key,
    display_name text collate pg_c_utf8,
    year_published int,
    rank int,
    rank_order int not null generated always as (coalesce(rank, 2147483647)) stored,
    bayes_average double precision,
    average double precision,
    users_rated int,
    is_expansion boolean not null default false,
    family_ranks jsonb not null default '{}',
    -- Null for an id that is not in the ranking.
    imported_at timestamptz,
    candidate_id uuid references candidates,
    -- True until the catalogue has answered for this id.
    pending boolean not null default true,
    -- True for an entry of the ranking that has no candidate yet and waits for the catalogue's answer.
    unlinked boolean not null generated always as (pending and candidate_id is null and outcome is null and imported_at is not null) stored,
    -- When somebody, or an expansion of it, last requested the id. It comes before the ids of the ranking then.
    requested_at timestamptz,
    enrich_order int not null generated always as (
        case
            when requested_at is not null then 0
            else coalesce(rank, 2147483647)
        end) stored,
    -- Why there will be no candidate.
    outcome text,
    failure_reason text,
    -- True after an unusable answer for several ids. Each of them is asked for alone then.
    single boolean not null default false,
    attempts smallint not null default 0,
    -- How often the catalogue itself failed with this id. Such ids come last.
    service_failures smallint not null default 0,
    lost_leases smallint not null default 0,
    due_at timestamptz not null default now(),
    lease_token uuid,
    lease_until timestamptz,
    version int not null default 1,
    constraint catalog_entries_catalog_id_check check (catalog_id > 0),
    constraint catalog_entries_outcome_check check (outcome in ('MISSING', 'NOT_A_GAME')),
    constraint catalog_entries_name_check check (imported_at is null or display_name is not null),
    constraint catalog_entries_lease_check check ((lease_token is null) = (lease_until is null))
) with (fillfactor = 50);
create index catalog_entries_to_enrich on catalog_entries (service_failures, enrich_order, catalog_id) where pending;
create index catalog_entries_pending on catalog_entries (unlinked) where pending;
create index catalog_entries_leased on catalog_entries (lease_token) where lease_token is not null;
create index catalog_entries_by_rank on catalog_entries (rank_order, catalog_id);
create index catalog_entries_by_name on catalog_entries (folded(display_name), catalog_id);
create index catalog_entries_requested on catalog_entries (requested_at, catalog_id) where requested_at is not null;
create index catalog_entries_by_candidate on catalog_entries (candidate_id) where candidate_id is not null;

-- Where the rules of a candidate can be read.
create table rule_sources (
    id uuid primary key default uuidv7(),
    candidate_id uuid not null references candidates,
    url text not null,
    origin text not null,
    title text,
    content_type text,
    language text,
    hash text,
    bytes bigint,
    characters int,
    fetched_at timestamptz,
    failure_reason text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    constraint rule_sources_url_key unique (candidate_id, url),
    constraint rule_sources_origin_check check (origin in ('MANUAL', 'SEARCH'))
);
create index rule_sources_by_created on rule_sources (candidate_id, created_at, id);

-- The text of a rule source. It is deleted after its interpretation, or after the configured number of days.
create table rule_texts (
    source_id uuid primary key references rule_sources on delete cascade,
    candidate_id uuid not null references candidates,
    text text not null,
    created_at timestamptz not null default now()
);
create index rule_texts_by_candidate on rule_texts (candidate_id);
create index rule_texts_by_age on rule_texts (created_at);

-- A row for each step. A worker locks the row to take a lease, so that pause, pace and budget are exact over all
-- instances.
create table pipeline_steps (
    step text primary key,
    position smallint not null,
    paused boolean not null default false,
    suspended_until timestamptz,
    suspend_reason text,
    -- The number of calls in a row that failed because of the service. The third suspends the step until
    -- outage_until.
    failures smallint not null default 0,
    outage_until timestamptz,
    next_call_at timestamptz not null default now(),
    -- The UTC day for which calls and tokens are counted.
    usage_day date not null default '2000-01-01',
    calls int not null default 0,
    tokens bigint not null default 0,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    last_failure text,
    constraint pipeline_steps_step_check
        check (step in ('ENRICH_FROM_CATALOG', 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH'))
);

-- The instances whose workers run. An instance that does not renew alive_until counts as gone.
create table pipeline_instances (
    id uuid primary key,
    alive_until timestamptz not null,
    -- For each step that this instance cannot do, the reason. It does all other steps.
    disabled_reasons jsonb not null,
    -- Ports of the instance's machine that it may fetch rulebooks from.
    loopback_ports int[] not null
);

-- The imports of the ranking that ended well. The others left nothing.
create table ranking_imports (
    id uuid primary key default uuidv7(),
    user_id uuid references users,
    client_id text,
    stored_rows int not null,
    unreadable_rows int not null,
    -- The first 100 rows that could not be read.
    unreadable jsonb not null,
    created_at timestamptz not null default now()
);
create index ranking_imports_by_created on ranking_imports (created_at, id);
create index ranking_imports_by_user on ranking_imports (user_id) where user_id is not null;

-- One row. The ranking import that is under way locks it.
create table ranking_import_turn (
    only_one boolean primary key default true,
    constraint ranking_import_turn_only_one_check check (only_one)
);

-- A pool: the matches of a game in a community, or its public matches, whose recorders' history and details are
-- public.
create table rating_pools (
    id uuid primary key default uuidv7(),
    game_id uuid not null references games,
    -- Null for the public matches.
    community_id uuid references communities,
    -- With last_match_id, the newest match in the ratings.
    last_played_at timestamptz,
    last_match_id uuid,
    -- The number of matches in the ratings.
    matches int not null default 0,
    -- The version of the formula that made the ratings. Ratings from an older formula are computed again.
    formula int not null default 0,
    -- When the ratings were last compared with a replay of all matches.
    checked_at timestamptz not null default clock_timestamp(),
    constraint rating_pools_community_key unique nulls not distinct (game_id, community_id),
    constraint rating_pools_last_check check ((last_played_at is null) = (last_match_id is null))
);
create index rating_pools_by_check on rating_pools (checked_at);
create index rating_pools_by_formula on rating_pools (formula);

-- A player's rating in a pool. It has no foreign keys to players, because their locks can deadlock with claims.
create table ratings (
    pool_id uuid not null references rating_pools on delete cascade,
    -- A canonical player that every reader of the pool may see, or else a ghost player.
    player_id uuid not null,
    -- The player's ghost player in their last match.
    ghost_player_id uuid not null,
    mu double precision not null,
    sigma double precision not null,
    -- The number that people see, made from mu and sigma.
    rating int not null,
    uncertainty int not null,
    matches int not null,
    wins int not null,
    -- The number of matches that chance alone wins: the sum of the share of winning sides in each match.
    chance double precision not null,
    -- The sort key of a leaderboard, descending. Players with fewer than five matches come last.
    by_rating bigint not null generated always as (rating -
        case
            when matches < 5 then '1000000000000'::bigint
            else 0::bigint
        end) stored,
    by_wins bigint not null generated always as (wins -
        case
            when matches < 5 then '1000000000000'::bigint
            else 0::bigint
        end) stored,
    by_win_share bigint not null generated always as (round(((wins::double precision - chance) / matches::double precision * 1000::double precision)::numeric)::bigint -
        case
            when matches < 5 then '1000000000000'::bigint
            else 0::bigint
        end) stored,
    -- The sort key of an ascending leaderboard. Players with fewer than five matches come last here too.
    by_rating_ascending bigint not null generated always as (rating +
        case
            when matches < 5 then '1000000000000'::bigint
            else 0::bigint
        end) stored,
    by_wins_ascending bigint not null generated always as (wins +
        case
            when matches < 5 then '1000000000000'::bigint
            else 0::bigint
        end) stored,
    by_win_share_ascending bigint not null generated always as (round(((wins::double precision - chance) / matches::double precision * 1000::double precision)::numeric)::bigint +
        case
            when matches < 5 then '1000000000000'::bigint
            else 0::bigint
        end) stored,
    constraint ratings_pkey primary key (pool_id, player_id),
    constraint ratings_matches_check check (matches >= 1 and wins >= 0 and wins <= matches)
);
create index ratings_by_rating on ratings (pool_id, by_rating, ghost_player_id);
create index ratings_by_rating_ascending on ratings (pool_id, by_rating_ascending, ghost_player_id);
create index ratings_by_wins on ratings (pool_id, by_wins, ghost_player_id);
create index ratings_by_wins_ascending on ratings (pool_id, by_wins_ascending, ghost_player_id);
create index ratings_by_win_share on ratings (pool_id, by_win_share, ghost_player_id);
create index ratings_by_win_share_ascending on ratings (pool_id, by_win_share_ascending, ghost_player_id);

-- Changes that are not in the ratings yet, written in their transactions. A row is for one match, or for all matches
-- of a recorder (privacy), of a ghost player (claims), or of a canonical player in a pool (membership, profile).
create table rating_changes (
    id bigint primary key,
    game_id uuid,
    community_id uuid,
    played_at timestamptz,
    -- All zeros mean all matches of the pool from played_at on.
    match_id uuid,
    recorder_id uuid,
    ghost_player_id uuid,
    canonical_player_id uuid,
    due_at timestamptz not null default now(),
    constraint rating_changes_what_check
        check (num_nonnulls(game_id, recorder_id, ghost_player_id, canonical_player_id) = 1 and (game_id is null) = (played_at is null) and (game_id is null) = (match_id is null) and (game_id is not null or canonical_player_id is not null or community_id is null))
);
create index rating_changes_of_pool on rating_changes (game_id, community_id) where game_id is not null;
create index rating_changes_to_expand on rating_changes (due_at, id) where game_id is null;

-- Whoever knows the secret becomes what it invites to: a claimed player, a member, a trusted editor of the inviter.
create table invitations (
    id uuid primary key,
    kind text not null,
    inviter_id uuid not null references users,
    ghost_player_id uuid references ghost_players,
    community_id uuid references communities,
    -- The only user who may accept it. They find the question whether they are the ghost player in their inbox.
    recipient_id uuid references users,
    -- SHA-256 of the secret, which is 256 random bits and stored nowhere. Null if the invitation has a recipient.
    hash bytea,
    -- The inviter could do everything that a player can when they made it, so an account that is made with it gains
    -- nothing that they lacked. SCOREBOOK_SIGN_UP decides whether such accounts are made at all.
    makes_accounts boolean not null,
    -- The inviter could also make accounts when they made it, so it makes accounts where SCOREBOOK_SIGN_UP is
    -- invitation, as long as they still can. False again as soon as they cannot: it does not come back with their
    -- role.
    by_administrator boolean not null default false,
    accounts_made int not null default 0,
    uses int not null default 0,
    most_uses int not null,
    last_used_at timestamptz,
    expires_at timestamptz not null,
    -- It was revoked or replaced, its inviter was erased, or the ghost player was claimed in another way.
    ended_at timestamptz,
    -- Whoever opened it said that they are somebody else. This ends it, and its inviter reads it.
    declined_at timestamptz,
    -- Since then, its inviter has not acknowledged who accepted or declined it.
    unread_since timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint invitations_hash_key unique (hash),
    constraint invitations_recipient_check
        check ((recipient_id is null) = (hash is not null) and (recipient_id is null or kind = 'GHOST_PLAYER' and not makes_accounts and recipient_id <> inviter_id)),
    constraint invitations_kind_check
        check ((kind in ('GHOST_PLAYER', 'COMMUNITY', 'TRUSTED_EDITOR')) and (kind = 'GHOST_PLAYER') = (ghost_player_id is not null) and (kind = 'COMMUNITY') = (community_id is not null)),
    constraint invitations_uses_check
        check (uses >= 0 and uses <= most_uses and (uses > 0) = (last_used_at is not null)),
    constraint invitations_administrator_check check (not by_administrator or makes_accounts),
    constraint invitations_accounts_check
        check (accounts_made >= 0 and accounts_made <= most_uses and (accounts_made = 0 or makes_accounts)),
    constraint invitations_declined_check
        check (declined_at is null or kind = 'GHOST_PLAYER' and ended_at is not null and uses = 0),
    constraint invitations_unread_check check (unread_since is null or uses > 0 or declined_at is not null),
    constraint invitations_once_check check (kind = 'COMMUNITY' or most_uses = 1)
);
-- A new code for a ghost player ends the one before.
create unique index invitations_open_key on invitations (ghost_player_id) where ended_at is null and uses = 0;
create index invitations_by_inviter on invitations (inviter_id, created_at, id);
-- For the inbox.
create index invitations_unread on invitations (inviter_id, unread_since, id) where unread_since is not null;
-- Nobody asks the same person two questions at once.
create unique index invitations_recipient_key on invitations (recipient_id, inviter_id)
    where ended_at is null and uses = 0;
create index invitations_of_recipient on invitations (recipient_id, created_at, id) where recipient_id is not null;
-- For the inbox.
create index invitations_asked on invitations (inviter_id, created_at, id)
    where recipient_id is not null and ended_at is null and uses = 0;
create index invitations_by_community on invitations (community_id, created_at, id) where community_id is not null;

-- Somebody accepted an invitation.
create table invitation_uses (
    id uuid primary key,
    invitation_id uuid not null references invitations,
    user_id uuid not null references users,
    created_at timestamptz not null default now(),
    -- The inviter has read in their inbox that it was accepted.
    acknowledged_at timestamptz,
    constraint invitation_uses_user_key unique (invitation_id, user_id)
);
create index invitation_uses_by_user on invitation_uses (user_id, created_at, id);

-- A user says that two players are one person, or that they are two. It holds on the pages of this user alone.
create table same_people (
    id uuid primary key,
    user_id uuid not null references users,
    -- A ghost player or a canonical player, like other_id: so neither has a foreign key.
    one_id uuid not null,
    other_id uuid not null,
    is_same boolean not null,
    created_at timestamptz not null default now(),
    constraint same_people_pair_check check (one_id <> other_id)
);
create unique index same_people_pair_key on same_people (user_id, least(one_id, other_id), greatest(one_id, other_id));
create index same_people_by_created on same_people (user_id, created_at, id);
create index same_people_by_one on same_people (one_id);
create index same_people_by_other on same_people (other_id);

-- What a change has changed, written in its transaction and stored for a day. It has no foreign keys, because an
-- event stays after its subject is deleted.
create table events (
    -- Events of one subject are in the order of its versions, because its row is locked when they are written.
    n bigint primary key,
    -- The place in the log; null until the event is numbered, soon after its transaction ends. The lock of event_head
    -- makes sure that nothing appears before a position that was read.
    position bigint,
    -- A random part of the id that clients resume from. After a restore another event can have the same position, but
    -- not the same tag.
    tag int not null default random('-2147483648'::int, 2147483647),
    -- The noun of the subject and what happened to it, such as match.updated.
    kind text not null,
    subject_id uuid not null,
    -- The first id in the path of the subject: the match of an edit, the community of a membership.
    parent_id uuid,
    -- Null for a subject without versions, or if its row is deleted.
    version int,
    -- Users who get the event although the subject is gone, such as the user whose membership has ended.
    parties uuid[],
    created_at timestamptz not null default now(),
    constraint events_position_key unique ("position")
);
create index events_due on events (n) where "position" is null;

-- One row: the position and tag of the last numbered event. Its lock lets one instance at a time number events.
create table event_head (
    only_one boolean primary key default true,
    position bigint not null,
    tag int not null,
    constraint event_head_only_one_check check (only_one)
);

-- The endpoints of administrators. Each gets the events that its maker may see.
create table webhooks (
    id uuid primary key default uuidv7(),
    maker_id uuid not null references accounts on delete cascade,
    url text not null,
    description text collate pg_c_utf8 not null,
    -- The kinds of events that are sent; empty for all.
    kinds text[] not null,
    -- Events from before this time are not sent: when the webhook was made, or enabled again.
    since timestamptz not null default now(),
    -- Encrypted with a secret of the service, because each delivery is signed with it. An endpoint verifies with the
    -- same secret.
    secret bytea not null,
    former_secret bytea,
    former_secret_until timestamptz,
    disabled_at timestamptz,
    disabled_reason text,
    -- Failed attempts in a row. They make the next wait longer.
    failures int not null default 0,
    -- The first failed attempt after the last success.
    failing_since timestamptz,
    -- Nothing is sent before this time.
    hold_until timestamptz,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    last_failure text,
    -- One instance at a time sends to an endpoint.
    lease_token uuid,
    lease_until timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint webhooks_disabled_check check ((disabled_at is null) = (disabled_reason is null)),
    constraint webhooks_reason_check
        check (disabled_reason in ('ADMINISTRATOR', 'MAKER', 'GONE', 'FAILING', 'SECRET_LOST')),
    constraint webhooks_former_check check ((former_secret is null) = (former_secret_until is null)),
    constraint webhooks_lease_check check ((lease_token is null) = (lease_until is null))
);
create index webhooks_by_maker on webhooks (maker_id);
create index webhooks_by_created on webhooks (created_at, id);

-- An event for a webhook, with what the event was when it was logged, because the log ends before the last attempt.
create table webhook_deliveries (
    -- The header webhook-id of all attempts, by which an endpoint knows a repetition.
    id uuid primary key default uuidv7(),
    webhook_id uuid not null references webhooks on delete cascade,
    kind text not null,
    -- The place of the event in the log; null for ping and reset.
    position bigint,
    tag int,
    subject_id uuid,
    parent_id uuid,
    subject_version int,
    parties uuid[],
    happened_at timestamptz not null,
    state text not null default 'WAITING',
    attempts int not null default 0,
    due_at timestamptz default now(),
    last_attempt_at timestamptz,
    last_status int,
    -- What the endpoint did wrong, in a few words. Its answers are not stored.
    last_error text,
    ended_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    constraint webhook_deliveries_event_key unique (webhook_id, "position", tag),
    constraint webhook_deliveries_state_check check (state in ('WAITING', 'SENT', 'FAILED')),
    constraint webhook_deliveries_due_check check ((state = 'WAITING') = (due_at is not null)),
    constraint webhook_deliveries_end_check check ((state = 'WAITING') = (ended_at is null)),
    constraint webhook_deliveries_place_check
        check (("position" is null) = (tag is null) and ("position" is null) = (subject_id is null))
);
create index webhook_deliveries_by_created on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where state = 'WAITING';
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, ended_at) where state = 'FAILED';
-- For the purge of deliveries that have ended.
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where state <> 'WAITING';

-- One row: the last event that was read for webhooks. Its lock lets one instance at a time read on.
create table webhook_head (
    only_one boolean primary key default true,
    position bigint not null,
    tag int not null,
    -- Ports of this machine that webhooks can be sent to, as an instance has announced them. Empty outside of tests.
    loopback_ports int[] not null default '{}'::int[],
    constraint webhook_head_only_one_check check (only_one)
);

-- Where, about what and how often a user gets mail and push messages. Without a row they get none.
create table notification_settings (
    user_id uuid primary key references users,
    -- The user has opened the link that was sent there. Mail goes to no other address.
    address text,
    -- Since then a link that was mailed to the address signs in. Null unless the owner of the account has agreed to
    -- that.
    lets_in_since timestamptz,
    unverified_address text,
    -- The secret of the link is made from it and a secret of the service when the mail is sent.
    verification_id uuid,
    -- SHA-256 of the secret of the link; null until its mail is sent.
    verification_hash bytea,
    verification_ends_at timestamptz,
    -- False after the user has ended all mail. The address stays.
    mail boolean not null default true,
    kinds text[] not null default '{}',
    pace text not null default 'AT_ONCE',
    locale text not null default 'en',
    time_zone text not null default 'UTC',
    last_mail_at timestamptz,
    -- Without a row, the settings have version 1.
    version int not null default 2,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint notification_settings_pace_check check (pace in ('AT_ONCE', 'DAILY')),
    constraint notification_settings_lets_in_check check (lets_in_since is null or address is not null),
    constraint notification_settings_verification_check
        check (unverified_address is null or verification_id is not null and verification_ends_at is not null)
);
-- For the accounts that an address lets in, and the language of an invited person.
create index notification_settings_by_address on notification_settings (folded(address)) where address is not null;
-- For the purge of addresses that nobody has verified in time.
create index notification_settings_unverified on notification_settings (verification_ends_at)
    where unverified_address is not null;

-- Mails to be sent. A row has no words: what a mail says is decided when it is sent, from what its user may see by
-- then.
create table mails (
    user_id uuid not null references notification_settings on delete cascade,
    kind text not null,
    -- The Message-ID of all attempts, so that a mail that was sent twice is shown once.
    message_id uuid not null default uuidv7(),
    -- Null while the mail is leased, unless something new has happened since.
    due_at timestamptz,
    attempts int not null default 0,
    lease_token uuid,
    lease_until timestamptz,
    constraint mails_pkey primary key (user_id, kind),
    constraint mails_kind_check check (kind in ('INBOX', 'VERIFICATION')),
    constraint mails_lease_check check ((lease_token is null) = (lease_until is null)),
    constraint mails_due_check check (due_at is not null or lease_until is not null)
);
create index mails_due on mails (least(due_at, lease_until));

-- What the mails to a user have counted already, and what still waits.
create table told_items (
    user_id uuid not null references notification_settings on delete cascade,
    item_id uuid not null,
    since timestamptz not null,
    constraint told_items_pkey primary key (user_id, item_id)
);

-- Up to which time a user has seen the answers in their inbox. It never goes back. Without a row they have seen none.
create table inbox_seen (
    user_id uuid primary key references users,
    until timestamptz not null
);

-- One row: the last event that was read for mails. Its lock lets one instance at a time read on.
create table mail_head (
    only_one boolean primary key default true,
    position bigint not null,
    tag int not null,
    -- An instance that sends mail moves it on. After this time none does.
    sending_until timestamptz,
    constraint mail_head_only_one_check check (only_one)
);

-- Browsers that get push messages. A device ends with the session, token or grant that registered it.
create table push_devices (
    id uuid primary key,
    user_id uuid not null references users,
    session_id uuid references sessions on delete cascade,
    token_id uuid references personal_tokens on delete cascade,
    grant_model text not null generated always as ('Grant') stored,
    grant_id text,
    -- Of a device that was registered with an access token alone: no row here says when the token's person signs out.
    ends_at timestamptz,
    name text collate pg_c_utf8 not null,
    -- The URL of the browser's push service. Whoever knows it and the keys can send to the browser, so no answer
    -- shows them.
    endpoint text not null,
    -- The public key of the browser, in base64url (RFC 8291).
    p256dh text not null,
    -- A secret that the browser shares with us, in base64url (RFC 8291).
    auth text not null,
    -- Our key (RFC 8292) that the browser knows. It takes messages by no other key.
    public_key text not null,
    -- When the push service last took a message.
    sent_at timestamptz,
    -- No message is sent earlier, so that messages keep their distance.
    not_before timestamptz,
    -- Null while nothing is to be sent, or while it is being sent.
    due_at timestamptz,
    attempts int not null default 0,
    lease_token uuid,
    lease_until timestamptz,
    created_at timestamptz not null default now(),
    constraint push_devices_credential_check check (num_nonnulls(session_id, token_id, grant_id, ends_at) = 1),
    constraint push_devices_lease_check check ((lease_token is null) = (lease_until is null)),
    constraint push_devices_grant_fkey
        foreign key (grant_model, grant_id) references oidc_artifacts(model, id) on delete cascade
);
create unique index push_devices_endpoint_key on push_devices (endpoint);
create unique index push_devices_session_key on push_devices (session_id) where session_id is not null;
create index push_devices_by_user on push_devices (user_id, created_at, id);
create index push_devices_by_token on push_devices (token_id) where token_id is not null;
create index push_devices_by_grant on push_devices (grant_id, grant_model) where grant_id is not null;
-- For the purge of devices that have ended.
create index push_devices_by_end on push_devices (ends_at) where ends_at is not null;
-- For the next messages to send.
create index push_devices_due on push_devices (least(due_at, lease_until))
    where due_at is not null or lease_until is not null;

-- What the messages to a device have counted already, and what still waits.
create table pushed_items (
    device_id uuid not null references push_devices on delete cascade,
    item_id uuid not null,
    since timestamptz not null,
    constraint pushed_items_pkey primary key (device_id, item_id)
);

-- One row: whether messages are sent, and by which key.
create table push_head (
    only_one boolean primary key default true,
    -- The public part of the key pair that signs for all instances, in base64url (RFC 8292). A shared secret makes
    -- the pair.
    public_key text,
    -- An instance that sends messages moves it on. After this time none does.
    pushing_until timestamptz,
    constraint push_head_only_one_check check (only_one)
);

-- A file of another tracker. Only its owner sees it. A worker that makes its matches locks the row for each slice.
create table imports (
    id uuid primary key,
    owner_id uuid not null references users,
    format text not null,
    time_zone text not null,
    state text not null,
    -- SHA-256 of the file, by which a program finds its import again.
    file_digest bytea not null,
    -- What is wrong with the file and belongs to no play.
    notes jsonb not null default '[]',
    -- How many plays, people and games there are of each kind; written with every change.
    counts jsonb not null default '{}',
    -- The plays that were deleted since they were done, counted as in counts.
    dropped jsonb not null default '[]',
    -- When the last play that can be deleted was deleted; null after each start.
    dropped_at timestamptz,
    -- Slices in a row that have failed.
    failures int not null default 0,
    failure text,
    -- When a slice was last tried. The import that waits longest is next.
    worked_at timestamptz,
    started_at timestamptz,
    ended_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint imports_state_check check (state in ('QUESTIONS', 'READY', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED')),
    constraint imports_failure_check check ((state = 'FAILED') = (failure is not null))
);
create index imports_by_owner on imports (owner_id, created_at, id);
create unique index imports_running_key on imports (owner_id) where state = 'RUNNING';
-- For the worker, which takes turns among all imports that run.
create index imports_running on imports (worked_at, id) where state = 'RUNNING';
-- For the purge of what nobody started, or of what ended long ago.
create index imports_by_state on imports (state, updated_at) where state <> 'RUNNING';
-- For the purge of plays.
create index imports_with_plays on imports (updated_at) where dropped_at is null and (state in ('DONE', 'EXPIRED'));

-- A person, game, expansion or playset that a file names, and who or what that is here.
create table import_questions (
    id uuid primary key,
    import_id uuid not null references imports on delete cascade,
    kind text not null,
    key text not null,
    name text not null,
    -- The name without case and accents.
    plain_name text not null,
    bgg_id int,
    source_ref text,
    is_owner boolean not null,
    is_cooperative boolean not null,
    -- Of a playset: the key of its game.
    game_key text,
    -- Of a game: what the file says about players and scores, for whoever adds the game.
    new_game jsonb,
    -- How many plays of the file name it.
    plays int not null,
    decision text not null,
    -- When the owner has decided; else the service has. A game that waits is then one that appeared later.
    answered_at timestamptz,
    candidates uuid[] not null default '{}'::uuid[],
    -- The first candidate has the very name; else it is only similar.
    suggests_first boolean not null default false,
    ghost_player_id uuid references ghost_players,
    game_id uuid references games,
    expansion_id uuid references expansions,
    playset_id uuid references playsets,
    created_at timestamptz not null default now(),
    constraint import_questions_key unique (import_id, kind, key),
    constraint import_questions_kind_check check (kind in ('PERSON', 'GAME', 'EXPANSION', 'PLAYSET')),
    constraint import_questions_decision_check check (decision in ('KNOWN', 'NEW', 'ASKED', 'WAITS', 'LEFT_OUT')),
    constraint import_questions_known_check
        check (decision <> 'KNOWN' or num_nonnulls(ghost_player_id, game_id, expansion_id, playset_id) = 1)
);
create index import_questions_by_ghost_player on import_questions (ghost_player_id) where ghost_player_id is not null;
create index import_questions_by_game on import_questions (game_id) where game_id is not null;
create index import_questions_by_expansion on import_questions (expansion_id) where expansion_id is not null;
create index import_questions_by_playset on import_questions (playset_id) where playset_id is not null;
-- For the games that imports wait for.
create index import_questions_waiting on import_questions (import_id, plain_name, bgg_id) where decision = 'WAITS';

-- A play of a file: what will be done with it, and then what was done.
create table import_plays (
    id uuid primary key,
    import_id uuid not null references imports on delete cascade,
    position int not null,
    -- The place in the file, such as a line.
    at text not null,
    source_id text,
    game_key text,
    person_keys text[] not null default '{}',
    -- What the file says, if it has no offset. played_at follows from it and the time zone.
    local_time timestamp without time zone,
    played_at timestamptz,
    -- Changes with what the file says about the play.
    digest bytea,
    -- Null if the file is wrong there, so that nothing can be made of it.
    play jsonb,
    notes jsonb not null default '[]',
    status text not null,
    reason text,
    match_id uuid references matches,
    created_at timestamptz not null default now(),
    constraint import_plays_position_key unique (import_id, "position"),
    constraint import_plays_status_check
        check (status in ('NEW', 'SAME', 'CORRECTS_DRAFT', 'PROPOSES_EDIT', 'WAITS_FOR_GAME', 'LEFT_OUT', 'IMPORTED', 'CORRECTED', 'PROPOSED'))
);
create index import_plays_by_status on import_plays (import_id, status, "position") include (reason);
create index import_plays_by_match on import_plays (match_id) where match_id is not null;

-- The match that was made of a play, so that no file makes it again. It is written in the transaction of the match.
create table import_links (
    owner_id uuid not null references users,
    format text not null,
    source_id text not null,
    match_id uuid not null references matches,
    digest bytea not null,
    -- The version that the import wrote. Another one shows a change by somebody.
    match_version int not null,
    constraint import_links_pkey primary key (owner_id, format, source_id)
);
create index import_links_by_match on import_links (match_id);

-- What the owner has answered, for their next imports.
create table import_answers (
    owner_id uuid not null references users,
    kind text not null,
    -- The plain name; of a game with a number, bgg: and the number.
    name text not null,
    decision text not null,
    ghost_player_id uuid references ghost_players,
    game_id uuid references games,
    created_at timestamptz not null default now(),
    constraint import_answers_pkey primary key (owner_id, kind, name),
    constraint import_answers_kind_check check (kind in ('PERSON', 'GAME')),
    constraint import_answers_decision_check check (decision in ('KNOWN', 'WAITS', 'LEFT_OUT'))
);
create index import_answers_by_ghost_player on import_answers (ghost_player_id) where ghost_player_id is not null;
create index import_answers_by_game on import_answers (game_id) where game_id is not null;

-- An edit that was approved, with what its match had before. Edits that were approved before this table existed have
-- no row.
create table edit_replaced (
    edit_id uuid primary key references match_edits,
    -- The old playset if the edit changes the playset; null if there was none.
    playset_id uuid references playsets
);
create index edit_replaced_by_playset on edit_replaced (playset_id) where playset_id is not null;

-- The old values of a participant that the edit changes. Only fields that the edit sets have one.
create table edit_replaced_seats (
    edit_id uuid not null references match_edits,
    participant_id uuid not null references participants,
    position int not null,
    score numeric,
    rank int,
    outcome text,
    attributes json,
    constraint edit_replaced_seats_pkey primary key (edit_id, participant_id)
);
create index edit_replaced_seats_by_participant on edit_replaced_seats (participant_id);

create table edit_replaced_expansions (
    edit_id uuid not null references match_edits,
    expansion_id uuid not null references expansions,
    position int not null,
    constraint edit_replaced_expansions_pkey primary key (edit_id, expansion_id)
);
create index edit_replaced_expansions_by_expansion on edit_replaced_expansions (expansion_id);

-- What was found when an instance last checked what the service needs. It has one row.
create table checkups (
    only_one boolean primary key default true,
    due_at timestamptz not null default now(),
    -- True if an operator asked for the next look; it also asks the services of the pipeline.
    asked boolean not null default false,
    -- An instance is checking, at most until this time.
    lease_until timestamptz,
    checked_at timestamptz,
    -- The machine that checked, because folders and clocks are those of one machine.
    machine text,
    checks json not null default '[]'::json,
    -- The backups of an embedded PostgreSQL; null if the database is another one.
    backups json,
    -- When somebody asked for a backup that was not made yet.
    backup_asked_at timestamptz,
    backup_failure text,
    constraint checkups_only_one_check check (only_one)
);

-- What each instance counted in the last day: a row every five minutes. An instance that adds a row deletes the older
-- ones.
create table figures (
    instance text not null,
    -- The end of the time that was counted; it is this number of seconds long.
    at timestamptz not null default now(),
    seconds real not null,
    requests int not null,
    -- Requests that were answered with a status from 400 to 499; failed: from 500 to 599.
    refused int not null,
    failed int not null,
    -- In seconds: half of the requests took less; slow: 99 of 100 did. Null if there was no request.
    median real,
    slow real,
    -- In bytes, of all processes of the instance.
    memory bigint not null,
    -- How many connections all programs had to PostgreSQL.
    connections int not null,
    -- Events that had no place in the log yet.
    events int not null,
    -- Mails that waited.
    mails int not null,
    constraint figures_pkey primary key (at, instance),
    constraint figures_seconds_check check (seconds > 0::double precision)
);

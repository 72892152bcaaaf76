-- Matches with their participants, and the edits that change a finalized match.

create table matches (
    id uuid primary key,
    game_id uuid not null references games,
    playset_id uuid references playsets,
    community_id uuid references communities,
    recorder_id uuid not null references users,
    played_at timestamptz not null,
    edit_requests_enabled boolean not null default true,
    is_public boolean not null default false,
    finalized_at timestamptz,
    last_edited_at timestamptz,
    last_edited_by uuid references users,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
);
comment on table matches is
    'A match that its recorder wrote down. It is a draft until it is finalized; then only match edits change it.';
comment on column matches.is_public is 'The match is final, and its recorder''s MATCH_HISTORY setting is PUBLIC.';
comment on column matches.finalized_at is 'Null for a draft, which sorts as if it were finalized last.';
-- A recorder's matches in each order of lists, and by the columns that filters use.
create index matches_by_created on matches (recorder_id, created_at, id) where deleted_at is null;
create index matches_by_played on matches (recorder_id, played_at, id) where deleted_at is null;
create index matches_by_finalized on matches (recorder_id, coalesce(finalized_at, 'infinity'::timestamptz), id) include (finalized_at)
    where deleted_at is null;
create index matches_by_recorder on matches (recorder_id, id) include (finalized_at, community_id)
    where deleted_at is null;
create index matches_by_recorder_and_game on matches (recorder_id, game_id, played_at) where deleted_at is null;
comment on index matches_by_recorder_and_game is
    'One recorder''s matches of a game in a span of time. Without this index, a filter by game reads all recorders'' matches.';
create index matches_by_recorder_and_playset on matches (recorder_id, playset_id)
    where playset_id is not null and deleted_at is null;
create index matches_final_by_recorder on matches (recorder_id, finalized_at, id)
    where finalized_at is not null and deleted_at is null;
comment on index matches_final_by_recorder is 'The matches that a recorder''s settings or trust let somebody see.';
-- A community's final matches in each order of lists.
create index matches_of_community_by_created on matches (community_id, created_at, id)
    where finalized_at is not null and community_id is not null;
create index matches_of_community_by_played on matches (community_id, played_at, id) include (game_id, recorder_id)
    where finalized_at is not null and community_id is not null;
create index matches_of_community_by_finalized on matches (community_id, finalized_at, id)
    where finalized_at is not null and community_id is not null;
create index matches_of_community on matches (community_id, id) include (recorder_id)
    where finalized_at is not null and community_id is not null;
-- The matches that everybody may see, in each order of lists.
create index matches_public_by_created on matches (created_at, id) include (recorder_id) where is_public;
create index matches_public_by_played on matches (played_at, id) include (recorder_id) where is_public;
create index matches_public_by_finalized on matches (finalized_at, id) include (recorder_id) where is_public;
create index matches_public on matches (id) include (recorder_id, community_id) where is_public;
create index matches_public_by_playset on matches (playset_id, recorder_id) where is_public and playset_id is not null;
-- The matches that refer to a row of another table.
create index matches_by_game on matches (game_id, id)
    include (recorder_id, community_id, played_at, finalized_at, deleted_at);
comment on index matches_by_game is 'It has every column that the statistics of a game need from its matches.';
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
    match_game_id uuid,
    match_community_id uuid,
    kind text,
    place int,
    place_of int,
    winners int,
    tied boolean,
    won boolean,
    side int,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint participants_ghost_player_key unique (match_id, ghost_player_id)
        include (id, position, kind, place, won, side, score),
    constraint participants_score_check check (abs(score) <= 99999999.99 and scale(score) <= 2),
    constraint participants_rank_check check (rank >= 1),
    constraint participants_outcome_check check (outcome in ('WIN', 'LOSS')),
    constraint participants_kind_check check (kind in ('ALONE', 'TOGETHER', 'COMPETITIVE', 'UNKNOWN')),
    constraint participants_result_check check ((kind is null) = (match_finalized_at is null) and (kind is null) = (place_of is null)
        and (kind is null) = (tied is null) and (kind is null) = (match_game_id is null)),
    constraint participants_winners_check check (winners is null and kind is distinct from 'COMPETITIVE'
        or winners between 0 and place_of and kind = 'COMPETITIVE'),
    constraint participants_place_check check (place is null or place between 1 and place_of and kind = 'COMPETITIVE')
);
comment on table participants is
    'A ghost player in a match. The columns match_… repeat columns of the match, so that an index has a ghost player''s final '
    'matches in each order of lists. A ghost player has few drafts, so they are sorted. The columns from kind to side are the '
    'result of a final match: finish.ts computes it from all scores, ranks, outcomes and teams of the match.';
comment on column participants.match_game_id is 'The game of a final match, which does not change any more; null for a draft.';
comment on column participants.match_community_id is 'The community of a final match, which does not change any more; null for a draft.';
comment on column participants.place is 'Null if nothing shows the place, and if there was no contest.';
comment on column participants.place_of is 'How many finished against one another; without a contest, how many took part.';
comment on column participants.winners is 'In a contest: how many of place_of have won. Winners divided by place_of is everybody''s chance.';
comment on column participants.side is 'The same number for participants whose loadouts have the same team; null without one.';
create index participants_by_ghost_player on participants (ghost_player_id, match_final, match_id)
    where match_deleted_at is null;
create index participants_by_created on participants (ghost_player_id, match_created_at, match_id)
    where match_final and match_deleted_at is null;
create index participants_by_played on participants (ghost_player_id, match_played_at, match_id)
    include (id, position, match_game_id, match_community_id, kind, place, place_of, winners, tied, won, side, score)
    where match_final and match_deleted_at is null;
comment on index participants_by_played is
    'It has the whole result, because a page of statistics reads all results of a player, and the id, the last sort key of lists.';
create index participants_by_finalized on participants (ghost_player_id, match_finalized_at, match_id)
    where match_final and match_deleted_at is null;
create index participants_by_disputer on participants (disputed_by) where disputed_by is not null;

create table loadouts (
    id uuid primary key,
    participant_id uuid not null references participants on delete cascade,
    attributes json not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint loadouts_participant_key unique (participant_id)
);
comment on table loadouts is 'What a participant played with.';
comment on column loadouts.attributes is 'json, not jsonb: attributes are answered exactly as they were sent.';

create table results_due (
    game_id uuid primary key references games,
    after_match uuid not null default '00000000-0000-0000-0000-000000000000',
    updated_at timestamptz not null default clock_timestamp()
);
comment on table results_due is
    'A game or the rule of results has changed, and some matches of this game still have results from before the change. '
    'The table is nearly always empty.';
comment on column results_due.after_match is 'The matches after this one still need new results.';

create table results_rule (
    only_one boolean primary key default true,
    rule int not null,
    constraint results_rule_only_one_check check (only_one)
);
comment on table results_rule is
    'One row: the version of the rule in finish.ts that computed the results. A service with a newer rule makes all games due.';

create table results_checks (
    only_one boolean primary key default true,
    begun_at timestamptz not null,
    lease_until timestamptz not null,
    ended_at timestamptz,
    matches bigint not null default 0,
    differences bigint not null default 0,
    constraint results_checks_only_one_check check (only_one)
);
comment on table results_checks is
    'One row: the last comparison of all results with their matches, the instance that makes it, and its findings.';
comment on column results_checks.lease_until is 'Until then, the instance that began the comparison is at work on it, unless that instance has ended.';

create table seen_ghost_players (
    circle_id uuid not null,
    ghost_player_id uuid not null,
    owner_id uuid not null,
    sort_name text collate pg_c_utf8 not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint seen_ghost_players_pkey primary key (circle_id, ghost_player_id) include (owner_id)
);
comment on table seen_ghost_players is
    'The ghost players that a circle sees, once each, with the columns that lists sort by. A community sees the ghost players '
    'in its final matches. A canonical player sees the claimed ghost players of other owners, and all ghost players in the '
    'final matches of the claimed ones. Deleted ghost players have no rows. The table has no foreign keys, because their locks '
    'can deadlock with the locks of claims.';
create index seen_ghost_players_by_created on seen_ghost_players (circle_id, created_at, ghost_player_id);
create index seen_ghost_players_by_updated on seen_ghost_players (circle_id, updated_at, ghost_player_id);
create index seen_ghost_players_by_name on seen_ghost_players (circle_id, sort_name, ghost_player_id);
create index seen_ghost_players_by_ghost_player on seen_ghost_players (ghost_player_id);

create table seen_playsets (
    circle_id uuid not null,
    playset_id uuid not null,
    owner_id uuid not null,
    sort_name text collate pg_c_utf8 not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint seen_playsets_pkey primary key (circle_id, playset_id) include (owner_id)
);
comment on table seen_playsets is
    'The playsets of the final matches that a circle sees, once each, with the columns that lists sort by. The circle is a '
    'community, a canonical player as in seen_ghost_players, or the recorder of the matches. Deleted playsets have no rows.';
create index seen_playsets_by_created on seen_playsets (circle_id, created_at, playset_id);
create index seen_playsets_by_updated on seen_playsets (circle_id, updated_at, playset_id);
create index seen_playsets_by_name on seen_playsets (circle_id, sort_name, playset_id);
create index seen_playsets_by_playset on seen_playsets (playset_id);

create table match_edits (
    id uuid primary key,
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
comment on table match_edits is 'A proposal to change a finalized match; its recorder decides.';
comment on column match_edits.playset_id is 'The new playset if changes_playset; null clears it.';
create index match_edits_by_created on match_edits (match_id, created_at, id);
create index match_edits_by_proposer on match_edits (proposed_by, created_at, id);
create index match_edits_by_decider on match_edits (decided_by) where decided_by is not null;
create index match_edits_by_playset on match_edits (playset_id) where playset_id is not null;

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
comment on table match_edit_participants is
    'The results that an edit changes. A value is written only if its flag …_set is true; then a null clears the old value.';
create index match_edit_participants_by_participant on match_edit_participants (participant_id);

create table match_edit_loadouts (
    edit_id uuid not null references match_edits,
    participant_id uuid not null references participants,
    position int not null,
    loadout_id uuid not null,
    attributes json not null,
    primary key (edit_id, participant_id)
);
comment on column match_edit_loadouts.loadout_id is
    'The id of the loadout that the edit makes if the participant has none.';
create index match_edit_loadouts_by_participant on match_edit_loadouts (participant_id);

create table match_edit_expansions (
    edit_id uuid not null references match_edits,
    expansion_id uuid not null references expansions,
    position int not null,
    primary key (edit_id, expansion_id)
);
create index match_edit_expansions_by_expansion on match_edit_expansions (expansion_id);
